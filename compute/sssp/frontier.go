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

// Frontier is the fast search. Its state lives in one block on the device, and
// who makes the next round depends on the size of the frontier: one workgroup that
// goes on alone, several that go on together, or a chain of dispatches. A road
// network's frontier is small: most of a search is the first two kinds, without the
// host and without a barrier of the device. How is told in
// shaders/sssp_frontier_resident.comp.
type Frontier struct{}

// Name returns the name, as on the command line.
func (Frontier) Name() string { return "frontier" }

// Title returns the name for people.
func (Frontier) Title() string { return "Frontier" }

// Rho is the least size of a frontier, a parameter.
const Rho = "rho"

// Params returns the parameters.
func (Frontier) Params() []compute.Param {
	return []compute.Param{
		{Name: Delta, Short: "d", Label: "delta", Unit: graph.WeightUnit, Min: 1, Max: 1 << 24,
			Auto: "Fifteen times the 99th percentile of the weights. With hubs, on software devices and for concurrent searches, ten times the mean weight divided by the mean degree; with hubs a sixteenth of that on software devices and for concurrent searches.",
			Help: "How far the threshold advances. Small: few wasted relaxations, but the far queue is distributed often. Large: fuller rounds, but more repeated work."},
		{Name: Rho, Label: "rho", Unit: "entries", Min: 1, Max: 1 << 20, Default: 64, PowerOfTwo: true, Auto: "64; 256 from 524,288 nodes, 1,024 with hubs, 8 on software devices.",
			Help: "Entries of the next round below which the threshold advances. Small: every bucket is emptied, in many short rounds. Large: rounds are full, but more work is repeated."},
		{Name: Workgroup, Label: "workgroup", Unit: "invocations", Min: 32, Max: 1024, Default: 512, PowerOfTwo: true,
			Limit: compute.WorkgroupLimit, Auto: "512; 32 on software devices, which run invocations one after another.",
			Help: "Invocations per workgroup. Small: a workgroup that works alone takes more turns per round. Large: its barriers wait longer."},
		{Name: Alone, Label: "alone", Unit: "entries", Min: 1, Max: shaders.FrontierMostTurns * 1024, Default: 128, PowerOfTwo: true,
			Auto: "128; 4,096 if workgroups do not share rounds.",
			Help: "Largest frontier that one workgroup handles alone, in entries; at most 128 per invocation. Several workgroups share larger frontiers."},
		{Name: Together, Label: "together", Unit: "workgroups", Min: 1, Max: shaders.FrontierMostTogether, PowerOfTwo: true,
			Auto: "A quarter of the square root of the number of nodes, since a road network's frontier grows with that root; at most 64, or 128 from 524,288 nodes or with hubs.",
			Help: "Greatest number of workgroups of 256 that share a round, limited by how many the device runs concurrently. They synchronize at a barrier of their own. More: wider rounds, but a slower barrier. One: frontiers too large for a workgroup are dispatched over the whole device, one round at a time, as on devices that do not run workgroups concurrently."},
		{Name: Batch, Short: "b", Label: "batch", Unit: "rounds", Min: 1, Max: shaders.HistoryRounds, Default: 16, PowerOfTwo: true, Auto: "The default.",
			Help: "Device-wide rounds per submission."},
	}
}

// Alone is the largest frontier of a single workgroup, and Together the number of
// workgroups for larger ones, parameters.
const (
	Alone    = "alone"
	Together = "together"
)

// togetherSize is the number of invocations of each of the workgroups that share rounds.
const togetherSize = 256

var (
	frontierWorkgroups = compute.Workgroup{Default: 512, Min: 32, Max: 1024}

	resident = compute.Agreeing(compute.NewKernel[ref.Resident[compute.Buffer]]("sssp_frontier_resident", frontierWorkgroups, ref.MirrorFrontierResident), ref.AgreeOnResident)
	chain    = compute.Agreeing(compute.NewKernel[ref.Chain[compute.Buffer]]("sssp_frontier_chain", frontierWorkgroups, ref.MirrorFrontierChain), ref.AgreeOnFrontier)
)

// frontier holds a graph and the queues on a device.
type frontier struct {
	be compute.Backend
	g  *graph.Graph

	args     ref.Resident[compute.Buffer]
	states   compute.Buffer
	weights  *scatter.Writer // of new weights
	memory   compute.Memory
	most     int            // workgroups that can go on together
	auto     compute.Values // of a search
	autoMany compute.Values // of concurrent ones
	spare    *many          // room for the next of them; nil without

	recordings map[frontierKey]compute.Recording
}

