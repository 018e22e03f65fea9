package main

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"kernelscope/compute/clip"
	"kernelscope/format"
	"kernelscope/scene/clipseq"
)

func TestBenchClip(t *testing.T) {
	needDevice(t)
	dir := t.TempDir()
	args := []string{"bench", "clip", "--sizes", "1000,2^11", "--workgroup", "64,128", "-r", "1", "--boxes", "--shape", "zigzag"}
	want := 2 * (2*len(namesOf(clip.Forms())) + 1) // with the scan

	drawing := filepath.Join(dir, "a.svg")
	out, stderr, code := viewer(t, nil, append(args, "--json", "--chart", drawing)...)
	if code != 0 {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	rows := 0
	for line := range strings.Lines(out) {
		var r clipRow
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			t.Fatal(err)
		}
		if r.Type == "row" {
			rows++
			if !r.Verified || r.Rate <= 0 || r.GPU <= 0 || r.Wall < r.GPU || r.LeftOut != "" || (r.Form != scanned) != (r.Boxes && r.Shape == "zigzag" && r.Params["workgroup"] >= 64) {
				t.Errorf("%s", line)
			}
		}
	}
	if rows != want {
		t.Errorf("%d rows, not %d", rows, want)
	}
	checkDrawing(t, drawing, args, want, "tree, 1,000 elements, workgroup 64", "lookback, 2,048 elements, workgroup 128", scanned, "links and boxes", "zigzag", "every result verified")
	if out, stderr, code := viewer(t, nil, args...); code != 0 || strings.Count(out, "\n") != want+5 {
		t.Errorf("exit code %d: %s%s", code, out, stderr)
	}
}

// What is too large, or takes too long, is listed with the reason.
func TestBenchClipLeavesOut(t *testing.T) {
	needDevice(t)
	out, stderr, code := viewer(t, nil, "bench", "clip", "-a", "tree", "--sizes", "2^14,2^15", "--workgroup", "auto", "--limit", "1us", "--json", "-r", "1")
	if code != 0 || strings.Count(out, "\n") != 5 || !strings.Contains(out, `"left_out":"2^14 took`) {
		t.Errorf("exit code %d: %s%s", code, out, stderr)
	}
	out, stderr, code = viewer(t, nil, "bench", "clip", "-a", "tree", "--sizes", "10000000", "--workgroup", "auto", "--boxes", "-r", "1")
	if code != 0 || !strings.Contains(out, "left out: a limit of the device is exceeded: 10000000 elements need") {
		t.Errorf("exit code %d: %s%s", code, out, stderr)
	}
}

// The goals are those of the table; with sizes only costs are judged.
func TestBenchClipBars(t *testing.T) {
	needDevice(t)
	var f benchClipFlags
	bars := map[string]float64{"match, 2^20": 35, "match, 2^24": 60, "boxes, 2^20": 15}
	for _, w := range clipWorks(clipPlan{flags: f}) {
		if bars[w.name] != w.bar || w.boxes != strings.HasPrefix(w.name, "boxes") || !strings.HasSuffix(w.name, format.Power(w.n)) {
			t.Errorf("%+v", w)
		}
		delete(bars, w.name)
	}
	if len(bars) > 0 {
		t.Errorf("there is no %v", bars)
	}
	out, stderr, code := viewer(t, nil, "bench", "clip", "--bars", "--sizes", "2^10,2^11", "-r", "1", "--json")
	if code != 0 {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	plain, judged := 0, 0
	for line := range strings.Lines(out) {
		var r clipGoalRow
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			t.Fatal(err)
		}
		switch {
		case r.Type != "goal":
		case r.Bar == 0 && r.Met == nil && r.Unit == byRate && r.Verified && r.Reached > 0:
			plain++
		case r.Met != nil && *r.Met == (r.Reached <= r.Bar) && r.Unit == byRandom && (r.Bar == 1.2 && r.Shape == "deep" || r.Bar == 4 && r.Shape == "adversarial"):
			judged++
		default:
			t.Errorf("%s", line)
		}
	}
	works, forms := 3, len(namesOf(clip.Forms()))
	if plain != works*forms*len(clipseq.Shapes())+2 || judged != works*forms*2 {
		t.Errorf("%d rates and %d costs", plain, judged)
	}
	if out, stderr, code := viewer(t, nil, "bench", "clip", "--bars", "--sizes", "2^10", "-a", "tree", "-r", "1"); code != 0 || strings.Count(out, "× random") != 4 || !strings.Contains(out, "for scale") {
		t.Errorf("exit code %d: %s%s", code, out, stderr)
	}
}

func TestGoal(t *testing.T) {
	for _, c := range []struct {
		bar, reached float64
		unit         string
		wanted, says string
	}{
		{35, 36, byRate, "≥ 35 G/s", "met"}, {35, 34, byRate, "≥ 35 G/s", "missed"},
		{1.2, 1.1, byTime, "≤ 1.2 ms", "met"}, {1.2, 1.3, byTime, "≤ 1.2 ms", "missed"},
		{0, 5, byRate, "G/s", ""},
	} {
		g := newGoal("work", c.bar, c.unit)
		if g.reach(c.reached); g.wanted() != c.wanted || g.verdict() != c.says {
			t.Errorf("%+v: %s, %s", c, g.wanted(), g.verdict())
		}
	}
}
