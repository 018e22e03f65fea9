package sssp

import (
	"context"
	"iter"
	"slices"

	"kernelscope/compute"
	"kernelscope/compute/timing"
	"kernelscope/internal/clock"
	"kernelscope/scene"
	"kernelscope/scene/graph"
)

// onHost holds a graph for a search on the host, which settles one node after another. The
// device holds only the buffers that pictures show.
type onHost struct {
	a  Algorithm
	be compute.Backend
	g  *graph.Graph

	wave          // from the source
	fromEnd *wave // from the target, of searches from both ends
	params  []compute.Param

	memory               compute.Memory
	states, near         compute.Buffer
	stateWords, nearList []uint32 // their contents
}

// queue orders nodes by distance. A key is a distance above a node; it may be of
// a node that has come nearer since.
type queue interface {
	begin(*graph.Graph, Query, compute.Values) // makes it empty
	push(key uint64)
	pop() (key uint64, ok bool) // the least one
	near() []uint64             // those shown as near: all others are shown as far
	tell(*Event)                // reports counts and progress
	clone() queue
}

// nodesParam is the parameter of searches on the host.
var nodesParam = compute.Param{Name: Batch, Short: "b", Label: "batch", Unit: "nodes", Min: 1, Max: nodesAStep, Default: 256, PowerOfTwo: true, Auto: "The default.",
	Help: "Nodes settled per round. Rounds only divide the search into visible steps; they cost nothing."}

const (
	// nodesAStep is the number of nodes that a step settles: some milliseconds.
	nodesAStep = 1 << 16
	// workACheck is the number of keys and edges processed between checks of the context: a
	// millisecond.
	workACheck = 1 << 16
)

func newOnHost(be compute.Backend, m *scene.Map, a Algorithm, q queue) (Solver, error) {
	if err := checkMap(m); err != nil {
		return nil, err
	}
	g := m.Graph
	n := g.Nodes()
	s := &onHost{a: a, be: be, g: g, memory: compute.Memory{Backend: be}, wave: forward(g, q), params: Params(a, g)}
	s.stateWords, s.nearList = make([]uint32, n), make([]uint32, 0, n)
	s.states, s.near = s.memory.NewBuffer("states", n), s.memory.NewBuffer("near queue", n)
	if err := s.memory.Ready(); err != nil {
		return nil, err
	}
	return s, nil
}

// Reweigh updates the changed weights.
func (s *onHost) Reweigh(m *scene.Map, edges []uint32) {
	s.g, s.params = m.Graph, Params(s.a, m.Graph)
	for _, e := range edges {
		s.edges[e].weight = s.g.Weight[e]
	}
	if s.fromEnd != nil {
		s.fromEnd.reweighBack(s.g, edges)
	}
}

// Release releases the buffers on the device that show the search.
func (s *onHost) Release() { s.memory.Release() }

// Choose returns the values of a search.
func (s *onHost) Choose(q Query, v compute.Values) (compute.Values, error) {
	if err := checkQuery(s.g, q); err != nil {
		return nil, err
	}
	return compute.Chosen(s.params, s.be.Limits(), nil, v)
}

// Start begins a search. The solver has one set of queues: an older run ends.
func (s *onHost) Start(q Query, v compute.Values) (Run, error) {
	values, err := s.Choose(q, v)
	if err != nil {
		return nil, err
	}
	s.start(s.g, q.Source, q, values)
	r := &hostRun{onHost: s, progress: begin(s.be, values), target: q.Target, stale: true}
	if s.fromEnd != nil && q.Target != graph.NoNode {
		r.meeting = s.meet(q, values)
	}
	r.count(&r.last)
	return r, nil
}

// hostRun is a search in progress.
type hostRun struct {
	*onHost
	progress
	target  uint32
	meeting *meeting // of searches from both ends
	done    bool
	stale   bool // the layers do not show the last step
}

// Release does nothing; the solver owns all resources.
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
		r.tell(&e)
		if r.done {
			e.Done = true
			break
		}
	}
	if r.target != graph.NoNode {
		e.Target = r.dist[r.target]
	}
	e.Relaxed, e.Improved = r.relaxed, r.improved
	if m := r.meeting; m != nil {
		e.Relaxed, e.Improved = e.Relaxed+m.back.relaxed, e.Improved+m.back.improved
	}
	r.count(&e)
	r.wall += clock.Since(start)
	e.Wall = timing.Milliseconds(r.wall)
	r.last, r.stale = e, true
	return e, nil
}

// tell reports the queued entries and the progress of the search.
func (r *hostRun) tell(e *Event) {
	if r.queue.tell(e); r.a.About().Unsettled == "" {
		e.Final = r.reached
	}
	if m := r.meeting; m != nil {
		m.tell(e)
	}
}

// count counts queued nodes, unlike the queues' own counts, which include outdated entries.
func (r *hostRun) count(e *Event) {
	r.tell(e)
	near := r.waiting(nil)
	e.Near = uint32(len(near))
	e.Far = uint32(max(0, len(r.met)-r.settled-int(e.Near)))
	if m := r.meeting; m != nil {
		far := m.back.waiting(nil)
		slices.Sort(near)
		far = slices.DeleteFunc(far, func(v uint32) bool { // those in both queues are drawn in the source's
			_, both := slices.BinarySearch(near, v)
			return both
		})
		e.Far = uint32(len(far))
	}
}

// settle settles a number of nodes, or fewer if it reaches the target.
func (r *hostRun) settle(ctx context.Context, nodes int) error {
	for work := workACheck; nodes > 0; nodes-- {
		if work >= workACheck {
			if err := ctx.Err(); err != nil {
				return err
			}
			work = 0
		}
		w := &r.wave
		if r.meeting != nil {
			if w = r.meeting.turn(w); w == nil {
				r.meeting.join(&r.wave, r.target)
				r.done = true
				return nil
			}
		}
		u, d, ok := w.next()
		if !ok || u == r.target && w == &r.wave {
			r.done = true
			return nil
		}
		work += 1 + w.spread(u, d)
		if r.meeting != nil {
			r.meeting.look(&r.wave, w, u)
		}
	}
	return nil
}

// Observe writes the state of every node, by the mirrors of the kernels used elsewhere, and
// lists the near nodes.
func (r *hostRun) Observe(compute.Encoder) {
	if !r.stale {
		return
	}
	r.stale = false
	r.nearList = r.waiting(r.nearList[:0])
	wordsOf(r.dist, r.nearList, r.last.Threshold, r.stateWords)
	if m := r.meeting; m != nil {
		m.draw(r.dist, r.stateWords)
	}
	r.be.Write(r.states, 0, r.stateWords)
	r.be.Write(r.near, 0, r.nearList)
}

// Layers returns the layers as of the last Observe.
func (r *hostRun) Layers() []compute.Layer {
	last := r.last
	last.Near = uint32(len(r.nearList))
	return layers(nil, r.states, last, compute.Layer{Buffer: r.near, Stride: 1})
}
