package bfs

import (
	"cmp"
	"math/bits"
	"slices"
)

// Orders of columns: which searches share a sweep.
const (
	given         = 1 + iota // as their first pairs come
	neighbourhood            // sources that are close to each other
	groupBy                  // sources of similar outdegree with the same hub as a neighbour
)

// arrangeColumns returns the columns of the given sources in another order.
func (b *Graph) arrangeColumns(order uint32, sources []uint32, d *direction) []uint32 {
	columns := make([]uint32, len(sources))
	for i := range columns {
		columns[i] = uint32(i)
	}
	switch order {
	case neighbourhood:
		rank := b.neighbourhoods()
		slices.SortFunc(columns, func(i, j uint32) int { return cmp.Compare(rank[sources[i]], rank[sources[j]]) })
	case groupBy:
		key := make([]uint64, len(sources))
		for i, v := range sources {
			key[i] = uint64(bits.Len32(d.degree(v)))<<32 | uint64(d.hub(v))
		}
		slices.SortStableFunc(columns, func(i, j uint32) int { return cmp.Compare(key[i], key[j]) })
	}
	return columns
}

func (d *direction) degree(v uint32) uint32 { return d.first[v+1] - d.first[v] }

// hub returns the neighbour of most edges (H. Liu, H. Huang, Y. Hu, "iBFS", SIGMOD 2016,
// section 5: searches that reach the same hub share what comes after it), or the node itself.
func (d *direction) hub(v uint32) uint32 {
	hub, most := v, uint32(0)
	for _, w := range d.head[d.first[v]:d.first[v+1]] {
		if degree := d.degree(w); degree > most {
			hub, most = w, degree
		}
	}
	return hub
}

// neighbourhoods numbers the places so that neighbours have similar numbers. The form Roads has
// that already; otherwise the order is that of breadth-first searches along edges in both
// directions.
func (b *Graph) neighbourhoods() []uint32 {
	if b.near != nil {
		return b.near
	}
	b.near = make([]uint32, b.Nodes)
	if b.Form == Roads {
		for v := range b.near {
			b.near[v] = uint32(v)
		}
		return b.near
	}
	found := make([]bool, b.Nodes)
	queue := make([]uint32, 0, b.Nodes)
	for root := range uint32(b.Nodes) {
		if found[root] {
			continue
		}
		found[root] = true
		at := len(queue)
		for queue = append(queue, root); at < len(queue); at++ {
			u := queue[at]
			b.near[u] = uint32(at)
			for _, d := range []*direction{b.out, b.in} {
				for _, v := range d.head[d.first[u]:d.first[u+1]] {
					if !found[v] {
						found[v] = true
						queue = append(queue, v)
					}
				}
			}
		}
	}
	return b.near
}
