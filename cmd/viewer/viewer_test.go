package main

import (
	"bytes"
	"encoding/json"
	"image"
	"image/gif"
	"image/png"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"kernelscope/assets"
	"kernelscope/render/record"
	"kernelscope/studio"
)

func TestExitCodes(t *testing.T) {
	t.Parallel()
	needDevice(t)
	bad := filepath.Join(t.TempDir(), "bad.osm")
	if err := os.WriteFile(bad, []byte("<osm version='0.6'><node"), 0o644); err != nil {
		t.Fatal(err)
	}
	empty := filepath.Join(t.TempDir(), "empty.osm")
	if err := os.WriteFile(empty, []byte("<osm version='0.6'></osm>"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name string
		env  []string
		args []string
		code int
		says string
	}{
		{"no such command", nil, []string{"run", "nonsense"}, exitUsage, "nonsense"},
		{"unknown flag", nil, []string{"info", "--nonsense"}, exitUsage, "nonsense"},
		{"two files", nil, []string{"info", "a", "b"}, exitUsage, "accepts at most 1"},
		{"bad delta", nil, []string{"run", "sssp", "-d", "wide"}, exitUsage, "delta"},
		{"bad batch", nil, []string{"run", "sssp", "-b", "5000"}, exitUsage, "batch"},
		{"bad workgroup", nil, []string{"run", "sssp", "--workgroup", "1"}, exitUsage, "workgroup"},
		{"no power of two", nil, []string{"run", "sssp", "--workgroup", "100"}, exitUsage, "nearest 64 and 128"},
		{"too much alone", nil, []string{"run", "sssp", "-a", "frontier", "--alone", "65536", "--workgroup", "64"}, exitUsage, "at most 8192"},
		{"record with a bad rho", nil, []string{"record", "-a", "frontier", "--rho", "3"}, exitUsage, "nearest 2 and 4"},
		{"no workgroup", nil, []string{"run", "sssp", "-a", "dijkstra", "--workgroup", "64"}, exitUsage, "not a parameter of dijkstra"},
		{"no delta", nil, []string{"render", "-a", "bellmanford", "-d", "64"}, exitUsage, "not a parameter of bellmanford"},
		{"bad weight", nil, []string{"info", "--weight", "beauty"}, exitUsage, "beauty"},
		{"bad place", nil, []string{"run", "sssp", "-s", "nowhere"}, exitUsage, "nowhere"},
		{"no such node", nil, []string{"run", "sssp", "-s", "#99999999"}, exitUsage, "graph has"},
		{"no such id", nil, []string{"run", "sssp", "-s", "id:1"}, exitUsage, "no road"},
		{"bad size", nil, []string{"render", "--size", "huge"}, exitUsage, "huge"},
		{"bad round", nil, []string{"render", "--step", "noon"}, exitUsage, "noon"},
		{"bad name", nil, []string{"record", "-o", "a.bmp", "--seconds", "0.2"}, exitUsage, ".gif"},
		{"bad painter", nil, []string{"render", "--painter", "oil"}, exitUsage, "oil"},
		{"bad order", nil, []string{"render", "--order", "bubble"}, exitUsage, "radix, batcher, none"},
		{"keys of a splat", nil, []string{"bench", "frames", "--keys", "--painter", "splat"}, exitUsage, "--keys"},
		{"no such search", nil, []string{"bench", "rank", "-a", "nearfar,magic"}, exitUsage, "magic"},
		{"a search twice", nil, []string{"bench", "rank", "-a", "nearfar,nearfar"}, exitUsage, "twice"},
		{"no queries", nil, []string{"bench", "efficiency", "-n", "0"}, exitUsage, "-n"},
		{"no repetitions", nil, []string{"bench", "scale", "-r", "0"}, exitUsage, "-r"},
		{"bad list", nil, []string{"bench", "sweep", "--delta", "5,wide"}, exitUsage, "wide"},
		{"no such axis", nil, []string{"bench", "sweep", "--x", "stall"}, exitUsage, "stall"},
		{"a parameter of another search", nil, []string{"bench", "sweep", "-a", "nearfar", "--rho", "4"}, exitUsage, "rho"},
		{"no time", nil, []string{"bench", "sweep", "--auto", "--limit", "1ms"}, exitUsage, "limit"},
		{"nothing is tuned", nil, []string{"run", "sssp", "--tuned"}, exitUsage, "bench sweep --auto"},
		{"nothing is tuned for pictures", nil, []string{"render", "--tuned"}, exitUsage, "bench sweep --auto"},
		{"no folder for a chart", nil, []string{"bench", "rank", "--chart", "/nonexistent/a.svg"}, exitOutput, "nonexistent"},
		{"no results", nil, []string{"bench", "draw", "nothing.json"}, exitInput, "no such file"},
		{"bad results", nil, []string{"bench", "draw", bad}, exitInput, "bad.osm"},
		{"no file", nil, []string{"info", "nothing.osm.pbf"}, exitInput, "no such file"},
		{"bad file", nil, []string{"info", bad}, exitInput, "line 1"},
		{"no roads", nil, []string{"run", "sssp", empty}, exitInput, "no roads"},
		{"no such device", nil, []string{"run", "sssp", "--device", "abacus"}, exitUnavailable, "abacus"},
		{"no driver", []string{"VK_DRIVER_FILES=/nonexistent.json", "VK_ICD_FILENAMES=/nonexistent.json"}, []string{"run", "sssp"}, exitUnavailable, "driver"},
		{"no display", nil, nil, exitUnavailable, "display"},
		{"no folder", nil, []string{"render", "-o", "/nonexistent/map.png"}, exitOutput, "nonexistent"},
		{"timeout", nil, []string{"run", "sssp", "-n", "100000", "--timeout", "300ms"}, exitTimeout, "timeout"},
	} {
		stdout, stderr, code := viewer(t, c.env, c.args...)
		if code != c.code || !strings.Contains(stderr, c.says) {
			t.Errorf("%s: exit code %d, want %d; it says %q", c.name, code, c.code, stderr)
		}
		if c.code != 0 && (strings.Count(strings.TrimSpace(stderr), "\n") > 0 || strings.Contains(stderr, "goroutine") || !strings.HasPrefix(stderr, "viewer: ")) {
			t.Errorf("%s: %q is no single line", c.name, stderr)
		}
		if c.code == exitInput && stdout != "" {
			t.Errorf("%s: prints %q", c.name, stdout)
		}
	}
}

// mapInfo is what is checked of 'viewer info --json'.
type mapInfo struct {
	Attribution string
	Graph       struct {
		Nodes, Edges, Components int
		Largest                  int     `json:"largest_component"`
		MeanWeight               float64 `json:"mean_weight"`
	}
	Counts struct {
		HighwayWays int `json:"highway_ways"`
	}
	Box *[4]float64
}

func TestInfo(t *testing.T) {
	t.Parallel()
	out, _, code := viewer(t, nil, "info", "--json")
	var info mapInfo
	if err := json.Unmarshal([]byte(out), &info); err != nil || code != 0 {
		t.Fatalf("exit code %d, %v", code, err)
	}
	if info.Graph.Largest < 65537 || info.Counts.HighwayWays < 50000 || info.Attribution == "" || info.Box[0] > -75.7 {
		t.Errorf("got %+v", info)
	}
	out, _, _ = viewer(t, nil, "info")
	for _, want := range []string{"Delaware", "graph", "dropped", "OpenStreetMap contributors"} {
		if !strings.Contains(out, want) {
			t.Errorf("info does not say %q", want)
		}
	}
	empty := filepath.Join(t.TempDir(), "empty.osm")
	if err := os.WriteFile(empty, []byte("<osm version='0.6'></osm>"), 0o644); err != nil {
		t.Fatal(err)
	}
	if out, stderr, code := viewer(t, nil, "info", empty); code != 0 || !strings.Contains(out, "no roads") {
		t.Errorf("an empty map: exit code %d, %s%s", code, out, stderr)
	}
}

func TestRender(t *testing.T) {
	t.Parallel()
	needDevice(t)
	for _, args := range [][]string{{"--ui", "--step", "300"}, {"--painter", "quads", "--by-distance", "-t", "all"}, {"--centre=-75.55,39.74", "--scale", "3", "--ratio", "2"}} {
		path := filepath.Join(t.TempDir(), "map.png")
		if _, stderr, code := viewer(t, nil, append([]string{"render", "-o", path, "--size", "640x400"}, args...)...); code != 0 {
			t.Errorf("%v: exit code %d: %s", args, code, stderr)
			continue
		}
		p := readPNG(t, path)
		if p.Bounds().Dx() != 640 || p.Bounds().Dy() != 400 {
			t.Fatalf("%v: %v", args, p.Bounds())
		}
		bright := 0
		for y := range 400 {
			for x := range 640 {
				if _, g, _, _ := p.At(x, y).RGBA(); g>>8 > 0x50 {
					bright++
				}
			}
		}
		if bright < 3000 {
			t.Errorf("%v: only %d pixels are bright", args, bright)
		}
	}
}

// Two searches with the same setting look the same in both halves; with others they do not,
// and the table has their ratios.
func TestRenderComparison(t *testing.T) {
	t.Parallel()
	needDevice(t)
	path := filepath.Join(t.TempDir(), "two.png")
	for _, c := range []struct {
		args        string
		least, most int // pixels that differ between the halves
		ratio, of   string
	}{
		{"--compare delta=900 --delta 900 --step 300", 0, 0, "1.00", "relaxed"},
		{"--compare delta=4096,batch=512 --delta 512 --batch 32 --step 300 --labels=false", 500, 1 << 20, "1.00", "steps"},
		{"--compare frontier --clock progress", 0, 2000, "1.00", ""}, // at their ends other nodes are queued
	} {
		out, stderr, code := viewer(t, nil, append([]string{"render", "--force", "-o", path, "--size", "800x400"}, strings.Fields(c.args)...)...)
		if code != 0 {
			t.Errorf("%s: exit code %d: %s", c.args, code, stderr)
			continue
		}
		p, off := readPNG(t, path), 0
		for y := 70; y < 255; y++ { // between header and legend
			for x := 2; x < 398; x++ {
				r0, g0, _, _ := p.At(x, y).RGBA()
				r1, g1, _, _ := p.At(400+x, y).RGBA()
				if max(r0, r1)-min(r0, r1) > 60<<8 || max(g0, g1)-min(g0, g1) > 60<<8 {
					off++
				}
			}
		}
		if off < c.least || off > c.most {
			t.Errorf("%s: %d pixels differ between the halves", c.args, off)
		}
		for line := range strings.Lines(out) {
			if f := strings.Fields(line); c.of != "" && f[0] == c.of && f[len(f)-1] != c.ratio {
				t.Errorf("%s: %s", c.args, line)
			}
		}
	}
	for args, want := range map[string]string{
		"--compare bogo": "nearfar", "--compare delta=0": "delta", "--compare colour=3": "no parameter", "--compare frontier --clock sun": "progress",
	} {
		_, stderr, code := viewer(t, nil, append([]string{"render", "--force", "-o", path}, strings.Fields(args)...)...)
		if code != exitUsage || !strings.Contains(stderr, want) {
			t.Errorf("%s: exit code %d: %s", args, code, stderr)
		}
	}
}

// A recording made twice is the same.
func TestRecordTwice(t *testing.T) {
	t.Parallel()
	needDevice(t)
	for _, args := range [][]string{{"-o", "a.gif"}, {"-o", "frames/%03d.png", "--ui"}, {"-o", "a.gif", "--painter", "quads", "--order", "batcher", "--by-distance"}, {"-o", "a.gif", "--compare", "delta=4000", "--clock", "progress"}} {
		var made [2]map[string][]byte
		for i := range made {
			dir := t.TempDir()
			c := exec.Command(binary, append([]string{"record", "--seconds", "1", "--fps", "8", "--size", "320x240"}, args...)...)
			c.Dir = dir
			if out, err := c.CombinedOutput(); err != nil {
				t.Fatalf("%v: %v: %s", args, err, out)
			}
			made[i] = map[string][]byte{}
			err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
				if err != nil || d.IsDir() {
					return err
				}
				name, _ := filepath.Rel(dir, path)
				made[i][name], err = os.ReadFile(path)
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		if len(made[0]) == 0 || len(made[0]) != len(made[1]) {
			t.Errorf("%v: %d and %d files", args, len(made[0]), len(made[1]))
		}
		for name, b := range made[0] {
			if !bytes.Equal(b, made[1][name]) {
				t.Errorf("%v: %s is not the same twice", args, name)
			}
			if filepath.Ext(name) == ".gif" {
				if g, err := gif.DecodeAll(bytes.NewReader(b)); err != nil || len(g.Image) != 8 {
					t.Errorf("%v: %v", args, err)
				}
			}
		}
	}
}

// A supersampled recording shows the same, in as many pixels, and says the same command of itself.
func TestSupersample(t *testing.T) {
	t.Parallel()
	needDevice(t)
	for _, args := range [][]string{
		{"record", "--seconds", "0.2", "--fps", "5", "--size", "320x240", "--ui", "--centre=-75.55,39.74", "--scale", "20", "-o", "%d.png"},
		{"clip", "-a", "tree", "--size", "320x240", "--centre", "700,500", "--scale", "0.5", "-o", "0.png"},
	} {
		var frames [2]image.Image
		var commands [2]string
		for i, more := range [][]string{nil, {"--supersample"}} {
			dir := t.TempDir()
			c := exec.Command(binary, append(args, more...)...)
			c.Dir = dir
			if out, err := c.CombinedOutput(); err != nil {
				t.Fatalf("%v: %v: %s", args, err, out)
			}
			b, err := os.ReadFile(filepath.Join(dir, "0.png"))
			if err != nil {
				t.Fatal(err)
			}
			if frames[i], err = png.Decode(bytes.NewReader(b)); err != nil {
				t.Fatal(err)
			}
			commands[i] = record.Command(bytes.NewReader(b))
		}
		if commands[0] != commands[1] || commands[0] == "" {
			t.Errorf("the commands are %q", commands)
		}
		if frames[0].Bounds() != frames[1].Bounds() {
			t.Fatalf("the frames are %v and %v", frames[0].Bounds(), frames[1].Bounds())
		}
		// Lines and letters have other edges, and are in the same places.
		if off := apart(frames[0], frames[1]); off == 0 || off > 12 {
			t.Errorf("%v: the frames are %.1f levels apart", args, off)
		}
	}
}

// apart returns by how many levels two pictures differ, on average.
func apart(a, b image.Image) float64 {
	sum, r := 0.0, a.Bounds()
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			_, p, _, _ := a.At(x, y).RGBA()
			_, q, _, _ := b.At(x, y).RGBA()
			sum += math.Abs(float64(p)-float64(q)) / 257
		}
	}
	return sum / float64(r.Dx()*r.Dy())
}

