package session

import (
	"fmt"
	"slices"

	"kernelscope/compute"
	"kernelscope/compute/sssp"
	"kernelscope/internal/format"
	"kernelscope/scene/graph"
)

// Story returns a sentence about the last step of a search.
func (n *Snapshot) Story(l *Lane) string {
	e, about := l.Event, l.Algorithm.About()
	bucket, limit := format.Thousands(e.Bucket), n.Map.Written(e.Threshold)
	relax := format.Plural(int(e.Near), "node relaxes its edges", "nodes relax their edges together")
	wait := format.Plural(int(e.Far), "waits", "wait") + " beyond " + limit
	switch {
	case l.Done && n.All:
		return "No node is left in a queue: every distance is final."
	case l.Done && l.Result != nil && l.Result.Reached:
		distance, _ := n.DistanceInWords(l.Result)
		if i := slices.IndexFunc(l.Params, func(p compute.ParamState) bool { return p.Name == sssp.Finish }); i >= 0 && l.Params[i].Text(l.Params[i].Value) == "bucket" {
			return fmt.Sprintf("The target and its bucket are settled: %s.", distance)
		}
		return fmt.Sprintf("The target is settled: %s. No queued node is nearer.", distance)
	case l.Done:
		return "No node is left in a queue, and the target was never reached."
	case e.Step == 0:
		return "The source has the distance 0. All other nodes are unreached."
	case about.States[graph.StateNear] == "": // it has no queue
		return fmt.Sprintf("Step %s.", format.Thousands(e.Step))
	case about.OnHost && about.Unsettled == "":
		return fmt.Sprintf("One processor, the nearest node first: %s queued, all within %s are final.", format.Count(e.Near+e.Far, "node"), n.Map.Written(e.Final))
	case about.OnHost:
		return fmt.Sprintf("One processor settles one node after another: %s queued.", format.Count(e.Near+e.Far, "node"))
	case about.States[graph.StateFar] == "", e.Threshold == graph.Unreached:
		return fmt.Sprintf("Round %s: %s.", format.Thousands(e.Round), relax)
	case e.NewBucket:
		return fmt.Sprintf("Bucket %s begins: %s to the near queue, all nearer than %s.", bucket, format.Plural(int(e.Near), "node moves", "nodes move"), limit)
	case e.Near == 0:
		return fmt.Sprintf("Bucket %s is empty; %s.", bucket, wait)
	}
	return fmt.Sprintf("Bucket %s: %s; %s.", bucket, relax, wait)
}

// DistanceInWords formats the distance of the target in the result of a search, with an explanation.
func (n *Snapshot) DistanceInWords(r *Result) (text, help string) {
	switch {
	case n.All:
		return "to all nodes", "The search goes on until every node is settled."
	case r == nil:
		return "searching", "Known when no queued node is nearer than the target."
	case !r.Reached:
		return fmt.Sprintf("no path from %s", format.Count(r.Nodes, "node")), "There is no path from the source to the target: every node reachable from the source was searched."
	case n.Map.Metric == graph.ByWeight:
		return n.Map.Written(r.Distance), "Length of the shortest path, in the weights of the file."
	case r.Seconds == 0: // the graph has lengths only
		return fmt.Sprintf("%.1f km", r.Metres/1000), "Length of the shortest path."
	}
	return fmt.Sprintf("%s, %.1f km", format.Clock(r.Seconds), r.Metres/1000), "Travel time and length of the shortest path."
}
