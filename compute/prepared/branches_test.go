package prepared

import (
	"context"
	"slices"
	"testing"

	"kernelscope/compute"
	"kernelscope/compute/host"
	"kernelscope/compute/sssp/ssspgen"
	"kernelscope/scene"
	"kernelscope/scene/graph"
)

// Each front is in one branch, below its first front. Branches have no more nodes than they may and, above the
// subtrees, no fewer: another branch begins only where the next front has no room.
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
		for i, b := range append(above, subtrees...) {
			nodes, most := uint32(0), c.subtree
			if i < len(above) {
				most = c.upper
			}
			for i, front := range b.fronts {
				f := &fronts.List[front]
				if of[front] != nil || i > 0 && of[f.Parent] != b {
					t.Fatalf("%+v: front %d is in two branches, or its parent is not in its own", c, front)
				}
				of[front], nodes = b, nodes+f.X
			}
			if nodes != b.nodes || len(b.fronts) > 1 && nodes > most {
				t.Errorf("%+v: a branch of %d fronts has %d nodes, said to be %d", c, len(b.fronts), nodes, b.nodes)
			}
		}
		if len(of) != len(fronts.List) || len(subtrees) == 0 || (len(above) == 0) != (c.subtree == 8192) {
			t.Errorf("%+v: %d fronts of %d, in %d branches and %d subtrees", c, len(of), len(fronts.List), len(above), len(subtrees))
		}
		isFull := map[*branch]bool{} // where a front is too large for the nodes of lesser and of its own depth
		for _, b := range above {
			f := &fronts.List[b.fronts[0]]
			if f.Parent == NoFront {
				continue
			}
			sum := f.X
			for _, i := range of[f.Parent].fronts {
				if other := &fronts.List[i]; other.Depth <= f.Depth {
					sum += other.X
				}
			}
			isFull[of[f.Parent]] = isFull[of[f.Parent]] || sum > c.upper
		}
		for b, full := range isFull {
			if !full {
				t.Errorf("%+v: a branch of %d nodes has room for another front", c, b.nodes)
			}
		}
		for _, b := range above {
			if f := fronts.List[b.fronts[0]]; f.Below <= c.subtree || f.Parent != NoFront && b.level != of[f.Parent].level+1 || c.upper == 0 && b.level != int(f.Depth) {
				t.Errorf("%+v: a branch of %d nodes at depth %d has level %d", c, f.Below, f.Depth, b.level)
			}
		}
	}
}

// Branches fit shared memory, also where a front is as large as a path.
func TestCapacity(t *testing.T) {
	for _, m := range []*scene.Map{ssspgen.Grid(4, 60, 50, 9), ssspgen.Path(200, 3), ssspgen.Star(90), clique(40)} {
		o, err := NewOrder(context.Background(), m.Graph, Making{})
		if err != nil {
			t.Fatal(err)
		}
		fronts, err := NewFronts(m.Graph, o)
		if err != nil {
			t.Fatal(err)
		}
		words := max(8, int(fronts.Longest))
		for _, shared := range []int{4 * words, 4*words + 4, 8 * words, 1 << 20} {
			d, err := NewDevice(faked{host.New(), shared}, fronts, m.Graph.Edges(), compute.Values{Subtree: 8192, Upper: 8192})
			if err != nil {
				t.Fatal(err)
			}
			for _, l := range slices.Concat(d.one.levels, d.one.subtrees, d.one.depths) {
				if 4*l.largest > shared {
					t.Errorf("%d words of distances, in %d bytes", l.largest, shared)
				}
			}
			d.Release()
		}
	}
}

// faked is a device with some shared memory.
type faked struct {
	compute.Backend
	shared int
}

func (f faked) Limits() compute.Limits {
	l := f.Backend.Limits()
	l.SharedBytes = f.shared
	return l
}

// clique is a graph with an edge from each node to each other one.
func clique(n uint32) *scene.Map {
	var arcs []graph.Arc
	for u := range n {
		for v := range n {
			if u != v {
				arcs = append(arcs, graph.Arc{Tail: u, Head: v, Time: 1 + u + v, Length: 1})
			}
		}
	}
	return ssspgen.Map(int(n), arcs)
}
