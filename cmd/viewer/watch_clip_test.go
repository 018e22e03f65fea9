package main

import (
	"image/gif"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Every form and shape can be watched, at any step.
func TestWatchClips(t *testing.T) {
	t.Parallel()
	needDevice(t)
	file := filepath.Join(t.TempDir(), "clips.png")
	for _, args := range [][]string{
		{"--shape", "random", "-n", "1000"}, {"--shape", "zigzag", "-n", "1", "--ui", "--step", "0"},
		{"--shape", "deep", "-a", "tree", "--element", "3000", "--workgroup", "128", "--items", "auto"},
		{"--shape", "wide", "-n", "1e5", "--partition", "7", "--workgroup", "auto"}, {"--shape", "adversarial", "--step", "20", "--ui", "--ratio", "2"},
		{"gen:clip,elements=18,shape=example", "--links", "--element", "13"}, {"--order", "none", "--ui"}, {"--order", "batcher", "--order-items", "4"},
		{"--shape", "example", "-n", "18", "-a", "shuffle", "--workgroup", "16", "--levels", "--ui", "--step", "3"},
		{"--partitions"}, {"--text", "[(.)] {}", "--element", "5", "--ui"}, {"--shape", "stairs"}, {"--compare", "tree", "--ui"}, {"--shape", "random", "--compare", "workgroup=128", "--clock", "progress", "--step", "50"},
	} {
		at := " at step "
		if k := slices.Index(args, "--step"); k >= 0 && !slices.Contains(args, "--compare") {
			at += args[k+1] + " of "
		}
		args = append([]string{"clip", "--force", "-o", file, "--size", "320x200"}, args...)
		out, stderr, code := viewer(t, nil, args...)
		if code != 0 || !strings.Contains(out, "320 × 200, ") || !strings.Contains(out, at) {
			t.Fatalf("%v: exit code %d: %s%s", args, code, out, stderr)
		}
		if b := readPNG(t, file).Bounds(); b.Dx() != 320 || b.Dy() != 200 {
			t.Errorf("%v: %v", args, b)
		}
	}
}

// A scene is painted, cut by its clips, peeled; a sequence with boxes is painted too.
func TestWatchScene(t *testing.T) {
	t.Parallel()
	needDevice(t)
	dir := t.TempDir()
	out := filepath.Join(dir, "out.png")
	scene := write(t, "two.svg", `<svg xmlns="http://www.w3.org/2000/svg" width="60" height="40"><rect width="60" height="40" fill="#00f"/>
<clipPath id="c"><rect width="30" height="40"/></clipPath><g clip-path="url(#c)"><rect width="60" height="40" fill="#f00"/></g></svg>`)
	sequence := write(t, "boxes.txt", "( 0 0 60 40\n. 30 0 60 40\n)\n")
	for _, c := range []struct {
		args  []string
		left  [3]uint8
		right [3]uint8
	}{
		{[]string{scene}, [3]uint8{255, 0, 0}, [3]uint8{0, 0, 255}},
		{[]string{scene, "--peel", "0"}, [3]uint8{0, 0, 255}, [3]uint8{0, 0, 255}},
	} {
		said, stderr, code := viewer(t, nil, append([]string{"clip", "--force", "-o", out, "--size", "200x150"}, c.args...)...)
		if code != 0 {
			t.Fatalf("%v: exit code %d: %s%s", c.args, code, said, stderr)
		}
		m := readPNG(t, out)
		for x, want := range map[int][3]uint8{60: c.left, 140: c.right} {
			if r, g, b, _ := m.At(x, 75).RGBA(); [3]uint8{uint8(r >> 8), uint8(g >> 8), uint8(b >> 8)} != want {
				t.Errorf("%v: at %d it is %d %d %d, not %v", c.args, x, r>>8, g>>8, b>>8, want)
			}
		}
	}
	empty := write(t, "empty.txt", "# nothing yet\n")
	for _, args := range [][]string{{sequence, "--own", "--resolved"}, {empty}, {empty, "-a", "tree"}} {
		if said, stderr, code := viewer(t, nil, append([]string{"clip", "--force", "-o", out, "--size", "200x150", "--ui"}, args...)...); code != 0 {
			t.Errorf("%v: exit code %d: %s%s", args, code, said, stderr)
		}
	}
}

// A recording shows all steps.
func TestWatchClipFilm(t *testing.T) {
	t.Parallel()
	needDevice(t)
	out := filepath.Join(t.TempDir(), "clips.gif")
	said, stderr, code := viewer(t, nil, "clip", "--shape", "random", "-n", "1000", "-o", out, "--size", "240x160", "--fps", "5", "--seconds", "2")
	if code != 0 || !strings.Contains(said, "10 frames of 240 × 160") {
		t.Fatalf("exit code %d: %s%s", code, said, stderr)
	}
	f, err := os.Open(out)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if g, err := gif.DecodeAll(f); err != nil || len(g.Image) < 6 {
		t.Errorf("%d pictures: %v", len(g.Image), err)
	}
}

// What cannot be asked for is refused, with what to do; files that cannot be read are
// named, with the place.
func TestWatchClipErrors(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	broken := write(t, "broken.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\"><g>\n</svg>")
	bad := write(t, "bad.txt", "((\n)x\n")
	out := filepath.Join(dir, "out.png")
	for _, c := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{"-a", "stack"}, exitUsage, "tree, lookback"},
		{[]string{"--shape", "round"}, exitUsage, "adversarial"},
		{[]string{"-n", "5"}, exitUsage, "--shape"},
		{[]string{"--text", "( 1"}, exitUsage, "--text: line 1: 2 words"},
		{[]string{"--text", "()", "--shape", "deep"}, exitUsage, "--text cannot be combined"},
		{[]string{write(t, "open.json", "[\n\"]")}, exitInput, "open.json: line 2, column 1: a string begins here and does not end"},
		{[]string{"x.svg", "--shape", "deep"}, exitUsage, "combined with FILE"},
		{[]string{"--workgroup", "1000000"}, exitUsage, "workgroup"},
		{[]string{"--fps", "0"}, exitUsage, "--fps"},
		{[]string{"--order", "fast"}, exitUsage, "--order"},
		{[]string{"--order", "none", "--order-items", "4"}, exitUsage, "order-items"},
		{[]string{filepath.Join(dir, "none.svg")}, exitInput, "none.svg"},
		{[]string{broken}, exitInput, "line 2"},
		{[]string{bad}, exitInput, "line 2"},
	} {
		said, stderr, code := viewer(t, nil, append([]string{"clip", "--force", "-o", out}, c.args...)...)
		if code != c.code || !strings.Contains(stderr, c.want) {
			t.Errorf("%v: exit code %d: %s%s", c.args, code, said, stderr)
		}
	}
	needDevice(t)
	for _, c := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{"--shape", "deep", "-n", "10", "--step", "x"}, exitUsage, "--step"},
		{[]string{"--shape", "deep", "-n", "10", "--element", "10"}, exitUsage, "10 elements"},
		{[]string{"--shape", "deep", "-n", "65", "--links"}, exitUsage, "has 65"},
		{[]string{"--shape", "deep", "-n", "65", "--levels"}, exitUsage, "-a shuffle"},
		{[]string{"--shape", "deep", "-n", "2^25"}, exitLimit, "can be watched"},
	} {
		said, stderr, code := viewer(t, nil, append([]string{"clip", "--force", "-o", out}, c.args...)...)
		if code != c.code || !strings.Contains(stderr, c.want) {
			t.Errorf("%v: exit code %d: %s%s", c.args, code, said, stderr)
		}
	}
}
