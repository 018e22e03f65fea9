package sssp

import (
	"context"
	"fmt"
	"iter"
	"math/bits"
	"time"

	"kernelscope/compute"
	"kernelscope/compute/ref"
	"kernelscope/compute/timing"
	"kernelscope/scene"
	"kernelscope/scene/graph"
)

// rounds holds a graph on a device for a search in rounds of two dispatches:
// relax, and one that distributes the improved nodes. They are described in
// shaders/include/sssp_control.glsl.
type rounds struct {
	a  Algorithm
	be compute.Backend
	g  *graph.Graph
	// auto are the values that the search chooses. To find it takes as long as many
	// a search.
	auto compute.Values

	relax  ref.SSSPRelax[compute.Buffer]
	deal   func(e compute.Encoder, workgroup int) // the second dispatch
	states compute.Buffer
	memory compute.Memory

	far        compute.Buffer   // the far queue, two halves; nil where there is none
	sets       []compute.Buffer // those that are empty when a search begins
	recordings map[recordingKey]compute.Recording
}

type recordingKey struct{ workgroup, rounds int }

var (
	relax = compute.Agreeing(compute.NewKernel[ref.SSSPRelax[compute.Buffer]]("sssp_relax", workgroups, ref.MirrorSSSPRelax), ref.AgreeOnRelax)
	sift  = compute.Agreeing(compute.NewKernel[ref.SSSPSift[compute.Buffer]]("sssp_sift", workgroups, ref.MirrorSSSPSift), ref.AgreeOnSift)
	scan  = compute.Agreeing(compute.NewKernel[ref.SSSPScan[compute.Buffer]]("sssp_scan", workgroups, ref.MirrorSSSPScan), ref.AgreeOnScan)
)

// Parameters that searches in rounds share.
var (
	deltaParam = compute.Param{Name: Delta, Short: "d", Label: "delta", Unit: graph.WeightUnit, Min: 1, Max: 1 << 24, Auto: autoDelta,
		Help: "Width of a bucket. Small: few edges are relaxed in vain, but there are many buckets with little to do in parallel. Large: fewer, fuller rounds, and more repeated work."}
	roundsParam = compute.Param{Name: Batch, Short: "b", Label: "batch", Unit: "rounds", Min: 1, Max: ref.HistoryRounds, Default: 64, PowerOfTwo: true, Auto: "The default.",
		Help: "Rounds that share one submission. Small: the host waits for the device after every few rounds. Large: rounds are submitted that have nothing left to do."}
	workgroupParam = compute.Param{Name: Workgroup, Label: "workgroup", Unit: "invocations", Min: 32, Max: 1024, Default: 128, PowerOfTwo: true,
		Limit: compute.WorkgroupLimit, Auto: "The default.",
		Help: "Invocations of a workgroup. Small: many groups to schedule. Large: a group waits for its slowest node."}
)

// autoDelta is how AutoDelta chooses.
const autoDelta = "Ten times the mean weight over the mean degree, as in the origin of the algorithm."

// newRounds uploads the graph of a map. deal adds the second dispatch of a
// round, with its buffers.
func newRounds(be compute.Backend, m *scene.Map, a Algorithm, deal func(*rounds)) (Solver, error) {
	g := m.Graph
	if err := checkMap(m); err != nil {
		return nil, err
	}
	n, e := g.Nodes(), g.Edges()
	if err := fits(be.Limits(), 9*n+2*e); err != nil { // with the far queue, and without the sets
		return nil, err
	}
	s := &rounds{a: a, be: be, g: g, memory: compute.Memory{Backend: be}, auto: autos(g), recordings: map[recordingKey]compute.Recording{}}
	s.relax = ref.SSSPRelax[compute.Buffer]{
		FirstOut: s.memory.NewBuffer("first_out", n+1), Head: s.memory.NewBuffer("head", e), Weight: s.memory.NewBuffer("weight", e),
		Dist: s.memory.NewBuffer("dist", n), NextDist: s.memory.NewBuffer("next_dist", n),
		NearQueue: s.memory.NewBuffer("near queue", n), ImprovedQueue: s.memory.NewBuffer("improved queue", n), ImprovedSet: s.set("improved set"),
		Control: s.memory.NewBuffer("control", ref.ControlWords),
	}
	s.states = s.memory.NewBuffer("states", n)
	deal(s)
	be.Write(s.relax.FirstOut, 0, g.FirstOut)
	be.Write(s.relax.Head, 0, g.Head)
	be.Write(s.relax.Weight, 0, g.Weight)
	if err := s.memory.Ready(); err != nil {
		return nil, err
	}
	return s, nil
}

