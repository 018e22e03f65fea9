package session

import (
	"math"
	"testing"
	"time"

	"kernelscope/compute"
	"kernelscope/compute/gpu/gputest"
	"kernelscope/compute/host"
	"kernelscope/compute/oracle"
	"kernelscope/compute/sssp"
	"kernelscope/compute/sssp/ssspgen"
	"kernelscope/scene/geom"
	"kernelscope/scene/graph"
	"kernelscope/watch"
	"kernelscope/watch/timeline"
)

// open makes a session on the host with a grid of 20 × 15 nodes.
func open(t *testing.T) *Session {
	t.Helper()
	return openOn(t, host.New())
}

func openOn(t *testing.T, be compute.Backend) *Session {
	t.Helper()
	s := New(be, sssp.Algorithms(), Options{Wait: true})
	m := ssspgen.Grid(1, 20, 15, 30)
	for i := range m.Graph.At {
		m.Graph.At[i] = geom.Point{X: int32(i%20) * 1000, Y: int32(i/20) * 1000}
	}
	m.Box = geom.Bounds(m.Graph.At)
	if err := s.Open(m); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Release)
	return s
}

func do(t *testing.T, s *Session, actions ...watch.Action) *Snapshot {
	t.Helper()
	for _, a := range actions {
		if err := s.Apply(a); err != nil {
			t.Fatalf("%T: %v", a, err)
		}
		switch a.(type) {
		case timeline.Step, timeline.Rewind:
			if err := s.Settle(); err != nil {
				t.Fatal(err)
			}
		}
	}
	return s.Snapshot()
}

func pass(t *testing.T, s *Session, d time.Duration) *Snapshot {
	t.Helper()
	if err := s.Advance(d, time.Hour); err != nil {
		t.Fatal(err)
	}
	return s.Snapshot()
}

func TestOpensAcross(t *testing.T) {
	n := open(t).Snapshot()
	if n.Source.Node != 0 || n.Target.Node != 299 || n.Time.Playing || n.Done || n.Event.Round != 0 {
		t.Errorf("from %d to %d, playing %v, round %d", n.Source.Node, n.Target.Node, n.Time.Playing, n.Event.Round)
	}
}

// The ends of a new map are not among a few nodes far out of a city, which the first picture does not show.
func TestOpensInView(t *testing.T) {
	m := ssspgen.Grid(1, 60, 60, 40)
	for i := range m.Graph.At {
		m.Graph.At[i] = geom.Point{X: int32(i%60) * 100, Y: int32(i/60) * 100}
	}
	last := len(m.Graph.At) - 1
	m.Graph.At[last] = geom.Point{X: 50_000, Y: 50_000}
	m.Box = geom.Bounds(m.Graph.At)
	if a, b := across(m, m.Graph.Candidates()); a != 0 || b == uint32(last) || m.Graph.At[b].X < 5_000 {
		t.Errorf("from %d to %d of %d", a, b, last)
	}
}

func TestPlaysAtItsSpeed(t *testing.T) {
	s := open(t)
	do(t, s, timeline.SetSpeed{PerSecond: 10}, timeline.Play{})
	for i := range 20 {
		n := pass(t, s, 100*time.Millisecond)
		if want := uint32(i + 1); n.Event.Step != want && !n.Done {
			t.Fatalf("after %d tenths of a second: round %d, want %d", i+1, n.Event.Step, want)
		}
	}
	before := do(t, s, timeline.Pause{})
	if n := pass(t, s, time.Second); n.Event.Step != before.Event.Step {
		t.Error("it goes on while paused")
	}
	if n := do(t, s, timeline.Step{Steps: 1}); n.Event.Step != before.Event.Step+1 || n.Time.Playing {
		t.Errorf("a step leads from round %d to %d", before.Event.Step, n.Event.Step)
	}
	if n := do(t, s, timeline.Step{Steps: 5}); n.Event.Step != before.Event.Step+6 {
		t.Errorf("five more lead to %d", n.Event.Step)
	}
}

func TestFinishes(t *testing.T) {
	s := open(t)
	do(t, s, timeline.End{})
	pass(t, s, 0)
	n := pass(t, s, 0)
	if !n.Done || n.Result == nil || !n.Result.Checked || n.Result.Wrong != nil || !n.Result.Reached {
		t.Fatalf("got %+v", n.Result)
	}
	if len(n.Sizes) != int(n.Event.Step) || n.Result.Efficiency <= 0 || n.Result.Efficiency > 1 {
		t.Errorf("%d rounds in the plot of %d, efficiency %v", len(n.Sizes), n.Event.Step, n.Result.Efficiency)
	}
	do(t, s, timeline.Play{})
	if n = pass(t, s, 0); n.Done || n.Event.Step != 0 || !n.Time.Playing {
		t.Error("playing after the end does not begin again")
	}
}