// frontierKey names a recording: dispatches that go on alone and together, and
// after them, dispatches of the chain.
type frontierKey struct {
	workgroup, chained int
	together           bool
}

// Prepare uploads the graph of a map.
func (Frontier) Prepare(be compute.Backend, m *scene.Map) (Solver, error) {
	if m.Graph.Nodes() == 0 {
		return nil, fmt.Errorf("sssp: the map has no roads to search")
	}
	most, err := residents(be)
	if err != nil {
		return nil, err
	}
	s, err := newFrontier(be, m.Graph)
	if err != nil {
		return nil, err
	}
	s.most = most
	return s, nil
}

func newFrontier(be compute.Backend, g *graph.Graph) (*frontier, error) {
	n := g.Nodes()
	if most := shaders.FrontierMany - 1; max(n, g.Edges()) > most {
		return nil, fmt.Errorf("sssp: the graph has %d nodes and %d edges; at most %d of each can be searched", n, g.Edges(), most)
	}
	entries := 2 * 2 * queueRoom(g, be.Limits()) // two halves, two words per entry
	if err := fits(be.Limits(), ref.RecordWords*n+2*n+2*entries); err != nil {
		return nil, err
	}
	records, edges := pack(g)
	s := &frontier{be: be, g: g, memory: compute.Memory{Backend: be}, most: 1, auto: autos(Frontier{}, g, be.Limits(), false), autoMany: autosMany(g, be.Limits()), recordings: map[frontierKey]compute.Recording{}}
	for _, b := range []struct {
		buffer *compute.Buffer
		name   string
		words  int
	}{
		{&s.args.Records, "records", len(records)}, {&s.args.Edges, "edges", max(2, len(edges))}, {&s.args.Dist, "dist", n},
		{&s.args.NearQueue, "near queue", entries}, {&s.args.FarQueue, "far queue", entries},
		{&s.args.Frontier, "frontier", ref.FrontierWords}, {&s.args.Told, "told", shaders.FrontierToldWords}, {&s.states, "states", n},
	} {
		*b.buffer = s.memory.NewBuffer(b.name, b.words)
	}
	s.weights = scatter.New(&s.memory)
	be.Write(s.args.Records, 0, records)
	be.Write(s.args.Edges, 0, edges)
	be.Fill(s.args.Told, 0, shaders.FrontierToldWords, 0)
	if err := s.memory.Ready(); err != nil {
		return nil, err
	}
	return s, nil
}

// queueRoom returns the capacity of each queue of a single search. When one overflows, both are
// rebuilt from the distances, without dead entries, of which there are many with hubs. That takes less
// time on a GPU than to look at them, and twice as much on a software device.
func queueRoom(g *graph.Graph, l compute.Limits) int {
	if l.IsSoftware && hasHubs(g) {
		return 2 * g.Nodes()
	}
	return g.Nodes()
}

// pack lays out the edges of a graph for the kernels: records of four edges per node, and the
// remaining edges.
func pack(g *graph.Graph) (records, edges []uint32) {
	records = make([]uint32, ref.RecordWords*g.Nodes())
	for i := range records {
		records[i] = graph.NoNode
	}
	for u := range uint32(g.Nodes()) {
		var out []uint32
		for e := g.FirstOut[u]; e < g.FirstOut[u+1]; e++ {
			head := g.Head[e]
			if onlyBack(g, head, u) {
				head |= shaders.FrontierDeadEnd
			}
			out = append(out, head, g.Weight[e])
		}
		r := records[ref.RecordWords*u : ref.RecordWords*(u+1)]
		if n := copy(r, out); n < len(out) {
			others := out[n-2:]
			r[n-2], r[n-1] = shaders.FrontierMany|uint32(len(edges)/2), uint32(len(others)/2)
			edges = append(edges, others...)
		}
	}
	return records, edges
}

// onlyBack reports whether all edges of v lead to u.
func onlyBack(g *graph.Graph, v, u uint32) bool {
	for e := g.FirstOut[v]; e < g.FirstOut[v+1]; e++ {
		if g.Head[e] != u {
			return false
		}
	}
	return true
}