// Reweigh writes the weights that have changed.
func (s *rounds) Reweigh(m *scene.Map, edges []uint32) {
	s.g = m.Graph
	reweigh(s.be, s.relax.Weight, s.g, edges)
}

// set makes a set of nodes, a bit for each.
func (s *rounds) set(name string) compute.Buffer {
	b := s.memory.NewBuffer(name, (s.g.Nodes()+31)/32)
	s.sets = append(s.sets, b)
	return b
}

// sift distributes by queues; the far queue has room for two halves of far
// nodes.
func (s *rounds) sift(far int) {
	s.far = s.memory.NewBuffer("far queue", 2*far)
	args := ref.SSSPSift[compute.Buffer]{
		Dist: s.relax.Dist, NextDist: s.relax.NextDist, ImprovedQueue: s.relax.ImprovedQueue, ImprovedSet: s.relax.ImprovedSet,
		NearQueue: s.relax.NearQueue, FarQueue: s.far, FarSet: s.set("far set"), Control: s.relax.Control,
	}
	s.deal = func(e compute.Encoder, workgroup int) {
		sift.Sized(workgroup).DispatchIndirect(e, args.Control, ref.ControlSiftGroups, args)
	}
}

// scan distributes by searching the set of improved nodes.
func (s *rounds) scan() {
	args := ref.SSSPScan[compute.Buffer]{
		Dist: s.relax.Dist, NextDist: s.relax.NextDist, ChangedSet: s.relax.ImprovedSet,
		NearQueue: s.relax.NearQueue, Control: s.relax.Control,
	}
	s.deal = func(e compute.Encoder, workgroup int) {
		scan.Sized(workgroup).DispatchIndirect(e, args.Control, ref.ControlScanGroups, args)
	}
}

// Release gives back recordings and buffers, those of its run too.
func (s *rounds) Release() {
	for _, r := range s.recordings {
		r.Release()
	}
	clear(s.recordings)
	s.memory.Release()
}

// Start begins a search. The queues are those of the solver: an older run ends.
func (s *rounds) Start(q Query, v compute.Values) (Run, error) {
	if err := checkQuery(s.g, q); err != nil {
		return nil, err
	}
	values, err := compute.Chosen(s.a.Params(), s.be.Limits(), s.auto, v)
	if err != nil {
		return nil, err
	}
	r := &roundsRun{rounds: s, progress: begin(s.be, values), width: graph.Unreached}
	if delta, ok := r.values[Delta]; ok {
		r.width = delta
	}
	for _, dist := range []compute.Buffer{s.relax.Dist, s.relax.NextDist} {
		s.be.Fill(dist, 0, dist.Len(), graph.Unreached)
		s.be.Update(dist, int(q.Source), 0)
	}
	for _, set := range s.sets {
		s.be.Fill(set, 0, set.Len(), 0)
	}
	s.be.Update(s.relax.NearQueue, 0, q.Source)
	r.last.Threshold = r.width
	c := &r.control
	c[ref.ControlNear] = 1
	c[ref.ControlMinNear], c[ref.ControlMinFar] = graph.Unreached, graph.Unreached
	c[ref.ControlDelta], c[ref.ControlThreshold], c[ref.ControlDealt] = r.width, r.width, r.width
	c[ref.ControlTarget], c[ref.ControlTargetDist] = q.Target, graph.Unreached
	c[ref.ControlHistory] = 1
	setGroups := func(at, invocations int) {
		g := compute.GridFor(invocations, int(r.values[Workgroup]))
		c[at], c[at+1], c[at+2] = uint32(g.X), uint32(g.Y), 1
	}
	setGroups(ref.ControlRelaxGroups, 1)
	setGroups(ref.ControlSiftGroups, 1)
	setGroups(ref.ControlScanGroups, s.relax.ImprovedSet.Len())
	s.be.Update(s.relax.Control, 0, c[:ref.ControlHistory+2]...)
	return r, nil
}

