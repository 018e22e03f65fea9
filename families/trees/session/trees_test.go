package session

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"kernelscope/compute"
	"kernelscope/compute/gpu/gputest"
	"kernelscope/compute/host"
	"kernelscope/compute/oracle"
	"kernelscope/compute/prepared"
	"kernelscope/compute/profile"
	"kernelscope/families/paths/session"
	"kernelscope/internal/fault"
	"kernelscope/open"
	"kernelscope/scene"
	"kernelscope/scene/geom"
	"kernelscope/scene/graph"
	"kernelscope/watch"
	"kernelscope/watch/timeline"
	"kernelscope/watch/watchtest"
)

func mapOf(t *testing.T, text string) *scene.Map {
	t.Helper()
	m, err := open.ReadMap(context.Background(), text, open.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// subjectOf makes a subject by a map.
func subjectOf(t *testing.T, be compute.Backend, m *scene.Map, f Processor) *Subject {
	t.Helper()
	made, err := prepared.Cache{}.Fronts(t.Context(), m, prepared.Making{})
	if err != nil {
		t.Fatal(err)
	}
	s, err := NewSubject(be, made.Fronts, m.Graph, 17, f, compute.Values{prepared.Subtree: 20})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Release)
	return s
}

const grid = "gen:grid,width=15,height=11"

// The state after each step is the same however it is reached, on the device and on the
// host, whichever front is shown.
func TestTimeline(t *testing.T) {
	be := gputest.Open(t)
	for _, form := range []Processor{OnDevice, OnHost} {
		for _, level := range []int{-1, 1} {
			t.Run(fmt.Sprintf("%s, front at depth %d", form, level), func(t *testing.T) {
				s, fresh := subjectOf(t, be, mapOf(t, grid), form), subjectOf(t, be, mapOf(t, grid), form)
				s.level, fresh.level = level, level
				watchtest.Ahead(t, be, fresh)
				watchtest.Timeline(t, be, s, gputest.Count(8, 500))
				if err := s.conclude(); err != nil {
					t.Fatal(err)
				}
				if v := s.judge.Hear(true); !v.Heard || v.Wrong != nil {
					t.Errorf("the verdict is %+v", v)
				}
			})
		}
	}
}

// A tree tells the same each time.
func TestEventsSameEachTime(t *testing.T) {
	for name, be := range map[string]compute.Backend{"device": gputest.Open(t), "host": host.New()} {
		t.Run(name, func(t *testing.T) { watchtest.Events(t, "grid", subjectOf(t, be, mapOf(t, grid), OnDevice)) })
	}
}

func opened(t *testing.T, be compute.Backend, text string, f Processor) *Session {
	t.Helper()
	s := New(be, prepared.Cache{}, true)
	t.Cleanup(s.Release)
	do(t, s, watch.Set{Algorithm: f.Name()})
	if err := s.Open(mapOf(t, text)); err != nil {
		t.Fatal(err)
	}
	do(t, s, timeline.End{})
	return s
}

// do carries out actions and makes all that is left to make.
func do(t *testing.T, s *Session, actions ...watch.Action) *Snapshot {
	t.Helper()
	for _, a := range actions {
		if err := errors.Join(s.Apply(a), s.Settle()); err != nil {
			t.Fatalf("%#v: %v", a, err)
		}
	}
	return s.Snapshot()
}

// states reads those of all nodes.
func states(t *testing.T, s *Session, tree *Subject) []uint32 {
	t.Helper()
	words := make([]uint32, s.m.Graph.Nodes())
	if err := s.Sides[0].Read(t.Context(), tree.states, 0, words); err != nil {
		t.Fatal(err)
	}
	return words
}

// check compares what pictures show of each tree, and the path, with Dijkstra's algorithm.
func check(t *testing.T, s *Session, what string) {
	t.Helper()
	truth := oracle.Dijkstra(s.m.Graph, s.Lanes[0].source, graph.NoNode).Dist
	for i, tree := range s.Lanes.Active() {
		for v, word := range states(t, s, tree) {
			want := uint32(0)
			if truth[v] != graph.Unreached {
				want = uint32(graph.StateRelaxed)<<30 | truth[v]
			}
			if word != want {
				t.Fatalf("%s: lane %d shows node %d as %#x, not %#x", what, i, v, word, want)
			}
		}
	}
	n := s.Snapshot()
	if n.Path != nil && (n.Path.Length != truth[n.Path.To] || n.Path.Reached != (truth[n.Path.To] != graph.Unreached)) {
		t.Errorf("%s: the path is %d long, not %d", what, n.Path.Length, truth[n.Path.To])
	}
	for i, l := range n.Lanes() {
		if !l.Verdict.Heard || l.Verdict.Wrong != nil {
			t.Errorf("%s: lane %d: %+v", what, i, l.Verdict)
		}
	}
}

// While roads are dragged, closed and reset, and the source moves, what is shown is what
// Dijkstra's algorithm says, after each of 100 changes.
func TestDrag(t *testing.T) {
	for _, form := range []Processor{OnDevice, OnHost} {
		s := opened(t, gputest.Open(t), grid, form)
		rnd := rand.New(rand.NewPCG(7, 8))
		line := func() []uint32 { return []uint32{rnd.Uint32N(uint32(len(s.m.Lines)))} }
		place := func() *geom.Point { return &s.m.Graph.At[rnd.IntN(s.m.Graph.Nodes())] }
		do(t, s, SetTarget{At: place()})
		for i := range gputest.Count(100, 1000) {
			var a watch.Action
			switch k := rnd.IntN(10); k {
			case 0:
				a = session.CloseRoad{Lines: line()}
			case 1:
				a = session.ResetRoads{}
			case 2:
				a = SetSource{At: *place(), Drag: rnd.IntN(2) == 0}
			default:
				a = session.ScaleRoad{Lines: line(), Factor: 0.5 + 20*rnd.Float64()}
			}
			do(t, s, a)
			check(t, s, fmt.Sprintf("%s: change %d, %#v", form, i, a))
		}
	}
}

// Two trees of one map are on one clock: the host beside the device, and two settings of the
// device. Both follow roads and the source, at the end and in the midst.
func TestCompare(t *testing.T) {
	s := opened(t, gputest.Open(t), grid, OnDevice)
	n := do(t, s, watch.SetCompare{On: true}, watch.Set{Lane: 1, Algorithm: OnHost.Name()})
	if n.Other == nil || n.Why != "" || n.Other.Why == "" || n.Bytes <= n.Other.Bytes || len(n.Measures()) == 0 {
		t.Fatalf("the comparison begins with %+v", n.Other)
	}
	for _, form := range []Processor{OnHost, OnDevice} {
		do(t, s, watch.Set{Lane: 1, Algorithm: form.Name()}, watch.Set{Lane: 1, Values: compute.Values{prepared.Subtree: 7}}, timeline.End{})
		check(t, s, "at the end")
		do(t, s, session.CloseRoad{Lines: []uint32{9}}, SetSource{At: s.m.Graph.At[30]}, SetTarget{At: &s.m.Graph.At[90]})
		check(t, s, "after a change")
		do(t, s, timeline.Seek{Step: 3}, session.ScaleRoad{Lines: []uint32{5}, Factor: 9}, SetSource{At: s.m.Graph.At[40]})
		if n = s.Snapshot(); n.Event.Step != 3 || n.Other.Event.Step != 3 || n.Path != nil {
			t.Errorf("a change in the midst leads to steps %d and %d", n.Event.Step, n.Other.Event.Step)
		}
		for _, c := range []timeline.Clock{timeline.Steps, timeline.DeviceTime} {
			n = do(t, s, timeline.SetClock{Clock: c}, timeline.End{})
			if !n.Done || !n.Other.Done {
				t.Errorf("%v: the end leads to steps %d of %d and %d of %d", c, n.Event.Step, n.Steps, n.Other.Event.Step, n.Other.Steps)
			}
			for _, share := range []float64{0.7, 0.2} {
				at := share * n.Time.Length
				do(t, s, timeline.SeekClock{At: at})
				for i, l := range s.Lanes.Active() {
					if r := l.Reading(c, l.At()); r > at+1e-9 || l.At() < l.steps() && l.Reading(c, l.At()+1) <= at {
						t.Errorf("%v at %v: lane %d is at step %d, which reads %v", c, at, i, l.At(), r)
					}
				}
			}
		}
		do(t, s, timeline.SetClock{Clock: timeline.Steps}, session.ResetRoads{}, timeline.End{})
		check(t, s, "reset")
	}
	if err := s.Apply(watch.Set{Lane: 1, Values: compute.Values{prepared.Subtree: 1 << 20}}); !errors.Is(err, compute.ErrValue) || s.Snapshot().Other == nil {
		t.Errorf("a wrong parameter: %v", err)
	}
	if err := s.Open(mapOf(t, "gen:grid,width=9,height=9")); err != nil {
		t.Fatal(err)
	}
	do(t, s, timeline.End{})
	check(t, s, "another map")
	if n = do(t, s, watch.SetCompare{}); n.Other != nil || n.Compare || n.Measures() != nil || !n.Done {
		t.Error("the comparison does not end")
	}
}

// The dispatches of each step are told while they are timed, and those of a tree that is made in
// one go are part of the trace.
func TestProfile(t *testing.T) {
	s := opened(t, gputest.Open(t), grid, OnDevice)
	at := s.Lanes[0].Stages() + 1
	if n := do(t, s, timeline.Seek{Step: at}, watch.SetProfile{On: true}); !n.Profiled || n.Event.Step != at {
		t.Errorf("timing dispatches leads to step %d, not %d", n.Event.Step, at)
	}
	n := do(t, s, timeline.End{})
	for i, rows := range n.Kernels[1:] {
		if sum := profile.Total(rows); sum.Dispatches == 0 || sum.GPU <= 0 {
			t.Errorf("step %d dispatches %+v", i+1, rows)
		}
	}
	if parts := s.Dispatches(); len(n.Kernels) != n.Steps+1 || len(parts) != n.Steps {
		t.Errorf("of %d steps %d are told, %d as parts", n.Steps, len(n.Kernels)-1, len(parts))
	}
	n = do(t, s, session.CloseRoad{Lines: []uint32{9}})
	if parts := s.Dispatches(); len(parts) != n.Steps+1 || parts[n.Steps].Name != "new weights" || len(parts[n.Steps].Submissions) == 0 {
		t.Errorf("a change is not part of the trace of %d parts", len(parts))
	}
	if n = do(t, s, watch.SetProfile{}); n.Profiled || !n.Done || s.Dispatches() != nil {
		t.Error("it does not end")
	}
}

// In the midst of customization a change begins again, and comes back to where it was; in
// the midst of a tree, another source does.
func TestChangeInTheMidst(t *testing.T) {
	s := opened(t, gputest.Open(t), grid, OnDevice)
	for _, at := range []int{3, s.Lanes[0].Stages(), s.Lanes[0].Stages() + 2} {
		n := do(t, s, timeline.Seek{Step: at}, session.ScaleRoad{Lines: []uint32{5}, Factor: 9}, SetSource{At: s.m.Graph.At[40]})
		if n.Event.Step != at || n.Done || n.Path != nil {
			t.Errorf("at step %d of %d, not %d", n.Event.Step, n.Steps, at)
		}
		do(t, s, timeline.End{})
		check(t, s, fmt.Sprint("after step ", at))
		do(t, s, session.ResetRoads{}, SetSource{At: s.m.Graph.At[3]})
	}
}

// A tree follows the mouse where it should, and the path leads from where it begins.
func TestMouse(t *testing.T) {
	s := opened(t, gputest.Open(t), grid, OnHost)
	n := do(t, s, SetSource{At: s.m.Graph.At[3]}, PointAt{At: &s.m.Graph.At[70]})
	if n.Root != s.m.Graph.At[3] || n.Path == nil || n.Path.To != 70 || n.Path.Edges == 0 || len(n.Path.Points) < n.Path.Edges+1 {
		t.Errorf("the path to the mouse is %+v", n.Path)
	}
	view := n.View
	view.Follow = true
	if n = do(t, s, SetView{view}); n.Root != s.m.Graph.At[70] || n.Path == nil || n.Path.To != 3 {
		t.Errorf("from the mouse: %+v, %+v", n.Root, n.Path)
	}
	check(t, s, "from the mouse")
	if n = do(t, s, SetTarget{At: &s.m.Graph.At[9]}); n.Path.To != 9 || n.Target.Node != 9 {
		t.Errorf("to the target: %+v", n.Path)
	}
	if n = do(t, s, PointAt{}, SetTarget{}); n.Root != s.m.Graph.At[3] || n.Path != nil || n.Target != nil {
		t.Errorf("without the mouse: %+v, %+v", n.Root, n.Path)
	}
	if err := s.Apply(SetSource{At: geom.Point{X: 1 << 29, Y: 1 << 29}, Within: 5}); !errors.Is(err, graph.ErrFar) {
		t.Errorf("far from every road: %v", err)
	}
}

// The front that is shown follows the steps, or stays at a depth.
func TestFront(t *testing.T) {
	s := opened(t, gputest.Open(t), grid, OnDevice)
	for step := range s.Lanes[0].Stages() {
		depth, _ := s.Lanes[0].Stage(step)
		n := do(t, s, timeline.Seek{Step: step + 1})
		own := s.Lanes[0].List[s.Lanes[0].FrontOf[s.Lanes[0].RowOf[s.source]]].Depth
		if f := n.Front; f.Worked != depth || f.Depth != min(uint32(depth), own) {
			t.Errorf("step %d at depth %d shows a front at depth %d", step, depth, f.Depth)
		}
	}
	if n := do(t, s, SetLevel{0}); n.Front.Depth != 0 || n.Front.B != 0 {
		t.Errorf("the root is %+v", n.Front)
	}
}

// A device without room computes on the host, which is told; where that was not left to the
// program it is an error. Maps that have no trees are refused, and the one before stays.
func TestSmallDevice(t *testing.T) {
	be := gputest.OpenWith(t, gputest.Small(1<<14))
	s := opened(t, unlike{be}, grid, Auto)
	check(t, s, "the host in place of a small device")
	if n := s.Snapshot(); n.Why == "" || n.Why == "it was asked for" || n.Params != nil {
		t.Errorf("on the host, since %q", n.Why)
	}
	if err := s.Apply(watch.Set{Algorithm: OnDevice.Name()}); !errors.Is(err, fault.Limit) || s.Snapshot().Processor != Auto {
		t.Errorf("on the device: %v", err)
	}
	roomy := opened(t, gputest.OpenWith(t, gputest.Small(1<<20)), grid, OnDevice)
	check(t, roomy, "workgroups of 128")
	before := s.Snapshot().Map
	if err := s.Open(&scene.Map{Graph: &graph.Graph{FirstOut: []uint32{0}}}); !errors.Is(err, fault.Input) || s.Snapshot().Map != before {
		t.Errorf("a map without roads: %v", err)
	}
	if err := s.Apply(watch.Set{Values: compute.Values{prepared.Subtree: 1 << 20}}); !errors.Is(err, compute.ErrValue) {
		t.Errorf("a wrong parameter: %v", err)
	}
}

// unlike is a backend that says it is hardware.
type unlike struct{ compute.Backend }

// Limits are those of the backend but for what it is.
func (u unlike) Limits() compute.Limits {
	l := u.Backend.Limits()
	l.IsSoftware = false
	return l
}

// Maps are opened and closed while orders are made, and an order is cancelled.
func TestOpen(t *testing.T) {
	s := New(gputest.Open(t), prepared.Cache{}, false)
	t.Cleanup(s.Release)
	for i := range 6 {
		if err := s.Open(mapOf(t, fmt.Sprintf("gen:grid,width=%d,height=30", 30+i))); err != nil {
			t.Fatal(err)
		}
		if s.Snapshot().Making == nil || !s.Waiting() {
			t.Fatal("no order is made")
		}
		if i%2 == 0 {
			if err := s.Settle(); err != nil || !s.Snapshot().Done {
				t.Fatalf("not settled: %v", err)
			}
		}
	}
	if err := errors.Join(s.Open(mapOf(t, "gen:grid,width=300,height=300")), s.Apply(CancelOrder{})); err != nil {
		t.Fatal(err)
	}
	if err := s.Settle(); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	if n := s.Snapshot(); n.Making != nil || n.Front != nil || s.Waiting() {
		t.Errorf("after cancelling: %+v", n.Making)
	}
}

// A weight by which distances would exceed 30 bits is refused, also while the order is made.
func TestTooLong(t *testing.T) {
	path := filepath.Join(t.TempDir(), "long.gr")
	if err := os.WriteFile(path, []byte("p sp 3 4\na 1 2 16777216\na 2 3 16777216\na 2 1 1\na 3 2 1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	s := New(gputest.Open(t), prepared.Cache{}, false)
	t.Cleanup(s.Release)
	if err := s.Open(mapOf(t, path)); err != nil {
		t.Fatal(err)
	}
	before, far := s.m, session.ScaleRoad{Lines: []uint32{0}, Factor: 100}
	for range 2 {
		if err := s.Apply(far); !errors.Is(err, fault.Limit) || s.m != before {
			t.Errorf("%v", err)
		}
		do(t, s, timeline.End{})
	}
	if do(t, s, session.ScaleRoad{Lines: []uint32{0}, Factor: 50}); s.m == before {
		t.Error("a distance below 2^30 is refused")
	}
	s.Wait = true
	if err := s.Settle(); err != nil {
		t.Fatal(err)
	}
	check(t, s, "long")
}