func TestParameterGoesBackToWhereItWas(t *testing.T) {
	s := open(t)
	do(t, s, watch.Set{Values: compute.Values{sssp.Delta: 10}})
	pass(t, s, 0)
	before := do(t, s, timeline.Step{Steps: 30})
	n := do(t, s, watch.Set{Values: compute.Values{sssp.Delta: 35}})
	if n.Params[0].Value != 35 || n.Params[0].IsAuto {
		t.Errorf("delta is %+v", n.Params[0])
	}
	if n = pass(t, s, 0); n.Event.Threshold < before.Event.Threshold || n.Event.Threshold > before.Event.Threshold+35*closeBy || n.Done {
		t.Errorf("the threshold was %d, now it is %d", before.Event.Threshold, n.Event.Threshold)
	}
	do(t, s, timeline.End{})
	pass(t, s, 0)
	if n = do(t, s, watch.Set{Values: compute.Values{sssp.Delta: 0}}); n.Done || !n.Params[0].IsAuto {
		t.Error("a new delta after the end does not begin again")
	}
	if n = pass(t, s, 0); !n.Done {
		t.Error("and does not go on to the end")
	}
	if err := s.Apply(watch.Set{Values: compute.Values{"nonsense": 1}}); err == nil {
		t.Error("an unknown parameter was accepted")
	}
}

func TestEnds(t *testing.T) {
	s := open(t)
	at := geom.Point{X: 5100, Y: 2900} // nearest: column 5, row 3
	if n := do(t, s, SetEnds{Source: &at}); n.Source.Node != 65 || !n.Time.Playing || n.Query.Source != 65 {
		t.Errorf("the source is %d", n.Source.Node)
	}
	far := geom.Point{X: 1 << 30, Y: 1 << 30}
	if n := do(t, s, SetEnds{Target: &far}); n.Target.Node != 299 {
		t.Errorf("the target is %d", n.Target.Node)
	}
	if n := do(t, s, SetTargetAll{true}); n.Query.Target != graph.NoNode || !n.All {
		t.Error("not to all")
	}
	if n := do(t, s, SetEnds{Target: &far}); n.All || n.Query.Target != 299 {
		t.Error("choosing a target does not end the search to all")
	}
	if n := do(t, s, RandomEnds{}); n.Source.Node == 65 && n.Target.Node == 299 {
		t.Error("random ends are the old ones")
	}
}

// A click far from all roads is refused; one on an islet finds no way, of which no
// efficiency is told.
func TestNoWay(t *testing.T) {
	var arcs []graph.Arc
	for v := range uint32(19) {
		arcs = append(arcs, graph.Arc{Tail: v, Head: v + 1, Time: 5, Length: 5}, graph.Arc{Tail: v + 1, Head: v, Time: 5, Length: 5})
	}
	arcs = append(arcs, graph.Arc{Tail: 90, Head: 91, Time: 5, Length: 5}, graph.Arc{Tail: 91, Head: 90, Time: 5, Length: 5})
	m := ssspgen.Map(100, arcs)
	s := New(host.New(), sssp.Algorithms(), Options{Wait: true})
	t.Cleanup(s.Release)
	if err := s.Open(m); err != nil {
		t.Fatal(err)
	}
	before := s.Snapshot().Source
	sea, islet := geom.FromDegrees(-5, 5), m.Graph.At[90]
	for _, drag := range []bool{false, true} {
		if err := s.Apply(SetEnds{Source: &sea, Within: 1000, Drag: drag}); drag == (err != nil) || s.Snapshot().Source != before {
			t.Errorf("drag %v: %v, the source is %d", drag, err, s.Snapshot().Source.Node)
		}
	}
	do(t, s, SetEnds{Source: &islet, Within: 1000}, timeline.End{})
	n := pass(t, s, 0)
	if r := n.Result; n.Source.Node != 90 || r == nil || r.Reached || r.Nodes != 2 || !r.Checked || r.Wrong != nil || !math.IsNaN(r.Efficiency) {
		t.Errorf("from node %d: %+v", n.Source.Node, r)
	}
	do(t, s, SetTargetAll{true}, timeline.End{})
	if n := pass(t, s, 0); n.Result == nil || math.IsNaN(n.Result.Efficiency) {
		t.Errorf("to all: %+v", n.Result)
	}
	do(t, s, SetEnds{Target: &islet, Within: 1000}, timeline.End{})
	if n := pass(t, s, 0); !n.Result.Reached || n.Result.Distance != 0 || n.Result.Efficiency > 0 {
		t.Errorf("to itself: %+v", n.Result)
	}
}

