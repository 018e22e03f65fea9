// Package sssp finds shortest paths from one node of a road network on a device, by several
// algorithms, step by step. It does not verify: the oracle does.
package sssp

import (
	"context"
	"fmt"
	"iter"
	"math"
	"time"

	"kernelscope/compute"
	ref "kernelscope/compute/ref/sssp"
	"kernelscope/internal/fault"
	"kernelscope/scene"
	"kernelscope/scene/graph"
	"kernelscope/shaders"
)

// Names of parameters.
const (
	Delta     = "delta"     // width of a bucket
	Batch     = "batch"     // rounds that share a submission
	Workgroup = "workgroup" // invocations of one
	Rule      = "rule"      // how delta and batch are chosen
	Stall     = "stall"     // whether edges beyond the target are followed
	Record    = "record"    // when commands are recorded
	Finish    = "finish"    // when a search to a target ends
)

// Algorithms lists the searches.
func Algorithms() []Algorithm {
	return []Algorithm{NearFar{}, Frontier{}, NearFarAppend{}, DeltaStepping{}, BellmanFord{}, Dijkstra{}, Dial{}, AStar{}, Bidirectional{}}
}

// Searches lists the searches, and the prepared trees, which have a family of their own in the
// window.
func Searches() []Algorithm { return append(Algorithms(), Prepared{}, PreparedOnHost{}) }

var (
	workgroups = compute.Workgroup{Default: 128, Min: 32, Max: 1024}

	state = compute.NewKernel[ref.State[compute.Buffer]]("sssp_state", workgroups, ref.MirrorState).Observing()
	mark  = compute.NewKernel[ref.Mark[compute.Buffer]]("sssp_mark", workgroups, ref.MirrorMark).Observing()
)

// Params returns the parameters of a search with the bounds that a graph adds.
func Params(a Algorithm, g *graph.Graph) []compute.Param {
	params := a.Params()
	if _, ok := a.(Dial); ok {
		params[0].Min = narrowest(g)
	}
	return params
}

// Chosen returns the values that a search to one node or to all uses on a graph and a device: the
// given ones, and for the others those that it chooses, or zero if they depend on the two ends. An
// error wraps compute.ErrValue.
func Chosen(a Algorithm, g *graph.Graph, l compute.Limits, toAll bool, v compute.Values) (compute.Values, error) {
	switch a.(type) {
	case Frontier:
		residents := shaders.FrontierMostTogether
		if l.IsSoftware {
			residents = 1
		}
		return chosenFrontier(l, residents, autos(a, g, l, toAll), v)
	case Dial:
		return compute.Chosen(Params(a, g), l, nil, v)
	}
	auto := autos(a, g, l, toAll)
	switch v[Rule] {
	case ByGraph:
		auto = compute.Values{Delta: AutoDelta(g)}
	case Adaptive:
		auto = firstValues(g, auto)
	}
	values, err := compute.Chosen(a.Params(), l, auto, v)
	if values[Rule] == ByDistance {
		values[Delta], values[Batch] = v[Delta], v[Batch]
	}
	return values, err
}

// ChosenMany returns the values that concurrent searches use on a graph and a device, as
// Chosen does for a single one.
func ChosenMany(a Algorithm, g *graph.Graph, l compute.Limits, v compute.Values) (compute.Values, error) {
	if _, ok := a.(Frontier); !ok {
		return Chosen(a, g, l, false, v)
	}
	values, err := chosenFrontier(l, 1, autosMany(g, l), v)
	for _, name := range []string{Alone, Together, Batch} { // each search has one workgroup
		delete(values, name)
	}
	return values, err
}

func checkMap(m *scene.Map) error {
	if m.Graph.Nodes() == 0 {
		return fmt.Errorf("sssp: the map has no roads to search")
	}
	return nil
}

// fits reports whether a device has memory for a number of words, before any is allocated:
// drivers find out one buffer at a time.
func fits(l compute.Limits, words int) error {
	const mebi = 1 << 20
	if need := 4 * int64(words); need > l.Memory {
		return fmt.Errorf("sssp: %w: the graph needs %d MiB of memory on the device, and %s has %d MiB: %d MiB are missing",
			fault.Limit, need/mebi, l.Device, l.Memory/mebi, (need-l.Memory)/mebi+1)
	}
	return nil
}

