package sssp

import (
	"context"
	"fmt"
	"iter"
	"math/bits"
	"time"

	"kernelscope/compute"
	"kernelscope/compute/ref"
	"kernelscope/compute/trace"
	"kernelscope/scene"
	"kernelscope/scene/graph"
)

// NearFar is the search with two buckets: nodes below a threshold are relaxed
// until none is left, then the threshold moves on by delta (Davidson, Baxter,
// Garland, Owens, "Work-efficient parallel GPU methods for single-source
// shortest paths", IPDPS 2014; here in the form of "Two buckets is all you
// need", the article behind GPUSSSP). What one round does is told in
// shaders/include/sssp_nearfar.glsl.
type NearFar struct{}

func (NearFar) Name() string  { return "nearfar" }
func (NearFar) Title() string { return "Near-Far" }

func (NearFar) Params() []compute.Param {
	return []compute.Param{
		{Name: Delta, Label: "delta", Min: 1, Max: 1 << 24,
			Help: "Width of a bucket, in units of weight. Small: few edges are relaxed in vain, but there are many buckets with little to do in parallel. Large: fewer, fuller rounds, and more work that is done again."},
		{Name: Batch, Label: "batch", Min: 1, Max: ref.HistoryRounds, Default: 64, PowerOfTwo: true,
			Help: "Rounds that share one submission. Small: the host waits for the device after every few rounds. Large: rounds are submitted that have nothing left to do."},
		{Name: Workgroup, Label: "workgroup", Min: 32, Max: 1024, Default: 128, PowerOfTwo: true,
			Help: "Invocations of a workgroup. Small: many groups to schedule. Large: a group waits for its slowest node."},
	}
}

var (
	relax = compute.Agreeing(compute.NewKernel[ref.SSSPRelax[compute.Buffer]]("sssp_relax", workgroups, ref.Relax), ref.AgreeOnRelax)
	sift  = compute.Agreeing(compute.NewKernel[ref.SSSPSift[compute.Buffer]]("sssp_sift", workgroups, ref.Sift), ref.AgreeOnSift)
)

// nearFar holds a graph and the queues on a device.
type nearFar struct {
	be compute.Backend
	g  *graph.Graph

	firstOut, head, weight        compute.Buffer
	dist, nextDist                compute.Buffer
	nearQueue, improved, farQueue compute.Buffer
	improvedSet, farSet           compute.Buffer
	control, states               compute.Buffer

	recordings map[recordingKey]compute.Recording
}

type recordingKey struct{ workgroup, rounds int }

// Prepare uploads the graph of a map.
func (NearFar) Prepare(be compute.Backend, m *scene.Map) (compute.Solver, error) {
	g := m.Graph
	n, e := g.Nodes(), g.Edges()
	if n == 0 {
		return nil, fmt.Errorf("sssp: the map has no roads to search")
	}
	s := &nearFar{be: be, g: g, recordings: map[recordingKey]compute.Recording{}}
	words := (n + 31) / 32
	for _, b := range []struct {
		buffer *compute.Buffer
		name   string
		words  int
	}{
		{&s.firstOut, "first_out", n + 1}, {&s.head, "head", e}, {&s.weight, "weight", e},
		{&s.dist, "dist", n}, {&s.nextDist, "next_dist", n},
		{&s.nearQueue, "near queue", n}, {&s.improved, "improved queue", n}, {&s.farQueue, "far queue", 2 * n},
		{&s.improvedSet, "improved set", words}, {&s.farSet, "far set", words},
		{&s.control, "control", ref.ControlWords}, {&s.states, "states", n},
	} {
		*b.buffer = be.NewBuffer(b.name, b.words)
	}
	be.Write(s.firstOut, 0, g.FirstOut)
	be.Write(s.head, 0, g.Head)
	be.Write(s.weight, 0, g.Weight)
	if err := be.Flush(context.Background()); err != nil {
		s.Release()
		return nil, err
	}
	return s, nil
}

// Reweigh writes the weights that have changed.
func (s *nearFar) Reweigh(m *scene.Map, edges []uint32) {
	s.g = m.Graph
	reweigh(s.be, s.weight, s.g, edges)
}

func (s *nearFar) Release() {
	for _, r := range s.recordings {
		r.Release()
	}
	clear(s.recordings)
	for _, b := range []compute.Buffer{
		s.firstOut, s.head, s.weight, s.dist, s.nextDist, s.nearQueue, s.improved, s.farQueue,
		s.improvedSet, s.farSet, s.control, s.states,
	} {
		b.Release()
	}
}

