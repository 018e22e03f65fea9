package prepared

import (
	"fmt"
	"math"
	"slices"

	ref "kernelscope/compute/ref/prepared"
	"kernelscope/internal/fault"
	"kernelscope/scene/graph"
)

// Front is one separator with its boundary.
type Front = ref.Front

// Fronts are the fronts of a network in an order, with all lists that do not depend on weights.
type Fronts struct {
	*Order
	List    []Front
	Levels  []uint32 // depths+1: the first front of each depth
	RowOf   []uint32 // by node
	FrontOf []uint32 // by row
	// Of each node of each boundary: the node, its offset on the path from the root, and
	// its place in the parent's front.
	BoundaryNode, BoundaryOffset, BoundaryPlace []uint32
	// The edges, by front: the place in the front's square without a stride, and the edge.
	ArcPlace, ArcEdge []uint32
	Words             int    // of the lengths of all fronts
	Longest           uint32 // path from a root, in nodes
	Largest           uint32 // size of a front
}

// slack is the number of words after the last front that a kernel may read.
const slack = 16

// NewFronts returns the fronts of a graph. The error wraps fault.Input if the order does not
// fit the graph, and fault.Limit if fronts are too large.
func NewFronts(g *graph.Graph, o *Order) (*Fronts, error) {
	t := &Fronts{Order: o}
	if err := t.checkOrder(g.Nodes()); err != nil {
		return nil, fault.Input.Errorf("prepared: the order is not of this network: %w", err)
	}
	boundaries, err := t.boundaries(g)
	if err != nil {
		return nil, fault.Input.Errorf("prepared: the order is not of this network: %w", err)
	}
	if err := t.lay(boundaries); err != nil {
		return nil, err
	}
	t.sortEdges(g)
	return t, nil
}

// checkOrder checks the order and fills the fields that follow from it alone.
func (t *Fronts) checkOrder(nodes int) error {
	k := t.Order.Fronts()
	if len(t.Node) != nodes || len(t.First) != k+1 || t.First[0] != 0 || t.First[k] != uint32(nodes) {
		return fmt.Errorf("it has %d nodes in %d fronts, the network has %d nodes", len(t.Node), k, nodes)
	}
	t.RowOf, t.FrontOf = slices.Repeat([]uint32{none}, nodes), make([]uint32, nodes)
	for row, v := range t.Node {
		if v >= uint32(nodes) || t.RowOf[v] != none {
			return fmt.Errorf("row %d has node %d, which is in another row or does not exist", row, v)
		}
		t.RowOf[v] = uint32(row)
	}
	t.List = make([]Front, k)
	for i := range t.List {
		f := &t.List[i]
		if t.First[i] >= t.First[i+1] || t.First[i+1] > uint32(nodes) {
			return fmt.Errorf("front %d has no nodes", i)
		}
		f.Row, f.X, f.Parent = t.First[i], t.First[i+1]-t.First[i], t.Parent[i]
		if f.Parent != NoFront {
			if f.Parent >= uint32(i) {
				return fmt.Errorf("front %d is above its parent", i)
			}
			p := &t.List[f.Parent]
			f.Depth, f.Offset = p.Depth+1, p.Offset+p.X
			if p.Kids == 0 {
				p.Kid = uint32(i)
			}
			if p.Kid+p.Kids != uint32(i) {
				return fmt.Errorf("front %d is not beside its sibling", i)
			}
			p.Kids++
		}
		if i > 0 && f.Depth < t.List[i-1].Depth {
			return fmt.Errorf("front %d is not in the order of depths", i)
		}
		if i == 0 || f.Depth != t.List[i-1].Depth {
			t.Levels = append(t.Levels, uint32(i))
		}
		t.Longest = max(t.Longest, f.Offset+f.X)
		for row := f.Row; row < f.Row+f.X; row++ {
			t.FrontOf[row] = uint32(i)
		}
	}
	t.Levels = append(t.Levels, uint32(k))
	t.numberPreorder()
	return nil
}

// numberPreorder fills the preorder numbers and the sizes of subtrees.
func (t *Fronts) numberPreorder() {
	fronts := make([]uint32, len(t.List)) // of each subtree
	for i := len(t.List) - 1; i >= 0; i-- {
		f := &t.List[i]
		fronts[i]++
		f.Below += f.X
		if f.Parent != NoFront {
			fronts[f.Parent] += fronts[i]
			t.List[f.Parent].Below += f.Below
		}
	}
	next := slices.Clone(fronts) // where the next child of a front begins, relative to its own end
	root := uint32(0)
	for i := range t.List {
		f := &t.List[i]
		if f.Parent == NoFront {
			f.Pre = root
			root += fronts[i]
		} else {
			p := &t.List[f.Parent]
			f.Pre = p.End - next[f.Parent] + 1
			next[f.Parent] -= fronts[i]
		}
		f.End = f.Pre + fronts[i]
	}
}

