package session

import (
	"slices"
	"testing"

	"kernelscope/scene/graph"
)

// What Dijkstra's algorithm needs by a mark are the edges out of nodes nearer than what is
// final there, and at the end all that it relaxes.
func TestSettle(t *testing.T) {
	g := &graph.Graph{FirstOut: []uint32{0, 2, 3, 7, 8, 9}} // degrees 2, 1, 4, 1, 1
	dist := []uint32{0, 5, 5, 9, graph.Unreached}
	marks := []Mark{{Final: 0}, {Final: 5}, {Final: 6}, {Final: 20}}
	needed := make([]uint64, len(marks))
	settle(g, dist, marks, 8, needed)
	if want := []uint64{0, 2, 7, 8}; !slices.Equal(needed, want) {
		t.Errorf("got %v, want %v", needed, want)
	}
	clear(needed)
	settle(g, dist, marks, 6, needed) // a target ended it before
	if want := []uint64{0, 2, 6, 6}; !slices.Equal(needed, want) {
		t.Errorf("got %v, want %v", needed, want)
	}
}
