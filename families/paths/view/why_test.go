package view

import (
	"image"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kernelscope/compute"
	"kernelscope/compute/gpu/gputest"
	"kernelscope/compute/profile"
	"kernelscope/compute/sssp"
	"kernelscope/compute/sssp/ssspgen"
	"kernelscope/compute/timing"
	"kernelscope/families/paths/session"
	"kernelscope/render/input"
	"kernelscope/scene/graph"
	"kernelscope/ui/uitest"
	"kernelscope/watch"
	"kernelscope/watch/timeline"
)

// A key opens the plots, which time dispatches and share a cursor: a click goes to a step. Keys go
// from moment to moment.
func TestPlots(t *testing.T) {
	b := openBench(t, 1280, 800, 1)
	b.openMap()
	b.Do(b.s, uitest.Find[watch.SetProfile](t, b.Press(input.KeyP)))
	for range 400 { // one by one, as when playing
		b.Do(b.s, timeline.Step{Steps: 1})
	}
	b.Do(b.s, timeline.End{})
	n := b.s.Snapshot()
	if len(n.Marks) < 10 || gpuOf(n.Marks[2]) <= 0 {
		t.Fatalf("the marks are %+v", n.Marks[:min(3, len(n.Marks))])
	}
	r := n.Result
	if last := len(n.Marks) - 1; r == nil || len(r.Needed) != last+1 || r.Needed[last] != r.Dijkstra || n.Marks[last].Relaxed < r.Dijkstra {
		t.Fatalf("the result is %+v", r)
	}
	for i := range r.Needed {
		if i > 0 && r.Needed[i] < r.Needed[i-1] {
			t.Errorf("Dijkstra's algorithm needs %d edges after mark %d, before that %d", r.Needed[i], i, r.Needed[i-1])
		}
	}
	b.Status.Steady = false         // Steady hides times
	b.Input.X, b.Input.Y = 700, 670 // over the kernels
	b.frame()
	picture := b.Picture()
	b.Input.X, b.Input.Y = 0, 0
	if text := b.panel.GPUTime(dispatches(n.Marks), false).Table(3); !strings.Contains(text, "step 3\nkernel") || !strings.Contains(text, "all steps\nkernel") {
		t.Errorf("the table is %s", text)
	}
	keep(t, "plots.png", picture)
	left, right := b.UI.PanelWidth()+12+14+52, 1280.0-12-14-4-weightsWidth
	middle := (left + right) / 2
	seek := uitest.Find[timeline.SeekClock](t, b.Drag(middle, 700, middle, 700))
	if half := float64(n.Known) / 2; math.Abs(seek.At-half) > float64(n.Known)/50 {
		t.Errorf("a click in the middle goes to %v of %d", seek.At, n.Known)
	}
	checkMoments(t, b, n)
	uitest.Find[watch.SetProfile](t, b.Press(input.KeyP))
	if b.panel.dockHeight(800) != 0 {
		t.Error("the plots stay")
	}
}

// keep writes a picture to look at, if a folder is named for it.
func keep(t *testing.T, name string, picture image.Image) {
	t.Helper()
	path := os.Getenv("KERNELSCOPE_PICTURES")
	if path == "" {
		return
	}
	f, err := os.Create(filepath.Join(path, name))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := png.Encode(f, picture); err != nil {
		t.Fatal(err)
	}
}

// An adaptive search has a plot of its delta after each step; others have none.
func TestWidths(t *testing.T) {
	b := openBench(t, 1280, 800, 1)
	b.openMap()
	b.Do(b.s, watch.Set{Values: compute.Values{sssp.Rule: sssp.Adaptive, sssp.Delta: 20}}, uitest.Find[watch.SetProfile](t, b.Press(input.KeyP)))
	want := []uint32{}
	for !b.s.Snapshot().Done {
		b.Do(b.s, timeline.Step{Steps: 1})
		want = append(want, b.s.Snapshot().Event.Delta)
	}
	b.frame()
	keep(t, "adaptive.png", b.Picture())
	s := state{Snapshot: b.s.Snapshot()}
	p := b.panel.widths(s, dispatches(s.Marks)).Lines[0]
	for i, delta := range want {
		if p.Value(i) != delta {
			t.Fatalf("after step %d the plot shows %d, not %d", i+1, p.Value(i), delta)
		}
	}
	if last := want[len(want)-1]; len(want) < 20 || last <= 20 {
		t.Errorf("after %d steps delta is %d", len(want), last)
	}
}

