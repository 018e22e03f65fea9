package sssp

import (
	"context"
	"fmt"
	"iter"
	"slices"

	"kernelscope/compute"
	ref "kernelscope/compute/ref/sssp"
	"kernelscope/compute/timing"
	"kernelscope/internal/clock"
	"kernelscope/internal/fault"
	"kernelscope/scene/graph"
)

// Traced is a run that records what each step changed, so that a nondeterministic search can
// step back and show the same states again. After each step it reads all distances from the
// device, which is not part of the times of its events. Its events count nodes, not entries of queues.
type Traced struct {
	run  Run
	be   compute.Backend
	most int64 // bytes of the trace
	size int64

	steps []tracedStep
	at    int // steps that the present state is after

	dist         []uint32 // at the present state
	live         []uint32 // read back from the run, after its last step
	stateWords   []uint32
	nearList     []uint32
	states, near compute.Buffer
	stale        bool
	stride       int
}

// tracedStep is what a step changed, and what it left in the near queue.
type tracedStep struct {
	event   Event
	changes []change
	near    []uint32
}

type change struct{ node, before, after uint32 }

// NewTraced makes room for the trace of a run, which Begin begins. The trace is limited to some bytes of
// host memory; a step that would exceed them fails with fault.Limit.
func NewTraced(be compute.Backend, nodes int, most int64) *Traced {
	return &Traced{
		be: be, most: most, stride: 1, dist: make([]uint32, nodes), stateWords: make([]uint32, nodes),
		states: be.NewBuffer("traced states", max(1, nodes)), near: be.NewBuffer("traced near queue", max(1, nodes)),
	}
}

// Begin traces a new run from source.
func (t *Traced) Begin(run Run, source uint32) {
	t.run, t.stale, t.at, t.size = run, true, 0, 0
	for v := range t.dist {
		t.dist[v] = graph.Unreached
	}
	t.dist[source] = 0
	t.live = slices.Clone(t.dist)
	t.steps = []tracedStep{{event: Event{Near: 1, Threshold: run.Values()[Delta], Target: graph.Unreached}, near: []uint32{source}}}
}

// Bytes returns the size of the trace.
func (t *Traced) Bytes() int64 { return t.size }

// Steps runs steps, or replays recorded ones from the trace.
func (t *Traced) Steps(ctx context.Context) iter.Seq2[Event, error] {
	return func(yield func(Event, error) bool) {
		for !t.steps[t.at].event.Done {
			e, err := t.step(ctx)
			if !yield(e, err) || err != nil {
				return
			}
		}
	}
}

func (t *Traced) step(ctx context.Context) (Event, error) {
	before := t.at
	for range t.stride {
		if t.steps[t.at].event.Done {
			break
		}
		if t.at+1 == len(t.steps) {
			if err := t.record(ctx); err != nil {
				return Event{}, err
			}
		}
		t.SeekTo(t.at + 1)
	}
	e := t.steps[t.at].event
	for _, s := range t.steps[before:t.at] {
		e.Sizes = append(e.Sizes, Sizes{s.event.Near, s.event.Far})
	}
	return e, nil
}

// record runs a new step and adds it to the trace.
func (t *Traced) record(ctx context.Context) error {
	gpu, begin, before := t.be.Elapsed(), clock.Now(), t.steps[len(t.steps)-1].event
	e, err := Step(ctx, t.run, 1)
	if err != nil {
		return err
	}
	e.GPU, e.Wall = before.GPU+timing.Milliseconds(t.be.Elapsed()-gpu), before.Wall+timing.Milliseconds(clock.Since(begin))
	now, err := t.run.Distances(ctx)
	if err != nil {
		return err
	}
	s := tracedStep{event: e}
	reached := uint32(0)
	for v, d := range now {
		if d != t.live[v] {
			s.changes = append(s.changes, change{uint32(v), t.live[v], d})
		}
		if d != graph.Unreached && d >= e.Threshold {
			reached++
		}
	}
	t.live = now
	if s.near, err = t.queued(ctx, now); err != nil {
		return err
	}
	s.event.Near, s.event.Far = uint32(len(s.near)), reached
	for _, v := range s.near {
		if now[v] >= e.Threshold {
			s.event.Far--
		}
	}
	s.event.Step, s.event.Sizes = uint32(len(t.steps)), nil
	t.size += int64(12*len(s.changes) + 4*len(s.near) + 100)
	if t.size > t.most {
		return fmt.Errorf("sssp: %w: the trace of this search needs more than %d MiB; watch it without a trace", fault.Limit, t.most>>20)
	}
	t.steps = append(t.steps, s)
	return nil
}