func checkQuery(g *graph.Graph, q Query) error {
	n := uint32(g.Nodes())
	if q.Source >= n || q.Target >= n && q.Target != graph.NoNode {
		return fmt.Errorf("sssp: from node %d to %d, but the graph has %d", q.Source, q.Target, n)
	}
	return nil
}

// progress is the host state of every run.
type progress struct {
	values compute.Values
	stride int
	last   Event
	gpu    time.Duration // on the device's clock, when the run began
	wall   time.Duration
}

// begin returns the progress of a new run.
func begin(be compute.Backend, v compute.Values) progress {
	return progress{
		values: v, stride: math.MaxInt, gpu: be.Elapsed(),
		last: Event{Threshold: v[Delta], Near: 1, Target: graph.Unreached},
	}
}

// Values returns the values of the run.
func (p *progress) Values() compute.Values { return p.values }

// Stride applies until the next call; it is at least one round.
func (p *progress) Stride(rounds int) { p.stride = max(1, rounds) }

// steps runs steps until the run is done.
func (p *progress) steps(ctx context.Context, step func(context.Context) (Event, error)) iter.Seq2[Event, error] {
	return func(yield func(Event, error) bool) {
		for !p.last.Done {
			e, err := step(ctx)
			if !yield(e, err) || err != nil {
				return
			}
		}
	}
}

// distances reads the distance of every node.
func distances(ctx context.Context, be compute.Backend, dist compute.Buffer) ([]uint32, error) {
	out := make([]uint32, dist.Len())
	return out, be.Read(ctx, dist, 0, out)
}

// history reads the sizes before the steps from..to-1 out of the ring that kernels
// keep. It has the last of them only; a device may count wrong.
func history(ring []uint32, from, to uint32) (out []Sizes) {
	if to > from && to-from > shaders.HistoryRounds {
		from = to - shaders.HistoryRounds
	}
	for step := from; step < to; step++ {
		at := 2 * (step % shaders.HistoryRounds)
		out = append(out, Sizes{Near: ring[at], Far: ring[at+1]})
	}
	return out
}

// observe writes the state of every node; near is the location of the near queue.
func observe(e compute.Encoder, dist, states compute.Buffer, last Event, near compute.Layer) {
	state.Dispatch(e, states.Len(), ref.State[compute.Buffer]{Dist: dist, States: states, Threshold: last.Threshold})
	if last.Near > 0 {
		mark.Dispatch(e, int(last.Near), ref.Mark[compute.Buffer]{
			Dist: dist, Queue: near.Buffer, States: states, Count: last.Near, First: uint32(near.First), Words: uint32(near.Stride),
		})
	}
}

// Kinds of layers.
const (
	// NodeStates holds one word per node: a graph.NodeState in the two highest bits, and
	// the distance below, at most graph.StateDistance.
	NodeStates compute.LayerKind = "node states"
	// NearQueue lists the nodes in the near queue, in the first word of each entry.
	NearQueue compute.LayerKind = "near queue"
)

// StateOf decodes a word of the NodeStates layer: a graph.NodeState and a distance, which is
// graph.Unreached if the node has none.
func StateOf(word uint32) (state int, dist uint32) {
	if state = int(word >> 30); graph.NodeState(state) == graph.StateUnreached {
		return state, graph.Unreached
	}
	return state, word & graph.StateDistance
}

// StateText writes an entry of the NodeStates layer for people.
func StateText(entry []uint32) string {
	state, dist := StateOf(entry[0])
	if graph.NodeState(state) == graph.StateUnreached {
		return "unreached"
	}
	return fmt.Sprintf("%s %d", [...]string{graph.StateFar: "far", graph.StateNear: "near", graph.StateRelaxed: "relaxed"}[state], dist)
}

// layers are the layers of a search whose kernels write distances to a buffer; nil if none does.
func layers(dist, states compute.Buffer, last Event, near compute.Layer) []compute.Layer {
	of := func(node int) compute.Source { return compute.Source{Buffer: dist, Word: node} }
	out := []compute.Layer{{Kind: NodeStates, Name: "node states", Buffer: states, Count: states.Len(), Stride: 1, Type: "state and distance", Text: StateText, Entry: "node", Of: of}}
	near.Kind, near.Name, near.Count, near.Unordered, near.Type = NearQueue, "near queue", int(last.Near), true, "node"
	if near.Stride == 2 {
		near.Type = "node and distance"
	}
	return append(out, near)
}
