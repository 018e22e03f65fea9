package main

import (
	"image/gif"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"kernelscope/compute/sorting"
	"kernelscope/compute/sorting/keygen"
	sorts "kernelscope/families/sorts/session"
	"kernelscope/internal/output"
)

// Every sort can be watched, at any step, and its end is verified.
func TestWatchPictures(t *testing.T) {
	t.Parallel()
	needDevice(t)
	file := filepath.Join(t.TempDir(), "sort.png")
	for _, a := range sorting.Algorithms() {
		for _, args := range [][]string{
			{"-n", "40"}, {"-n", "3000", "--step", "1", "--ui"}, {"-n", "1", "--type", "u64"},
			{"-n", "1e4", "--type", "f32", "--dist", "special", "--payload", "--desc", "--shape", "field", "--tint", "moved"},
		} {
			args = append([]string{"sort", "--force", "-a", a.Name(), "-o", file, "--size", "320x200"}, args...)
			out, stderr, code := viewer(t, nil, args...)
			if code != 0 || !strings.Contains(out, "320 × 200, "+a.Name()) {
				t.Fatalf("%v: exit code %d: %s%s", args, code, out, stderr)
			}
			if p := readPNG(t, file); p.Bounds().Dx() != 320 {
				t.Errorf("%v: %v", args, p.Bounds())
			}
		}
	}
}

// A recording of a comparison, of keys from a file.
func TestWatchRecording(t *testing.T) {
	t.Parallel()
	needDevice(t)
	dir := t.TempDir()
	keys, err := keygen.Keys("few", sorting.I32, 500, 1)
	if err != nil {
		t.Fatal(err)
	}
	input, out := filepath.Join(dir, "keys.bin"), filepath.Join(dir, "two.gif")
	if err := output.File(input, func(w io.Writer) error { return keygen.Write(t.Context(), w, keys) }); err != nil {
		t.Fatal(err)
	}
	said, stderr, code := viewer(t, nil, "sort", "-a", "radix4", "--compare", "batcher", "--type", "i32", "--input", input, "-o", out, "--size", "320x200", "--fps", "10", "--seconds", "2", "--workgroup", "64")
	if code != 0 || !strings.Contains(said, "radix4 at step 24 of 24, batcher at step 45 of 45") {
		t.Fatalf("exit code %d: %s%s", code, said, stderr)
	}
	f, err := os.Open(out)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	g, err := gif.DecodeAll(f)
	if err != nil || len(g.Image) < 8 || g.Config.Width != 320 {
		t.Errorf("%d pictures of %d pixels: %v", len(g.Image), g.Config.Width, err)
	}
}

// A sort that plays in a recording shows every step at the same time in every run.
func TestWatchFilm(t *testing.T) {
	t.Parallel()
	needDevice(t)
	dir := t.TempDir()
	out, stderr, code := viewer(t, nil, "sort", "-a", "radix4", "-n", "300", "-o", filepath.Join(dir, "%02d.png"), "--size", "200x120", "--fps", "5", "--seconds", "4")
	if code != 0 || !strings.Contains(out, "20 frames of 200 × 120, radix4 at step 24 of 24") {
		t.Fatalf("exit code %d: %s%s", code, out, stderr)
	}
	if files, _ := filepath.Glob(filepath.Join(dir, "*.png")); len(files) != 20 {
		t.Errorf("%d pictures", len(files))
	}
}

