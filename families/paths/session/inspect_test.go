package session

import (
	"testing"

	"kernelscope/compute"
	"kernelscope/compute/oracle"
	"kernelscope/compute/sssp"
	"kernelscope/scene/geom"
	"kernelscope/scene/graph"
	"kernelscope/watch"
	"kernelscope/watch/timeline"
)

// TestInspect compares what is said of nodes, halfway and at the end, with Dijkstra's algorithm
// and with steps that are looked at one by one, for searches that go back by keyframes and by a
// trace.
func TestInspect(t *testing.T) {
	for _, algorithm := range []string{"nearfar", "frontier", "bellmanford"} {
		t.Run(algorithm, func(t *testing.T) {
			s := open(t)
			source, target := s.m.Graph.At[0], s.m.Graph.At[s.m.Graph.Nodes()-1]
			do(t, s, watch.Set{Algorithm: algorithm}, SetEnds{Source: &source}, SetEnds{Target: &target}, SetTargetAll{All: true}, timeline.Pause{}, timeline.Rewind{})
			if err := s.Run(1 << 30); err != nil {
				t.Fatal(err)
			}
			g, truth := s.m.Graph, oracle.Dijkstra(s.m.Graph, s.source, graph.NoNode)
			steps, _ := s.Lanes[0].Length()
			first, last := stepsOf(t, s, []uint32{5, 77, 150, 299})
			for v := range first {
				at := g.At[v]
				n := do(t, s, Inspect{At: &at, Within: 200}).Inspected
				if n == nil || n.Node == nil || n.Node.Node != v {
					t.Fatalf("node %d: %+v", v, n)
				}
				if n.Node.Distance != truth.Dist[v] || sssp.States(s.Chosen[0].Algorithm.About().States)[n.Node.State] == "" {
					t.Errorf("node %d: %+v, want the distance %d", v, n.Node, truth.Dist[v])
				}
				if e, ok := g.Edge(n.Node.Parent.Node, v); !ok || truth.Dist[n.Node.Parent.Node]+g.Weight[e] != truth.Dist[v] {
					t.Errorf("node %d: the parent is %d", v, n.Node.Parent.Node)
				}
				if n.Node.Reached != first[v] || n.Node.Settled != last[v] {
					t.Errorf("node %d: steps %d and %d, want %d and %d", v, n.Node.Reached, n.Node.Settled, first[v], last[v])
				}
				if s.Lanes[0].At() != steps {
					t.Fatalf("the search is after step %d, not %d", s.Lanes[0].At(), steps)
				}
			}
		})
	}
}

// Of a search from both ends a node tells how far it is from each, at the end, and what is said
// to be from the source is.
func TestInspectBothEnds(t *testing.T) {
	s := open(t)
	g := s.m.Graph
	source, target := g.At[0], g.At[g.Nodes()-1]
	do(t, s, watch.Set{Algorithm: "bidirectional"}, SetEnds{Source: &source, Target: &target}, watch.Set{Values: compute.Values{"batch": 4}}, timeline.Pause{})
	if err := s.Run(1 << 30); err != nil {
		t.Fatal(err)
	}
	from := oracle.Dijkstra(g, s.source, graph.NoNode).Dist
	met := [3]int{} // from the source alone, from the target alone, from both
	for v := range uint32(g.Nodes()) {
		at := g.At[v]
		n := do(t, s, Inspect{At: &at, Within: 200}).Inspected.Node
		to := oracle.Dijkstra(g, n.Node, s.target).Dist[s.target]
		if d := n.Distance; d != graph.Unreached {
			met[0]++
			if d < from[n.Node] {
				t.Errorf("node %d is %d from the source, at least %d", n.Node, d, from[n.Node])
			}
		}
		if d := n.Ahead; d != graph.Unreached {
			met[1]++
			if d < to {
				t.Errorf("node %d is %d from the target, at least %d", n.Node, d, to)
			}
			if n.Distance != graph.Unreached {
				met[2]++
			}
		}
	}
	if met[0] == met[2] || met[1] == met[2] || met[2] == 0 {
		t.Errorf("nodes were met %v times: from the source, from the target, from both", met)
	}
}

// stepsOf finds the steps that reached some nodes and gave them their last distances.
func stepsOf(t *testing.T, s *Session, nodes []uint32) (first, last map[uint32]int) {
	first, last = map[uint32]int{}, map[uint32]int{}
	was := map[uint32]uint32{}
	n, _ := s.Lanes[0].Length()
	for step := range n + 1 {
		if err := s.Run(step); err != nil {
			t.Fatal(err)
		}
		for _, v := range nodes {
			d, err := s.Lanes[0].distance(v)
			if err != nil {
				t.Fatal(err)
			}
			if _, known := was[v]; d != graph.Unreached && (!known || d != was[v]) {
				if !known {
					first[v] = step
				}
				was[v], last[v] = d, step
			}
		}
	}
	return first, last
}

// TestInspectNothing points at nothing, at the source, and at a road.
func TestInspectNothing(t *testing.T) {
	s := open(t)
	far := geom.Point{X: -50000, Y: 0}
	if n := do(t, s, Inspect{At: &far, Within: 100}); n.Inspected != nil {
		t.Errorf("far away: %+v", n.Inspected)
	}
	source := s.m.Graph.At[s.source]
	if n := do(t, s, Inspect{At: &source, Within: 100}).Inspected; n.Node.Distance != 0 || n.Node.Parent != nil || n.Node.Reached != 0 {
		t.Errorf("the source: %+v", n.Node)
	}
	middle := s.m.Points[s.m.Lines[3].First]
	other := s.m.Points[s.m.Lines[3].First+1]
	middle.X, middle.Y = (middle.X+other.X)/2, (middle.Y+other.Y)/2
	if n := do(t, s, Inspect{At: &middle, Within: 100}).Inspected; n == nil || n.Node != nil || n.Road == nil {
		t.Errorf("a road: %+v", n)
	}
	if n := do(t, s, Inspect{}); n.Inspected != nil {
		t.Error("something is still inspected")
	}
}
