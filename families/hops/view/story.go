package view

import (
	"fmt"

	"kernelscope/compute/bfs"
	"kernelscope/families/hops/session"
	"kernelscope/internal/format"
)

// story returns a sentence about the last step of a search between pairs.
func story(l *session.Lane) string {
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
	case now.Level == 0:
		return fmt.Sprintf("%s.", format.Plural(int(now.Columns), "search begins at its own node", "searches begin together, each at its own node"))
	case now.Upward:
		return fmt.Sprintf("Level %d: every unvisited node looks for a neighbour in the frontier, for %s; %s.", now.Level, searches, answered)
	}
	return fmt.Sprintf("Level %d: %s to the neighbours; %s.", now.Level, format.Plural(int(now.Nodes), "node passes", "nodes pass")+" "+searches, answered)
}
