package session

import (
	"math"
	"slices"
	"testing"
	"time"

	"kernelscope/compute"
	"kernelscope/compute/gpu/gputest"
	"kernelscope/compute/host"
	"kernelscope/compute/sssp"
	"kernelscope/scene/geom"
	"kernelscope/scene/graph"
	"kernelscope/watch"
	"kernelscope/watch/timeline"
)

// verified runs the query to its end and returns the result, which must be right.
func verified(t *testing.T, s *Session) *Result {
	t.Helper()
	if err := s.Run(math.MaxInt32); err != nil {
		t.Fatal(err)
	}
	r := s.Snapshot().Result
	if r == nil || !r.Checked || r.Wrong != nil {
		t.Fatalf("result %+v", r)
	}
	return r
}

// onPath returns the lines between two nodes of the shortest path, one each way: the
// generated map has a line for each edge.
func onPath(t *testing.T, s *Session) []uint32 {
	t.Helper()
	n := s.Snapshot()
	middle := n.Result.Path[len(n.Result.Path)/2]
	r := do(t, s, SetWholeRoads{false}, PickRoad{At: middle, Within: 1}).Picked
	if r == nil {
		t.Fatal("there is no road on the path")
	}
	if len(r.Lines) != 2 || r.Edges != 2 {
		t.Fatalf("picked %+v", r)
	}
	return r.Lines
}

// A slower road makes the way longer, a closed one is not used, and reset, all is
// as it was: with every search, on the host and on the device.
func TestRoads(t *testing.T) {
	for _, be := range []compute.Backend{host.New(), gputest.Open(t)} {
		for _, a := range sssp.Algorithms() {
			s := openOn(t, be)
			do(t, s, watch.Set{Algorithm: a.Name()})
			first := verified(t, s)
			slow := onPath(t, s)

			n := do(t, s, ScaleRoad{slow, 50})
			if len(n.Changes) != 1 || n.Changes[0].Factor != 50 || !slices.Equal(n.Changes[0].Lines, slow) || n.Picked.Factor != 50 || !n.Picked.Changed {
				t.Errorf("changes %+v, picked %+v", n.Changes, n.Picked)
			}
			slower := verified(t, s)
			if slower.Distance <= first.Distance {
				t.Errorf("%s: a slow road leads from %d to %d", a.Name(), first.Distance, slower.Distance)
			}
			n = do(t, s, CloseRoad{slow})
			if !n.Picked.Closed || len(n.Changes) != 1 || !n.Changes[0].Closed {
				t.Errorf("closed: changes %+v, picked %+v", n.Changes, n.Picked)
			}
			closed := verified(t, s)
			if closed.Distance < slower.Distance || slices.Equal(closed.Path, first.Path) {
				t.Errorf("%s: a closed road leads from %d to %d", a.Name(), slower.Distance, closed.Distance)
			}
			n = do(t, s, ResetRoads{slow})
			if len(n.Changes) != 0 || n.Picked.Changed || n.Map.Graph != s.roads.original.Graph {
				t.Errorf("reset: changes %+v, picked %+v", n.Changes, n.Picked)
			}
			if second := verified(t, s); second.Distance != first.Distance {
				t.Errorf("%s: reset, the way is %d instead of %d", a.Name(), second.Distance, first.Distance)
			}
			s.Release()
		}
	}
}

// Speeds are those asked for, both ways, whatever the road was before.
func TestRoadSpeed(t *testing.T) {
	s := open(t)
	line := uint32(7)
	for _, e := range s.m.EdgesOf(nil, line) {
		s.m.Graph.Length[e] = 1000 // 100 m
	}
	for _, c := range []struct {
		kmh  float64
		time uint32
	}{{36, 100}, {1, 3600}, {0.1, 3600}, {200, 18}, {1e9, 18}} {
		do(t, s, SetRoadSpeed{[]uint32{line}, c.kmh})
		for _, e := range s.m.EdgesOf(nil, line) {
			if got := s.m.Graph.Weight[e]; got != c.time || s.m.Graph.Time[e] != c.time {
				t.Errorf("100 m at %g km/h take %d tenths of a second, want %d", c.kmh, got, c.time)
			}
		}
		verified(t, s)
	}
	s.m.Metric = graph.ByLength
	if err := s.Apply(SetRoadSpeed{[]uint32{line}, 30}); err == nil {
		t.Error("a speed was set where weights are lengths")
	}
	if err := s.Apply(CloseRoad{[]uint32{1 << 30}}); err == nil {
		t.Error("a line that is not there was closed")
	}
}

// Changes of other roads stay, those of the same lines are replaced.
func TestChanges(t *testing.T) {
	s := open(t)
	old := do(t, s, ScaleRoad{[]uint32{1, 2, 3}, 2})
	n := do(t, s, CloseRoad{[]uint32{2, 9}})
	if len(n.Changes) != 2 || !slices.Equal(n.Changes[0].Lines, []uint32{1, 3}) || !slices.Equal(n.Changes[1].Lines, []uint32{2, 9}) {
		t.Errorf("changes %+v", n.Changes)
	}
	if len(old.Changes) != 1 || !slices.Equal(old.Changes[0].Lines, []uint32{1, 2, 3}) || old.Map.Graph == n.Map.Graph {
		t.Errorf("an older snapshot has changed: %+v", old.Changes)
	}
	if n = do(t, s, ResetRoads{}); len(n.Changes) != 0 || n.Map != s.roads.original {
		t.Errorf("after all were reset: %+v", n.Changes)
	}
}

