package view

import (
	"fmt"
	"math/bits"

	"kernelscope/compute/bfs"
	"kernelscope/families/hops/session"
	"kernelscope/internal/format"
)

// story returns a sentence about the last step of a search between pairs of nodes.
func story(l *session.Lane, nodes int) string {
	now := l.Now()
	answered := fmt.Sprintf("%s of %s answered", format.Thousands(now.Answered), format.Count(l.Plan.Pairs, "pair"))
	searches := format.Plural(int(now.Columns), "search", "searches")
	switch {
	case l.Event.Done:
		return fmt.Sprintf("All searches have ended: %s.", answered)
	case l.Plan.Searched == 0:
		return "No pair needs a search."
	case l.Plan.Scheme == bfs.Paired:
		side := [2]string{"source", "target"}[now.Side]
		return fmt.Sprintf("Pair %s: one edge farther around the %s, level %d; %s.", format.Thousands(now.Part+1), side, now.Sides[now.Side], answered)
	case l.Plan.Scheme == bfs.Single && now.Level == 0:
		return "The first search begins at its own node."
	case l.Plan.Scheme == bfs.Single:
		return fmt.Sprintf("Search %s, level %d: %s finds %s; %s.", format.Thousands(now.Part+1), now.Level, session.VariantOf(now), format.Count(now.Nodes, "node"), answered)
	case now.Phase != bfs.Whole:
		return phase(l, nodes) + "; " + answered + "."
	case now.Level == 0:
		return fmt.Sprintf("%s.", format.Plural(int(now.Columns), "search begins at its own node", "searches begin together, each at its own node"))
	case now.Upward:
		return fmt.Sprintf("Level %d: every unvisited node looks for a neighbour in the frontier, for %s; %s.", now.Level, searches, answered)
	}
	return fmt.Sprintf("Level %d: %s to the neighbours; %s.", now.Level, format.Plural(int(now.Nodes), "node passes", "nodes pass")+" "+searches, answered)
}

// phase says what the step of a level with a joint frontier did.
func phase(l *session.Lane, nodes int) string {
	now := l.Now()
	if now.Phase == bfs.Identify && !l.Plan.Scheme.HasQueue() {
		return fmt.Sprintf("Level %d, merge: %s of %s are in the frontier of a search", now.Level, format.Thousands(now.Nodes), format.Count(nodes, "node"))
	}
	if now.Phase == bfs.Identify {
		return fmt.Sprintf("Level %d, identify: %s of %s are in the joint frontier", now.Level, format.Thousands(now.Nodes), format.Count(nodes, "node"))
	}
	who, does := "the "+format.Plural(now.Nodes, "node of the joint frontier", "nodes of the joint frontier"), " pass searches to their neighbours"
	if !l.Plan.Scheme.HasQueue() {
		who = "the " + format.Plural(now.Nodes, "node in a frontier", "nodes in a frontier")
	}
	if now.Upward {
		who, does = "bottom-up, nodes that a search has not seen", " look for neighbours in its frontier"
	}
	if l.Rows != nil {
		does = " set " + format.Count(bitsOf(l.Rows.Reached), "bit")
	}
	return fmt.Sprintf("Level %d, expand: %s%s", now.Level, who, does)
}

func bitsOf(rows [][]uint32) (n int) {
	for _, row := range rows {
		for _, x := range row {
			n += bits.OnesCount32(x)
		}
	}
	return n
}
