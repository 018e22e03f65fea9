package bfs

import (
	"kernelscope/compute"
	"kernelscope/shaders"
)

// The bytes that the expansion of a level moves follow from its frontier, which is known afterwards. Each word that a
// node or an edge needs counts once. Of the row at the head of an edge one word counts, though more may have searches, and
// of a level that is expanded bottom-up only what every node reads: lower bounds. docs/usage.md has the model.

// tellLevels tells a profile of the backend, if there is one, what the expansion of levels has moved.
func tellLevels(be compute.Backend, moved func(Level) (kernel string, bytes int64), levels ...Level) {
	p, ok := be.(compute.Profiler)
	if !ok {
		return
	}
	p.Tell(func() map[string]int64 {
		sum := map[string]int64{}
		for _, l := range levels {
			kernel, bytes := moved(l)
			sum[kernel] += bytes
		}
		return sum
	})
}

// expanded returns the levels of a history in order that were expanded: all but the last of each sweep.
func expanded(history []Level) (levels []Level) {
	for i := 1; i < len(history); i++ {
		if history[i].Sweep == history[i-1].Sweep {
			levels = append(levels, history[i-1])
		}
	}
	return levels
}

// rowBytes returns the bytes of all rows.
func (j *joint) rowBytes() int { return 4 * j.live * int(j.words()) }

// moved returns what the expansion of a level moves.
func (j *joint) moved(l Level) (kernel string, bytes int64) {
	row, nodes, edges := 4*int64(j.words()), int64(l.Nodes), int64(l.Edges)
	switch {
	case j.scheme == MSBFS: // all rows of the frontier; of a node in it, where its edges begin and end
		return msExpand.Name, int64(j.rowBytes()) + 8*nodes + 8*edges
	case l.Upward: // the searches that have seen a node
		return expandUp.Name, int64(j.rowBytes())
	case j.scheme == Uber: // both halves of a level
		kernel, bytes = uber.Name, int64(j.identifyMoved())
	case j.scheme == Naive:
		kernel = expandNaive.Name
	default:
		kernel = expand.Name
	}
	// A node: its entry, its row, and where its edges begin and end. An edge: its head, and a word of the row there.
	return kernel, bytes + (12+row)*nodes + 8*edges
}

// identifyMoved returns the bytes of identify and bfs_ms_merge: of each row, the words seen, reached and visited next.
func (j *joint) identifyMoved() int { return 3 * j.rowBytes() }

// moved returns what the expansion of a level moves.
func (s *single) moved(l Level) (kernel string, bytes int64) {
	frontier := 8 * int64(l.Edges) // the head of an edge and its level
	switch l.Variant {
	case shaders.BFSEdges, shaders.BFSReverse: // the tail of each edge and its level
		return singleEdges.Name, 8*int64(s.Edges) + frontier
	case shaders.BFSPull: // the level of each node
		return singlePull.Name, 4 * int64(s.live)
	}
	return singlePush.Name, 4*int64(s.live) + 8*int64(l.Nodes) + frontier
}

// tell tells what some levels of a sweep have moved. On roads a level skips rows that have not changed: how many is not known.
func (r *rows) tell(levels int) {
	if r.Form == Hubs { // old rows are read, and new ones written
		tellLevels(r.memory.Backend, func(Level) (string, int64) {
			return rowsLevel.Name, 8 * int64(levels) * int64(r.live) * int64(r.words())
		}, Level{})
	}
}
