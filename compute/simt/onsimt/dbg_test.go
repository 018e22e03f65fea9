package onsimt_test

import (
	"testing"
	"time"
	"math/rand/v2"

	"kernelscope/compute/clip"
	"kernelscope/compute/ref"
	"kernelscope/compute/scan"
	"kernelscope/compute/simt"
	"kernelscope/compute/simt/onsimt"
	"kernelscope/compute/sorting"
	"kernelscope/compute/sssp"
	"kernelscope/compute/sssp/ssspgen"
	"kernelscope/scene/graph"
)

func TestDbg(t *testing.T) {
	_ = clip.Programs
	for _, o := range []simt.Observe{{}, {Counters: true}, {Uninitialized: true}, {Races: true}, {Writers: true}, {Counters: true, Uninitialized: true, Races: true, Writers: true}} {
		be := onsimt.NewBackend(32)
		be.Machine.Observe = o
		n := 1 << 16
		keys := make([]uint32, n)
		for i := range keys {
			keys[i] = rand.Uint32()
		}
		r, err := sorting.Radix{}.Prepare(be, sorting.Format{}, n, nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Write(keys, nil)
		start := time.Now()
		r.Record(be)
		if err := be.Flush(t.Context()); err != nil {
			t.Fatal(err)
		}
		d := time.Since(start)
		t.Logf("%+v: %v, %d steps, %.0f M/s", o, d, be.Machine.Steps, float64(be.Machine.Steps)/d.Seconds()/1e6)
		for k, e := range be.Events {
			t.Log(k, e)
		}
	}
	be := onsimt.NewBackend(32)
	be.Machine.Observe = simt.Observe{Counters: true, Uninitialized: true, Races: true, Writers: true}
	_ = ref.Mirrors
	s, _ := scan.Sized(be, scan.Kind{}, 5000, 128)
	a, b := be.NewBuffer("in", 5000), be.NewBuffer("out", 5000)
	s.Record(be, a, b, 5000)
	m := ssspgen.Grid(1, 30, 20, 40)
	for _, alg := range sssp.Algorithms() {
		p, err := alg.Prepare(be, m)
		if err != nil {
			t.Log(alg, err)
			continue
		}
		run, err := p.Start(sssp.Query{Source: 0, Target: graph.NoNode}, nil)
		if err != nil {
			t.Log(err)
			continue
		}
		for range run.Steps(t.Context()) {
		}
	}
	for k, e := range be.Events {
		for _, x := range e {
			t.Log(k, x)
		}
	}
}