// queued reads the nodes in the near queue, each once. Entries of nodes that have come
// nearer since do not count.
func (t *Traced) queued(ctx context.Context, dist []uint32) ([]uint32, error) {
	for _, l := range t.run.Layers() {
		if l.Kind != NearQueue || l.Count == 0 {
			continue
		}
		words := make([]uint32, l.Count*l.Stride)
		if err := t.be.Read(ctx, l.Buffer, l.First, words); err != nil {
			return nil, err
		}
		var nodes []uint32
		for i := range l.Count {
			if entry := words[i*l.Stride:]; l.Stride == 1 || entry[1] == dist[entry[0]] {
				nodes = append(nodes, entry[0])
			}
		}
		slices.Sort(nodes)
		return slices.Compact(nodes), nil
	}
	return nil, nil
}

// SeekTo shows the state after some of the recorded steps.
func (t *Traced) SeekTo(step int) {
	for ; t.at < step; t.at++ {
		for _, c := range t.steps[t.at+1].changes {
			t.dist[c.node] = c.after
		}
	}
	for ; t.at > step; t.at-- {
		for _, c := range t.steps[t.at].changes {
			t.dist[c.node] = c.before
		}
	}
	t.stale = true
}

// Stride limits the steps between two events.
func (t *Traced) Stride(steps int) { t.stride = max(1, steps) }

// Values returns the values of the run.
func (t *Traced) Values() compute.Values { return t.run.Values() }

// Event returns the event of the present state.
func (t *Traced) Event() Event { return t.steps[t.at].event }

// Distances returns the distances of the present state.
func (t *Traced) Distances(context.Context) ([]uint32, error) { return slices.Clone(t.dist), nil }

// Observe writes the state of every node, by the mirrors of the kernels that do it for
// searches on the device.
func (t *Traced) Observe(compute.Encoder) {
	if !t.stale {
		return
	}
	t.stale = false
	s := t.steps[t.at]
	t.nearList = s.near
	drawStates(t.be, t.dist, t.nearList, s.event.Threshold, t.stateWords, t.states, t.near)
}

// drawStates writes the layers of a search whose distances are on the host.
func drawStates(be compute.Backend, dist, nearList []uint32, threshold uint32, words []uint32, states, near compute.Buffer) {
	wordsOf(dist, nearList, threshold, words)
	be.Write(states, 0, words)
	be.Write(near, 0, nearList)
}

// wordsOf makes the words of the NodeStates layer.
func wordsOf(dist, nearList []uint32, threshold uint32, words []uint32) {
	n := len(dist)
	ref.MirrorState(compute.GridFor(n, 1), ref.State[[]uint32]{Dist: dist, States: words, Threshold: threshold})
	ref.MirrorMark(compute.GridFor(n, 1), ref.Mark[[]uint32]{Dist: dist, Queue: nearList, States: words, Count: uint32(len(nearList)), Words: 1})
}

// Layers returns the layers as of the last Observe.
func (t *Traced) Layers() []compute.Layer {
	return layers(t.run.Layers()[0].Source(0).Buffer, t.states, Event{Near: uint32(len(t.nearList))}, compute.Layer{Buffer: t.near, Stride: 1})
}

// Release releases the trace's buffers on the device, and the run.
func (t *Traced) Release() {
	if t.run != nil {
		t.run.Release()
	}
	t.states.Release()
	t.near.Release()
}