// boundaries returns the rows of each front's boundary in order, the nearest ancestors last. Of
// the ends of every edge, one must be in an ancestor of the other's front.
func (t *Fronts) boundaries(g *graph.Graph) ([][]uint32, error) {
	lists := make([][]uint32, len(t.List))
	for i := len(t.List) - 1; i >= 0; i-- {
		f := &t.List[i]
		list := lists[i]
		touch := func(u uint32, around []uint32) error {
			for _, v := range around {
				row := t.RowOf[v]
				other := &t.List[t.FrontOf[row]]
				if other.Depth < f.Depth {
					if !other.Holds(f.Pre) {
						return fmt.Errorf("nodes %d and %d are joined, but their fronts are not on a path from a root", u, v)
					}
					list = append(list, row)
				} else if !f.Holds(other.Pre) {
					return fmt.Errorf("nodes %d and %d are joined, but their fronts are not on a path from a root", u, v)
				}
			}
			return nil
		}
		for _, u := range t.Node[f.Row : f.Row+f.X] {
			if err := touch(u, g.Head[g.FirstOut[u]:g.FirstOut[u+1]]); err != nil {
				return nil, err
			}
			if err := touch(u, g.Tail[g.FirstIn[u]:g.FirstIn[u+1]]); err != nil {
				return nil, err
			}
		}
		slices.Sort(list)
		list = slices.Compact(list)
		lists[i] = slices.Clip(list)
		f.B = uint32(len(list))
		if f.Parent != NoFront {
			above, _ := slices.BinarySearch(list, t.List[f.Parent].Row)
			lists[f.Parent] = append(lists[f.Parent], list[:above]...)
		}
	}
	return lists, nil
}

// largestFront is the largest accepted front: elimination takes cubic time, and road networks
// of 20 million nodes have fronts below 3,000.
const largestFront = 8192

// lay places the lengths of the fronts, and fills the lists of boundaries.
func (t *Fronts) lay(boundaries [][]uint32) error {
	total := uint64(0)
	for i := range t.List {
		f := &t.List[i]
		f.Base, f.Stride, f.Boundary = uint32(total), (f.Size()+3)&^3, uint32(len(t.BoundaryNode))
		total += uint64(f.Stride) * uint64(f.Size())
		if t.Largest = max(t.Largest, f.Size()); t.Largest > largestFront || total+slack > math.MaxUint32 {
			return fault.Limit.Errorf("prepared: a separator with its boundary has %d nodes, and the lengths of all have %d MiB so far; at most %d nodes and 16 GiB are possible: this is not a road network",
				f.Size(), total>>18, largestFront)
		}
		for _, row := range boundaries[i] {
			above := &t.List[t.FrontOf[row]]
			t.BoundaryNode = append(t.BoundaryNode, t.Node[row])
			t.BoundaryOffset = append(t.BoundaryOffset, above.Offset+row-above.Row)
			t.BoundaryPlace = append(t.BoundaryPlace, placeIn(&t.List[f.Parent], boundaries[f.Parent], row))
		}
	}
	t.Words = int(total) + slack
	return nil
}

// placeIn returns the place of a row among X and B of a front.
func placeIn(f *Front, boundary []uint32, row uint32) uint32 {
	if row >= f.Row {
		return row - f.Row
	}
	at, _ := slices.BinarySearch(boundary, row)
	return f.X + uint32(at)
}

// sortEdges gives each edge to the deeper front of its ends.
func (t *Fronts) sortEdges(g *graph.Graph) {
	m := g.Edges()
	t.ArcPlace, t.ArcEdge = make([]uint32, m), make([]uint32, m)
	each := func(do func(u, e uint32)) {
		for u := range uint32(g.Nodes()) {
			for e := g.FirstOut[u]; e < g.FirstOut[u+1]; e++ {
				do(u, e)
			}
		}
	}
	owner := func(u, e uint32) uint32 { return t.FrontOf[max(t.RowOf[u], t.RowOf[g.Head[e]])] }
	each(func(u, e uint32) { t.List[owner(u, e)].Arcs++ })
	next, sum := make([]uint32, len(t.List)), uint32(0)
	for i := range t.List {
		t.List[i].Arc, next[i] = sum, sum
		sum += t.List[i].Arcs
	}
	each(func(u, e uint32) {
		i := owner(u, e)
		f := &t.List[i]
		at := next[i]
		next[i]++
		t.ArcEdge[at] = e
		t.ArcPlace[at] = t.placeOf(f, u)*f.Size() + t.placeOf(f, g.Head[e])
	})
}

// placeOf returns the place of a node among X and B of a front.
func (t *Fronts) placeOf(f *Front, v uint32) uint32 {
	row := t.RowOf[v]
	if row >= f.Row {
		return row - f.Row
	}
	// A boundary is in the order of rows, and so of offsets.
	above := &t.List[t.FrontOf[row]]
	at, _ := slices.BinarySearch(t.BoundaryOffset[f.Boundary:f.Boundary+f.B], above.Offset+row-above.Row)
	return f.X + uint32(at)
}

// Depths returns the number of depths.
func (t *Fronts) Depths() int { return len(t.Levels) - 1 }

// Above returns the front at a depth that holds a row's front in its subtree, or that front
// itself where it is not as deep.
func (t *Fronts) Above(row uint32, depth int) uint32 {
	i := t.FrontOf[row]
	for int(t.List[i].Depth) > max(0, depth) {
		i = t.List[i].Parent
	}
	return i
}

// Sums returns the number of lengths that a sweep of all fronts adds to distances.
func (t *Fronts) Sums() (sum uint64) {
	for i := range t.List {
		sum += uint64(t.List[i].X) * uint64(t.List[i].B)
	}
	return sum
}
