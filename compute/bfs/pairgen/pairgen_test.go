package pairgen_test

import (
	"slices"
	"testing"

	"kernelscope/compute/bfs/pairgen"
)

// The seed decides, and pairs are of the given nodes.
func TestRandom(t *testing.T) {
	nodes := []uint32{3, 5, 9}
	a, b := pairgen.Random(1, 100, nodes), pairgen.Random(1, 100, nodes)
	if !slices.Equal(a, b) || slices.Equal(a, pairgen.Random(2, 100, nodes)) {
		t.Error("the seed does not decide")
	}
	for _, p := range a {
		if !slices.Contains(nodes, p.Source) || !slices.Contains(nodes, p.Target) {
			t.Fatalf("%v is not of %v", p, nodes)
		}
	}
}
