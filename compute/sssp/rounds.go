package sssp

import (
	"context"
	"fmt"
	"iter"
	"math/bits"

	"kernelscope/compute"
	ref "kernelscope/compute/ref/sssp"
	"kernelscope/compute/scatter"
	"kernelscope/compute/timing"
	"kernelscope/internal/clock"
	"kernelscope/scene"
	"kernelscope/scene/graph"
	"kernelscope/shaders"
)

// rounds holds a graph on a device for a search in rounds. They are described in
// shaders/include/sssp_control.glsl.
type rounds struct {
	a  Algorithm
	be compute.Backend
	g  *graph.Graph
	// autoOne and autoAll are the values that the search chooses by the graph, to one node and to
	// all. Finding them takes as long as many searches.
	autoOne, autoAll compute.Values
	m                *scene.Map
	goal             uint32 // nodes of a round, of an adaptive search
	ways             *ways  // of queries, by which it chooses instead; nil until then

	relax      ref.Relax[compute.Buffer]              // a search that appends has only the graph, Dist and Control
	distribute func(e compute.Encoder, workgroup int) // the second dispatch
	states     compute.Buffer
	memory     compute.Memory
	append     *appending // nil for rounds of two dispatches

	weights    *scatter.Writer  // of new weights
	far        compute.Buffer   // the far queue, two halves; nil where there is none
	sets       []compute.Buffer // those that are empty when a search begins
	recordings map[recordingKey]compute.Recording
}

// recordingKey names a recording: what its dispatches depend on, rounds, and whether a
// compaction follows them.
type recordingKey struct {
	workgroup    int
	stall, count bool
	rounds       int
	compact      bool
}

var (
	relax = compute.Agreeing(compute.NewKernel[ref.Relax[compute.Buffer]]("sssp_relax", workgroups, ref.MirrorRelax), ref.AgreeOnRelax)
	sift  = compute.Agreeing(compute.NewKernel[ref.Sift[compute.Buffer]]("sssp_sift", workgroups, ref.MirrorSift), ref.AgreeOnSift)
	scan  = compute.Agreeing(compute.NewKernel[ref.Scan[compute.Buffer]]("sssp_scan", workgroups, ref.MirrorScan), ref.AgreeOnScan)
)

// Parameters that searches in rounds share.
var (
	deltaParam = compute.Param{Name: Delta, Short: "d", Label: "delta", Unit: graph.WeightUnit, Min: 1, Max: 1 << 24, Auto: autoDelta,
		Help: "Width of a bucket. Small: few wasted relaxations, but many buckets with little parallelism. Large: fewer, fuller rounds, but more repeated work."}
	roundsParam = compute.Param{Name: Batch, Short: "b", Label: "batch", Unit: "rounds", Min: 1, Max: shaders.HistoryRounds, Default: 64, PowerOfTwo: true, Auto: "The default.",
		Help: "Rounds per submission. Small: the host waits for the device after every few rounds. Large: rounds with nothing left to do are submitted as well."}
	workgroupParam = compute.Param{Name: Workgroup, Label: "workgroup", Unit: "invocations", Min: 32, Max: 1024, Default: 128, PowerOfTwo: true,
		Limit: compute.WorkgroupLimit, Auto: "The default.",
		Help: "Invocations per workgroup. Small: many groups to schedule. Large: a group waits for its slowest node."}
	stallParam = compute.Param{Name: Stall, Label: "stall", Unit: choice, Min: off, Max: on, Choices: []string{"off", "on"}, Default: off, Auto: "Off.",
		Help: "Whether to skip edges that lead to distances at or beyond the target's. On: nodes beyond the target are not searched once it is reached. Each round reads one more value, and searches to all nodes gain nothing."}
	finishParam = compute.Param{Name: Finish, Label: "finish", Unit: choice, Min: atTarget, Max: withBucket, Choices: []string{"target", "bucket"}, Default: atTarget, Auto: "Target.",
		Help: "When a search to a target ends. Target: as soon as nothing that waits is nearer than the target. Bucket: when the whole bucket of the target is settled, as in the original algorithm; short queries with wide buckets waste the rest of it."}
	ruleParam = compute.Param{Name: Rule, Label: "rule", Unit: choice, Min: ByGraph, Max: Adaptive, Choices: []string{"graph", "distance", "device", "adaptive"}, Default: ByDevice,
		Auto: "Device; graph if the search is watched.",
		Help: "How the search chooses delta and batch if they are auto. Graph: as in the original algorithm. Distance: by the straight-line distance of the query; long queries get wide buckets and large batches. Device: Near-Far uses buckets three times as wide on software devices, wider on small graphs, and half as wide with hubs if there is one target; on other devices buckets wide enough to fill rounds, which repeats work but keeps all processors busy. Other searches use graph. Adaptive: the values of graph are only the first ones; each bucket is twice or half as wide as the last one if its rounds had too few nodes to keep the device busy, or too many, and batches become as long as their rounds are used."}
	recordParam = compute.Param{Name: Record, Label: "record", Unit: choice, Min: once, Max: anew, Choices: []string{"once", "anew"}, Default: once, Auto: "Once.",
		Help: "When commands are recorded. Once: a batch of rounds is recorded on first use, then resubmitted. Anew: it is recorded for each submission."}
)

