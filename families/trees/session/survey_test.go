package session

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"kernelscope/compute"
	"kernelscope/compute/gpu/gputest"
	"kernelscope/compute/host"
	"kernelscope/compute/oracle"
	"kernelscope/compute/prepared"
	"kernelscope/families/paths/session"
	"kernelscope/scene"
	"kernelscope/scene/geom"
	"kernelscope/scene/graph"
	"kernelscope/watch"
)

// truths returns what every node of a map reaches, of places unless nil, by Dijkstra's algorithm.
func truths(m *scene.Map, places []uint32, limit uint32) (out []prepared.Reach) {
	for v := range m.Graph.Nodes() {
		dist := oracle.Dijkstra(m.Graph, uint32(v), graph.NoNode).Dist
		if places == nil {
			out = append(out, prepared.ReachOf(dist, limit))
		} else {
			out = append(out, prepared.ReachOfTargets(dist, places, limit))
		}
	}
	return out
}

// read reads the words of a layer of the first tree.
func read(t *testing.T, s *Session, kind compute.LayerKind) []uint32 {
	t.Helper()
	for _, l := range s.Layers(s.Sides[0], 0) {
		if l.Kind == kind {
			words := make([]uint32, l.Count)
			if err := s.Sides[0].Read(t.Context(), l.Buffer, 0, words); err != nil {
				t.Fatal(err)
			}
			return words
		}
	}
	t.Fatalf("there is no layer %s", kind)
	return nil
}

// wordsOf returns how nodes of a connected map are painted by what they reach.
func wordsOf(s *Session, all []prepared.Reach) (words []uint32) {
	k, total := s.Snapshot().All.Scale, s.survey.total()
	for _, r := range all {
		x := map[Colour]float64{Mean: r.Mean(), Farthest: float64(r.Farthest), Within: 1000 * float64(r.Within) / float64(total), Nearest: float64(r.Nearest)}[s.view.Colour]
		word := min(max(uint32(math.Round(x)), k.Low), k.High) - k.Low
		if s.view.Colour == Within {
			word = k.High - word
		}
		words = append(words, 3<<30|word)
	}
	return words
}

// checkAll compares exact results of all nodes with Dijkstra's algorithm.
func checkAll(t *testing.T, s *Session, what string) {
	t.Helper()
	limit, places := s.survey.limit, s.survey.places
	if got, want := s.survey.now.exact, truths(s.m, places, limit); !slices.Equal(got, want) {
		t.Fatalf("%s: nodes reach %+v, want %+v", what, got[:3], want[:3])
	}
	if layer := read(t, s, Reached); s.view.Colour != Loss && !slices.Equal(layer, wordsOf(s, truths(s.m, places, limit))) {
		t.Fatalf("%s: nodes are painted as %x", what, layer[:8])
	}
	if s.view.Colour == Loss && !slices.Equal(s.survey.before.exact, truths(s.before, places, limit)) {
		t.Fatalf("%s: before the last change nodes reached something else", what)
	}
	if a := s.Snapshot().All; !a.Exact || a.Share != 1 || !a.Verdict.Heard || a.Verdict.Wrong != nil {
		t.Errorf("%s: %+v", what, a)
	}
}

// What every node reaches is what Dijkstra's algorithm says after each change of roads, and so is what the
// change costs.
func TestAllNodes(t *testing.T) {
	for _, form := range []Processor{OnDevice, OnHost} {
		t.Run(form.Name(), func(t *testing.T) { testAllNodes(t, opened(t, gputest.Open(t), grid, form)) })
	}
}