// Reweigh writes the changed weights to their places in pack's layout.
func (s *frontier) Reweigh(m *scene.Map, edges []uint32) {
	s.g = m.Graph
	records, others := repacked(s.g, edges)
	s.weights.Write(s.args.Records, records)
	s.weights.Write(s.args.Edges, others)
}

// Bytes returns the memory of the graph and a single search on the device.
func (s *frontier) Bytes() int64 { return s.memory.Bytes() }

// Release releases recordings and buffers, also of its run.
func (s *frontier) Release() {
	for _, r := range s.recordings {
		r.Release()
	}
	clear(s.recordings)
	s.dropSpare()
	s.memory.Release()
}

// Choose returns the values of a search.
func (s *frontier) Choose(q Query, v compute.Values) (compute.Values, error) {
	if err := checkQuery(s.g, q); err != nil {
		return nil, err
	}
	return s.onDevice(v)
}

// Start begins a search. The solver has one set of queues: an older run ends.
func (s *frontier) Start(q Query, v compute.Values) (Run, error) {
	values, err := s.Choose(q, v)
	if err != nil {
		return nil, err
	}
	for _, chained := range []uint32{0, values[Batch]} { // before the time runs
		s.recording(values, int(chained))
	}
	r := &frontierRun{frontier: s, progress: begin(s.be, values)}
	s.be.Fill(s.args.Dist, 0, s.g.Nodes(), graph.Unreached)
	s.be.Update(s.args.Dist, int(q.Source), 0)
	s.be.Update(s.args.NearQueue, 0, q.Source, 0)
	s.be.Update(s.args.Frontier, shaders.FrontierBlocks, s.block(q, values)...)
	s.be.Update(s.args.Frontier, shaders.FrontierHistory, 1, 0)
	return r, nil
}

// block returns the initial state of a search.
func (s *frontier) block(q Query, values compute.Values) []uint32 {
	var c [ref.FrontierWords]uint32
	c[shaders.FrontierNear] = 1
	for _, least := range []int{shaders.FrontierLeastNext, shaders.FrontierLeastFar, shaders.FrontierTallyLeastNext, shaders.FrontierTallyLeastFar, shaders.FrontierTargetDist} {
		c[least] = graph.Unreached
	}
	c[shaders.FrontierDelta], c[shaders.FrontierThreshold], c[shaders.FrontierRho] = values[Delta], values[Delta], values[Rho]
	c[shaders.FrontierTarget] = q.Target
	c[shaders.FrontierPauseAt] = shaders.HistoryRounds // more than that the history does not hold
	c[shaders.FrontierAloneMost], c[shaders.FrontierTogether], c[shaders.FrontierWorkgroupSize] = values[Alone], values[Together], values[Workgroup]
	for _, groups := range []int{shaders.FrontierAloneGroups, shaders.FrontierTogetherGroups, shaders.FrontierChainGroups} {
		c[groups+1], c[groups+2] = 1, 1
	}
	c[shaders.FrontierAloneGroups] = 1
	return c[shaders.FrontierBlocks:]
}

// onDevice returns the values that a search uses on the device.
func (s *frontier) onDevice(v compute.Values) (compute.Values, error) {
	return chosenFrontier(s.be.Limits(), s.most, s.auto, v)
}

// chosenFrontier chooses values for a device that runs some workgroups concurrently.
func chosenFrontier(l compute.Limits, residents int, auto, v compute.Values) (compute.Values, error) {
	values, err := compute.Chosen(Frontier{}.Params(), l, auto, v)
	if err != nil {
		return nil, err
	}
	values[Together] = min(values[Together], uint32(residents))
	if values[Together] == 1 && v[Alone] == 0 {
		values[Alone] = 4096 // a round of the chain takes so much longer
	}
	most := shaders.FrontierMostTurns * values[Workgroup]
	if v[Alone] > most {
		return nil, fmt.Errorf("%w: %s %d: at most %d in workgroups of %d; nearest %d", compute.ErrValue, Alone, v[Alone], most, values[Workgroup], most)
	}
	values[Alone] = min(values[Alone], most)
	return values, nil
}