// Rules by which delta and batch are chosen.
const (
	ByGraph = 1 + iota
	ByDistance
	ByDevice
	Adaptive
)

// Values of choices.
const (
	off, on    = 1, 2
	once, anew = 1, 2

	atTarget, withBucket = 1, 2
)

// choice is the unit of values that have names.
const choice = "choice"

// autoDelta describes AutoDelta.
const autoDelta = "Ten times the mean weight divided by the mean degree, as in the original algorithm."

// newRounds uploads the graph of a map. queues makes the queues of a round and adds its
// dispatches; words is what it takes.
func newRounds(be compute.Backend, m *scene.Map, a Algorithm, words int, queues func(*rounds)) (Solver, error) {
	g := m.Graph
	if err := checkMap(m); err != nil {
		return nil, err
	}
	n, e := g.Nodes(), g.Edges()
	if err := fits(be.Limits(), 3*n+2*e+words); err != nil { // without the sets
		return nil, err
	}
	s := &rounds{a: a, be: be, g: g, m: m, memory: compute.Memory{Backend: be}, autoOne: autos(a, g, be.Limits(), false), autoAll: autos(a, g, be.Limits(), true), recordings: map[recordingKey]compute.Recording{}, goal: busyRound(be.Limits())}
	s.relax = ref.Relax[compute.Buffer]{
		FirstOut: s.memory.NewBuffer("first_out", n+1), Head: s.memory.NewBuffer("head", e), Weight: s.memory.NewBuffer("weight", e),
		Dist: s.memory.NewBuffer("dist", n), Control: s.memory.NewBuffer("control", ref.ControlWords),
	}
	s.states, s.weights = s.memory.NewBuffer("states", n), scatter.New(&s.memory)
	queues(s)
	be.Write(s.relax.FirstOut, 0, g.FirstOut)
	be.Write(s.relax.Head, 0, g.Head)
	be.Write(s.relax.Weight, 0, g.Weight)
	if err := s.memory.Ready(); err != nil {
		return nil, err
	}
	return s, nil
}

// inTwo makes the queues of rounds of two dispatches, of which deal adds the second.
func inTwo(distribute func(*rounds)) func(*rounds) {
	return func(s *rounds) {
		n := s.g.Nodes()
		s.relax.NextDist = s.memory.NewBuffer("next_dist", n)
		s.relax.NearQueue, s.relax.ImprovedQueue = s.memory.NewBuffer("near queue", n), s.memory.NewBuffer("improved queue", n)
		s.relax.ImprovedSet = s.set("improved set")
		distribute(s)
	}
}

// Reweigh writes the weights that have changed.
func (s *rounds) Reweigh(m *scene.Map, edges []uint32) {
	s.g, s.m, s.ways = m.Graph, m, nil
	s.weights.Write(s.relax.Weight, reweighed(s.g, edges))
}

// set makes a set of nodes, one bit each.
func (s *rounds) set(name string) compute.Buffer {
	b := s.memory.NewBuffer(name, (s.g.Nodes()+31)/32)
	s.sets = append(s.sets, b)
	return b
}

// sift distributes by queues; the far queue has room for two halves of far
// nodes.
func (s *rounds) sift(far int) {
	s.far = s.memory.NewBuffer("far queue", 2*far)
	args := ref.Sift[compute.Buffer]{
		Dist: s.relax.Dist, NextDist: s.relax.NextDist, ImprovedQueue: s.relax.ImprovedQueue, ImprovedSet: s.relax.ImprovedSet,
		NearQueue: s.relax.NearQueue, FarQueue: s.far, FarSet: s.set("far set"), Control: s.relax.Control,
	}
	s.distribute = func(e compute.Encoder, workgroup int) {
		sift.Sized(workgroup).DispatchIndirect(e, args.Control, shaders.ControlSiftGroups, args)
	}
}

// scan distributes by searching the set of improved nodes.
func (s *rounds) scan() {
	args := ref.Scan[compute.Buffer]{
		Dist: s.relax.Dist, NextDist: s.relax.NextDist, ChangedSet: s.relax.ImprovedSet,
		NearQueue: s.relax.NearQueue, Control: s.relax.Control,
	}
	s.distribute = func(e compute.Encoder, workgroup int) {
		scan.Sized(workgroup).DispatchIndirect(e, args.Control, shaders.ControlScanGroups, args)
	}
}