func TestWatchExitCodes(t *testing.T) {
	t.Parallel()
	needDevice(t)
	dir := t.TempDir()
	cut, empty := filepath.Join(dir, "cut.bin"), filepath.Join(dir, "empty.bin")
	for name, n := range map[string]int{cut: 21, empty: 0} {
		if err := os.WriteFile(name, make([]byte, n), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	many := filepath.Join(dir, "many.bin")
	if err := os.WriteFile(many, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(many, 4*(sorts.MaxKeys+1)); err != nil { // sparse
		t.Fatal(err)
	}
	for _, c := range []struct {
		args string
		code int
		says string
	}{
		{"-a bogo", exitUsage, "batcher"},
		{"--compare bogo", exitUsage, "batcher"},
		{"--compare batcher,colour=3", exitUsage, "colour"},
		{"--compare batcher --clock sun", exitUsage, "steps"},
		{"--type u8", exitUsage, "u64"},
		{"--dist evil", exitUsage, "killer"},
		{"-n many", exitUsage, "2^20"},
		{"-n 0", exitUsage, "one key"},
		{"--shape cloud", exitUsage, "bars"},
		{"--tint red", exitUsage, "moved"},
		{"-a batcher --items 4", exitUsage, "not a parameter of batcher"},
		{"--workgroup 1", exitUsage, "from 32 to 1024; nearest 32"},
		{"--input x -n 5", exitUsage, "--input"},
		{"--list 1,x", exitUsage, "key 1"},
		{"--list 1,2 --bits 33", exitUsage, "not between 0 and 32"},
		{"--list 1,2,16 --bits 4", exitInput, "key 2 differs"},
		{"--bits 4", exitUsage, "--list"},
		{"--size 5x5", exitUsage, "--size"},
		{"--step 25 -a radix4", exitUsage, "the last step is 24"},
		{"--ratio 0", exitUsage, "--ratio"},
		{"--seconds 0", exitUsage, "--seconds"},
		{"--fps 0", exitUsage, "--fps"},
		{"--input nothing.bin", exitInput, "no such file"},
		{"--input " + cut, exitInput, "ends at byte 21"},
		{"--input " + empty, exitInput, "no key"},
		{"--input " + many, exitLimit, "16777217"},
		{"-n 2^25", exitLimit, "16777216"},
		{"-o /nonexistent/sort.png", exitOutput, "nonexistent"},
		{"-o sort.jpg", exitUsage, ".gif, .apng, .mp4"},
	} {
		args := append([]string{"sort", "-n", "16", "-o", filepath.Join(dir, "out.png")}, strings.Fields(c.args)...)
		if strings.Contains(c.args, "--input") || strings.Contains(c.args, "--list") {
			args = slices.Delete(args, 1, 3)
		}
		_, stderr, code := viewer(t, nil, args...)
		if code != c.code || !strings.Contains(stderr, c.says) || strings.Count(stderr, "\n") != 1 {
			t.Errorf("%s: exit code %d, want %d; it says %q", c.args, code, c.code, stderr)
		}
	}
	if files, _ := filepath.Glob(filepath.Join(dir, "*out*")); len(files) > 0 {
		t.Errorf("there are %v", files)
	}
}

// The draw keys of a frame are a file that sorts read, and sort by the bits that it has.
func TestDrawKeys(t *testing.T) {
	t.Parallel()
	needDevice(t)
	dir := t.TempDir()
	keys, picture := filepath.Join(dir, "keys.bin"), filepath.Join(dir, "a.png")
	render := []string{"render", "gen:grid,width=40,height=30", "--painter", "quads", "--size", "320x200", "-o", picture, "--draw-keys", keys}
	if out, stderr, code := viewer(t, nil, render...); code != 0 {
		t.Fatalf("exit code %d: %s%s", code, out, stderr)
	}
	for _, args := range []string{"run sort --verify", "sort --step 1 -o " + filepath.Join(dir, "b.png")} {
		if out, stderr, code := viewer(t, nil, append(strings.Fields(args), "--input", keys, "--bits", "8")...); code != 0 {
			t.Errorf("%s: exit code %d: %s%s", args, code, out, stderr)
		}
	}
	if _, stderr, code := viewer(t, nil, "render", "gen:grid,width=40,height=30", "--painter", "splat", "--size", "320x200", "--force", "-o", picture, "--draw-keys", keys); code != exitInput || !strings.Contains(stderr, "draw keys") {
		t.Errorf("without quads: exit code %d: %s", code, stderr)
	}
}
