package prepared

import (
	"context"
	"fmt"
)

// Distances are the distances from some sources to all nodes, Unreached or greater without a path: word
// node * Lanes + source.
type Distances struct {
	Words []uint32
	Lanes int
	Count int // sources
}

// nodes returns the number of nodes.
func (r Distances) nodes() int { return len(r.Words) / r.Lanes }

// of returns the distances of a node.
func (r Distances) of(v int) []uint32 { return r.Words[v*r.Lanes:][:r.Count] }

// from returns the distances from a source.
func (r Distances) from(source int) []uint32 {
	dist := make([]uint32, r.nodes())
	for v := range dist {
		dist[v] = r.Words[v*r.Lanes+source]
	}
	return dist
}

// RowRoom returns the number of trees that a RowReader should have room for: their rows are copied to the host, which
// should have the room, too.
func RowRoom(nodes, trees int) int {
	const words = 1 << 24
	return min(trees, max(minLanes, min(manyLanes, words/max(1, nodes))))
}

// ReadRows implements RowReader, for at most Lanes sources.
func (b *Batch) ReadRows(ctx context.Context, sources []uint32) (Distances, error) {
	r := Distances{make([]uint32, b.Lanes*len(b.Node)), b.Lanes, min(b.Lanes, len(sources))}
	b.Trees(sources[:r.Count])
	if err := b.be.Read(ctx, b.dist, 0, r.Words); err != nil {
		return r, fmt.Errorf("prepared: %w", err)
	}
	return r, nil
}

// ReadRows implements RowReader, for at most 8 MiB of distances, or a few trees.
func (h *HostAccess) ReadRows(_ context.Context, sources []uint32) (Distances, error) {
	const words = 1 << 21
	n := len(h.Node)
	count := min(len(sources), max(minLanes, 2*h.threads, words/n))
	r := Distances{make([]uint32, count*n), count, count}
	h.each(sources[:count], func(i int, dist []uint32) {
		for v, d := range dist {
			r.Words[v*count+i] = d
		}
	})
	return r, nil
}
