package oracle_test

import (
	"context"
	"slices"
	"testing"

	"kernelscope/compute/oracle"
	"kernelscope/scene/graph"
)

func TestBFS(t *testing.T) {
	const none = graph.Unreached
	// 0 → 1 → 2 → 0, 1 → 3, 4 → 4, twice 2 → 3
	first, head := []uint32{0, 1, 3, 6, 6, 7}, []uint32{1, 2, 3, 0, 3, 3, 4}
	for source, want := range [][]uint32{{0, 1, 2, 2, none}, {2, 0, 1, 1, none}, {1, 2, 0, 1, none}, {none, none, none, 0, none}, {none, none, none, none, 0}} {
		if got := oracle.BFS(first, head, uint32(source)); !slices.Equal(got, want) {
			t.Errorf("from %d: %v, want %v", source, got, want)
		}
	}
	got, err := oracle.BFSLengths(context.Background(), first, head, []uint32{2, 0, 3, 2}, []uint32{1, 3, 0, 2})
	if want := []uint32{2, 2, none, 0}; err != nil || !slices.Equal(got, want) {
		t.Errorf("%v, %v, want %v", got, err, want)
	}
}
