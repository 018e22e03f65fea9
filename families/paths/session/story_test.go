package session

import (
	"strings"
	"testing"

	"kernelscope/compute"
	"kernelscope/compute/sssp"
	"kernelscope/scene"
	"kernelscope/scene/graph"
)

// The sentence of a step is about its own search, and says only what that search knows.
func TestStory(t *testing.T) {
	n := &Snapshot{Map: &scene.Map{Metric: graph.ByTime}}
	for _, c := range []struct {
		lane Lane
		says string
	}{
		{Lane{Algorithm: sssp.NearFar{}}, "The source has the distance 0."},
		{Lane{Algorithm: sssp.NearFar{}, Event: sssp.Event{Step: 9, Bucket: 2, Threshold: 600, Near: 1, Far: 1}}, "1 node relaxes its edges; 1 waits beyond 1:00 min"},
		{Lane{Algorithm: sssp.NearFar{}, Event: sssp.Event{Step: 9, Bucket: 2, Threshold: 600, Near: 2, Far: 3}}, "2 nodes relax their edges together; 3 wait beyond 1:00 min"},
		{Lane{Algorithm: sssp.Dijkstra{}, Event: sssp.Event{Step: 1, Near: 7, Final: 600}}, "7 nodes queued, all within 1:00 min are final"},
		{Lane{Algorithm: sssp.AStar{}, Event: sssp.Event{Step: 1, Near: 7, Final: 600}}, "7 nodes queued."},
		{Lane{Algorithm: sssp.PreparedOnHost{}, Event: sssp.Event{Step: 1, Final: graph.Unreached}}, "Step 1."},
		// The first search goes on; this one is done.
		{Lane{Algorithm: sssp.Dijkstra{}, Event: sssp.Event{Step: 2}, Done: true, Result: &Result{Reached: true, Seconds: 60}}, "The target is settled: 1:00 min, 0.0 km."},
		{
			Lane{Algorithm: sssp.NearFar{}, Done: true, Result: &Result{Reached: true, Seconds: 60}, Params: compute.States(sssp.NearFar{}.Params(), nil, compute.Values{sssp.Finish: 2})},
			"The target and its bucket are settled: 1:00 min, 0.0 km.",
		},
	} {
		if got := n.Story(&c.lane); !strings.Contains(got, c.says) {
			t.Errorf("%s: %q, not %q", c.lane.Algorithm.Name(), got, c.says)
		}
	}
}