// recording returns a recording of n rounds, made on first use.
func (s *rounds) recording(workgroup, n int) compute.Recording {
	key := recordingKey{workgroup, n}
	if r, ok := s.recordings[key]; ok {
		return r
	}
	r := s.be.Record(fmt.Sprintf("%d rounds of %s", n, s.a.Title()), func(e compute.Encoder) {
		for range n {
			relax.Sized(workgroup).DispatchIndirect(e, s.relax.Control, ref.ControlRelaxGroups, s.relax)
			s.deal(e, workgroup)
		}
	})
	s.recordings[key] = r
	return r
}

// roundsRun is a search under way.
type roundsRun struct {
	*rounds
	progress
	width   uint32                   // of a bucket; Unreached where there is only one
	control [ref.ControlWords]uint32 // as it is on the device after the last step
}

// Release leaves everything to the solver.
func (r *roundsRun) Release() {}

// Steps submits batches of rounds until the target is settled or nothing is
// queued.
func (r *roundsRun) Steps(ctx context.Context) iter.Seq2[Event, error] {
	return r.steps(ctx, r.step)
}

// Distances reads all nodes' distances, 4 bytes each.
func (r *roundsRun) Distances(ctx context.Context) ([]uint32, error) {
	return distances(ctx, r.be, r.relax.Dist)
}

func (r *roundsRun) step(ctx context.Context) (Event, error) {
	start := time.Now()
	n := min(r.stride, int(r.values[Batch]))
	n = 1 << (bits.Len(uint(n)) - 1) // few recordings serve all strides
	r.be.Submit(r.recording(int(r.values[Workgroup]), n))
	c := &r.control
	if err := r.be.Read(ctx, r.relax.Control, 0, c[:]); err != nil {
		return Event{}, err
	}
	if c[ref.ControlOverflow] != 0 {
		return Event{}, fmt.Errorf("sssp: a queue overflowed, which its set should make impossible")
	}
	r.wall += time.Since(start)
	e := Event{
		Step: c[ref.ControlStep], Round: c[ref.ControlRound], Phase: c[ref.ControlPhase], Bucket: c[ref.ControlBucket],
		Threshold: c[ref.ControlDealt], Final: c[ref.ControlSettled], Near: c[ref.ControlNear], Far: c[ref.ControlWaiting], Target: c[ref.ControlTargetDist],
		Relaxed:  uint64(c[ref.ControlRelaxedHigh])<<32 | uint64(c[ref.ControlRelaxedLow]),
		Improved: uint64(c[ref.ControlShortenedHigh])<<32 | uint64(c[ref.ControlShortenedLow]),
		GPU:      timing.Milliseconds(r.be.Elapsed() - r.gpu), Wall: timing.Milliseconds(r.wall),
	}
	e.NewBucket = e.Round == r.last.Round && e.Step > r.last.Step
	e.Sizes = history(c[ref.ControlHistory:], r.last.Step, e.Step)
	if c[ref.ControlDone] != 0 {
		e.Done = true
	}
	r.last = e
	return e, nil
}

// near is where the near queue lies.
func (r *roundsRun) near() compute.Layer {
	return compute.Layer{Buffer: r.relax.NearQueue, Stride: 1}
}

// Observe writes the state of every node.
func (r *roundsRun) Observe(e compute.Encoder) {
	observe(e, r.relax.Dist, r.states, r.last, r.near())
}

// Layers are the state of each node, valid after Observe, and the near queue.
func (r *roundsRun) Layers() []compute.Layer { return layers(r.states, r.last, r.near()) }
