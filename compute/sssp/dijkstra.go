package sssp

import (
	"kernelscope/compute"
	"kernelscope/scene"
	"kernelscope/scene/graph"
)

// Dijkstra settles one node after another in the order of their distance (E. W.
// Dijkstra, "A note on two problems in connexion with graphs", Numer. Math. 1,
// 1959) on the host: the reference for every search on a device. Its queue is a heap, in which
// a node that has come nearer has another key.
type Dijkstra struct{}

// Name returns the name, as on the command line.
func (Dijkstra) Name() string { return "dijkstra" }

// Title returns the name for people.
func (Dijkstra) Title() string { return "Dijkstra" }

// Params returns the parameters.
func (Dijkstra) Params() []compute.Param { return []compute.Param{nodesParam} }

// Prepare keeps the graph of a map on the host.
func (a Dijkstra) Prepare(be compute.Backend, m *scene.Map) (Solver, error) {
	return newOnHost(be, m, a, &heapQueue{})
}

// heapQueue is the queue of Dijkstra's algorithm.
type heapQueue struct {
	heap
	reach uint32 // nothing nearer is left
}

func (q *heapQueue) begin(*graph.Graph, Query, compute.Values) {
	q.clear()
	q.reach = 0
}

func (q *heapQueue) pop() (key uint64, ok bool) {
	if q.n == 0 {
		return 0, false
	}
	key = q.heap.pop()
	_, dist := nodeAndDist(key)
	q.reach = dist + 1
	return key, true
}

func (q *heapQueue) tell(e *Event) { e.Near, e.Threshold, e.Final = uint32(q.n), q.reach, q.reach }

func (q *heapQueue) clone() queue { return &heapQueue{q.heap.clone(), q.reach} }

func (q *heapQueue) near() []uint64 { return q.keys[:q.n] }
