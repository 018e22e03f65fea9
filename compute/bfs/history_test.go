package bfs

import (
	"errors"
	"testing"

	"kernelscope/internal/fault"
)

// A level that no batch reaches, as a faulty device may report, is an error before it fills the memory.
func TestHistoryEnds(t *testing.T) {
	ring := make([]uint32, 4*8)
	for _, c := range []struct {
		next, last uint32
		right      bool
	}{{0, 0, true}, {0, 8, true}, {5, 4, true}, {0, 9, false}, {5, 3, false}, {0, 1<<32 - 2, false}, {0, 1<<32 - 1, false}, {4, 1<<32 - 1, false}} {
		var a Answer
		next, err := a.history(0, c.next, c.last, ring, nil)
		if c.right && (err != nil || next != c.last+1 || len(a.History) != int(c.last+1-c.next)) {
			t.Errorf("from %d to %d: next %d, %d levels, %v", c.next, c.last, next, len(a.History), err)
		}
		if !c.right && (!errors.Is(err, fault.Wrong) || len(a.History) > 0) {
			t.Errorf("from %d to %d: %v", c.next, c.last, err)
		}
	}
}
