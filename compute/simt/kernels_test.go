package simt_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"kernelscope/compute"
	"kernelscope/compute/clip"
	"kernelscope/compute/host"
	"kernelscope/compute/simt"
	"kernelscope/compute/simt/onsimt"
	"kernelscope/compute/sorting"
	"kernelscope/compute/sssp"
	"kernelscope/compute/sssp/ssspgen"
	"kernelscope/scene/clipseq"
	"kernelscope/scene/graph"
)

// A dispatch with its buffers before it.
type dispatched struct {
	g       compute.Grid
	c       compute.Call
	before  [][]uint32
	buffers [][]uint32 // of the run
}

// dispatches runs an algorithm and returns what it dispatched. Hear is called with the buffers of each
// dispatch before it.
func dispatches(t *testing.T, i *onsimt.Interpreter, run func(compute.Backend) error, hear func([][]uint32)) (out []dispatched) {
	t.Helper()
	be := &onsimt.Backend{Interpreter: i}
	be.Host = host.NewOf(func(g compute.Grid, c compute.Call, buffers [][]uint32) error {
		d := dispatched{g: g, c: c, buffers: slices.Clone(buffers), before: copies(buffers)}
		d.c.Push, d.c.Constants = slices.Clone(c.Push), slices.Clone(c.Constants)
		out = append(out, d)
		hear(buffers)
		return i.Execute(g, c, buffers)
	})
	if err := run(be); err != nil {
		t.Fatal(err)
	}
	if err := be.Flush(t.Context()); err != nil {
		t.Fatal(err)
	}
	return out
}

// copies copies buffers. Those with two bindings stay one.
func copies(buffers [][]uint32) [][]uint32 {
	known := map[*uint32][]uint32{}
	var out [][]uint32
	for _, b := range buffers {
		if known[&b[0]] == nil {
			known[&b[0]] = slices.Clone(b)
		}
		out = append(out, known[&b[0]])
	}
	return out
}

// algorithms are a sort, a search and a clip.
var algorithms = map[string]func(compute.Backend) error{
	"sort": func(be compute.Backend) error {
		rnd := rand.New(rand.NewPCG(1, 2))
		keys := make([]uint32, 3000)
		for i := range keys {
			keys[i] = rnd.Uint32()
		}
		s, err := sorting.Radix{}.Prepare(be, sorting.Format{}, len(keys), nil)
		if err != nil {
			return err
		}
		if err := s.Write(keys, nil); err != nil {
			return err
		}
		s.Record(be)
		return nil
	},
	"search": func(be compute.Backend) error {
		s, err := sssp.NearFar{}.Prepare(be, ssspgen.Grid(1, 12, 9, 40))
		if err != nil {
			return err
		}
		r, err := s.Start(sssp.Query{Source: 0, Target: graph.NoNode}, nil)
		if err != nil {
			return err
		}
		for _, err := range r.Steps(context.Background()) {
			if err != nil {
				return err
			}
		}
		return nil
	},
	"clip": func(be compute.Backend) error {
		const n = 900
		s, err := clipseq.Make("random", n, 1)
		if err != nil {
			return err
		}
		c, err := clip.Forms()[0].Prepare(be, n, true, nil)
		if err != nil {
			return err
		}
		if err := c.Write(s); err != nil {
			return err
		}
		c.Record(be)
		return nil
	},
}

// Dispatches of a sort, a search and a clip are recorded: at random moments all registers and memory are as in
// straight execution, and at the end the buffers are as after the run.
func TestSeekKernels(t *testing.T) {
	for name, run := range algorithms {
		i := onsimt.New(16)
		all := dispatches(t, i, run, func([][]uint32) {})
		rnd := rand.New(rand.NewPCG(1, 1))
		for range 6 {
			d := all[rnd.IntN(len(all))]
			r, err := i.Recording(t.Context(), d.g, d.c, d.before, simt.Recorder{Interval: 300})
			if err != nil {
				t.Fatal(err)
			}
			straight, err := i.Recording(t.Context(), d.g, d.c, d.before, simt.Recorder{Interval: 1 << 40})
			if err != nil {
				t.Fatal(err)
			}
			var moments []int64
			for range 100 {
				moments = append(moments, rnd.Int64N(r.Len()+1))
			}
			want := map[int64]uint64{}
			for _, at := range slices.Sorted(slices.Values(append(moments, r.Len()))) {
				if err := straight.Seek(t.Context(), at); err != nil {
					t.Fatal(err)
				}
				want[at] = straight.Hash()
			}
			for _, at := range append(moments, r.Len()) {
				if err := r.Seek(t.Context(), at); err != nil || r.Hash() != want[at] {
					t.Fatalf("%s, %s, moment %d of %d: %v", name, d.c.Program.Name, at, r.Len(), err)
				}
			}
			after := copies(d.before)
			if err := i.Execute(d.g, d.c, after); err != nil {
				t.Fatal(err)
			}
			if !slices.EqualFunc(sorted(distinct(after)), sorted(r.Words()), slices.Equal) {
				t.Errorf("%s, %s: the recording ends with other buffers", name, d.c.Program.Name)
			}
		}
	}
}

