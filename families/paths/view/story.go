package view

import (
	"fmt"

	"kernelscope/families/paths/session"
	"kernelscope/internal/format"
	"kernelscope/scene/graph"
)

// story returns a sentence about the last step of a search.
func story(s state, l *session.Lane) string {
	e, about := l.Event, l.Algorithm.About()
	hasFar := about.States[graph.StateFar] != ""
	near, far, limit := format.Count(e.Near, "node"), format.Thousands(e.Far), s.Map.Written(e.Threshold)
	waits := fmt.Sprintf("%s wait beyond %s", far, limit)
	if e.Far == 1 {
		waits = fmt.Sprintf("1 waits beyond %s", limit)
	}
	switch {
	case l.Done && s.All:
		return "No node is left in a queue: every distance is final."
	case l.Done && l.Result != nil && l.Result.Reached:
		text, _ := distanceInWords(s)
		return fmt.Sprintf("The target is settled: %s. Every node that is still queued is farther.", text)
	case l.Done:
		return "No node is left in a queue, and the target was never reached."
	case e.Step == 0:
		return "The source has the distance 0. All other nodes are unreached."
	case about.OnHost && e.Final > 0:
		return fmt.Sprintf("One processor settles the nearest queued node, again and again: %s are queued, all within %s are final.", near, s.Map.Written(e.Final))
	case hasFar && e.Threshold == graph.Unreached, !hasFar:
		return fmt.Sprintf("Round %s: %s relax their edges together.", format.Thousands(e.Round), near)
	case e.NewBucket:
		return fmt.Sprintf("Bucket %s begins: %s nearer than %s move to the near queue.", format.Thousands(e.Bucket), near, limit)
	case e.Near == 0:
		return fmt.Sprintf("Bucket %s is empty; %s.", format.Thousands(e.Bucket), waits)
	}
	return fmt.Sprintf("Bucket %s: %s relax their edges together; %s.", format.Thousands(e.Bucket), near, waits)
}