// Release releases recordings and buffers, also of its run.
func (s *rounds) Release() {
	for _, r := range s.recordings {
		r.Release()
	}
	clear(s.recordings)
	s.memory.Release()
}

// Choose returns the values of a search.
func (s *rounds) Choose(q Query, v compute.Values) (compute.Values, error) {
	if err := checkQuery(s.g, q); err != nil {
		return nil, err
	}
	return compute.Chosen(s.a.Params(), s.be.Limits(), s.autos(q, v), v)
}

// Start begins a search. The solver has one set of queues: an older run ends.
func (s *rounds) Start(q Query, v compute.Values) (Run, error) {
	values, err := s.Choose(q, v)
	if err != nil {
		return nil, err
	}
	r := &roundsRun{rounds: s, progress: begin(s.be, values), width: graph.Unreached, batch: int(values[Batch])}
	if delta, ok := r.values[Delta]; ok {
		r.width = delta
	}
	s.begin(q.Source, r.values)
	r.last.Threshold = r.width
	c := &r.control
	c[shaders.ControlNear] = 1
	c[shaders.ControlMinNear], c[shaders.ControlMinFar] = graph.Unreached, graph.Unreached
	c[shaders.ControlDelta], c[shaders.ControlThreshold], c[shaders.ControlQueueThreshold] = r.width, r.width, r.width
	c[shaders.ControlTarget], c[shaders.ControlTargetDist] = q.Target, graph.Unreached
	c[shaders.ControlWholeBucket] = uint32(flag(r.values[Finish] == withBucket))
	if r.values[Rule] == Adaptive {
		c[shaders.ControlGoal], c[shaders.ControlNarrowest], c[shaders.ControlWidest] = s.goal, max(1, r.width/adaptedBy), min(r.width*adaptedBy, deltaParam.Max)
	}
	c[shaders.ControlHistory] = 1
	setGroups := func(at, invocations int) {
		g := compute.GridFor(invocations, int(r.values[Workgroup]))
		c[at], c[at+1], c[at+2] = uint32(g.X), uint32(g.Y), 1
	}
	setGroups(shaders.ControlRelaxGroups, 1)
	setGroups(shaders.ControlSiftGroups, 1)
	setGroups(shaders.ControlScanGroups, (s.g.Nodes()+31)/32)
	s.be.Update(s.relax.Control, 0, c[:shaders.ControlHistory+2]...)
	if s.append != nil {
		c[shaders.ControlSiftGroups] = 0 // no compaction before a bucket ends
		s.be.Update(s.relax.Control, shaders.ControlSiftGroups, 0)
		return r, nil
	}
	return &rewinding{r}, nil
}

// begin puts the source into the near queue; all other nodes are unreached.
func (s *rounds) begin(source uint32, v compute.Values) {
	dists := []compute.Buffer{s.relax.Dist, s.relax.NextDist}
	if s.append != nil {
		dists = dists[:1]
		s.append.begin(s.be, source, v)
	} else {
		s.be.Update(s.relax.NearQueue, 0, source)
	}
	for _, dist := range dists {
		s.be.Fill(dist, 0, dist.Len(), graph.Unreached)
		s.be.Update(dist, int(source), 0)
	}
	for _, set := range s.sets {
		s.be.Fill(set, 0, set.Len(), 0)
	}
}

// record records the rounds of a key, and the compaction after them.
func (s *rounds) record(k recordingKey) compute.Recording {
	return s.be.Record(fmt.Sprintf("%d rounds of %s", k.rounds, s.a.Title()), func(e compute.Encoder) {
		for range k.rounds {
			if s.append != nil {
				s.append.relax(e, k)
				continue
			}
			args := s.relax
			args.Stall = flag(k.stall)
			relax.Sized(k.workgroup).DispatchIndirect(e, args.Control, shaders.ControlRelaxGroups, args)
			s.distribute(e, k.workgroup)
		}
		if k.compact {
			s.append.compact(e, k)
		}
	})
}

// flag is a specialization constant of yes or no.
func flag(set bool) compute.Constant {
	if set {
		return 1
	}
	return 0
}

// roundsRun is a search in progress.
type roundsRun struct {
	*rounds
	progress
	width   uint32                   // of the first bucket; Unreached where there is only one
	batch   int                      // rounds of the next submission at most
	control [ref.ControlWords]uint32 // as it is on the device after the last step
}

