//go:build duckdb

package database

import "kernelscope/compute/bfs"

// columnWords is how many words of memory the columns of a graph may take.
const columnWords = 1 << 24

// column names what is known of a node: of all pairs that it begins or, if it is a
// target, ends.
type column struct {
	node   uint32
	target int // 1, or 0 for a source
}

// columns keeps what was found of some nodes. A column is made once pairs have asked
// for an eighth of it: what they cost is a part of what it costs, and the rest is
// looked up.
type columns struct {
	nodes int
	asked [2][]uint32   // pairs of each source, of each target
	known [2][][]uint32 // by node, nil if there is no column
	order []column      // that are known, the oldest first
}

func newColumns(nodes int) *columns {
	c := &columns{nodes: nodes}
	for i := range 2 {
		c.asked[i], c.known[i] = make([]uint32, nodes), make([][]uint32, nodes)
	}
	return c
}

// look answers the pairs that columns know, and returns the numbers of the others.
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

// due counts the open pairs, and returns the columns to be made now.
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

// put keeps a column, for which the oldest ones go.
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

// pairs returns those of a column.
func (c *columns) pairs(of column) []bfs.Pair {
	pairs := make([]bfs.Pair, c.nodes)
	for v := range pairs {
		if pairs[v] = (bfs.Pair{Source: of.node, Target: uint32(v)}); of.target == 1 {
			pairs[v] = bfs.Pair{Source: uint32(v), Target: of.node}
		}
	}
	return pairs
}
