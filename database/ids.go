//go:build duckdb

package database

import (
	"math/bits"
	"runtime"
	"sync"

	"kernelscope/compute/bfs"
)

// ids numbers the nodes of a graph by the ids that the database has for them: a hash
// table with linear probing, at most half full.
type ids struct {
	list  []int64 // by node, ascending
	cells []cell
	shift int
}

// cell is a place of the table; node is one more than the node, zero in an empty one.
type cell struct {
	id   int64
	node uint32
}

// newIDs numbers different ids in their order.
func newIDs(list []int64) ids {
	size := bits.Len(uint(2*len(list) + 1))
	t := ids{list: list, cells: make([]cell, 1<<size), shift: 64 - size}
	for node, id := range list {
		at := t.start(id)
		for t.cells[at].node != 0 {
			at = (at + 1) & (len(t.cells) - 1)
		}
		t.cells[at] = cell{id, uint32(node) + 1}
	}
	return t
}

// start is where to look for an id first (D. Knuth's multiplication by the golden ratio).
func (t *ids) start(id int64) int { return int(uint64(id) * 0x9e3779b97f4a7c15 >> t.shift) }

// node returns the node of an id, or what none names.
func (t *ids) node(id int64, none uint32) uint32 {
	for at := t.start(id); ; at = (at + 1) & (len(t.cells) - 1) {
		switch c := t.cells[at]; {
		case c.node == 0:
			return none
		case c.id == id:
			return c.node - 1
		}
	}
}

// nodes returns the number of nodes, with the two that stand for ids without edges.
func (t *ids) nodes() int { return len(t.list) + 2 }

// pairs turns ids into nodes. A source that no edge names is the first node without
// edges, and a target the second, unless it is its source.
func (t *ids) pairs(src, dst []int64) []bfs.Pair {
	out := make([]bfs.Pair, len(src))
	inParts(len(src), 1<<14, func(from, to int) { t.turn(out[from:to], src[from:to], dst[from:to]) })
	return out
}

// all turns the ids of collected rows into nodes.
func (t *ids) all(out []bfs.Pair, rows *collected) {
	inParts(len(rows.chunks), 8, func(from, to int) {
		for k := from; k < to; k++ {
			t.turn(out[rows.first[k]:], rows.chunks[k][0], rows.chunks[k][1])
		}
	})
}

func (t *ids) turn(out []bfs.Pair, src, dst []int64) {
	n := uint32(len(t.list))
	for i := range src {
		out[i] = bfs.Pair{Source: t.node(src[i], n), Target: t.node(dst[i], n+1)}
		if src[i] == dst[i] {
			out[i].Target = out[i].Source
		}
	}
}

// inParts divides the numbers below n among all cores, at least some to each.
func inParts(n, least int, do func(from, to int)) {
	parts := max(1, min(runtime.GOMAXPROCS(0), n/least))
	var wait sync.WaitGroup
	for p := range parts {
		wait.Go(func() { do(n*p/parts, n*(p+1)/parts) })
	}
	wait.Wait()
}