func testAllNodes(t *testing.T, s *Session) {
	rnd := rand.New(rand.NewPCG(3, 4))
	line := func() []uint32 { return []uint32{rnd.Uint32N(uint32(len(s.m.Lines)))} }
	do(t, s, SetView{View{Colour: Mean}})
	checkAll(t, s, "at first")
	do(t, s, SetWithin{Limit: 150}, SetView{View{Colour: Within}})
	checkAll(t, s, "within 150")
	do(t, s, SetView{View{Colour: Farthest}})
	checkAll(t, s, "the farthest")
	if n := do(t, s, SetView{View{Colour: Loss}}); n.All.Loss != nil {
		t.Errorf("without a change the loss is %+v", n.All.Loss)
	}
	for i := range gputest.Count(12, 200) {
		lines := line()
		var a watch.Action = session.ScaleRoad{Lines: lines, Factor: 0.5 + 20*rnd.Float64()}
		switch i % 4 {
		case 1:
			a = session.CloseRoad{Lines: lines}
		case 2:
			a = session.UndoRoad{}
		}
		before := s.m
		n := do(t, s, a)
		checkAll(t, s, "after a change")
		if s.before != before {
			t.Fatalf("after change %d the loss is by an older one", i)
		}
		most := 0.0
		for v, now := range truths(s.m, nil, 0) {
			most = max(most, now.Mean()-prepared.ReachOf(oracle.Dijkstra(before.Graph, uint32(v), graph.NoNode).Dist, 0).Mean())
		}
		if l := n.All.Loss; math.Abs(l.Most-most) > 1e-6 {
			t.Errorf("after change %d at most %g is lost, not %g", i, l.Most, most)
		}
	}
}

// Distances to places are what Dijkstra's algorithm says, after each change of the places and of roads, also of many
// places, and those to all nodes come back.
func TestPlaces(t *testing.T) {
	for _, form := range []Processor{OnDevice, OnHost} {
		t.Run(form.Name(), func(t *testing.T) {
			s := opened(t, gputest.Open(t), grid, form)
			n := do(t, s, SetView{View{Colour: Nearest}})
			checkAll(t, s, "without a list")
			if len(n.Places) != 1 || n.Places[0].Node != n.Source.Node {
				t.Errorf("without a list the places are %+v", n.Places)
			}
			rnd := rand.New(rand.NewPCG(5, 6))
			for i, count := range []int{1, 7, 200} {
				list := make([]Destination, count)
				for k := range list {
					list[k].Node = rnd.Uint32N(uint32(s.m.Graph.Nodes()))
				}
				do(t, s, SetPlaces{List: list})
				for _, c := range []Colour{Nearest, Mean, Farthest, Within, Loss} {
					do(t, s, SetView{View{Colour: c}})
					checkAll(t, s, string(c))
					do(t, s, session.ScaleRoad{Lines: []uint32{rnd.Uint32N(uint32(len(s.m.Lines)))}, Factor: float64(2 + i)})
					checkAll(t, s, string(c)+" after a change")
				}
			}
			at := s.m.Graph.At[30]
			if n := do(t, s, SetPlaces{}, TogglePlace{At: at}, TogglePlace{At: s.m.Graph.At[50]}, TogglePlace{At: at}); len(n.Places) != 1 || n.Places[0].Node != 50 {
				t.Errorf("the places are %+v", n.Places)
			}
			checkAll(t, s, "of one that is left")
			do(t, s, SetPlaces{})
			checkAll(t, s, "all nodes")
			if err := s.Apply(TogglePlace{At: geom.Point{X: 1 << 29, Y: 1 << 29}, Within: 5}); !errors.Is(err, graph.ErrFar) {
				t.Error(err)
			}
		})
	}
}

// Few places are exact in each frame while a road is dragged; many only at rest.
func TestPlacesSteps(t *testing.T) {
	s := opened(t, gputest.Open(t), "gen:roads,nodes=1600", OnHost)
	s.Wait = false
	for _, count := range []int{3, 300} {
		if err := s.Apply(SetPlaces{List: make([]Destination, count)}); err != nil {
			t.Fatal(err)
		}
		if err := s.Apply(SetView{View{Colour: Nearest}}); err != nil {
			t.Fatal(err)
		}
		for factor := 2.0; factor < 5; factor++ {
			if err := s.Apply(session.ScaleRoad{Lines: []uint32{9}, Factor: factor}); err != nil {
				t.Fatal(err)
			}
			if err := s.Advance(time.Millisecond, 0); err != nil {
				t.Fatal(err)
			}
			if exact := s.survey.now.exact != nil; exact != (count == 3) {
				t.Errorf("%d places: exact is %v", count, exact)
			}
		}
		for s.survey.now.exact == nil {
			if err := s.Advance(time.Second, 0); err != nil {
				t.Fatal(err)
			}
		}
		if a := s.Snapshot().All; a == nil || !a.Exact {
			t.Errorf("at rest %d places are not exact", count)
		}
	}
}

