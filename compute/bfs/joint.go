package bfs

import (
	"context"
	"fmt"
	"math"

	"kernelscope/compute"
	ref "kernelscope/compute/ref/bfs"
	"kernelscope/internal/fault"
	"kernelscope/shaders"
)

// joint holds the buffers of sweeps with a joint frontier, for one set of parameters.
type joint struct {
	*Graph
	memory                          compute.Memory
	scheme                          Scheme
	values                          compute.Values
	counters                        bool
	pairs                           int // that there is room for
	sources, jobs, lengths, counted compute.Buffer
	instances                       []*instance
	recorded                        map[jointKey]compute.Recording
}

// instance holds the buffers of one sweep. Several instances run concurrently: a level of all
// of them is recorded between the same barriers.
type instance struct {
	seen, frontier, reached compute.Buffer
	queue, state, counters  compute.Buffer
	meeting                 compute.Buffer // of Uber

	busy  bool
	sweep int    // that is at work
	next  uint32 // level that the history has come to
}

// jointKey names a recording: levels of all instances, or the start of a sweep in one.
type jointKey struct {
	reverse bool
	starts  int // instance; -1 for levels
}

// jointWords returns the words on the device that sweeps take: of the largest
// buffer, and of all.
func (b *Graph) jointWords(pairs, width, instances int) (most, all int) {
	rows := b.live * width / 32
	return max(rows, 2*pairs), instances*(3*rows+b.live+ref.JointWords+4*ref.JointLevels) + 5*pairs
}

// planJoint chooses the parameters of sweeps. Columns are halved until rows fit, and
// numbers of invocations into 32 bits.
func (b *Graph) planJoint(p *Plan, v compute.Values) error {
	l := b.memory.Backend.Limits()
	columns := uint32(ceilPowerOfTwo(max(32, p.columns())))
	auto := compute.Values{Columns: min(columns, 1024), Workgroup: 256, Share: 1, Batch: 4, Instances: 1, Vote: shaders.BFSByShared, Order: given, Spread: bySlice}
	if p.Scheme == Workgroups {
		auto[Columns], auto[Share] = min(columns, 128), 8
	}
	if p.Scheme == MSBFS && !l.IsSoftware {
		auto[Spread] = byStride // an H100 takes 0.7 of the time (docs/measured/hops-spread-gpu.csv)
	}
	if b.Form == Roads {
		auto[Batch] = 64
	}
	auto[Batch] = min(auto[Batch], max(1, 64/max(1, v[Instances]))) // or submissions take long
	if p.Scheme == Uber {
		autoUber(l, auto)
	}
	params := p.Scheme.Params()
	var err error
	if p.Values, err = compute.Chosen(params, l, auto, v); err != nil {
		return err
	}
	if p.Scheme == Uber {
		p.Values[Instances] = 1
	} else {
		p.Values[Groups] = v[Groups] // zero is as many as there is work for
	}
	p.Values[Share] = max(p.Values[Share], b.minShare())
	if p.Scheme == Naive {
		if b.minShare() > 1 {
			return fmt.Errorf("%w: a node has %d edges, and an invocation walks at most %d; choose another scheme", fault.Limit, b.widest, maxSteps)
		}
		p.Values[Share] = 32 // an invocation for each bit of a word
	}
	for ; ; p.Values[Columns] /= 2 {
		most, all := b.jointWords(ceilPowerOfTwo(max(1, p.Searched)), int(p.Values[Columns]), int(p.Values[Instances]))
		err := l.Room(1, "list of pairs", most, all+int(b.memory.Bytes()/4))
		if err == nil && b.live*int(p.Values[Columns]/32*p.Values[Share]) > math.MaxInt32 {
			err = fmt.Errorf("%w: a level would need more than 2^31 invocations", fault.Limit)
		}
		if words := int(p.Values[Columns] / 32); err == nil && p.Scheme == MSBFS && words*(b.widest+1) > maxSteps {
			err = fmt.Errorf("%w: a node has %d edges, and an invocation takes at most %d words of rows; choose another scheme", fault.Limit, b.widest, maxSteps)
		}
		if err == nil && p.Scheme == Uber && !b.boundUber(p, l) {
			err = fmt.Errorf("%w: an invocation would take more than %d rounds for a level; choose another scheme", fault.Limit, maxRounds/2)
		}
		if err == nil {
			p.Bytes += 4 * int64(all)
			break
		}
		if p.Values[Columns] == params[0].Min {
			return err
		}
	}
	p.Sweeps = sweepsOf(p.columns(), int(p.Values[Columns]))
	return nil
}

