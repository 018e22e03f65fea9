package main

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"image"
	"image/draw"
	"image/png"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"kernelscope/compute/gpu/gputest"
)

// spreadable are commands whose results do not depend on the number of devices; they write OUT or
// print lines, of which those with these words are the result. The submission of a number is in the
// first part of each device, so that it comes however slow the device is.
var spreadable = []struct {
	command, words string
	first          int
}{
	{"run table gen:grid,width=30,height=30 --sources PLACES --concurrent 2 -o OUT.csv", "", 3},
	{"run table gen:grid,width=30,height=30 --pairs PAIRS --concurrent 2 -o OUT.csv", "", 3},
	{"run sssp gen:grid,width=30,height=30 -t #5 -n 32 --concurrent 4 --verify --json", `"distance"`, 8},
	{"run bfs gen:kronecker,scale=9 -n 600 --scheme rows --verify --paths --count -o OUT.csv", "", 6},
	{"run bfs gen:grid,width=20,height=20 -n 60 --scheme pair --verify --json", `"pair"`, 3},
	{"run bfs gen:kronecker,scale=9 -n 1 --scheme rows --verify --json", `"pair"`, 1}, // a part is empty
}

// runSpread runs a command of spreadable and returns its result, what each device has done, and the code.
func runSpread(t *testing.T, env []string, dir, command, words, device string) (result string, parts []int, stderr string, code int) {
	t.Helper()
	out := filepath.Join(dir, "out.csv")
	_ = os.Remove(out)
	command = strings.NewReplacer("PLACES", filepath.Join(dir, "places.csv"), "PAIRS", filepath.Join(dir, "pairs.csv"), "OUT", strings.TrimSuffix(out, ".csv")).Replace(command)
	stdout, stderr, code := viewer(t, env, append(strings.Fields(command), "--device", device)...)
	var shares []string
	for line := range strings.Lines(stdout + stderr) {
		var one struct {
			Type  string
			Parts int
		}
		if json.Unmarshal([]byte(line), &one) == nil && one.Type == "share" {
			parts = append(parts, one.Parts)
			shares = append(shares, line)
		}
		if words != "" && strings.Contains(line, words) {
			result += timeless(line)
		}
	}
	if len(shares) > 0 {
		checkJSON(t, documented(t), command, strings.Contains(command, "--verify"), append([]string{`{"type":"meta","schema":1}`}, shares...))
	}
	if words == "" {
		b, _ := os.ReadFile(out) // none where the command fails
		result = string(b)
	}
	return result, parts, stderr, code
}

// timeless is a JSON line without what differs from run to run.
func timeless(line string) string {
	return regexp.MustCompile(`"(rounds|phases|relaxed|improved|efficiency)":[^,}]*,?`).ReplaceAllString(line, "")
}

// Two devices make what one makes, each a part of it, also where one is lost in the middle. When
// both are lost nothing is left.
func TestTwoDevices(t *testing.T) {
	t.Parallel()
	needDevice(t)
	env, layer, dir := gputest.TwoDevices(t), gputest.NewLayer(t), t.TempDir()
	places, pairs := "", "source_node,target_node\n"
	for _, i := range []string{"1", "7", "99", "450", "33", "801", "12", "13", "14", "255", "256", "257", "640", "641", "899", "0", "2", "3", "4", "5", "6"} {
		places += "#" + i + "\n"
		pairs += i + ",17\n" + i + ",400\n"
	}
	for name, text := range map[string]string{"places.csv": places, "pairs.csv": pairs} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for i, c := range spreadable {
		want, _, stderr, code := runSpread(t, env, dir, c.command, c.words, "1")
		if code != 0 || want == "" {
			t.Fatalf("%s on one device: exit code %d, %q: %s", c.command, code, want, stderr)
		}
		got, parts, stderr, code := runSpread(t, env, dir, c.command, c.words, []string{"all", "0,1", "llvmpipe,llvmpipe"}[i%3])
		if code != 0 || got != want || c.words != "" && (len(parts) != 2 || slices.Contains(parts, 0)) {
			t.Errorf("%s on two devices: exit code %d, the result is %.200q, not %.200q; parts %v: %s", c.command, code, got, want, parts, stderr)
		}
		got, _, stderr, code = runSpread(t, append(layer.Fail(fmt.Sprintf("vkQueueSubmit@2:%d:1000000:-4", c.first)), env...), dir, c.command, c.words, "0,1")
		if code != 0 || got != want || !strings.Contains(stderr, "the others do its work") {
			t.Errorf("%s with one device lost: exit code %d, the same: %v: %s", c.command, code, got == want, stderr)
		}
		got, _, stderr, code = runSpread(t, append(layer.Fail(fmt.Sprintf("vkQueueSubmit:%d:1000000:-4", 2*c.first)), env...), dir, c.command, c.words, "0,1")
		if _, err := os.Stat(filepath.Join(dir, "out.csv")); code != exitWrong || err == nil {
			t.Errorf("%s with both devices lost: exit code %d, %v, %.99q: %s", c.command, code, err, got, stderr)
		}
	}
}

