//go:build duckdb

package database

import "kernelscope/compute/bfs"

// columnWords is the number of words of memory for the columns of a graph.
const columnWords = 1 << 24

// column identifies the known answers of a node: of all pairs with this source or with this target.
type column struct {
	node   uint32
	target int // 1, or 0 for a source
}

// columns caches the answers of some nodes. A column is computed once pairs have asked for an
// eighth of it: by then they have cost a fraction of the column, and the remaining pairs are looked
// up.
type columns struct {
	nodes int
	asked [2][]uint32   // asked pairs of each source, and of each target
	known [2][][]uint32 // by node; nil without a column
	order []column      // known columns, the oldest first
}

func newColumns(nodes int) *columns {
	c := &columns{nodes: nodes}
	for i := range 2 {
		c.asked[i], c.known[i] = make([]uint32, nodes), make([][]uint32, nodes)
	}
	return c
}

// look answers the pairs in known columns and returns the indices of the others.
func (c *columns) look(pairs []bfs.Pair, answers []uint32) (open []int) {
	for i, p := range pairs {
		if known := c.known[0][p.Source]; known != nil {
			answers[i] = known[p.Target]
		} else if known := c.known[1][p.Target]; known != nil {
			answers[i] = known[p.Source]
		} else {
			open = append(open, i)
		}
	}
	return open
}

// due counts the open pairs and returns the columns that should be computed now.
func (c *columns) due(pairs []bfs.Pair, open []int) (due []column) {
	if c.nodes > columnWords {
		return nil
	}
	for _, i := range open {
		for target, v := range [2]uint32{pairs[i].Source, pairs[i].Target} {
			if c.asked[target][v]++; int(c.asked[target][v]) == c.nodes/8+1 {
				due = append(due, column{v, target})
			}
		}
	}
	return due
}

// put stores a column and drops the oldest ones if memory is short.
func (c *columns) put(at column, answers []uint32) {
	for len(c.order) > 0 && (len(c.order)+1)*c.nodes > columnWords {
		old := c.order[0]
		c.known[old.target][old.node], c.asked[old.target][old.node] = nil, 0
		c.order = c.order[1:]
	}
	if c.known[at.target][at.node] == nil {
		c.order = append(c.order, at)
	}
	c.known[at.target][at.node] = answers
}

// pairs returns the pairs of a column.
func (c *columns) pairs(of column) []bfs.Pair {
	pairs := make([]bfs.Pair, c.nodes)
	for v := range pairs {
		if pairs[v] = (bfs.Pair{Source: of.node, Target: uint32(v)}); of.target == 1 {
			pairs[v] = bfs.Pair{Source: uint32(v), Target: of.node}
		}
	}
	return pairs
}
