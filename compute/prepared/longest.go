package prepared

import (
	"slices"

	"kernelscope/internal/fault"
	"kernelscope/scene/graph"
)

// Bound is an upper bound of the distances of a graph whose weights change.
type Bound struct {
	most    uint64
	weight  []uint32
	detours detours
}

// NewBound returns the bound of a graph. The error wraps fault.Limit if a distance may exceed
// 30 bits.
func NewBound(g *graph.Graph) (*Bound, error) {
	b := &Bound{weight: slices.Clone(g.Weight)}
	return b, b.find(g)
}

// find computes the bound again.
func (b *Bound) find(g *graph.Graph) error {
	if b.most = longestDistance(g); b.most >= Unreached {
		return fault.Limit.Errorf("prepared: a distance may be %d, and only those below %d can be computed: choose a coarser unit of weights, or another search", b.most, Unreached)
	}
	return nil
}

// Change updates the bound for new weights of some edges. No distance grows by more than their sum,
// and by closed or opened roads no more than the detours around them; if that bound is too weak, it
// is computed again. It fails as NewBound does.
func (b *Bound) Change(g *graph.Graph, edges []uint32) error {
	grown := b.most
	var changed []uint32 // closed or opened
	for _, e := range edges {
		was, is := b.weight[e], g.Weight[e]
		b.weight[e] = is
		switch {
		case (was == graph.Closed) != (is == graph.Closed):
			changed = append(changed, e)
		default:
			grown += uint64(is) - uint64(min(was, is))
		}
	}
	ok := b.most < Unreached
	if ok && len(changed) > 0 {
		var longer uint64
		longer, ok = b.detours.grow(g, changed)
		grown += longer
	}
	if !ok || grown >= Unreached {
		return b.find(g)
	}
	b.most = grown
	return nil
}

// longestDistance returns a number that no distance exceeds: from the sum of weights or,
// where that says too little, from a tree of paths from and to one node of each strongly
// connected component. It takes a few passes over the edges.
func longestDistance(g *graph.Graph) uint64 {
	bound := g.LongestPath()
	if bound < Unreached {
		return bound
	}
	open := withoutClosed(g)
	within := make([]uint64, open.Components)
	seen := make([]bool, open.Components)
	t := trees{dist: make([]uint64, open.Nodes()), seen: make([]bool, open.Nodes())}
	for v, c := range open.Component {
		if !seen[c] {
			seen[c] = true
			within[c] = t.deepest(open, uint32(v), open.FirstOut, open.Head, nil) + t.deepest(open, uint32(v), open.FirstIn, open.Tail, open.InEdge)
		}
	}
	// A component has a smaller number than those with edges to it.
	nodes := make([][]uint32, open.Components)
	for v, c := range open.Component {
		nodes[c] = append(nodes[c], uint32(v))
	}
	most := uint64(0)
	for c, list := range nodes {
		onward := uint64(0)
		for _, u := range list {
			for e := open.FirstOut[u]; e < open.FirstOut[u+1]; e++ {
				if to := open.Component[open.Head[e]]; to != uint32(c) {
					onward = max(onward, uint64(open.Weight[e])+within[to])
				}
			}
		}
		within[c] += onward
		most = max(most, within[c])
	}
	return min(bound, most)
}

// withoutClosed is the graph of the edges that can be used.
func withoutClosed(g *graph.Graph) *graph.Graph {
	out := &graph.Graph{FirstOut: make([]uint32, g.Nodes()+1)}
	for u := range g.Nodes() {
		for e := g.FirstOut[u]; e < g.FirstOut[u+1]; e++ {
			if g.Weight[e] != graph.Closed {
				out.Head, out.Weight = append(out.Head, g.Head[e]), append(out.Weight, g.Weight[e])
			}
		}
		out.FirstOut[u+1] = uint32(len(out.Head))
	}
	out.Complete()
	return out
}

// trees are breadth-first trees: their paths are not shorter than the shortest ones.
type trees struct {
	dist  []uint64
	seen  []bool
	queue []uint32
}

// deepest returns the length of the longest path of the tree from a node within its
// component, along edges or against them.
func (t *trees) deepest(g *graph.Graph, from uint32, first, other, edge []uint32) (most uint64) {
	t.queue = append(t.queue[:0], from)
	t.dist[from], t.seen[from] = 0, true
	for at := 0; at < len(t.queue); at++ {
		u := t.queue[at]
		most = max(most, t.dist[u])
		for k := first[u]; k < first[u+1]; k++ {
			v, e := other[k], k
			if edge != nil {
				e = edge[k]
			}
			if g.Component[v] == g.Component[u] && !t.seen[v] {
				t.seen[v], t.dist[v] = true, t.dist[u]+uint64(g.Weight[e])
				t.queue = append(t.queue, v)
			}
		}
	}
	for _, v := range t.queue {
		t.seen[v] = false
	}
	return most
}