// The line in the histogram of weights is delta: a drag changes it, as in the panel.
func TestWeights(t *testing.T) {
	b := openBench(t, 1280, 800, 1)
	m := b.openMap()
	b.Do(b.s, uitest.Find[watch.SetProfile](t, b.Press(input.KeyP)))
	left, right := 1280.0-12-14-weightsWidth+14+6, 1280.0-12-14-6
	for _, share := range []float64{0.9, 0.5, 0.3} {
		x := left + share*(right-left)
		actions := b.Drag(x, 700, x, 700) // takes two frames
		set := uitest.Find[watch.Set](t, actions[:1])
		w := &b.panel.weights
		want := float64(w.least) * math.Pow(float64(w.most)*room/float64(w.least), share)
		if got := float64(set.Values[sssp.Delta]); len(set.Values) != 1 || got < 0.9*want-1 || got > 1.1*want+1 {
			t.Errorf("a drag to %v of the axis sets %s to %v, not %v", share, sssp.Delta, got, want)
		}
		b.Do(b.s, set)
		b.frame()
		light := 0
		for _, x := range m.Graph.Weight {
			if x <= set.Values[sssp.Delta] {
				light++
			}
		}
		if w.light != light || w.edges != m.Graph.Edges() || w.delta != set.Values[sssp.Delta] {
			t.Errorf("of delta %d: %d light edges of %d, not %d of %d", w.delta, w.light, w.edges, light, m.Graph.Edges())
		}
	}
	b.Input.X, b.Input.Y = 0, 0
	b.frame()
	b.Golden("weights")
	b.Do(b.s, watch.Set{Algorithm: "dijkstra"})
	if actions := b.Drag((left+right)/2, 700, (left+right)/2, 700); len(actions) > 0 {
		t.Errorf("without a delta a drag asks for %+v", actions)
	}
}

// gpuOf returns the GPU time of a mark's dispatches in ms.
func gpuOf(m session.Mark) float64 { return timing.Milliseconds(profile.Total(m.Kernels).GPU) }

// checkMoments steps back through all moments from the end.
func checkMoments(t *testing.T, b *bench, n *session.Snapshot) {
	t.Helper()
	names := map[string]int{}
	for _, m := range b.panel.moments(state{Snapshot: n}) {
		names[m.Name]++
	}
	if names["bucket ends"] != int(n.Event.Phase) || names["peak"] != 1 || !n.All && n.Event.Target != graph.Unreached && names["target reached"] != 1 {
		t.Errorf("the moments are %v of %d buckets", names, n.Event.Phase)
	}
	b.Input.Ctrl = true
	before := n.Known
	for range names {
		a := uitest.Find[timeline.Seek](t, b.Press(input.KeyLeft))
		if a.Step >= before {
			t.Fatalf("back from %d leads to %d", before, a.Step)
		}
		before = a.Step
		b.Do(b.s, a)
	}
	if a := uitest.Find[timeline.Seek](t, b.Press(input.KeyRight)); a.Step <= before {
		t.Errorf("on from %d leads to %d", before, a.Step)
	}
	b.Input.Ctrl = false
}

// On a device, timestamps time the kernels, also of searches that had already begun.
func TestPlotsOnDevice(t *testing.T) {
	s := session.New(gputest.Open(t), sssp.Algorithms(), session.Options{Wait: true})
	defer s.Release()
	if err := s.Open(ssspgen.Grid(1, 30, 20, 40)); err != nil {
		t.Fatal(err)
	}
	for _, a := range []watch.Action{timeline.Step{Steps: 5}, watch.SetProfile{On: true}, timeline.Step{Steps: 3}, timeline.End{}} {
		if err := s.Apply(a); err != nil {
			t.Fatal(err)
		}
		if err := s.Settle(); err != nil {
			t.Fatal(err)
		}
	}
	n, sum := s.Snapshot(), 0.0
	for _, m := range n.Marks {
		sum += gpuOf(m)
	}
	if last := n.Marks[len(n.Marks)-1]; sum <= 0 || sum > last.GPU || !n.Profiled || n.Result.Wrong != nil {
		t.Errorf("kernels take %v ms of %v", sum, last.GPU)
	}
}
