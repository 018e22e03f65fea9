package prepared_test

import (
	"context"
	"errors"
	"sync"
	"testing"

	"kernelscope/compute/prepared"
	"kernelscope/compute/sssp/ssspgen"
)

// The fronts of a network are made once, whatever its weights are; those of
// another network are others.
func TestRecent(t *testing.T) {
	var r prepared.Recent
	m := ssspgen.Grid(1, 9, 9, 40)
	first, err := r.Fronts(t.Context(), m)
	if err != nil {
		t.Fatal(err)
	}
	other := m.Reweighed([]uint32{3}, func(uint32) uint32 { return 77 })
	var wait sync.WaitGroup
	for range 4 {
		wait.Go(func() {
			if second, err := r.Fronts(t.Context(), other); err != nil || second != first {
				t.Errorf("by other weights the fronts are made again: %v", err)
			}
		})
	}
	wait.Wait()
	if f, err := r.Fronts(t.Context(), ssspgen.Grid(1, 8, 9, 40)); err != nil || f == first || len(f.Node) != 72 {
		t.Errorf("of another network: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := r.Fronts(ctx, ssspgen.Grid(1, 60, 60, 40)); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	if second, err := r.Fronts(t.Context(), m); err != nil || second != first {
		t.Errorf("after others they are made again: %v", err)
	}
}
