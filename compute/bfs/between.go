package bfs

import (
	"context"
	"math"
	"math/rand/v2"

	"kernelscope/compute"
	ref "kernelscope/compute/ref/bfs"
)

// Betweenness returns the betweenness centrality of each node (U. Brandes, 2001): over all pairs of
// other nodes, the share of their shortest paths that lead over it. Each direction of a pair
// counts, so in a symmetric graph the number is twice as large as for undirected pairs. With fewer
// samples than nodes, and more than zero, it is estimated from that number of sources, drawn by a
// seed without repetition, and scaled. Numbers of paths have 24 bits, of any magnitude.
func (b *Graph) Betweenness(ctx context.Context, samples int, seed uint64) ([]float64, error) {
	sources := b.Sample(samples, seed)
	out, err := b.BetweennessFrom(ctx, sources, nil)
	for v := range out {
		out[v] *= float64(b.Nodes) / float64(len(sources))
	}
	return out, err
}

// Sample draws distinct nodes by a seed; it returns all nodes if n is zero or not less than
// their number.
func (b *Graph) Sample(n int, seed uint64) []uint32 {
	nodes := make([]uint32, 0, b.Nodes)
	for _, v := range rand.New(rand.NewPCG(seed, 7)).Perm(b.Nodes) {
		nodes = append(nodes, uint32(v))
	}
	if n > 0 && n < b.Nodes {
		return nodes[:n]
	}
	return nodes
}

// BetweennessFrom returns the contribution of shortest paths from some sources, which are
// distinct, to the betweenness of each node. After each batch it calls tell, unless nil, with
// the number of finished sources, in their order, and stops if tell returns false.
func (b *Graph) BetweennessFrom(ctx context.Context, sources []uint32, tell func(done int) (more bool)) ([]float64, error) {
	out := make([]float64, b.Nodes)
	var alive []uint32 // places; nodes without edges depend on none
	var ends []int     // sources done with each of them
	for i, s := range sources {
		if p := b.place[s]; int(p) < b.live {
			alive, ends = append(alive, p), append(ends, i+1)
		}
	}
	if len(alive) == 0 {
		return out, nil
	}
	t, err := b.newTree(len(alive), true)
	if err != nil {
		return nil, err
	}
	defer t.memory.Release()
	sums := make([]float64, b.live)
	words := make([]uint32, b.live)
	for first := 0; first < len(alive); first += t.columns {
		end := min(len(alive), first+t.columns)
		if err := t.grow(ctx, pathsWeigh, [2]uint32{math.Float32bits(0.5), 1}, alive[first:end]); err != nil {
			return nil, err
		}
		if err := t.addUp(ctx); err != nil {
			return nil, err
		}
		if err := b.memory.Backend.Read(ctx, t.totals, 0, words); err != nil {
			return nil, err
		}
		for v, w := range words {
			sums[v] += float64(math.Float32frombits(w))
		}
		if tell != nil && !tell(ends[end-1]) {
			break
		}
	}
	for v, p := range b.place {
		if int(p) < b.live {
			out[v] = sums[p]
		}
	}
	return out, nil
}

// addUp computes the dependencies of all sources and sums them per node.
func (t *tree) addUp(ctx context.Context) error {
	be := t.memory.Backend
	be.Fill(t.depend, 0, t.depend.Len(), 0)
	for level := int(t.deepest) - 1; level > 0; level-- {
		depend.Dispatch(be, t.live*t.columns, ref.Depend[compute.Buffer]{First: t.out.onDevice.first, Head: t.out.onDevice.head,
			Levels: t.levels, Paths: t.paths, Depend: t.depend, Nodes: uint32(t.live), Columns: uint32(t.columns), Level: uint32(level)})
		if level%int(t.batch) == 0 {
			if err := be.Flush(ctx); err != nil {
				return err
			}
		}
	}
	dependSums.Dispatch(be, t.live, ref.DependSums[compute.Buffer]{Levels: t.levels, Depend: t.depend, Sums: t.totals, Nodes: uint32(t.live), Columns: uint32(t.columns)})
	return nil
}
