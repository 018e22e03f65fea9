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
	switch {
	case l.Event.Done:
		return fmt.Sprintf("All searches have ended: %s.", answered)
	case l.Plan.Searched == 0:
		return "No pair needs a search."
	case l.Plan.Scheme == bfs.Paired:
		side := [2]string{"source", "target"}[now.Side]
		return fmt.Sprintf("Pair %s: one edge farther around the %s, level %d; %s.", format.Thousands(now.Part+1), side, now.Sides[now.Side], answered)
	case now.Level == 0:
		return fmt.Sprintf("%s begin together, each at its own node.", format.Count(now.Columns, "search"))
	case now.Upward:
		return fmt.Sprintf("Level %d: every unvisited node looks for a neighbour in the frontier, for %d searches together; %s.", now.Level, now.Columns, answered)
	}
	return fmt.Sprintf("Level %d: %s hand %d searches on to their neighbours; %s.", now.Level, format.Count(now.Nodes, "node"), now.Columns, answered)
}