func TestDragKeepsUp(t *testing.T) {
	s := open(t)
	do(t, s, timeline.End{})
	pass(t, s, 0)
	at := geom.Point{X: 3000, Y: 3000}
	do(t, s, SetEnds{Source: &at, Drag: true})
	if n := pass(t, s, 0); !n.Done || n.Source.Node != 63 {
		t.Errorf("after a drag: done %v, source %d", n.Done, n.Source.Node)
	}
}

func TestSnapshotsDoNotChange(t *testing.T) {
	s := open(t)
	n := do(t, s, timeline.Step{Steps: 3})
	rounds, event := len(n.Sizes), n.Event
	do(t, s, timeline.Step{Steps: 9}, timeline.SetSpeed{PerSecond: MaxSpeed * 2}, SetView{View{ByDistance: true}})
	if len(n.Sizes) != rounds || n.Event.Round != event.Round || n.View.ByDistance {
		t.Error("an old snapshot has changed")
	}
	if now := s.Snapshot(); now.Time.Speed != MaxSpeed || !now.View.ByDistance {
		t.Errorf("speed %v, view %+v", now.Time.Speed, now.View)
	}
}

// The moment changes whenever the layers may, and rests while they rest.
func TestMoment(t *testing.T) {
	s := open(t)
	last := s.Snapshot().Moment
	for _, x := range []struct {
		action  watch.Action
		changes bool
	}{
		{timeline.Step{Steps: 1}, true}, {timeline.Pause{}, false}, {SetView{View{ByDistance: true}}, false}, {timeline.Step{Steps: 5}, true}, {RandomEnds{}, true},
		{watch.Set{Algorithm: "dial"}, true}, {timeline.SetSpeed{PerSecond: 10}, false}, {timeline.Step{Steps: 2}, true}, {timeline.Rewind{}, true}, {timeline.Step{Steps: math.MaxInt32}, true},
	} {
		n := do(t, s, x.action)
		if (n.Moment != last) != x.changes {
			t.Errorf("after %T the moment went from %d to %d", x.action, last, n.Moment)
		}
		last = n.Moment
	}
}

// A busy frame makes at least one step and forgoes what it cannot do in time.
func TestBudget(t *testing.T) {
	s := open(t)
	do(t, s, timeline.SetSpeed{PerSecond: 1000}, watch.Set{Values: compute.Values{sssp.Batch: 1}}, timeline.Play{})
	if err := s.Advance(time.Second, 0); err != nil {
		t.Fatal(err)
	}
	if n := s.Snapshot(); n.Event.Round > 1 {
		t.Errorf("%d rounds were made in no time", n.Event.Round)
	}
}

func TestWithoutAMap(t *testing.T) {
	s := New(host.New(), sssp.Algorithms(), Options{})
	n := do(t, s, timeline.Play{}, timeline.Step{Steps: 1}, timeline.End{}, RandomEnds{}, timeline.SetSpeed{PerSecond: 3})
	if err := s.Advance(time.Second, time.Second); err != nil || n.Map != nil || s.Layers(nil, 0) != nil {
		t.Errorf("got %+v, %v", n, err)
	}
	if err := s.Open(ssspgen.Map(0, nil)); err != nil || s.Snapshot().Map == nil {
		t.Errorf("a map without roads is not shown: %v", err)
	}
	do(t, s, timeline.Play{}, timeline.Step{Steps: 1}, timeline.End{}, watch.Set{Values: compute.Values{sssp.Delta: 3}})
}

// The device and the host go the same way.
func TestBackendsAgree(t *testing.T) {
	var ends []sssp.Event
	for _, be := range []compute.Backend{host.New(), gputest.Open(t)} {
		s := openOn(t, be)
		if err := s.Run(math.MaxInt32); err != nil {
			t.Fatal(err)
		}
		e := s.Snapshot().Event
		e.GPU, e.Wall, e.Sizes = 0, 0, nil
		ends = append(ends, e)
		s.Release()
	}
	if ends[0].Relaxed != ends[1].Relaxed || ends[0].Round != ends[1].Round || ends[0].Target != ends[1].Target || ends[0].Improved != ends[1].Improved {
		t.Errorf("the host ends in %+v, the device in %+v", ends[0], ends[1])
	}
}

