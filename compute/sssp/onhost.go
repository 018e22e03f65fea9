package sssp

import (
	"context"
	"iter"
	"slices"

	"kernelscope/clock"
	"kernelscope/compute"
	"kernelscope/compute/timing"
	"kernelscope/scene"
	"kernelscope/scene/graph"
)

// onHost holds a graph for a search on the host, which settles one node after
// another. On the device is only what pictures show.
type onHost struct {
	a  Algorithm
	be compute.Backend
	g  *graph.Graph

	edges  []edge
	dist   []uint32
	met    []uint32 // nodes that have a distance
	queue  queue
	params []compute.Param

	memory               compute.Memory
	states, near         compute.Buffer
	stateWords, nearList []uint32 // what is in them
}

type edge struct{ head, weight uint32 }

// queue orders nodes by distance. A key is a distance above a node; it may be of
// a node that has come nearer since.
type queue interface {
	begin(compute.Values) // makes it empty
	push(key uint64)
	pop() (key uint64, ok bool) // the least one
	near() []uint64             // those shown as near: all others are shown as far
	tell(*Event)                // says how many there are, and how far it is
	clone() queue
}

// nodesParam is the parameter of searches on the host.
var nodesParam = compute.Param{Name: Batch, Short: "b", Label: "batch", Unit: "nodes", Min: 1, Max: nodesAStep, Default: 256, PowerOfTwo: true, Auto: "The default.",
	Help: "Nodes settled in a round. A round is only what is shown at a time: it costs nothing."}

const (
	// nodesAStep is how many nodes a step settles: some milliseconds.
	nodesAStep = 1 << 16
	// workACheck is how many keys and edges are looked at between two looks at
	// the context: a millisecond.
	workACheck = 1 << 16
)

func newOnHost(be compute.Backend, m *scene.Map, a Algorithm, q queue) (Solver, error) {
	if err := checkMap(m); err != nil {
		return nil, err
	}
	g := m.Graph
	n := g.Nodes()
	s := &onHost{a: a, be: be, g: g, memory: compute.Memory{Backend: be}, queue: q, edges: make([]edge, g.Edges()), params: Params(a, g)}
	for i := range s.edges {
		s.edges[i] = edge{g.Head[i], g.Weight[i]}
	}
	s.dist = slices.Repeat([]uint32{graph.Unreached}, n)
	s.stateWords, s.nearList = make([]uint32, n), make([]uint32, 0, n)
	s.states, s.near = s.memory.NewBuffer("states", n), s.memory.NewBuffer("near queue", n)
	if err := s.memory.Ready(); err != nil {
		return nil, err
	}
	return s, nil
}

// Reweigh takes the weights that have changed.
func (s *onHost) Reweigh(m *scene.Map, edges []uint32) {
	s.g, s.params = m.Graph, Params(s.a, m.Graph)
	for _, e := range edges {
		s.edges[e].weight = s.g.Weight[e]
	}
}

// Release gives back the buffers on the device that show the search.
func (s *onHost) Release() { s.memory.Release() }

// Start begins a search. The queue is that of the solver: an older run ends.
func (s *onHost) Start(q Query, v compute.Values) (Run, error) {
	if err := checkQuery(s.g, q); err != nil {
		return nil, err
	}
	values, err := compute.Chosen(s.params, s.be.Limits(), nil, v)
	if err != nil {
		return nil, err
	}
	for _, v := range s.met {
		s.dist[v] = graph.Unreached
	}
	s.met = append(s.met[:0], q.Source)
	s.dist[q.Source] = 0
	s.queue.begin(values)
	s.queue.push(keyOf(q.Source, 0))
	r := &hostRun{onHost: s, progress: begin(s.be, values), target: q.Target, stale: true}
	r.count(&r.last)
	return r, nil
}

// hostRun is a search under way.
type hostRun struct {
	*onHost
	progress
	target   uint32
	settled  int // nodes
	relaxed  uint64
	improved uint64
	done     bool
	stale    bool // the layers are not those of the last step
}

