package session

import (
	"fmt"
	"math/bits"

	"kernelscope/compute/bfs"
	"kernelscope/internal/format"
)

// about has the title and the description of each scheme.
var about = map[bfs.Scheme]struct{ title, text string }{
	bfs.Auto:       {"Auto", "Pair or rows, whichever should be faster."},
	bfs.Paired:     {"Pair, from both ends", "One workgroup per pair searches from both ends, a level of the cheaper side at a time, until the balls meet. Here a single workgroup searches all pairs in turn."},
	bfs.Rows:       {"Rows", "Sweeps of many searches over two buffers of rows: level 1 is pushed, all others are bottom-up, without a frontier, a queue or atomic operations."},
	bfs.Workgroups: {"Workgroups", "A joint frontier of few searches; several invocations share the edges of a node."},
	bfs.Coalesced:  {"Coalesced", "A joint frontier of many searches, top-down; neighbouring invocations own the words of a row."},
	bfs.Naive:      {"Naive", "Like coalesced, but without sharing: one invocation for each node of the joint frontier and each search, even if the node is not in that search's frontier."},
	bfs.Uber:       {"Uber shader", "Like coalesced, but all levels in one dispatch: its workgroups take the work in turns and wait for each other in a barrier. Where they do not all run together, the search gives up. Here a dispatch for each level."},
	bfs.MSBFS:      {"MS-BFS", "Many searches top-down without a queue: one invocation for each node, which passes the whole row on if any search has the node in its frontier."},
	bfs.Single:     {"Single", "One search after another, each to its end, with a level for each node and no queue. variant chooses how a level is expanded, for each level if auto."},
	bfs.BottomUp:   {"Bottom-up", "Coalesced, but bottom-up while the frontier is large, as alpha and beta decide."},
}

// Title names a scheme for people.
func Title(s bfs.Scheme) string { return about[s].title }

// About describes a scheme.
func About(s bfs.Scheme) string { return about[s].text }

// Story returns a sentence about the last step of a search.
func (n *Snapshot) Story(l *Lane) string {
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
		return fmt.Sprintf("Search %s, level %d: %s finds %s; %s.", format.Thousands(now.Part+1), now.Level, VariantOf(now), format.Count(now.Nodes, "node"), answered)
	case now.Phase != bfs.Whole:
		return phase(l, n.Map.Graph.Nodes()) + "; " + answered + "."
	case now.Level == 0:
		return fmt.Sprintf("%s.", format.Plural(int(now.Columns), "search begins at its own node", "searches begin together, each at its own node"))
	case now.Upward:
		return fmt.Sprintf("Level %d: every unvisited node looks for a neighbour in the frontier, for %s; %s.", now.Level, searches, answered)
	}
	return fmt.Sprintf("Level %d: %s to the neighbours; %s.", now.Level, format.Plural(int(now.Nodes), "node passes", "nodes pass")+" "+searches, answered)
}

// phase says what the step of a level with a joint frontier did.
func phase(l *Lane, nodes int) string {
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