// recording returns dispatches that go on alone and together, and a chain of
// dispatches after them.
func (s *frontier) recording(v compute.Values, chained int) compute.Recording {
	workgroup, together := int(v[Workgroup]), v[Together] > 1
	key := frontierKey{workgroup, chained, together}
	if r, ok := s.recordings[key]; ok {
		return r
	}
	r := s.be.Record(fmt.Sprintf("frontier, resident and %d passes", chained), func(e compute.Encoder) {
		goOn := func() {
			resident.Sized(workgroup).DispatchIndirect(e, s.args.Frontier, shaders.FrontierAloneGroups, s.args)
			if together {
				args := s.args
				args.Several = 1
				resident.Sized(min(togetherSize, s.be.Limits().Workgroup)).DispatchIndirect(e, s.args.Frontier, shaders.FrontierTogetherGroups, args)
			}
		}
		goOn()
		for range chained {
			chain.Sized(workgroup).DispatchIndirect(e, s.args.Frontier, shaders.FrontierChainGroups, s.args.Chain)
		}
		if chained > 0 {
			goOn()
		}
	})
	s.recordings[key] = r
	return r
}

// frontierRun is a search in progress.
type frontierRun struct {
	*frontier
	progress
	chained bool   // some pass was too large for one workgroup
	side    uint32 // half of the near queue that is in use
}

// Release does nothing; the solver owns all resources.
func (r *frontierRun) Release() {}

// Steps runs until the target is settled or nothing is queued.
func (r *frontierRun) Steps(ctx context.Context) iter.Seq2[Event, error] {
	return r.steps(ctx, r.step)
}

// Distances reads all nodes' distances, 4 bytes each.
func (r *frontierRun) Distances(ctx context.Context) ([]uint32, error) {
	return distances(ctx, r.be, r.args.Dist)
}

func (r *frontierRun) step(ctx context.Context) (Event, error) {
	start := clock.Now()
	if rounds := min(r.stride, shaders.HistoryRounds); rounds < shaders.HistoryRounds || r.last.Round > 0 {
		r.be.Update(r.args.Frontier, shaders.FrontierPauseAt, r.last.Round+uint32(rounds))
	}
	chained := 0
	if r.chained { // the frontier has been large, and may be again
		chained = 1 << (bits.Len(uint(min(r.stride, int(r.values[Batch])))) - 1)
	}
	r.be.Submit(r.recording(r.values, chained))
	var c [ref.FrontierWords]uint32
	if err := r.be.Read(ctx, r.args.Frontier, 0, c[:]); err != nil {
		return Event{}, err
	}
	r.wall += clock.Since(start)
	r.chained = r.chained || c[shaders.FrontierChainGroups] > 0
	e := event(c[shaders.FrontierBlocks:])
	r.side = c[shaders.FrontierNearSide]
	if c[shaders.FrontierMode] != shaders.PassRelax { // before a sift or a scan: the entries collected for the next round
		e.Near, r.side = c[shaders.FrontierNext], 1-r.side
	}
	e.GPU, e.Wall = timing.Milliseconds(r.be.Elapsed()-r.gpu), timing.Milliseconds(r.wall)
	e.Sizes = history(c[shaders.FrontierHistory:], r.last.Round, e.Round)
	if c[shaders.FrontierDone] != 0 {
		e.Done = true
	}
	tellMoved(r.be, r.moved, r.last, e)
	r.last = e
	return e, nil
}

// event returns the event of a block.
func event(block []uint32) Event {
	c := func(word int) uint32 { return block[word-shaders.FrontierBlocks] }
	return Event{
		Step: c(shaders.FrontierRound), Round: c(shaders.FrontierRound), Phase: c(shaders.FrontierPhase), Bucket: c(shaders.FrontierPhase),
		Threshold: c(shaders.FrontierThreshold), Final: c(shaders.FrontierSettled), Near: c(shaders.FrontierNear), Far: c(shaders.FrontierFar), Target: c(shaders.FrontierTargetDist),
		Relaxed:  uint64(c(shaders.FrontierRelaxedHigh))<<32 | uint64(c(shaders.FrontierRelaxedLow)),
		Improved: uint64(c(shaders.FrontierShortenedHigh))<<32 | uint64(c(shaders.FrontierShortenedLow)),
	}
}

// near returns the location of the near queue.
func (r *frontierRun) near() compute.Layer {
	return compute.Layer{Buffer: r.args.NearQueue, First: int(r.side) * r.args.NearQueue.Len() / 2, Stride: 2}
}

// Observe writes the state of every node.
func (r *frontierRun) Observe(e compute.Encoder) {
	observe(e, r.args.Dist, r.states, r.last, r.near())
}

// Layers are the state of each node, valid after Observe, and the near queue.
func (r *frontierRun) Layers() []compute.Layer {
	return layers(r.args.Dist, r.states, r.last, r.near())
}
