package bfs

import (
	"errors"
	"testing"

	"kernelscope/internal/fault"
)

// A device that counts levels wrongly ends a search with an error, and not the memory of the host.
func TestWrongLevels(t *testing.T) {
	ring := make([]uint32, 4*8)
	for _, c := range []struct {
		next, last uint32
		isWrong    bool
	}{{0, 0, false}, {3, 11, false}, {5, 4, false}, {3, 12, true}, {0, 1 << 31, true}, {7, 1<<32 - 1, true}} {
		a := Answer{}
		next, err := a.history(0, c.next, c.last, ring, nil)
		if errors.Is(err, fault.Wrong) != c.isWrong || err == nil && next != c.last+1 {
			t.Errorf("from level %d to %d: %d, %v", c.next, c.last, next, err)
		}
	}
}