// Release leaves everything to the solver.
func (r *hostRun) Release() {}

// Steps settles nodes until the target is settled or none is left.
func (r *hostRun) Steps(ctx context.Context) iter.Seq2[Event, error] {
	return r.steps(ctx, r.step)
}

// Distances copies the distance of every node.
func (r *hostRun) Distances(ctx context.Context) ([]uint32, error) {
	return slices.Clone(r.dist), ctx.Err()
}

func (r *hostRun) step(ctx context.Context) (Event, error) {
	start := clock.Now()
	batch := int(r.values[Batch])
	e := r.last
	e.Sizes = nil
	for range min(r.stride, nodesAStep/batch) {
		e.Sizes = append(e.Sizes, Sizes{Near: e.Near, Far: e.Far})
		if err := r.settle(ctx, batch); err != nil {
			return Event{}, err
		}
		e.Round++
		e.Step++
		r.queue.tell(&e)
		if r.done {
			e.Done = true
			break
		}
	}
	r.count(&e)
	if r.target != graph.NoNode {
		e.Target = r.dist[r.target]
	}
	r.wall += clock.Since(start)
	e.Relaxed, e.Improved, e.Wall = r.relaxed, r.improved, timing.Milliseconds(r.wall)
	r.last, r.stale = e, true
	return e, nil
}

// count counts queued nodes: the queue itself counts entries, and some are of nodes that
// have come nearer since.
func (r *hostRun) count(e *Event) {
	r.queue.tell(e)
	e.Near = 0
	for _, key := range r.queue.near() {
		if v, d := nodeAndDist(key); r.dist[v] == d {
			e.Near++
		}
	}
	e.Far = uint32(len(r.met)-r.settled) - e.Near
}

// settle settles a number of nodes, or as many as are left up to the target.
func (r *hostRun) settle(ctx context.Context, nodes int) error {
	for work := workACheck; nodes > 0; work++ {
		if work >= workACheck {
			if err := ctx.Err(); err != nil {
				return err
			}
			work = 0
		}
		key, ok := r.queue.pop()
		if !ok {
			r.done = true
			return nil
		}
		u, d := nodeAndDist(key)
		if r.dist[u] != d {
			continue // it has come nearer since
		}
		nodes--
		r.settled++
		if u == r.target {
			r.done = true
			return nil
		}
		out := r.edges[r.g.FirstOut[u]:r.g.FirstOut[u+1]]
		r.relaxed += uint64(len(out))
		work += len(out)
		for _, e := range out {
			r.relax(e, d)
		}
	}
	return nil
}

// relax looks whether the way over an edge, from distance d, is shorter.
func (r *hostRun) relax(e edge, d uint32) {
	via, known := uint64(d)+uint64(e.weight), r.dist[e.head]
	if via >= uint64(known) {
		return
	}
	if known == graph.Unreached {
		r.met = append(r.met, e.head)
	}
	r.dist[e.head] = uint32(via)
	r.improved++
	r.queue.push(keyOf(e.head, uint32(via)))
}

// Observe writes the state of every node, by the mirrors of the kernels that do
// it for others, and lists the near ones.
func (r *hostRun) Observe(compute.Encoder) {
	if !r.stale {
		return
	}
	r.stale = false
	r.nearList = r.nearList[:0]
	for _, key := range r.queue.near() {
		if v, d := nodeAndDist(key); r.dist[v] == d {
			r.nearList = append(r.nearList, v)
		}
	}
	drawStates(r.be, r.dist, r.nearList, r.last.Threshold, r.stateWords, r.states, r.near)
}

// Layers are those of the last Observe.
func (r *hostRun) Layers() []compute.Layer {
	last := r.last
	last.Near = uint32(len(r.nearList))
	return layers(r.states, last, compute.Layer{Buffer: r.near, Stride: 1})
}
