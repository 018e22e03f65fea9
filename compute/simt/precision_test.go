package simt_test

import (
	"slices"
	"testing"

	"kernelscope/compute/simt"
	"kernelscope/compute/simt/gen"
)

// Following precision and keeping names changes no result.
func TestOptionsSame(t *testing.T) {
	for seed := range uint64(60) {
		m, err := simt.Load(gen.Draw(seed, true).SPIRV())
		if err != nil {
			t.Fatal(err)
		}
		var want [][]uint32
		for _, o := range []simt.Options{{}, {Precision: true}, {Names: true}} {
			o.Subgroup = 8
			p, err := m.Compile(o)
			if err != nil {
				t.Fatal(err)
			}
			_, d := generated(t, seed, 8)
			machine := simt.Machine{Observe: everything}
			if err := machine.Run(t.Context(), p, d); err != nil {
				t.Fatal(err)
			}
			got := sorted(contents(d))
			if want == nil {
				want = got
			}
			if !slices.EqualFunc(got, want, slices.Equal) {
				t.Errorf("program %d, %+v: other results", seed, o)
			}
			for _, e := range machine.Events() {
				t.Errorf("program %d, %+v: %v", seed, o, e)
			}
		}
	}
}
