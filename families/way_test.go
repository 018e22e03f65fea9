package families_test

import (
	"slices"
	"testing"

	"kernelscope/families/paths/session"
	paths "kernelscope/families/paths/view"
	treesession "kernelscope/families/trees/session"
	trees "kernelscope/families/trees/view"
	"kernelscope/ui"
	"kernelscope/watch"
	"kernelscope/watch/timeline"
)

// Prepared trees start with the map, the ends and the changed roads of the search view, even if
// they showed the same map earlier with other changes.
func TestShowTrees(t *testing.T) {
	s := openStage(t)
	if err := s.Open(generated(t, "gen:roads,nodes=500")); err != nil {
		t.Fatal(err)
	}
	searches := s.Shown().(*paths.View)
	n := searches.Session.Snapshot()
	at := n.Map.Graph.At
	var view *trees.View
	camera := searches.Camera
	camera.Scale *= 3
	interact(t, s, ui.MoveCamera{Camera: camera})
	for i, a := range []watch.Action{session.CloseRoad{Lines: []uint32{3, 4}}, session.ScaleRoad{Lines: []uint32{9}, Factor: 3}} {
		interact(t, s, timeline.Pause{}, session.SetEnds{Source: &at[20+i], Target: &at[90+i]}, a)
		if m := interact(t, s, paths.ShowTrees{}); m != "" {
			t.Fatal(m)
		}
		before := view
		view = s.Shown().(*trees.View)
		if before != nil && before != view {
			t.Error("another view is made")
		}
		if err := view.Session.Settle(); err != nil {
			t.Fatal(err)
		}
		if view.Camera.Scale != camera.Scale {
			t.Errorf("the scale is %g, not %g", view.Camera.Scale, camera.Scale)
		}
		want, got := searches.Session.Snapshot(), view.Session.Snapshot()
		if got.Source.At != want.Source.At || got.Target == nil || got.Target.At != want.Target.At || got.Original != want.Original || len(got.Changes) != i+1 {
			t.Errorf("from %v to %v with %d changes, not from %v to %v", got.Source.At, got.Target, len(got.Changes), want.Source.At, want.Target.At)
		}
		if !slices.Equal(got.Map.Graph.Weight, want.Map.Graph.Weight) {
			t.Error("the weights differ")
		}
		if err := view.Session.Apply(session.CloseRoad{Lines: []uint32{50}}); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Show("Map"); err != nil {
			t.Fatal(err)
		}
		interact(t, s)
	}
	interact(t, s, session.SetTargetAll{All: true}, paths.ShowTrees{})
	if n := s.Shown().(*trees.View).Session.Snapshot(); n.Target != nil || n.View.Colour != treesession.Bands {
		t.Errorf("to all nodes there is the target %v", n.Target)
	}
}

// A button of prepared trees leads to the search between their ends, on their roads. Where nothing
// has changed, the search that was there goes on.
func TestShowSearch(t *testing.T) {
	s := openStage(t)
	if err := s.Open(generated(t, "gen:roads,nodes=500")); err != nil {
		t.Fatal(err)
	}
	searches := s.Shown().(*paths.View)
	at := searches.Session.Snapshot().Map.Graph.At
	interact(t, s, timeline.Pause{}, session.SetEnds{Source: &at[20], Target: &at[90]}, session.CloseRoad{Lines: []uint32{3, 4}}, timeline.Seek{Step: 5})
	if err := searches.Session.Settle(); err != nil {
		t.Fatal(err)
	}
	end := searches.Session.Snapshot().Event.Step
	interact(t, s, paths.ShowTrees{})
	view := s.Shown().(*trees.View)
	back := func() *session.Snapshot {
		t.Helper()
		if m := interact(t, s, trees.ShowSearch{}); m != "" {
			t.Fatal(m)
		}
		if s.Shown() != searches {
			t.Fatal("the view of searches is not shown")
		}
		return searches.Session.Snapshot()
	}
	if n := back(); n.Event.Step != end || end == 0 || n.All {
		t.Errorf("the search is at step %d of %d, to all %v", n.Event.Step, end, n.All)
	}
	interact(t, s, paths.ShowTrees{})
	interact(t, s, treesession.SetSource{At: at[30]}, treesession.SetTarget{At: &at[70]}, session.ScaleRoad{Lines: []uint32{9}, Factor: 3})
	if n, want := back(), view.Session.Snapshot(); n.Source.At != at[30] || n.Target.At != at[70] || !slices.Equal(n.Map.Graph.Weight, want.Map.Graph.Weight) {
		t.Errorf("the search is from %v to %v", n.Source.At, n.Target.At)
	}
	interact(t, s, paths.ShowTrees{}, treesession.SetTarget{})
	if n := back(); !n.All {
		t.Error("without a target it is not to all nodes")
	}
}
