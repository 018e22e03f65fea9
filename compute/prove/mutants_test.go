package prove_test

import (
	"context"
	"strings"
	"testing"

	"kernelscope/compute/prove"
	"kernelscope/compute/simt"
	"kernelscope/compute/simt/onsimt"
	"kernelscope/shaders"
)

// Mutants are modules that can be loaded, each with another fault.
func TestMutants(t *testing.T) {
	faults := map[string]int{}
	for _, kernel := range []string{"scan_add", "sssp_relax", "radix_pass", "sssp_frontier_resident"} {
		code, err := shaders.SPIRV(kernel+".comp", false)
		if err != nil {
			t.Fatal(err)
		}
		all, err := prove.Mutants(code)
		if err != nil || len(all) < 20 {
			t.Fatal(kernel, len(all), err)
		}
		for i, m := range all {
			if m.What == prove.LostTail {
				continue
			}
			faults[m.What]++
			if isMemory := strings.HasSuffix(m.What, "is not coherent"); m.Code == code || m.At.Line == 0 && !isMemory || i > 0 && all[i-1].What == m.What && all[i-1].At == m.At {
				t.Errorf("%s: mutant %d, %v: %s, is none", kernel, i, m.At, m.What)
			}
			if _, err := simt.Load(m.Code); err != nil {
				t.Errorf("%s, %v: %s: %v", kernel, m.At, m.What, err)
			}
		}
	}
	for _, what := range []string{"no barrier", "a memory barrier of the workgroup", "Told is not coherent", "an atomic is plain", "< is <=", "+ is -", "& is |", "== is !="} {
		if faults[what] == 0 {
			t.Errorf("no mutant has the fault %q: %v", what, faults)
		}
	}
	if _, err := prove.Mutants("no module"); err == nil {
		t.Error("text has mutants")
	}
}

// Work that is never done fails after a number of dispatches.
func TestTooManyDispatches(t *testing.T) {
	once := lookback(t, "barriers")
	o, err := prove.TryWithin(t.Context(), 0, prove.Bounds{Dispatches: 100, Steps: 1 << 30}, func(ctx context.Context, i *onsimt.Interpreter) (err error) {
		for err == nil {
			if err = once(ctx, i); err == nil {
				err = ctx.Err()
			}
		}
		return err
	})
	if err != nil || o.Err == nil || !strings.Contains(o.Err.Error(), "more than 100 dispatches") {
		t.Errorf("%v, %v", err, o.Err)
	}
}
