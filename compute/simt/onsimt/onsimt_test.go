package onsimt_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"kernelscope/compute/ref"
	"kernelscope/compute/scan"
	"kernelscope/compute/simt/onsimt"
	"kernelscope/compute/sorting"
)

func TestScan(t *testing.T) {
	for _, lanes := range []int{1, 4, 8, 16, 32, 64, 128} {
		be := onsimt.NewBackend(lanes)
		l := ref.NewLockstep(context.Background(), be)
		for _, n := range []int{1, 100, 5000} {
			s, err := scan.Sized(l, scan.Kind{}, n, 128)
			if err != nil {
				t.Fatal(err)
			}
			a, b := l.NewBuffer("in", n), l.NewBuffer("out", n)
			in := make([]uint32, n)
			for i := range in {
				in[i] = rand.Uint32()
			}
			l.Write(a, 0, in)
			s.Record(l, a, b, n)
			if err := l.Flush(t.Context()); err != nil {
				t.Fatal(lanes, n, err)
			}
			t.Log(lanes, n, be.Events, be.Machine.Steps)
		}
	}
}

func TestSort(t *testing.T) {
	for _, lanes := range []int{1, 4, 8, 16, 32, 64, 128} {
		be := onsimt.NewBackend(lanes)
		l := ref.NewLockstep(context.Background(), be)
		n := 20000
		s, err := sorting.Radix{}.Prepare(l, sorting.Format{}, n, nil)
		if err != nil {
			t.Fatal(err)
		}
		keys := make([]uint32, n)
		for i := range keys {
			keys[i] = rand.Uint32()
		}
		if err := s.Write(keys, nil); err != nil {
			t.Fatal(err)
		}
		s.Record(l)
		if err := l.Flush(t.Context()); err != nil {
			t.Fatal(lanes, n, err)
		}
		_ = slices.Sort[[]uint32]
		t.Log(lanes, n, be.Events, be.Machine.Steps)
	}
}