// Release does nothing; the solver owns all resources.
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
	start := clock.Now()
	n := min(r.stride, r.batch)
	n = 1 << (bits.Len(uint(n)) - 1) // few recordings serve all strides
	k := recordingKey{workgroup: int(r.values[Workgroup]), stall: r.values[Stall] == on, count: r.values[Count] == on, rounds: n}
	if r.append != nil {
		k = r.append.next(k, r)
	}
	c := &r.control
	if err := r.submit(ctx, k); err != nil {
		return Event{}, err
	}
	for k.rounds = 0; r.append != nil && c[shaders.ControlCompacting] == shaders.CompactAll; {
		k.compact = true
		if err := r.submit(ctx, k); err != nil {
			return Event{}, err
		}
	}
	if c[shaders.ControlOverflow] != 0 {
		return Event{}, fmt.Errorf("sssp: a queue overflowed, which its set should make impossible")
	}
	r.wall += clock.Since(start)
	e := r.event()
	e.GPU, e.Wall = timing.Milliseconds(r.be.Elapsed()-r.gpu), timing.Milliseconds(r.wall)
	tellMoved(r.be, r.moved, r.last, e)
	if used := int(e.Round - r.last.Round); r.values[Rule] == Adaptive && r.stride >= r.batch {
		if r.append == nil {
			used = int(e.Step - r.last.Step)
		}
		r.batch = nextBatch(n, used)
	}
	r.last = e
	return e, nil
}

// submit submits the recording of a key and reads the resulting control block.
func (r *roundsRun) submit(ctx context.Context, k recordingKey) error {
	recording, ok := r.recordings[k]
	if !ok || r.values[Record] == anew {
		recording = r.record(k)
	}
	switch {
	case r.values[Record] == anew:
		defer recording.Release() // the device is done with it when the block is read
	case !ok:
		r.recordings[k] = recording
	}
	r.be.Submit(recording)
	return r.be.Read(ctx, r.relax.Control, 0, r.control[:])
}

// event returns the event of the control block.
func (r *roundsRun) event() Event {
	c := &r.control
	sum := func(low int) uint64 { return uint64(c[low+1])<<32 | uint64(c[low]) }
	e := Event{
		Step: c[shaders.ControlStep], Round: c[shaders.ControlRound], Phase: c[shaders.ControlPhase], Bucket: c[shaders.ControlBucket],
		Threshold: c[shaders.ControlQueueThreshold], Delta: c[shaders.ControlDelta], Final: c[shaders.ControlSettled], Near: c[shaders.ControlNear], Far: c[shaders.ControlWaiting], Target: c[shaders.ControlTargetDist],
		Relaxed: sum(shaders.ControlRelaxedLow), Improved: sum(shaders.ControlShortenedLow), Done: c[shaders.ControlDone] != 0,
	}
	e.Sizes = history(c[shaders.ControlHistory:], r.last.Step, e.Step)
	e.NewBucket = len(e.Sizes) > 0 && e.Sizes[len(e.Sizes)-1].Near == 0 // nothing was near, so the far queue came
	if r.values[Rule] == Adaptive {
		e.More = append(e.More, compute.Fact{Name: FactDelta, Value: float64(e.Delta), Unit: "weight"})
	}
	if r.values[Stall] == on {
		e.More = append(e.More, compute.Fact{Name: FactStalled, Value: float64(sum(shaders.ControlStalledLow)), Unit: "edges"})
	}
	if r.append != nil {
		e.More = append(e.More, compute.Fact{Name: FactDropped, Value: float64(sum(shaders.ControlDroppedLow)), Unit: "entries"},
			compute.Fact{Name: FactRecoveries, Value: float64(c[shaders.ControlRecoveries])})
	}
	if r.values[Count] == on {
		e.More = append(e.More, compute.Fact{Name: FactRepeated, Value: float64(sum(shaders.ControlRepeatedLow)), Unit: "entries"})
	}
	return e
}

// near returns the location of the near queue.
func (r *roundsRun) near() compute.Layer {
	if r.append != nil {
		return r.append.near(r.control[shaders.ControlNearSide])
	}
	return compute.Layer{Buffer: r.relax.NearQueue, Stride: 1}
}

// Observe writes the state of every node.
func (r *roundsRun) Observe(e compute.Encoder) {
	observe(e, r.relax.Dist, r.states, r.last, r.near())
}

// Layers are the state of each node, valid after Observe, and the near queue.
func (r *roundsRun) Layers() []compute.Layer { return layers(r.found(), r.states, r.last, r.near()) }

// found is the buffer in which relaxing finds distances. If it is not Dist, sift copies them there within the round.
func (r *roundsRun) found() compute.Buffer {
	if r.relax.NextDist != nil {
		return r.relax.NextDist
	}
	return r.relax.Dist
}
