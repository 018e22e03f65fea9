package onsimt_test

import (
	"math/rand/v2"
	"testing"

	"kernelscope/compute"
	"kernelscope/compute/host"
	"kernelscope/compute/scan"
	"kernelscope/compute/simt/onsimt"
	"kernelscope/compute/sorting"
)

// A scan and a sort equal their mirrors, dispatch by dispatch, at every width of a subgroup.
func TestWidths(t *testing.T) {
	for _, lanes := range []int{1, 4, 8, 16, 32, 64, 128} { // kernels allow no subgroup of 2
		be := onsimt.New(lanes).Backend()
		l := host.NewLockstep(t.Context(), be)
		const n = 5000
		words := make([]uint32, n)
		for i := range words {
			words[i] = rand.Uint32()
		}
		s, err := scan.Sized(l, scan.Kind{}, n, compute.Values{scan.Workgroup: 128})
		if err != nil {
			t.Fatal(err)
		}
		a, b := l.NewBuffer("in", n), l.NewBuffer("out", n)
		l.Write(a, 0, words)
		s.Record(l, a, b, n)
		r, err := sorting.Radix{}.Prepare(l, sorting.Format{}, n, nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := r.Write(words, nil); err != nil {
			t.Fatal(err)
		}
		r.Record(l)
		if err := l.Flush(t.Context()); err != nil || l.Dispatches < 7 {
			t.Errorf("%d lanes, %d dispatches: %v %v", lanes, l.Dispatches, err, be.Events)
		}
		if len(be.Events) > 0 {
			t.Errorf("%d lanes: %v", lanes, be.Events)
		}
	}
}
