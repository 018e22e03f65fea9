package view

import (
	"testing"

	"kernelscope/cli"
	"kernelscope/cli/clitest"
	"kernelscope/compute"
	"kernelscope/compute/gpu/gputest"
	"kernelscope/compute/oracle"
	"kernelscope/compute/prepared"
	roadwork "kernelscope/families/paths/session"
	"kernelscope/families/trees/session"
	"kernelscope/open"
	"kernelscope/render/input"
	"kernelscope/scene/graph"
	"kernelscope/studio"
	"kernelscope/ui"
	"kernelscope/watch"
)

const smallMap = "gen:grid,width=12,height=9"

// stage returns a stage with a smallMap program that shows a map.
func stage(t *testing.T, steady bool) (*studio.Stage, *View) {
	t.Helper()
	clitest.OwnCache(t)
	s, err := studio.NewStage(gputest.Open(t), 900, 700, 1, studio.Options{Program: &studio.Program{Families: []studio.Family{Family}}, Steady: steady})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Release)
	in, err := open.Read(t.Context(), smallMap, open.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Open(in); err != nil || s.Shown().Title() != smallMap {
		t.Fatalf("%s: %v", s.Shown().Title(), err)
	}
	v := s.Shown().(*View)
	if err := v.Session.Settle(); err != nil {
		t.Fatal(err)
	}
	return s, v
}

// The colours of the picture match the distances, in bands and continuous, while roads and the
// source change.
func TestColours(t *testing.T) {
	s, v := stage(t, true)
	at := v.Session.Snapshot().Map.Graph.At
	for _, a := range []watch.Action{
		watch.Set{Algorithm: session.OnDevice.Name()}, roadwork.CloseRoad{Lines: []uint32{3, 4, 5}}, session.SetSource{At: at[50]}, roadwork.ScaleRoad{Lines: []uint32{7}, Factor: 30},
		session.SetBand{Width: 37}, session.SetBand{Width: 1}, session.SetBand{},
		session.SetView{View: session.View{Colour: session.Smooth}}, session.SetSource{At: at[9]}, watch.Set{Algorithm: session.OnHost.Name()}, roadwork.ResetRoads{},
	} {
		if err := cli.ApplyAll(v.Session, a); err != nil {
			t.Fatal(err)
		}
		if err := v.Session.Settle(); err != nil {
			t.Fatal(err)
		}
		n := v.Session.Snapshot()
		source := uint32(0)
		for v, p := range n.Map.Graph.At {
			if p == n.Root {
				source = uint32(v)
			}
		}
		truth := oracle.Dijkstra(n.Map.Graph, source, graph.NoNode).Dist
		for v, d := range truth {
			truth[v] = 0
			if d != graph.Unreached {
				truth[v] = uint32(graph.StateRelaxed)<<30 | d
			}
		}
		look := v.look(n, v.Look(v.panel.onMap(n, v.Camera), 0))
		for _, l := range v.Session.Layers(s.GPU, 0) {
			if l.Kind == session.States {
				look.States = l.Buffer
			}
		}
		got := make([]uint32, len(truth)+1)
		if err := s.GPU.Read(t.Context(), v.Roads.Colours(s.GPU, v.Camera, look), 0, got); err != nil {
			t.Fatal(err)
		}
		distinct := map[uint32]bool{}
		for node, want := range v.Roads.ColoursOf(truth, v.Camera, look) {
			distinct[want] = true
			for shift := 0; shift < 32; shift += 8 {
				if x, y := int(got[node]>>shift&255), int(want>>shift&255); x-y > 1 || y-x > 1 {
					t.Fatalf("after %#v, node %d has the colour %#x, not %#x", a, node, got[node], want)
				}
			}
		}
		if most := n.Ramp().Boxes; len(distinct) < 4 || most > 0 && len(distinct) > most+2 {
			t.Errorf("after %#v there are %d colours in %d bands", a, len(distinct), most)
		}
	}
}

// A failed action shows a message, and the view stays.
func TestFailingAction(t *testing.T) {
	s, _ := stage(t, false)
	for _, c := range []struct {
		action watch.Action
		fails  bool
	}{
		{watch.Set{Algorithm: session.OnDevice.Name()}, false}, {watch.Set{Values: compute.Values{prepared.Subtree: 1 << 20}}, true}, {ui.Fit{}, false},
		{roadwork.CloseRoad{Lines: []uint32{1 << 30}}, true}, {session.SetSource{Within: 1}, true}, {session.SetLevel{Depth: 1}, false},
	} {
		s.Tell(nil)
		s.Ask(c.action)
		if _, err := s.Interact(input.Frame{Seconds: 1.0 / 60, X: -1, Y: -1}); err != nil {
			t.Fatal(err)
		}
		if said := s.Status().Problem; (said != "") != c.fails {
			t.Errorf("%#v: %q", c.action, said)
		}
	}
}
