package onsimt_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"kernelscope/compute"
	"kernelscope/compute/bfs"
	"kernelscope/compute/brackets"
	"kernelscope/compute/clip"
	"kernelscope/compute/gpu/gputest"
	"kernelscope/compute/host"
	"kernelscope/compute/prepared"
	"kernelscope/compute/scan"
	"kernelscope/compute/scatter"
	"kernelscope/compute/simt"
	"kernelscope/compute/simt/onsimt"
	"kernelscope/compute/sorting"
	"kernelscope/compute/sssp"
	"kernelscope/compute/sssp/ssspgen"
	"kernelscope/scene"
	"kernelscope/scene/clipseq"
	"kernelscope/scene/graph"
)

// works use the kernels of the packages below compute.
var works = []struct {
	name string
	run  func(be compute.Backend, rnd *rand.Rand) error
}{
	{"sorts", sorts}, {"full partitions", fullPartitions}, {"pages", pages}, {"scans", scans}, {"clips", clips}, {"clips without drawing", undrawn}, {"hops", hops}, {"paths", paths}, {"words", words}, {"brackets", ofText},
}

// Every dispatch equals its mirror, at several widths of subgroups, and no kernel does what it does not
// declare: no race, no access outside a buffer, no uninitialized read.
func TestKernels(t *testing.T) {
	for _, w := range works {
		for _, lanes := range []int{1, 8} {
			be := onsimt.New(lanes).Backend()
			be.Machine.Observe = simt.Observe{Counters: true, Uninitialized: true, Races: true}
			l := host.NewLockstep(t.Context(), be)
			err := w.run(l, rand.New(rand.NewPCG(7, uint64(lanes))))
			if err == nil {
				err = l.Flush(t.Context())
			}
			if err != nil {
				t.Errorf("%s, %d lanes, %d dispatches: %v", w.name, lanes, l.Dispatches, err)
			}
			for kernel, events := range be.Events {
				for _, e := range events {
					if be.Reason(kernel, e) == "" {
						t.Errorf("%s, %d lanes: %s: %s in %v", w.name, lanes, kernel, e.Memory, e)
					}
				}
			}
		}
	}
}

func drawn(rnd *rand.Rand, n int) []uint32 {
	out := make([]uint32, n)
	for i := range out {
		out[i] = rnd.Uint32()
	}
	return out
}

func sorts(be compute.Backend, rnd *rand.Rand) error {
	return sortsOf(be, rnd, 900, sorting.Algorithms(), nil)
}

// hardware is a backend that algorithms treat as hardware, with a queue that only computes or with one that draws.
type hardware struct {
	compute.Backend
	computeOnly bool
}

func (h hardware) Limits() compute.Limits {
	l := h.Backend.Limits()
	l.IsSoftware, l.ComputeOnly = false, h.computeOnly
	return l
}

// fullPartitions sorts as on hardware, where full partitions have code of their own and, without
// drawing, keys are beside the counters.
func fullPartitions(be compute.Backend, rnd *rand.Rand) (err error) {
	for _, computeOnly := range []bool{false, true} {
		h := hardware{be, computeOnly}
		err = errors.Join(err, sortsOf(h, rnd, 900, []sorting.Algorithm{sorting.Radix{}}, compute.Values{sorting.Workgroup: 64, sorting.Items: 3}))
	}
	return err
}

// pages sorts keys in two buffers, for which there must be subgroups.
func pages(be compute.Backend, rnd *rand.Rand) error {
	const n = 4000
	if be.Limits().Subgroup == 1 {
		return nil
	}
	s, err := sorting.Prepare(gputest.Narrow{Backend: be, Words: 3900}, sorting.Radix{}, sorting.Format{}, n, compute.Values{sorting.Workgroup: 64, sorting.Items: 32})
	if err != nil {
		return err
	}
	if err := s.Write(drawn(rnd, n), nil); err != nil {
		return err
	}
	s.Record(be)
	return nil
}

func sortsOf(be compute.Backend, rnd *rand.Rand, n int, algorithms []sorting.Algorithm, v compute.Values) error {
	for _, a := range algorithms {
		for _, f := range []sorting.Format{{}, {Type: sorting.I32}, {Type: sorting.U64}, {Type: sorting.U64, Payload: true, Descending: true}} {
			s, err := a.Prepare(be, f, n, v)
			if err != nil {
				return err
			}
			var payload []uint32
			if f.Payload {
				payload = drawn(rnd, n)
			}
			if err := s.Write(drawn(rnd, n*f.Words()), payload); err != nil {
				return err
			}
			s.Record(be)
		}
	}
	return nil
}

