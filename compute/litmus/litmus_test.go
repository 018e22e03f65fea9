package litmus_test

import (
	"math/rand/v2"
	"os"
	"testing"

	"kernelscope/compute/litmus"
	"kernelscope/compute/simt/onsimt"
	"kernelscope/compute/simt/schedule"
)

// interpreted runs a variant on the interpreter, under random schedules.
func interpreted(t *testing.T, v litmus.Variant, isWeak bool, dispatches int) litmus.Count {
	t.Helper()
	i := onsimt.New(4)
	i.Machine.Resident, i.Machine.Fine = 16, true
	i.Machine.Scheduler = schedule.Random(rand.New(rand.NewPCG(1, 1)))
	if isWeak {
		i.Machine.Weak = rand.New(rand.NewPCG(1, 2))
	}
	c, err := litmus.Run(t.Context(), i.Backend(), v, 64, 16, dispatches, 1)
	if err != nil {
		t.Fatal(v, err)
	}
	return c
}

// On the interpreter, each outcome that Vulkan permits occurs, and none that it forbids.
func TestInterpreter(t *testing.T) {
	dispatches := 200
	if os.Getenv("KERNELSCOPE_LONG") != "" {
		dispatches = 16000 // a million instances
	}
	for _, v := range litmus.Variants() {
		t.Run(v.String(), func(t *testing.T) {
			t.Parallel()
			c := interpreted(t, v, true, dispatches)
			if c.Others > 0 || v.Forbids() == (c.Weak > 0) {
				t.Errorf("%s in %d of %d instances, forbidden: %v; %d without an explanation", v.Outcome, c.Weak, c.Instances, v.Forbids(), c.Others)
			}
			t.Logf("%d of %d", c.Weak, c.Instances)
		})
	}
}

// Without weak memory, each outcome has an order of all accesses.
func TestConsistent(t *testing.T) {
	for _, v := range litmus.Variants() {
		if c := interpreted(t, v, false, 100); c.Weak > 0 || c.Others > 0 {
			t.Errorf("%v: %s in %d of %d instances", v, v.Outcome, c.Weak, c.Instances)
		}
	}
}
