//go:build duckdb

package database

import (
	"maps"
	"math/bits"
	"runtime"
	"slices"
	"sync"

	"kernelscope/compute/bfs"
)

// ids numbers the nodes of a graph by their ids in the database. It is a hash table with linear
// probing that is at most half full.
type ids struct {
	list  []int64 // id of each node, ascending
	cells []cell
	shift int
}

// cell is an entry of the table. node is the number of the node plus one, zero in an empty cell.
type cell struct {
	id   int64
	node uint32
}

// distinct returns the values of columns in ascending order, each once.
func distinct(columns [][]int64) []int64 {
	seen := map[int64]struct{}{}
	for _, column := range columns {
		for _, id := range column {
			seen[id] = struct{}{}
		}
	}
	return slices.Sorted(maps.Keys(seen))
}

// newIDs numbers distinct ids in order.
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

// start returns the first cell to probe for an id (D. Knuth's multiplicative hashing by the golden
// ratio).
func (t *ids) start(id int64) int { return int(uint64(id) * 0x9e3779b97f4a7c15 >> t.shift) }

// node returns the node of an id, or none if no edge names it.
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

// nodes returns the number of nodes, including two that stand for ids without edges.
func (t *ids) nodes() int { return len(t.list) + 2 }

// pairs converts ids to nodes. A source without edges becomes the first of the extra nodes, and a
// target the second, unless both have the same id.
func (t *ids) pairs(src, dst []int64) []bfs.Pair {
	out := make([]bfs.Pair, len(src))
	inParts(len(src), 1<<14, func(from, to int) { t.turn(out[from:to], src[from:to], dst[from:to]) })
	return out
}

// all converts the ids of collected rows to nodes.
func (t *ids) all(out []bfs.Pair, rows *collected) {
	inParts(len(rows.chunks), 8, func(from, to int) {
		for k := from; k < to; k++ {
			t.turn(out[rows.first[k]:], rows.chunks[k][0], rows.chunks[k][1])
		}
	})
}

// of converts ids to nodes. One without edges becomes the first of the extra nodes.
func (t *ids) of(list []int64) []uint32 {
	nodes := make([]uint32, len(list))
	for i, id := range list {
		nodes[i] = t.node(id, uint32(len(t.list)))
	}
	return nodes
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

// inParts divides the numbers below n among all cores, at least least numbers for each.
func inParts(n, least int, do func(from, to int)) {
	parts := max(1, min(runtime.GOMAXPROCS(0), n/least))
	var wait sync.WaitGroup
	for p := range parts {
		wait.Go(func() { do(n*p/parts, n*(p+1)/parts) })
	}
	wait.Wait()
}
