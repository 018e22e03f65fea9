package onsimt_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"kernelscope/compute"
	"kernelscope/compute/host"
	"kernelscope/compute/simt"
	"kernelscope/compute/simt/onsimt"
	"kernelscope/compute/simt/schedule"
)

// Under any schedule, kernels agree with their mirrors; a schedule that is replayed gives the same
// words.
func TestSchedules(t *testing.T) {
	for seed := range uint64(3) {
		for _, w := range works[:2] {
			record := func(s simt.Scheduler) (out [][]uint32) {
				be := onsimt.New(8).Backend()
				be.Machine.Scheduler, be.Machine.Resident = s, 4
				kept := host.NewLockstepOf(t.Context(), be, func(g compute.Grid, c compute.Call, buffers [][]uint32) error {
					err := host.Mirrors(g, c, buffers)
					for _, b := range buffers {
						out = append(out, slices.Clone(b))
					}
					return err
				})
				if err := w.run(kept, rand.New(rand.NewPCG(seed, 9))); err != nil {
					t.Fatal(err)
				}
				if err := kept.Flush(t.Context()); err != nil {
					t.Errorf("%s, seed %d: %v", w.name, seed, err)
				}
				return out
			}
			r := &schedule.Recorded{Scheduler: schedule.Random(rand.New(rand.NewPCG(seed, 10)))}
			first := record(r)
			again := record(&schedule.Replay{Choices: r.Choices})
			if len(r.Choices) < 100 || !slices.EqualFunc(first, again, slices.Equal[[]uint32]) {
				t.Errorf("%s, seed %d: after %d choices the replay differs", w.name, seed, len(r.Choices))
			}
		}
	}
}

// Kernels agree with their mirrors where memory is weak: their barriers suffice.
func TestWeakMemory(t *testing.T) {
	for _, w := range works {
		be := onsimt.New(8).Backend()
		be.Machine.Scheduler, be.Machine.Resident, be.Machine.Weak = schedule.Random(rand.New(rand.NewPCG(7, 10))), 4, rand.New(rand.NewPCG(7, 11))
		l := host.NewLockstep(t.Context(), be)
		err := w.run(l, rand.New(rand.NewPCG(7, 9)))
		if err == nil {
			err = l.Flush(t.Context())
		}
		if err != nil || l.Dispatches == 0 {
			t.Errorf("%s, %d dispatches: %v", w.name, l.Dispatches, err)
		}
	}
}
