package prepared

import (
	"context"
	"testing"

	"kernelscope/compute/sssp/ssspgen"
)

// Each front is in one branch, below its first front; branches above subtrees have as many nodes as they may, and
// follow those that they hang from.
func TestBranches(t *testing.T) {
	m := ssspgen.Grid(4, 60, 50, 9)
	o, err := NewOrder(context.Background(), m.Graph, Making{Places: PlacesOf(m)})
	if err != nil {
		t.Fatal(err)
	}
	fronts, err := NewFronts(m.Graph, o)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ subtree, upper uint32 }{{1, 0}, {1, 100}, {60, 0}, {60, 100}, {60, 8192}, {8192, 100}} {
		above, subtrees := fronts.branchesOf(c.subtree, c.upper)
		of := map[uint32]*branch{}
		for _, b := range append(above, subtrees...) {
			nodes := uint32(0)
			for i, front := range b.fronts {
				f := &fronts.List[front]
				if of[front] != nil || i > 0 && of[f.Parent] != b {
					t.Fatalf("%+v: front %d is in two branches, or its parent is not in its own", c, front)
				}
				of[front], nodes = b, nodes+f.X
			}
			if nodes != b.nodes || len(b.fronts) > 1 && nodes > max(c.subtree, c.upper) {
				t.Errorf("%+v: a branch of %d fronts has %d nodes, said to be %d", c, len(b.fronts), nodes, b.nodes)
			}
		}
		if len(of) != len(fronts.List) || len(subtrees) == 0 || (len(above) == 0) != (c.subtree == 8192) {
			t.Errorf("%+v: %d fronts of %d, in %d branches and %d subtrees", c, len(of), len(fronts.List), len(above), len(subtrees))
		}
		for _, b := range above {
			if f := fronts.List[b.fronts[0]]; f.Below <= c.subtree || f.Parent != NoFront && b.level != of[f.Parent].level+1 || c.upper == 0 && b.level != int(f.Depth) {
				t.Errorf("%+v: a branch of %d nodes at depth %d has level %d", c, f.Below, f.Depth, b.level)
			}
		}
	}
}
