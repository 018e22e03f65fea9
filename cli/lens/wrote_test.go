package lens

import (
	"math/rand/v2"
	"slices"
	"testing"

	"kernelscope/compute"
	"kernelscope/compute/clip"
	"kernelscope/compute/oracle"
	"kernelscope/compute/simt/onsimt"
	"kernelscope/compute/sorting"
	"kernelscope/compute/sssp"
	"kernelscope/scene/build"
	"kernelscope/scene/clipseq"
	"kernelscope/scene/graph"
	"kernelscope/scene/graphgen"
	"kernelscope/ui"
)

// many is how many values of each family are asked for.
const many = 200

// asking notes who writes some entries of a buffer while an interpreter runs.
type asking struct {
	t       *testing.T
	i       *onsimt.Interpreter
	asked   map[int]*asked
	writers map[int]*writers
	inputs  *onsimt.Inputs
	step    int
}

// ask asks for random entries of buffers with some names.
func ask(t *testing.T, entries int, rnd *rand.Rand, buffers ...string) *asking {
	a := &asking{t: t, i: onsimt.New(usualWidth), asked: map[int]*asked{}, writers: map[int]*writers{}}
	for len(a.asked) < many {
		e := rnd.IntN(entries)
		a.asked[e], a.writers[e] = &asked{ui.Value{Of: "value", Entry: e}, buffers, e, 0}, &writers{}
	}
	a.i.Before = func(g compute.Grid, c compute.Call, words [][]uint32) {
		a.end()
		a.inputs, a.i.Machine.Histories = onsimt.Capture(g, c, words), nil
		for e, w := range a.writers {
			l := w.list(a.step)
			l.Dispatches = append(l.Dispatches, dispatched{Kernel: c.Program.Name, Number: l.of(c.Program.Name) + 1, Grid: g})
			a.i.Machine.Histories = append(a.i.Machine.Histories, w.listen(a.asked[e], c, words)...)
		}
	}
	return a
}

// end notes what the dispatch before wrote.
func (a *asking) end() {
	for e, w := range a.writers {
		w.note(a.asked[e], w.present, a.inputs)
	}
}

// check replays the dispatch that was found for each entry, whose write must give what the entry has.
func (a *asking) check(buffer compute.Buffer, want []uint32, isGiven func(entry int) bool) {
	a.t.Helper()
	a.end()
	given := 0
	for e, w := range a.writers {
		x := w.of(compute.Source{Buffer: buffer, Word: e})
		if x == nil {
			if given++; !isGiven(e) {
				a.t.Errorf("nobody wrote entry %d, which is %d", e, want[e])
			}
			continue
		}
		f := *x.of
		f.Chosen, f.Inputs = x.chosen, x.inputs
		d, err := f.execute(a.t.Context(), how{width: usualWidth, all: true, words: wordsOf{f.Inputs.Layout.Bindings[x.block], e, e + 1}}, nil)
		if err != nil {
			a.t.Fatal(err)
		}
		sets := -1
		for i, again := range d.writes.Writes {
			if again.Sets() {
				sets = i
			}
		}
		if sets < 0 {
			a.t.Fatalf("entry %d: %s does not write it again", e, f.Inputs.Kernel)
		}
		again := d.writes.Writes[sets]
		if again.Workgroup != x.Workgroup || again.Invocation != x.Invocation || again.Line != x.Line || again.New != want[e] || x.New != want[e] {
			a.t.Errorf("entry %d is %d: %v wrote %d, and again %v %d", e, want[e], x.Writer, x.New, again.Writer, again.New)
		}
	}
	if given > many/4 {
		a.t.Errorf("nobody wrote %d of %d entries", given, many)
	}
}

// Who wrote the distances of nodes is found in the last step that shortened them. The oracle knows the distances.
func TestWroteDistances(t *testing.T) {
	for _, s := range []sssp.Algorithm{sssp.NearFar{}, sssp.NearFarAppend{}, sssp.Frontier{}} {
		t.Run(s.Name(), func(t *testing.T) {
			m, err := build.Map(t.Context(), graphgen.Grid(1, 50, 40, 1000))
			if err != nil {
				t.Fatal(err)
			}
			n := m.Graph.Nodes()
			a := ask(t, n, rand.New(rand.NewPCG(7, 7)), "dist", "next_dist")
			solver, err := s.Prepare(a.i.Backend(), m)
			if err != nil {
				t.Fatal(err)
			}
			defer solver.Release()
			run, err := solver.Start(sssp.Query{Source: 3, Target: graph.NoNode}, nil)
			if err != nil {
				t.Fatal(err)
			}
			defer run.Release()
			run.Stride(1)
			for e, err := range run.Steps(t.Context()) {
				if err != nil {
					t.Fatal(err)
				}
				a.end()
				a.inputs, a.step = nil, int(e.Step)+1
			}
			l := run.Layers()[0]
			a.check(l.Source(0).Buffer, oracle.Dijkstra(m.Graph, 3, graph.NoNode).Dist, func(v int) bool { return v == 3 })
		})
	}
}

// Who wrote the slots of keys is found; the keys are in order.
func TestWroteKeys(t *testing.T) {
	for _, s := range []sorting.Algorithm{sorting.Radix{}, sorting.Radix4{}, sorting.Batcher{}} {
		t.Run(s.Name(), func(t *testing.T) {
			rnd := rand.New(rand.NewPCG(7, 7))
			keys := make([]uint32, 3000)
			for i := range keys {
				keys[i] = rnd.Uint32()
			}
			a := ask(t, len(keys), rnd, "keys", "other keys")
			x, err := s.Prepare(a.i.Backend(), sorting.Format{}, len(keys), nil)
			if err != nil {
				t.Fatal(err)
			}
			defer x.Release()
			last, _ := x.Sorted()
			for _, q := range a.asked {
				q.buffers = []string{last.Name()}
			}
			if err := x.Write(keys, nil); err != nil {
				t.Fatal(err)
			}
			for i, step := range x.Steps {
				a.step = i + 1
				step.Record(x.Backend)
			}
			if err := x.Backend.Flush(t.Context()); err != nil {
				t.Fatal(err)
			}
			slices.Sort(keys)
			a.check(last, keys, func(int) bool { return false })
		})
	}
}

// Who wrote the links of elements is found. The oracle knows the links.
func TestWroteLinks(t *testing.T) {
	rnd := rand.New(rand.NewPCG(7, 7))
	var s clipseq.Sequence
	for i := range 3000 {
		s.Elements = append(s.Elements, uint32(i)<<2|[...]uint32{clipseq.Push, clipseq.Pop, clipseq.Leaf}[rnd.IntN(3)])
	}
	want := oracle.Clip(s).Links
	for _, f := range clip.Forms() {
		t.Run(f.Name(), func(t *testing.T) {
			a := ask(t, len(want), rnd, "links")
			c, err := f.Prepare(a.i.Backend(), len(want), false, nil)
			if err != nil {
				t.Fatal(err)
			}
			defer c.Release()
			if err := c.Write(s); err != nil {
				t.Fatal(err)
			}
			if err := c.Match(t.Context()); err != nil {
				t.Fatal(err)
			}
			a.check(c.Links, want, func(int) bool { return false })
		})
	}
}