// An interrupted command leaves no new file, and keeps the old one.
func TestOutputIsWhole(t *testing.T) {
	t.Parallel()
	needDevice(t)
	checkInterrupted(t, 100, "record", "--seconds", "600", "--size", "320x240", "-o", "a.gif")
}

func TestDemoWithoutADisplay(t *testing.T) {
	t.Parallel()
	needDevice(t)
	dir := t.TempDir()
	c := exec.Command(binary, "demo")
	c.Dir, c.Env = dir, append(os.Environ(), "DISPLAY=", "WAYLAND_DISPLAY=")
	out, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	for _, name := range []string{"demo.png", "demo.gif"} {
		if info, err := os.Stat(filepath.Join(dir, name)); err != nil || info.Size() < 10000 || !strings.Contains(string(out), name) {
			t.Errorf("%s: %v; it says %s", name, err, out)
		}
		if words, ok := studio.CommandOf(filepath.Join(dir, name)); !ok || !slices.Contains(words, assets.WilmingtonName) {
			t.Errorf("%s is made by %q", name, words)
		}
	}
}

// A search on the host has no time on the device, and a picture all the same.
func TestOnHost(t *testing.T) {
	t.Parallel()
	needDevice(t)
	out, stderr, code := viewer(t, nil, "run", "sssp", "-a", "dijkstra", "--verify", "-t", "all")
	if code != 0 || !strings.Contains(out, "on the host") || !strings.Contains(out, " 100.0 %         - ") || !strings.Contains(out, "1 of 1 verified") {
		t.Errorf("exit code %d: %s%s", code, out, stderr)
	}
	picture := filepath.Join(t.TempDir(), "x.png")
	if out, stderr, code := viewer(t, nil, "render", "-a", "dial", "--at", "50", "--ui", "-o", picture); code != 0 || !strings.Contains(out, "round 50") {
		t.Errorf("exit code %d: %s%s", code, out, stderr)
	}
	if out, stderr, code := viewer(t, nil, "run", "sssp", "-a", "astar", "--verify", "-t", "all"); code != 0 || !strings.Contains(stderr, "runs as Dijkstra's algorithm") {
		t.Errorf("A* to all: exit code %d: %s%s", code, out, stderr)
	}
	if out, stderr, code := viewer(t, nil, "run", "sssp", "-a", "bidirectional", "--verify", "--ranks"); code != 0 || stderr != "" || !strings.Contains(out, "17 of 17 verified") {
		t.Errorf("from both ends: exit code %d: %s%s", code, out, stderr)
	}
}