// Start begins a search. The queues are those of the solver: an older run ends.
func (s *nearFar) Start(q compute.Query, v compute.Values) (compute.Run, error) {
	if err := checkQuery(s.g, q); err != nil {
		return nil, err
	}
	n := s.g.Nodes()
	r := &run{s, begin(s.be, on(s.be.Limits(), Chosen(NearFar{}, s.g, v)))}
	s.be.Fill(s.dist, 0, n, graph.Unreached)
	s.be.Fill(s.nextDist, 0, n, graph.Unreached)
	s.be.Fill(s.improvedSet, 0, s.improvedSet.Len(), 0)
	s.be.Fill(s.farSet, 0, s.farSet.Len(), 0)
	s.be.Update(s.dist, int(q.Source), 0)
	s.be.Update(s.nextDist, int(q.Source), 0)
	s.be.Update(s.nearQueue, 0, q.Source)
	var c [ref.ControlHistory + 2]uint32
	c[ref.ControlNear] = 1
	c[ref.ControlMinFar] = graph.Unreached
	c[ref.ControlDelta] = r.values[Delta]
	c[ref.ControlThreshold] = r.values[Delta]
	c[ref.ControlTarget], c[ref.ControlTargetDist] = q.Target, graph.Unreached
	c[ref.ControlWorkgroupSize] = r.values[Workgroup]
	c[ref.ControlRelaxGroups], c[ref.ControlRelaxGroups+1], c[ref.ControlRelaxGroups+2] = 1, 1, 1
	c[ref.ControlSiftGroups+1], c[ref.ControlSiftGroups+2] = 1, 1
	c[ref.ControlHistory] = 1
	s.be.Update(s.control, 0, c[:]...)
	return r, nil
}

// recording returns so many rounds, taken down on first use.
func (s *nearFar) recording(workgroup, rounds int) compute.Recording {
	key := recordingKey{workgroup, rounds}
	if r, ok := s.recordings[key]; ok {
		return r
	}
	r := s.be.Record(fmt.Sprintf("%d rounds of Near-Far", rounds), func(e compute.Encoder) {
		for range rounds {
			relax.Sized(workgroup).DispatchIndirect(e, s.control, ref.ControlRelaxGroups, ref.SSSPRelax[compute.Buffer]{
				FirstOut: s.firstOut, Head: s.head, Weight: s.weight, Dist: s.dist, NextDist: s.nextDist,
				NearQueue: s.nearQueue, ImprovedQueue: s.improved, ImprovedSet: s.improvedSet, Control: s.control,
			})
			sift.Sized(workgroup).DispatchIndirect(e, s.control, ref.ControlSiftGroups, ref.SSSPSift[compute.Buffer]{
				Dist: s.dist, NextDist: s.nextDist, ImprovedQueue: s.improved, ImprovedSet: s.improvedSet,
				NearQueue: s.nearQueue, FarQueue: s.farQueue, FarSet: s.farSet, Control: s.control,
			})
		}
	})
	s.recordings[key] = r
	return r
}

// run is a search under way.
type run struct {
	*nearFar
	progress
}

// Release leaves everything to the solver.
func (r *run) Release() {}

// Steps submits batches of rounds until the target is settled or nothing is
// queued.
func (r *run) Steps(ctx context.Context) iter.Seq2[trace.Event, error] { return r.steps(ctx, r.step) }

func (r *run) Distances(ctx context.Context) ([]uint32, error) { return distances(ctx, r.be, r.dist) }

func (r *run) step(ctx context.Context) (trace.Event, error) {
	start := time.Now()
	rounds := min(r.stride, int(r.values[Batch]))
	rounds = 1 << (bits.Len(uint(rounds)) - 1) // few recordings serve all strides
	r.be.Submit(r.recording(int(r.values[Workgroup]), rounds))
	var c [ref.ControlWords]uint32
	if err := r.be.Read(ctx, r.control, 0, c[:]); err != nil {
		return trace.Event{}, err
	}
	if c[ref.ControlOverflow] != 0 {
		return trace.Event{}, fmt.Errorf("sssp: a queue overflowed, which its set should make impossible")
	}
	r.wall += time.Since(start)
	e := trace.Event{
		Kind: trace.Step, Round: c[ref.ControlRound], Phase: c[ref.ControlPhase], Bucket: c[ref.ControlBucket],
		Threshold: c[ref.ControlThreshold], Near: c[ref.ControlNear], Far: c[ref.ControlFar], Target: c[ref.ControlTargetDist],
		Relaxed:  uint64(c[ref.ControlRelaxedHigh])<<32 | uint64(c[ref.ControlRelaxedLow]),
		Improved: uint64(c[ref.ControlShortenedHigh])<<32 | uint64(c[ref.ControlShortenedLow]),
		GPU:      milliseconds(r.be.Elapsed() - r.gpu), Wall: milliseconds(r.wall),
	}
	e.Rounds = history(c[ref.ControlHistory:], r.last.Round, e.Round)
	if c[ref.ControlDone] != 0 {
		e.Kind = trace.Done
	}
	r.last = e
	return e, nil
}

// near is where the near queue lies.
func (r *run) near() compute.Layer { return compute.Layer{Buffer: r.nearQueue, Stride: 1} }

// Observe writes the state of every node.
func (r *run) Observe(e compute.Encoder) { observe(e, r.dist, r.states, r.last, r.near()) }

func (r *run) Layers() []compute.Layer { return layers(r.states, r.last, r.near()) }