// A command that works on one device refuses several, before it reads anything.
func TestOneDevice(t *testing.T) {
	t.Parallel()
	env := gputest.TwoDevices(t)
	for _, args := range []string{"run sssp", "run sort -n 9", "render -o a.png", "run bfs --hybrid gen:grid,width=9,height=9 -n 4", "run bfs --dispatches gen:grid,width=9,height=9 -n 4"} {
		_, stderr, code := viewer(t, env, append(strings.Fields(args), "--device", "all")...)
		if code != exitUsage || strings.Count(stderr, "\n") != 1 {
			t.Errorf("%s on two devices: exit code %d, %s", args, code, stderr)
		}
	}
	_, stderr, code := viewer(t, env, "run", "table", "--sources", "x", "--device", "0,0")
	if code != exitInput && code != exitUnavailable {
		t.Errorf("one device twice: exit code %d, %s", code, stderr)
	}
}

// Two devices measure the settings that one measures, each of them once; where one is lost the
// other measures what it would have.
func TestBenchOnTwoDevices(t *testing.T) {
	t.Parallel()
	needDevice(t)
	env, layer := gputest.TwoDevices(t), gputest.NewLayer(t)
	out := filepath.Join(t.TempDir(), "rows.csv")
	measure := func(device string, more ...string) (rows []string, stderr string) {
		line := "bench sweep gen:grid,width=12,height=12 -a nearfar --delta 1000,2000 --batch 8,16 -n 1 -r 2 --force -o " + out + " --device " + device
		stdout, stderr, code := viewer(t, append(more, env...), strings.Fields(line)...)
		b, err := os.ReadFile(out)
		if code != 0 || err != nil || (device != "0") != strings.Contains(stdout, "on device 1") {
			t.Fatalf("%s: exit code %d, %v: %s%s", device, code, err, stdout, stderr)
		}
		lines, err := csv.NewReader(bytes.NewReader(b)).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		wall, gpu := slices.Index(lines[0], "wall_ms"), slices.Index(lines[0], "gpu_ms")
		for _, cells := range lines {
			cells[wall], cells[gpu] = "", ""
			rows = append(rows, strings.Join(cells, " "))
		}
		slices.Sort(rows) // settings take turns at random
		return rows, stderr
	}
	want, _ := measure("0")
	if got, stderr := measure("0,1"); !slices.Equal(got, want) || len(got) < 2*4*2 {
		t.Errorf("two devices have measured %d rows, or other ones than the %d of one: %s", len(got), len(want), stderr)
	}
	got, stderr := measure("all", layer.Fail("vkQueueSubmit@2:40:1000000:-4")...)
	if !slices.Equal(got, want) || !strings.Contains(stderr, "the others do its work") {
		t.Errorf("one of two devices is lost: %d rows, or other ones than the %d of one: %s", len(got), len(want), stderr)
	}
}

// A comparison on two devices is the picture of one, below the headers, which name devices; also where
// the second device is lost while it is made.
func TestComparisonOnTwoDevices(t *testing.T) {
	t.Parallel()
	needDevice(t)
	env, layer, out := gputest.TwoDevices(t), gputest.NewLayer(t), filepath.Join(t.TempDir(), "a.png")
	shown := func(device string, env []string) (picture *image.NRGBA, stderr string) {
		line := "render gen:grid,width=20,height=20 --compare delta=64 --step 9 --size 300x200 --force -o " + out + " --device " + device
		_, stderr, code := viewer(t, env, strings.Fields(line)...)
		if code != 0 {
			t.Fatalf("on %s: exit code %d: %s", device, code, stderr)
		}
		f, err := os.Open(out)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		m, err := png.Decode(f)
		if err != nil {
			t.Fatal(err)
		}
		picture = image.NewNRGBA(image.Rect(0, 0, 300, 150))
		draw.Draw(picture, picture.Rect, m, image.Pt(0, 50), draw.Src)
		return picture, stderr
	}
	want, _ := shown("0", env)
	if got, _ := shown("0,1", env); !bytes.Equal(got.Pix, want.Pix) {
		t.Error("two devices draw another picture")
	}
	got, stderr := shown("0,1", append(layer.Fail("vkQueueSubmit@2:5:1:-4"), env...))
	if !bytes.Equal(got.Pix, want.Pix) || !strings.Contains(stderr, "the device was lost and") {
		t.Errorf("another picture is drawn where a device is lost: %s", stderr)
	}
}