// Another algorithm goes on to where the one before was, and finds the same.
func TestSetAlgorithm(t *testing.T) {
	s := open(t)
	do(t, s, timeline.End{})
	n := do(t, s, timeline.Play{})
	if err := s.Run(math.MaxInt32); err != nil {
		t.Fatal(err)
	}
	want := s.Snapshot().Result.Distance
	for _, a := range n.Algorithms {
		do(t, s, watch.Set{Algorithm: a.Name()})
		for !s.Snapshot().Done {
			if err := s.Advance(time.Second, time.Second); err != nil {
				t.Fatal(err)
			}
		}
		if err := s.Run(math.MaxInt32); err != nil {
			t.Fatal(err)
		}
		if n := s.Snapshot(); n.Algorithm != a || n.Result.Distance != want || !n.Result.Checked || n.Result.Wrong != nil {
			t.Errorf("%s ends with %+v, want %d", a.Name(), n.Result, want)
		}
	}
	if err := s.Apply(watch.Set{Algorithm: "bogus"}); err == nil {
		t.Error("an unknown algorithm was accepted")
	}
}

// The target of a rank is the node that Dijkstra's algorithm settles after as many others;
// another target has no rank, and one that is not there changes nothing.
func TestSetRank(t *testing.T) {
	s := open(t)
	n := do(t, s, SetRank{Rank: 50})
	if want, _ := oracle.Ranked(n.Map.Graph, n.Source.Node, 50); n.Rank != 50 || n.Target.Node != want || n.All {
		t.Errorf("rank %d is node %d, want %d", n.Rank, n.Target.Node, want)
	}
	source := n.Source.Node
	if n = do(t, s, SetRank{Rank: 50, Random: true}); n.Source.Node == source {
		t.Error("the random source is the one before")
	}
	if err := s.Apply(SetRank{Rank: 1 << 20}); err == nil || s.Snapshot().Target != n.Target || s.Snapshot().Rank != 50 {
		t.Errorf("there is a node of rank 2^20 (%v), or the query changed: %+v", err, s.Snapshot().Target)
	}
	if n = do(t, s, RandomEnds{}); n.Rank != 0 {
		t.Errorf("random ends have rank %d", n.Rank)
	}
}

// Aim finds a speed at which the search takes about as long as is asked for, and leaves the
// search at its start.
func TestAim(t *testing.T) {
	s := open(t)
	s.Aim(10*time.Second, time.Minute)
	if err := s.Settle(); err != nil {
		t.Fatal(err)
	}
	n := s.Snapshot()
	if n.Known != 0 || n.Event.Step != 0 || n.Time.Playing || n.Time.Position != 0 {
		t.Errorf("after that %d steps are known, step %d is shown", n.Known, n.Event.Step)
	}
	if err := s.Run(math.MaxInt32); err != nil {
		t.Fatal(err)
	}
	if steps := float64(s.Snapshot().Known); math.Abs(n.Time.Speed*10-steps) > 0.1*steps {
		t.Errorf("%v steps a second for a search of %v steps", n.Time.Speed, steps)
	}
}

// A speed that was found by a trial which said nothing is adapted while the search plays.
func TestAimAgain(t *testing.T) {
	s := open(t)
	do(t, s, SetTargetAll{All: true}, watch.Set{Values: compute.Values{sssp.Delta: 30}})
	s.Aim(10*time.Second, time.Minute)
	if err := s.Settle(); err != nil {
		t.Fatal(err)
	}
	right := s.Snapshot().Time.Speed
	s.Transport.Apply(timeline.SetSpeed{PerSecond: right / 8}) // as if little had been known
	seconds := 0.0
	for do(t, s, timeline.Play{}); !s.Snapshot().Done && seconds < 60; seconds += 0.1 {
		pass(t, s, 100*time.Millisecond)
	}
	if seconds > 15 {
		t.Errorf("it plays for %.1f seconds", seconds)
	}
	do(t, s, timeline.Rewind{}, timeline.SetSpeed{PerSecond: 3}, timeline.Play{})
	for range 20 {
		pass(t, s, 100*time.Millisecond)
	}
	if now := s.Snapshot().Time.Speed; now != 3 {
		t.Errorf("a speed of 3 becomes %v", now)
	}
}