// Changes are taken back one by one; those that a slider makes of the same lines are one.
func TestUndoRoad(t *testing.T) {
	s := open(t)
	first := verified(t, s)
	road := []uint32{1, 2, 3}
	scaled := do(t, s, ScaleRoad{road, 2})
	do(t, s, CloseRoad{[]uint32{2, 9}})
	for _, f := range []float64{3, 4, 5} {
		do(t, s, ScaleRoad{road, f})
	}
	if n := do(t, s, UndoRoad{}); len(n.Changes) != 2 || !n.Changes[1].Closed {
		t.Errorf("without the slider: %+v", n.Changes)
	}
	n := do(t, s, UndoRoad{})
	if !slices.Equal(n.Map.Graph.Weight, scaled.Map.Graph.Weight) || len(n.Changes) != 1 {
		t.Errorf("without the closed road: %+v", n.Changes)
	}
	verified(t, s)
	for range 2 { // the second one has nothing to undo
		if n = do(t, s, UndoRoad{}); len(n.Changes) != 0 || n.Map != s.roads.original {
			t.Errorf("without any: %+v", n.Changes)
		}
	}
	if second := verified(t, s); second.Distance != first.Distance {
		t.Errorf("all undone, the way is %d, not %d", second.Distance, first.Distance)
	}
}

// A change goes back to where the search was, and does not wait for the oracle of
// the run before, which goes on with the weights that it had.
func TestRoadsWhileItRuns(t *testing.T) {
	s := open(t)
	s.Wait = false
	do(t, s, timeline.End{})
	pass(t, s, 0)
	lines := onPath(t, s)
	for i := range 60 {
		do(t, s, ScaleRoad{lines, 1 + float64(i)})
		if n := pass(t, s, time.Millisecond); !n.Done || n.Result == nil {
			t.Fatalf("change %d does not go on to the end: %+v", i, n.Event)
		}
	}
	s.Wait = true
	if r := verified(t, s); !r.Reached {
		t.Errorf("got %+v", r)
	}
	do(t, s, timeline.Rewind{})
	before := do(t, s, timeline.Step{Steps: 20})
	do(t, s, ScaleRoad{lines, 3})
	if n := pass(t, s, 0); n.Event.Threshold < before.Event.Threshold || n.Done {
		t.Errorf("the threshold was %d, now it is %d", before.Event.Threshold, n.Event.Threshold)
	}
}

func TestPicksRoads(t *testing.T) {
	s := open(t)
	at := geom.Point{X: 1500, Y: 20} // beside a line of the first row
	s.m.Points = slices.Clone(s.m.Points)
	for _, l := range s.m.Lines { // the generated map has its lines elsewhere
		s.m.Points[l.First], s.m.Points[l.First+1] = s.m.Graph.At[l.From], s.m.Graph.At[l.To]
	}
	n := do(t, s, PointAtRoad{&at, 100})
	if n.Pointed == nil || n.Picked != nil {
		t.Fatalf("pointed at %+v, picked %+v", n.Pointed, n.Picked)
	}
	l := s.m.Lines[n.Pointed.Lines[0]]
	if min(l.From, l.To) != 1 || max(l.From, l.To) != 2 {
		t.Errorf("pointed at the line from %d to %d", l.From, l.To)
	}
	if n = do(t, s, PickRoad{at, 100}, PointAtRoad{}); n.Pointed != nil || n.Picked == nil || n.Picked.Edges == 0 {
		t.Errorf("pointed at %+v, picked %+v", n.Pointed, n.Picked)
	}
	if n = do(t, s, PickRoad{geom.Point{X: 1500, Y: 400}, 100}); n.Picked != nil {
		t.Errorf("far from every road %+v was picked", n.Picked)
	}
	if n = do(t, s, PickRoad{at, 100}, DropRoad{}); n.Picked != nil {
		t.Errorf("dropped, it is %+v", n.Picked)
	}
}

// Experiments measure by the weights in use, and settings that were found for
// others are not offered.
func TestExperimentOnChangedRoads(t *testing.T) {
	s := open(t)
	verified(t, s)
	lines := onPath(t, s)
	s.tuned = compute.Values{"delta": 5}
	if n := do(t, s, CloseRoad{lines}); n.Tuned != nil {
		t.Errorf("the setting %v was found for other weights", n.Tuned)
	}
	do(t, s, sweepOf)
	n := finish(t, s)
	if e := n.Experiment; e.Problem != "" || !e.Result.Whole || e.Result.Origin.Input != "generated, roads changed: 1" {
		t.Errorf("on %q: %s", e.Result.Origin.Input, e.Problem)
	}
	verified(t, s)
}
