package gen_test

import (
	"testing"

	"kernelscope/compute/simt"
	"kernelscope/compute/simt/gen"
)

// A dispatch of many workgroups allocates no more than one of a single workgroup: no instruction does.
func TestAllocatesNothing(t *testing.T) {
	for seed := range uint64(100) {
		p := gen.Draw(seed, true)
		m, err := simt.Load(p.SPIRV())
		if err != nil {
			t.Fatal(err)
		}
		program, err := m.Compile(simt.Options{Subgroup: 16})
		if err != nil {
			t.Fatal(err)
		}
		const most = 20
		machine := simt.Machine{Observe: simt.Observe{Counters: true}}
		d := simt.Dispatch{Push: make([]uint32, gen.PushWords), Buffers: map[simt.Slot][]uint32{}}
		for binding := range uint32(4) {
			d.Buffers[simt.Slot{Binding: binding}] = make([]uint32, most*p.Size[0]*p.Size[1]*gen.Stride)
		}
		allocations := func(groups int) float64 {
			d.Groups = [3]int{groups, 1, 1}
			return testing.AllocsPerRun(2, func() {
				for _, words := range d.Buffers { // runs are the same
					clear(words)
				}
				if err := machine.Run(t.Context(), program, d); err != nil {
					t.Fatal(err)
				}
			})
		}
		allocations(most) // makes what is kept
		if one, many := allocations(1), allocations(most); many > one {
			t.Errorf("program %d: %v allocations in a workgroup, %v in %d", seed, one, many, most)
		}
	}
}