// jointFor returns the buffers for sweeps of a plan, made if missing.
func (b *Graph) jointFor(p *Plan) (*joint, error) {
	if j := b.joint; j != nil && j.pairs >= p.Searched && j.scheme == p.Scheme && j.counters == p.Counters && equal(j.values, p.Values) {
		return j, nil
	}
	b.joint.release()
	b.joint = nil
	j := &joint{Graph: b, memory: compute.Memory{Backend: b.memory.Backend}, scheme: p.Scheme, values: p.Values, counters: p.Counters,
		pairs: ceilPowerOfTwo(p.Searched), recorded: map[jointKey]compute.Recording{}}
	rows := b.live * int(p.Values[Columns]) / 32
	for range p.Values[Instances] {
		x := &instance{}
		x.seen, x.frontier, x.reached = j.memory.NewBuffer("seen", rows), j.memory.NewBuffer("frontier", rows), j.memory.NewBuffer("reached", rows)
		x.queue, x.state = j.memory.NewBuffer("joint frontier", b.live), j.memory.NewBuffer("state of a sweep", ref.JointWords)
		x.counters = j.memory.NewBuffer("counters of levels", 4*ref.JointLevels)
		x.meeting = j.memory.NewBuffer("barrier of workgroups", shaders.MeetingWords)
		j.instances = append(j.instances, x)
	}
	j.sources, j.counted = j.memory.NewBuffer("sources", j.pairs), j.memory.NewBuffer("open pairs of columns", j.pairs)
	j.jobs, j.lengths = j.memory.NewBuffer("pairs", 2*j.pairs), j.memory.NewBuffer("lengths", j.pairs)
	if err := j.memory.Ready(); err != nil {
		return nil, err
	}
	b.joint = j
	return j, nil
}

func (j *joint) release() {
	if j == nil {
		return
	}
	for _, c := range j.recorded {
		c.Release()
	}
	j.memory.Release()
}

// runJoint answers the jobs of a plan. Each instance runs one sweep after another.
func (b *Graph) runJoint(ctx context.Context, a *Answer) error {
	j, err := b.jointFor(&a.Plan)
	if err != nil {
		return err
	}
	be := b.memory.Backend
	d := b.divide(a.jobs, a.Reverse, int(j.values[Columns]), j.values[Order])
	d.upload(be, j.jobs, j.sources, j.counted, j.lengths)
	for _, x := range j.instances {
		x.busy = false
		be.Fill(x.state, 0, ref.JointWords, 0) // grids above all: an instance without a sweep does nothing
	}
	for begun, done := 0, 0; done < len(d.sweeps); {
		for i, x := range j.instances {
			if !x.busy && begun < len(d.sweeps) {
				x.busy, x.sweep, x.next = true, begun, 0
				j.begin(x, d.sweeps[begun], b.edgesOf(d.sourcesOf(d.sweeps[begun]), a.Reverse))
				be.Submit(j.record(jointKey{a.Reverse, i}))
				begun++
			}
		}
		be.Submit(j.record(jointKey{a.Reverse, -1}))
		for _, x := range j.instances {
			if !x.busy {
				continue
			}
			if err := j.look(ctx, x, a); err != nil {
				return err
			}
			if !x.busy {
				done++
			}
		}
	}
	a.inOrder()
	tellLevels(be, j.moved, expanded(a.History)...)
	return d.download(ctx, be, j.lengths, a)
}