func scans(be compute.Backend, rnd *rand.Rand) error { return scansOf(be, rnd, 900) }

func scansOf(be compute.Backend, rnd *rand.Rand, n int) error {
	for _, k := range []scan.Kind{{}, {Inclusive: true}, {U64: true}} {
		a, b := be.NewBuffer("in", n*k.Words()), be.NewBuffer("out", n*k.Words())
		be.Write(a, 0, drawn(rnd, n*k.Words()))
		for passes := range uint32(2) {
			s, err := scan.Sized(be, k, n, compute.Values{scan.Workgroup: 32, scan.Passes: 1 + passes})
			if err != nil {
				return err
			}
			s.Record(be, a, b, n)
		}
	}
	return nil
}

func clips(be compute.Backend, _ *rand.Rand) error { return clipsOf(be, 900) }

// undrawn matches as where the queue cannot draw: boxes are in shared memory.
func undrawn(be compute.Backend, _ *rand.Rand) error {
	return clipsOf(gputest.ComputeOnly{Backend: be}, 900)
}

func clipsOf(be compute.Backend, n int) error {
	for _, f := range clip.Forms() {
		for _, boxes := range []bool{false, true} {
			for _, shape := range []string{"random", "deep"} {
				s, err := clipseq.Make(shape, n, 1)
				if err != nil {
					return err
				}
				if !boxes {
					s.Boxes = nil
				}
				c, err := f.Prepare(be, n, boxes, nil)
				if err != nil {
					return err
				}
				if err := c.Write(s); err != nil {
					return err
				}
				c.Record(be)
			}
		}
	}
	return nil
}

func hops(be compute.Backend, rnd *rand.Rand) error {
	g := ssspgen.Grid(5, 10, 8, 9).Graph
	var pairs []bfs.Pair
	for range 40 {
		pairs = append(pairs, bfs.Pair{Source: rnd.Uint32N(80), Target: rnd.Uint32N(80)})
	}
	for _, s := range bfs.Schemes() {
		for _, form := range []bfs.Form{bfs.Hubs, bfs.Roads} {
			b, err := bfs.New(be, g, form)
			if err != nil {
				return err
			}
			if _, err := b.Search(context.Background(), pairs, bfs.Options{Scheme: s}); err != nil && form == bfs.Hubs {
				return err
			}
		}
	}
	return nil
}

func paths(be compute.Backend, _ *rand.Rand) error {
	m := ssspgen.Grid(1, 12, 9, 40)
	for _, a := range sssp.Algorithms() {
		if err := search(be, a, m, graph.NoNode, 107); err != nil {
			return err
		}
	}
	return nil
}

// search searches from node 0 to some targets.
func search(be compute.Backend, a sssp.Algorithm, m *scene.Map, targets ...uint32) error {
	s, err := a.Prepare(be, m)
	if err != nil {
		return err
	}
	for _, target := range targets {
		r, err := s.Start(sssp.Query{Source: 0, Target: target}, nil)
		if err != nil {
			return err
		}
		for _, err := range r.Steps(context.Background()) {
			if err != nil {
				return err
			}
		}
		r.Observe(be)
		r.Release()
	}
	return nil
}

// ofText reads a text of three partitions or more with escapes across their borders, with more backslashes than are counted,
// and with a comment.
func ofText(be compute.Backend, _ *rand.Rand) error {
	text := []byte(`[{"a\\\"]": "` + strings.Repeat(`\`, 20_000) + `"}, // ]` + "\n" + strings.Repeat(`["\\"]`, 3000) + `"`)
	t, err := brackets.New(be, len(text), 0)
	if err != nil {
		return err
	}
	t.Write(text)
	f, err := t.Count(context.Background())
	if err != nil {
		return err
	}
	if err := t.Into(be.NewBuffer("elements", f.Brackets), f.Brackets); err != nil {
		return err
	}
	return t.Steps[1].Parts.Run(context.Background(), be)
}

func words(be compute.Backend, rnd *rand.Rand) error {
	m := compute.Memory{Backend: be}
	to := be.NewBuffer("to", 5000)
	var pairs []uint32
	for _, at := range rnd.Perm(5000)[:2000] {
		pairs = append(pairs, uint32(at), rnd.Uint32())
	}
	scatter.New(&m).Write(to, pairs)
	states := be.NewBuffer("states", 5000)
	prepared.States(be, to, states, false)
	prepared.States(be, to, states, true)
	return nil
}
