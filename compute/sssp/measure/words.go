// Package measure measures searches, for experiments on maps. It chooses
// queries, runs them one by one or concurrently, and verifies every distance with Dijkstra's
// algorithm.
package measure

import (
	"fmt"

	"kernelscope/compute/experiment"
	"kernelscope/compute/sssp"
	"kernelscope/scene/graph"
)

const (
	// ByRank runs queries for each Dijkstra rank 1, 2, 4, 8, …
	ByRank experiment.Work = "ranks"
	// ToAll searches from random nodes to all others.
	ToAll experiment.Work = "all"
	// Changed is ToAll after a change of the weights of some edges, which is timed too.
	Changed experiment.Work = "changed weights"
)

// Names of facts of rows.
const (
	edges   = "edges"
	source  = "source"
	target  = "target"
	rounds  = "rounds"
	phases  = "phases"
	relaxed = "relaxed"
	needed  = "dijkstra_relaxed" // edges that Dijkstra's algorithm relaxes
)

// Words returns the wording for rows of a plan, on maps of a metric.
func Words(p experiment.Plan, m graph.Metric) experiment.Words {
	method := counted(p.Queries, "query", "queries") + " for each Dijkstra rank"
	if p.Work != ByRank {
		method = counted(p.Queries, "search from a random node", "searches from random nodes") + " to all"
	}
	units := map[string]string{sssp.Batch: "rounds a submission", sssp.Workgroup: "invocations", sssp.Rho: "entries"}
	switch m {
	case graph.ByTime:
		units[sssp.Delta] = "0.1 s of travel"
	case graph.ByLength:
		units[sssp.Delta] = "0.1 m"
	}
	return experiment.Words{
		Algorithm: "algorithm", Input: "map", Size: "nodes", Group: "rank", Case: "query", Cases: "queries",
		Steps: rounds, Done: relaxed, Needed: needed, Things: edges,
		GroupTitle: "Dijkstra rank", AtOnceTitle: "concurrent searches", DoneTitle: "edges relaxed / Dijkstra's",
		Reference: "Dijkstra, one CPU thread", Method: method, Verified: "Every distance verified with Dijkstra's algorithm.",
		Columns: []string{"map", "nodes", edges, "setting", "algorithm", "params", "query", source, target, "rank", "repetition", "at_once", "wall_ms", "gpu_ms",
			rounds, phases, relaxed, needed, "efficiency", "verified", "more"},
		Absent: map[string]string{target: "all", "gpu_ms": "0"}, Units: units, Choices: choices(),
	}
}

// choices are the names of enumerated parameter values.
func choices() map[string][]string {
	out := map[string][]string{}
	for _, a := range sssp.Algorithms() {
		for _, p := range a.Params() {
			if p.Choices != nil {
				out[p.Name] = p.Choices
			}
		}
	}
	return out
}

func counted(n int, one, more string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, more)
}
