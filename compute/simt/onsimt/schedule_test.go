package onsimt_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"kernelscope/compute"
	"kernelscope/compute/host"
	"kernelscope/compute/simt"
	"kernelscope/compute/simt/onsimt"
)

// anyone is a scheduler that chooses at random, and stops subgroups after a few blocks.
type anyone struct{ *rand.Rand }

func (a anyone) Next(ready []simt.SubgroupAt) (int, int) { return a.IntN(len(ready)), 1 + a.IntN(6) }

// choice is what a scheduler returned.
type choice struct{ index, blocks int }

// recorded is a scheduler that passes on the choices of another one and keeps them.
type recorded struct {
	simt.Scheduler
	choices []choice
}

func (r *recorded) Next(ready []simt.SubgroupAt) (int, int) {
	i, blocks := r.Scheduler.Next(ready)
	r.choices = append(r.choices, choice{i, blocks})
	return i, blocks
}

// replay is a scheduler that repeats choices, and then goes in order.
type replay struct {
	choices []choice
	at      int
}

func (r *replay) Next(ready []simt.SubgroupAt) (int, int) {
	if r.at >= len(r.choices) {
		return 0, 0
	}
	c := r.choices[r.at]
	r.at++
	return min(c.index, len(ready)-1), c.blocks
}

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
			r := &recorded{Scheduler: anyone{rand.New(rand.NewPCG(seed, 10))}}
			first := record(r)
			again := record(&replay{choices: r.choices})
			if len(r.choices) < 100 || !slices.EqualFunc(first, again, slices.Equal[[]uint32]) {
				t.Errorf("%s, seed %d: after %d choices the replay differs", w.name, seed, len(r.choices))
			}
		}
	}
}

// Kernels agree with their mirrors where stores are late: their barriers suffice.
func TestLateStores(t *testing.T) {
	for _, w := range works {
		be := onsimt.New(8).Backend()
		be.Machine.Scheduler, be.Machine.Resident, be.Machine.Late = anyone{rand.New(rand.NewPCG(7, 10))}, 4, true
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
