package simt_test

import (
	"math/rand/v2"
	"testing"

	"kernelscope/compute/simt"
)

// anyone is a scheduler that chooses at random, and stops subgroups after a few blocks.
type anyone struct{ *rand.Rand }

func (a anyone) Next(ready []simt.SubgroupAt) (int, int) { return a.IntN(len(ready)), 1 + a.IntN(6) }

// lookback is what a look-back did in some runs, of sums of 1 to 16.
type lookback struct{ wrong, recomputed int }

const lookbacks = 16

// runLookback runs a form of the look-back under random schedules.
func runLookback(t *testing.T, form string, isLate bool) (out lookback) {
	t.Helper()
	p := load(t, "late/lookback."+form+".spv", simt.Options{Subgroup: 4})
	for seed := range uint64(100) {
		m := simt.Machine{Late: isLate, Resident: 4, Scheduler: anyone{rand.New(rand.NewPCG(seed, 1))}}
		sums, recomputed := make([]uint32, lookbacks), make([]uint32, 1)
		d := simt.Dispatch{Groups: [3]int{lookbacks, 1, 1}, Buffers: map[simt.Slot][]uint32{
			{}: make([]uint32, lookbacks), {Binding: 1}: make([]uint32, lookbacks), {Binding: 2}: sums, {Binding: 3}: recomputed,
		}}
		if err := m.Run(t.Context(), p, d); err != nil {
			t.Fatal(err)
		}
		for i, sum := range sums {
			if sum != uint32((i+1)*(i+2)/2) {
				out.wrong++
			}
		}
		out.recomputed += int(recomputed[0])
	}
	return out
}

// A flag is seen before the value that was stored before it, unless a barrier orders them or both are a word. Where no store is late, all
// forms are right; without coherent and without barriers a flag is not seen before its workgroup ends.
func TestLate(t *testing.T) {
	for _, form := range []string{"plain", "volatile", "coherent", "barriers", "packed"} {
		now, late := runLookback(t, form, false), runLookback(t, form, true)
		t.Logf("%s: of %d sums %d are wrong; %d values are recomputed, %d where no store is late", form, 100*lookbacks, late.wrong, late.recomputed, now.recomputed)
		if now.wrong != 0 {
			t.Errorf("%s: %d sums are wrong, and no store is late", form, now.wrong)
		}
		if isWrong := form == "volatile" || form == "coherent"; (late.wrong > 0) != isWrong {
			t.Errorf("%s: %d sums are wrong", form, late.wrong)
		}
		if form == "plain" && late.recomputed <= now.recomputed {
			t.Errorf("plain: %d values are recomputed, and %d where no store is late", late.recomputed, now.recomputed)
		}
	}
}