func distinct(buffers [][]uint32) (out [][]uint32) {
	seen := map[*uint32]bool{}
	for _, b := range buffers {
		if !seen[&b[0]] {
			seen[&b[0]] = true
			out = append(out, b)
		}
	}
	return out
}

// What a history says of 200 random words of a sort, a search and a clip is so when the dispatch is executed again:
// that invocation, at that line, makes the old value the new one. The last write is the word's contents at the
// end, and the last writer.
func TestHistory(t *testing.T) {
	for name, run := range algorithms {
		i := onsimt.New(8)
		i.Machine.Observe = simt.Observe{Writers: true}
		known := map[*uint32]*simt.History{}
		all := dispatches(t, i, run, func(buffers [][]uint32) {
			for _, b := range buffers {
				if known[&b[0]] == nil {
					known[&b[0]] = &simt.History{Buffer: b, To: len(b)}
					i.Machine.Histories = append(i.Machine.Histories, known[&b[0]])
				}
			}
		})
		histories := slices.DeleteFunc(i.Machine.Histories, func(h *simt.History) bool { return len(h.Writes) == 0 })
		rnd := rand.New(rand.NewPCG(2, 2))
		for range 200 {
			h := histories[rnd.IntN(len(histories))]
			w := h.Writes[rnd.IntN(len(h.Writes))]
			var last simt.Write
			for _, x := range h.Writes {
				if x.Word == w.Word {
					last = x
				}
			}
			if got, ok := i.Machine.Writer(h.Buffer, w.Word); !ok || got != last.Writer {
				t.Fatalf("%s: the last writer of word %d is %v, in its history %v", name, w.Word, got, last.Writer)
			}
			again(t, i, name, all[w.Dispatch-1], h, w)
		}
	}
}

// again goes to a write in a recording of its dispatch.
func again(t *testing.T, i *onsimt.Interpreter, name string, d dispatched, h *simt.History, w simt.Write) {
	t.Helper()
	r, err := i.Recording(t.Context(), d.g, d.c, d.before, simt.Recorder{})
	if err != nil {
		t.Fatal(err)
	}
	binding := slices.IndexFunc(d.buffers, func(b []uint32) bool { return &b[0] == &h.Buffer[0] })
	lane := uint8(w.Invocation % i.Subgroup)
	value := func() uint32 { return r.Buffer(simt.Slot{Binding: uint32(binding)})[w.Word] }
	// Lanes that write the word in one instruction follow each other.
	var olds, news []uint32
	isBefore := true
	for _, x := range h.Writes {
		if x.Word == w.Word && x.Dispatch == w.Dispatch && x.Workgroup == w.Workgroup && x.Line == w.Line && x.Invocation/i.Subgroup == w.Invocation/i.Subgroup {
			if isBefore {
				olds = append(olds, x.Old)
			}
			if isBefore = isBefore && x != w; !isBefore {
				news = append(news, x.New)
			}
		}
	}
	isNext := false // it may be written by the next instruction
	found, err := r.Until(t.Context(), func() bool {
		if isNext && slices.Contains(news, value()) {
			return true
		}
		m := r.Moment()
		isNext = int(m.Workgroup) == w.Workgroup && m.Subgroup == w.Invocation/i.Subgroup && m.Line == w.Line && slices.Contains(m.Lanes, lane) &&
			slices.Contains(olds, value())
		return false
	})
	if err != nil || !found {
		t.Fatalf("%s, %s: %v does not make %d of word %d %d: %v", name, d.c.Program.Name, w.Writer, w.Old, w.Word, w.New, err)
	}
}
