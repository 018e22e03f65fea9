package attack

import (
	"fmt"
	"math/bits"

	"kernelscope/compute"
	"kernelscope/compute/bfs"
	"kernelscope/compute/prepared"
	"kernelscope/compute/sorting"
	"kernelscope/compute/sorting/keygen"
	clips "kernelscope/families/clips/session"
	clipsview "kernelscope/families/clips/view"
	hops "kernelscope/families/hops/session"
	hopsview "kernelscope/families/hops/view"
	"kernelscope/families/paths/session"
	pathsview "kernelscope/families/paths/view"
	sorts "kernelscope/families/sorts/session"
	sortsview "kernelscope/families/sorts/view"
	sums "kernelscope/families/sums/session"
	trees "kernelscope/families/trees/session"
	treesview "kernelscope/families/trees/view"
	"kernelscope/open"
	"kernelscope/scene"
	"kernelscope/scene/clipseq"
	"kernelscope/watch"
	"kernelscope/watch/timeline"
)

// begin chooses random input and settings, and returns them for messages.
func (s *soaker) begin(family string) (what string) {
	ask := func(action watch.Action) {
		if _, err := s.stage.Shown().Apply(action); err != nil {
			s.refused++
		}
		what += fmt.Sprintf("%+v ", action)
	}
	switch family {
	case "Map", "Many searches", "Trees":
		nodes := 3000
		if family == "Many searches" {
			nodes = 300 // a path has a level for each, of each pair
		}
		text := pick(s.Rand, []string{
			fmt.Sprintf("gen:grid,width=%d,height=%d,seed=%d", 2+s.IntN(150), 2+s.IntN(150), s.IntN(1000)), fmt.Sprintf("gen:roads,nodes=%d,seed=%d", 100+s.IntN(20000), s.IntN(1000)),
			fmt.Sprintf("gen:kronecker,scale=%d,seed=%d", 4+s.IntN(8), s.IntN(1000)), fmt.Sprintf("gen:adversarial,kind=%s,nodes=%d", pick(s.Rand, []string{"star", "path", "comb", "zero", "heavy"}), 10+s.IntN(nodes)),
		})
		in, err := open.Read(s.Context(), text, open.Options{})
		if err == nil {
			err = s.stage.Open(in)
		}
		if err != nil {
			s.Fatalf("%s: %v", text, err)
		}
		what = text + " "
		switch family {
		case "Many searches":
			ask(watch.Set{Algorithm: pick(s.Rand, bfs.Schemes()).Name()})
			ask(hops.SetInput{Input: hops.Input{N: 1 + s.IntN(200), Seed: s.Uint64N(1000)}})
			return what
		case "Trees":
			ask(watch.SetCompare{On: s.IntN(3) == 0})
			lane, p := s.IntN(2), pick(s.Rand, prepared.Params())
			ask(watch.Set{Lane: lane, Algorithm: pick(s.Rand, trees.Forms).Name()})
			ask(watch.Set{Lane: lane, Values: compute.Values{p.Name: 1 << s.IntN(bits.Len32(p.Max))}})
			return what
		}
		ask(watch.Set{Algorithm: pick(s.Rand, []string{"nearfar", "frontier", "deltastep", "bellmanford", "dijkstra", "dial", "astar", "bidirectional"})})
		ask(watch.Set{Values: compute.Values{"delta": 1 << s.IntN(16)}})
		ask(session.RandomEnds{})
		ask(session.SetTargetAll{All: s.IntN(2) == 0})
	case "Sorts":
		ask(watch.Set{Algorithm: pick(s.Rand, []string{"radix", "radix4", "batcher", "batcher-fused"})})
		ask(sorts.SetInput{Input: sorts.Input{N: 1 + s.IntN(1<<(1+s.IntN(16))), Type: pick(s.Rand, []sorting.Type{sorting.U32, sorting.I32, sorting.F32, sorting.U64}),
			Distribution: pick(s.Rand, keygen.Distributions()), Seed: s.Uint64N(1000), Payload: s.IntN(2) == 0, Descending: s.IntN(2) == 0}})
	case "Clips":
		ask(watch.Set{Algorithm: pick(s.Rand, []string{"tree", "lookback"})})
		ask(clips.SetInput{Input: clips.Input{Shape: pick(s.Rand, clipseq.Shapes()), N: 1 + s.IntN(1<<(1+s.IntN(16))), Seed: s.Uint64N(1000)}})
	case "Sums":
		ask(watch.SetCompare{On: s.IntN(3) == 0})
		ask(watch.Set{Lane: s.IntN(2), Values: compute.Values{"workgroup": 32 << s.IntN(5)}})
		ask(sums.SetInput{Input: sums.Input{N: 1 + s.IntN(1<<(1+s.IntN(18))), Seed: s.Uint64N(1000)}})
	default:
		if err := s.stage.Shown().Begin(); err != nil {
			s.refused++
		}
		ask(watch.SetCompare{On: s.IntN(3) == 0})
	}
	return what
}

// disturb changes the roads of a map that is shown, and the trees of it. The last change leaves
// a state that does not follow the mouse, so that it is verified when all steps are made.
func (s *soaker) disturb(last bool) {
	var m *scene.Map
	switch shown := s.stage.Shown().(type) {
	case *pathsview.View:
		m = shown.Session.Snapshot().Map
	case *treesview.View:
		m = shown.Session.Snapshot().Map
	}
	if m == nil || len(m.Lines) == 0 {
		return
	}
	lines := make([]uint32, 1+s.IntN(9))
	for i := range lines {
		lines[i] = uint32(s.IntN(len(m.Lines)))
	}
	place := m.Graph.At[s.IntN(m.Graph.Nodes())]
	view := trees.View{Colour: pick(s.Rand, trees.Colours), Front: s.IntN(2) == 0, Follow: !last && s.IntN(2) == 0}
	actions := []watch.Action{
		session.ScaleRoad{Lines: lines, Factor: 1 / 16. * float64(int(1)<<s.IntN(10))}, session.CloseRoad{Lines: lines}, session.UndoRoad{}, session.ResetRoads{},
		trees.SetSource{At: place}, trees.SetTarget{At: &place}, trees.PointAt{At: &place}, trees.SetLevel{Depth: s.IntN(5) - 1}, timeline.Seek{Step: s.IntN(40)},
	}
	for _, a := range []watch.Action{pick(s.Rand, actions), trees.SetView{View: view}, timeline.End{}} {
		if _, err := s.stage.Shown().Apply(a); err != nil {
			s.refused++
		}
	}
}

// verdict tells whether what is shown was verified, and is right.
func (s *soaker) verdict() (right, there bool) {
	var v watch.Verdict
	switch shown := s.stage.Shown().(type) {
	case *pathsview.View:
		if r := shown.Session.Snapshot().Result; r != nil {
			return r.Wrong == nil, r.Checked
		}
	case *sortsview.View:
		v = shown.Session.Snapshot().Lanes[0].Verdict
	case *clipsview.View:
		v = shown.Session.Snapshot().Verdict
	case *hopsview.View:
		v = shown.Session.Snapshot().Lanes[0].Verdict
	case *treesview.View:
		right, there = true, true
		for _, l := range shown.Session.Snapshot().Lanes() {
			right, there = right && l.Verdict.Wrong == nil, there && l.Done && l.Verdict.Heard
		}
		return right, there
	default:
		runs := shown.Now().Runs
		right, there = true, len(runs) > 0
		for _, r := range runs {
			right, there = right && r.Verdict.Wrong == nil, there && r.Verdict.Heard
		}
		return right, there
	}
	return v.Wrong == nil, v.Heard
}