func TestVersionAndCompletion(t *testing.T) {
	t.Parallel()
	if out, _, code := viewer(t, nil, "version"); code != 0 || !strings.HasPrefix(out, "kernelscope ") {
		t.Errorf("version: %d, %q", code, out)
	}
	for _, shell := range []string{"bash", "zsh", "fish", "powershell"} {
		if out, _, code := viewer(t, nil, "completion", shell); code != 0 || len(out) < 1000 {
			t.Errorf("completion %s: exit code %d", shell, code)
		}
	}
}

func TestBenches(t *testing.T) {
	t.Parallel()
	needDevice(t)
	for _, args := range [][]string{
		{"bench", "load", "-n", "1"}, {"bench", "sssp", "--delta", "4000", "--batch", "64", "--workgroup", "128", "-n", "1"},
		{"bench", "sssp", "-a", "dial", "--delta", "1,64", "-n", "1"}, {"run", "sssp", "-a", "deltastep", "--verify", "-n", "2"},
		{"bench", "frames", "--size", "320x200", "--each", "200ms"}, {"bench", "frames", "--keys", "--size", "320x200", "--each", "200ms"},
	} {
		if out, stderr, code := viewer(t, nil, args...); code != 0 || len(out) < 100 {
			t.Errorf("%v: exit code %d: %s%s", args, code, out, stderr)
		}
	}
}

// The process that a window starts on a software device visits all places.
func TestKernels(t *testing.T) {
	t.Parallel()
	needDevice(t)
	out, stderr, code := viewer(t, nil, "kernels", "--size", "640x400")
	if want := "Map\nMany searches\nTrees\nSorts\nClips\nSums\nLab\nExperiments\n"; code != 0 || out != want {
		t.Errorf("exit code %d: %s%s", code, out, stderr)
	}
}