// While a road is dragged, estimates are shown and exact results of other weights are cancelled; the loss is
// since the drag began.
func TestSurveySteps(t *testing.T) {
	s := opened(t, gputest.Open(t), "gen:roads,nodes=1600", OnHost)
	s.Wait = false
	if err := s.Apply(SetView{View{Colour: Loss}}); err != nil {
		t.Fatal(err)
	}
	first := s.m
	v := s.survey
	steps := func(rests bool) (n int) {
		for made := true; made; n++ {
			var err error
			if made, err = v.step(true, rests); err != nil {
				t.Fatal(err)
			}
		}
		return n - 1
	}
	advance := func(dt time.Duration) *Snapshot {
		t.Helper()
		if err := s.Advance(dt, 0); err != nil {
			t.Fatal(err)
		}
		return s.Snapshot()
	}
	if n := advance(0); n.All == nil || n.All.Exact || n.All.Share != 0 || n.All.Error == 0 || !s.Waiting() {
		t.Fatalf("at first there is no estimate: %+v", n.All)
	}
	if n := steps(true); n < 3 {
		t.Fatalf("exact results need %d steps: they cannot be cancelled", n)
	}
	for factor := 2.0; factor < 6; factor++ {
		if err := s.Apply(session.ScaleRoad{Lines: []uint32{9}, Factor: factor}); err != nil {
			t.Fatal(err)
		}
		if n := advance(time.Millisecond); n.All.Exact || n.All.Loss == nil || s.before != first || v.now.rough == nil || v.now.exact != nil {
			t.Fatalf("while a road is dragged: %+v", n.All)
		}
		if n := steps(false); n != 0 {
			t.Errorf("%d steps are left to estimates", n)
		}
		v.step(true, true) // begins exact results, which the next change cancels
		if v.making != v.now || v.share(false) == 0 {
			t.Errorf("exact results are not begun")
		}
	}
	for n := advance(time.Second); !n.All.Exact; n = advance(time.Second) {
	}
	if err := s.Settle(); err != nil {
		t.Fatal(err)
	}
	v.judge.Hear(true)
	checkAll(t, s, "at rest")
}

// Results stay when the device is lost, and the next change is computed on the next one.
func TestSurveyLost(t *testing.T) {
	s := opened(t, gputest.Open(t), grid, OnDevice)
	n := do(t, s, SetView{View{Colour: Loss}}, session.CloseRoad{Lines: []uint32{9}})
	before := read(t, s, Reached)
	if err := s.Rebuild(host.New()); err != nil {
		t.Fatal(err)
	}
	if now := s.Snapshot().All; !now.Exact || now.Loss.Most != n.All.Loss.Most || !slices.Equal(read(t, s, Reached), before) {
		t.Errorf("on the next device %+v is known, not %+v", now, n.All)
	}
	do(t, s, session.ScaleRoad{Lines: []uint32{30}, Factor: 3})
	checkAll(t, s, "on the next device")
}

// Estimates are about as good as they say.
func TestEstimates(t *testing.T) {
	s := opened(t, gputest.Open(t), "gen:roads,nodes=900", OnHost)
	do(t, s, SetView{View{Colour: Mean}})
	v := s.survey
	within, all := 0, 0
	for seed := range uint64(8) {
		e, err := prepared.EstimateAll(t.Context(), v.back, s.made.Sample(len(v.targets), rand.New(rand.NewPCG(seed, 9))), v.limit)
		if err != nil {
			t.Fatal(err)
		}
		for node, r := range e.Reach {
			if math.Abs(r.Mean()-v.now.exact[node].Mean()) <= 2*e.Error {
				within++
			}
			all++
		}
	}
	if share := float64(within) / float64(all); share < 0.9 {
		t.Errorf("of all estimates %.3f are within twice the standard error", share)
	}
}