// look reads the results of a batch of levels, and ends a sweep that is done.
func (j *joint) look(ctx context.Context, x *instance, a *Answer) error {
	state := make([]uint32, ref.JointWords)
	be := j.memory.Backend
	if err := be.Read(ctx, x.state, 0, state); err != nil {
		return err
	}
	if err := j.gaveUp(ctx, x, state); err != nil {
		return err
	}
	var counters []uint32
	if j.counters {
		counters = make([]uint32, 4*ref.JointLevels)
		if err := be.Read(ctx, x.counters, 0, counters); err != nil {
			return err
		}
	}
	var err error
	if x.next, err = a.history(x.sweep, x.next, state[shaders.JointLevel], state[shaders.JointHistory:], counters); err != nil {
		return err
	}
	if state[shaders.JointOpen] == 0 || state[shaders.JointFrontier] == 0 {
		x.busy = false
		a.Levels += int(state[shaders.JointLevel])
		if state[shaders.JointOpen] != 0 { // pairs that no path joins need no looking for
			be.Fill(x.state, shaders.JointConvertGroups, 1, 0)
		}
	}
	return nil
}

// begin writes the state of a sweep before its start. edges are those of its sources.
func (j *joint) begin(x *instance, s sweep, edges int) {
	words, share := int(j.values[Columns])/32, int(j.values[Share])
	longest, down, rows := 1+j.widest/share, s.columns*words*share, j.live*words
	team := words * share
	switch j.scheme {
	case Naive:
		longest = 1 + j.widest
	case MSBFS:
		longest, down, rows, team = words*(1+j.widest), j.live, j.live, 1
	}
	size := int(j.values[Workgroup])
	if j.values[Spread] == bySlice {
		team = size
	}
	w := make([]uint32, shaders.JointHistory+4)
	for name, x := range map[int]int{
		shaders.JointOpen: s.pairs, shaders.JointFrontier: s.columns, shaders.JointFrontierEdges: edges, shaders.JointUnfinishedEdges: j.Edges, shaders.JointSearchesLow: s.columns,
		shaders.JointWorkgroupSize: size, shaders.JointTeam: min(size, team), shaders.JointShare: share, shaders.JointNodes: j.live,
		shaders.JointMostGroups: int(j.values[Groups]), shaders.JointTurns: max(1, maxSteps/longest),
		shaders.JointAlpha: int(j.values[Alpha]), shaders.JointBeta: int(j.values[Beta]),
		shaders.JointFirstPair: s.firstPair, shaders.JointPairs: s.pairs, shaders.JointFirstColumn: s.firstColumn, shaders.JointColumns: s.columns,
		shaders.JointHistory: s.columns, shaders.JointHistory + 1: edges, shaders.JointHistory + 2: s.columns,
	} {
		w[name] = uint32(x)
	}
	grid := func(at int, g compute.Grid) {
		w[at], w[at+1], w[at+2] = uint32(g.X), uint32(max(1, g.Y)), 1
	}
	grid(shaders.JointDownGroups, ref.Expansion(w, down))
	grid(shaders.JointUpGroups, compute.Grid{})
	grid(shaders.JointIdentifyGroups, compute.GridFor(rows, identifySize))
	grid(shaders.JointConvertGroups, compute.GridFor(s.pairs, convert.Size()))
	copy(w[shaders.JointSearching:], s.searching(words))
	j.memory.Backend.Update(x.state, 0, w...)
	j.memory.Backend.Update(x.meeting, 0, 0, 0, 0, j.values[Looks], j.values[Batch])
}

// identifySize is the workgroup of identify: every device allows it, and no row has
// more words.
const identifySize = 128
