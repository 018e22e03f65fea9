package bfs

import (
	"context"
	"fmt"

	"kernelscope/compute"
	"kernelscope/compute/ref"
)

// joint holds what sweeps with a joint frontier need on the device. It serves one
// set of parameters.
type joint struct {
	*Graph
	memory                          compute.Memory
	values                          compute.Values
	pairs                           int // that there is room for
	seen, frontier, reached         compute.Buffer
	queue, state                    compute.Buffer
	sources, jobs, lengths, counted compute.Buffer
	recorded                        map[jointKey]compute.Recording
}

// jointKey names a recording: the start of a sweep, or levels.
type jointKey struct {
	reverse bool
	levels  int // zero for the start
}

// jointWords returns the words on the device that sweeps take: of the largest
// buffer, and of all.
func (b *Graph) jointWords(pairs, width int) (most, all int) {
	rows := b.live * width / 32
	return max(rows, 2*pairs), 3*rows + b.live + 5*pairs + ref.JointWords
}

// planJoint chooses the parameters of sweeps. Columns are halved until rows fit.
func (b *Graph) planJoint(p *Plan, v compute.Values) error {
	l := b.memory.Backend.Limits()
	columns := uint32(ceilPowerOfTwo(max(32, p.columns())))
	auto := compute.Values{Columns: min(columns, 1024), Workgroup: 256, Share: 1, Batch: 4}
	if p.Scheme == Workgroups {
		auto[Columns], auto[Share] = min(columns, 128), 8
	}
	if b.Form == Roads {
		auto[Batch] = 64
	}
	params := p.Scheme.Params()
	var err error
	if p.Values, err = compute.Chosen(params, l, auto, v); err != nil {
		return err
	}
	p.Values[Share] = max(p.Values[Share], b.leastShare())
	for ; ; p.Values[Columns] /= 2 {
		most, all := b.jointWords(ceilPowerOfTwo(max(1, p.Searched)), int(p.Values[Columns]))
		err := l.Room(1, "list of pairs", most, all+int(b.memory.Bytes()/4))
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

// jointFor returns what sweeps of a plan need, and makes it where it is not there.
func (b *Graph) jointFor(p *Plan) (*joint, error) {
	if j := b.joint; j != nil && j.pairs >= p.Searched && equal(j.values, p.Values) {
		return j, nil
	}
	b.joint.release()
	b.joint = nil
	j := &joint{Graph: b, memory: compute.Memory{Backend: b.memory.Backend}, values: p.Values, pairs: ceilPowerOfTwo(p.Searched), recorded: map[jointKey]compute.Recording{}}
	rows := b.live * int(p.Values[Columns]) / 32
	j.seen, j.frontier, j.reached = j.memory.NewBuffer("seen", rows), j.memory.NewBuffer("frontier", rows), j.memory.NewBuffer("reached", rows)
	j.queue, j.state = j.memory.NewBuffer("joint frontier", b.live), j.memory.NewBuffer("state of a sweep", ref.JointWords)
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

// runJoint answers the jobs of a plan, a sweep after another.
func (b *Graph) runJoint(ctx context.Context, a *Answer) error {
	j, err := b.jointFor(&a.Plan)
	if err != nil {
		return err
	}
	be := b.memory.Backend
	d := b.divide(a.jobs, a.Reverse, int(j.values[Columns]))
	d.upload(be, j.jobs, j.sources, j.counted, j.lengths)
	for _, s := range d.sweeps {
		j.begin(s)
		be.Submit(j.record(jointKey{reverse: a.Reverse}))
		for done := false; !done; {
			be.Submit(j.record(jointKey{a.Reverse, int(j.values[Batch])}))
			state := make([]uint32, ref.JointWords)
			if err := be.Read(ctx, j.state, 0, state); err != nil {
				return err
			}
			done = state[ref.JointOpen] == 0 || state[ref.JointFrontier] == 0
			a.history(state[ref.JointHistory:], state[ref.JointLevel], done)
		}
	}
	return d.download(ctx, be, j.lengths, a)
}

// begin writes the state of a sweep before its start.
func (j *joint) begin(s sweep) {
	words, size := int(j.values[Columns])/32, int(j.values[Workgroup])
	w := make([]uint32, ref.JointHistory+4)
	for name, x := range map[int]int{
		ref.JointOpen: s.pairs, ref.JointFrontier: s.columns, ref.JointUnfinishedEdges: j.Edges, ref.JointSearchesLow: s.columns,
		ref.JointWorkgroupSize: size, ref.JointShare: int(j.values[Share]), ref.JointNodes: j.live,
		ref.JointAlpha: int(j.values[Alpha]), ref.JointBeta: int(j.values[Beta]),
		ref.JointFirstPair: s.firstPair, ref.JointPairs: s.pairs, ref.JointFirstColumn: s.firstColumn, ref.JointColumns: s.columns,
		ref.JointHistory: s.columns, ref.JointHistory + 2: s.columns,
	} {
		w[name] = uint32(x)
	}
	grid := func(at, invocations, size int) {
		g := compute.GridFor(invocations, size)
		w[at], w[at+1], w[at+2] = uint32(g.X), uint32(g.Y), 1
	}
	grid(ref.JointDownGroups, s.columns*words*int(j.values[Share]), size)
	grid(ref.JointUpGroups, 0, size)
	grid(ref.JointIdentifyGroups, j.live*words, identifySize)
	grid(ref.JointConvertGroups, s.pairs, convert.Size())
	w[ref.JointUpGroups+1] = 1
	copy(w[ref.JointSearching:], s.searching(words))
	j.memory.Backend.Update(j.state, 0, w...)
}

// identifySize is the workgroup of identify: every device allows it, and no row has
// more words.
const identifySize = 128

// record returns a recording, made on first use.
func (j *joint) record(key jointKey) compute.Recording {
	if c, ok := j.recorded[key]; ok {
		return c
	}
	push, pull := j.out.onDevice, j.in.onDevice
	if key.reverse {
		push, pull = pull, push
	}
	words, size := compute.Constant(j.values[Columns]/32), int(j.values[Workgroup])
	c := j.memory.Backend.Record(fmt.Sprintf("%d levels of a joint frontier", key.levels), func(e compute.Encoder) {
		if key.levels == 0 {
			for _, b := range []compute.Buffer{j.seen, j.frontier, j.reached} {
				e.Fill(b, 0, b.Len(), 0)
			}
			setFirst.Dispatch(e, int(j.values[Columns]), ref.BFSSetFirst[compute.Buffer]{Words: words, Sources: j.sources, Seen: j.seen, Frontier: j.frontier, Queue: j.queue, Joint: j.state})
		}
		for range key.levels {
			expand.Sized(size).DispatchIndirect(e, j.state, ref.JointDownGroups, ref.BFSExpand[compute.Buffer]{Words: words,
				First: push.first, Head: push.head, Seen: j.seen, Frontier: j.frontier, Reached: j.reached, Queue: j.queue, Joint: j.state})
			if j.values[Alpha] > 0 {
				expandUp.Sized(size).DispatchIndirect(e, j.state, ref.JointUpGroups, ref.BFSExpandUp[compute.Buffer]{Words: words,
					First: pull.first, Tail: pull.head, Seen: j.seen, Frontier: j.frontier, Reached: j.reached, Joint: j.state})
			}
			identify.Sized(identifySize).DispatchIndirect(e, j.state, ref.JointIdentifyGroups, ref.BFSIdentify[compute.Buffer]{Words: words,
				First: push.first, Seen: j.seen, Frontier: j.frontier, Reached: j.reached, Queue: j.queue, Joint: j.state})
			convert.DispatchIndirect(e, j.state, ref.JointConvertGroups, ref.BFSConvert[compute.Buffer]{Words: words,
				Seen: j.seen, Joint: j.state, Pairs: j.jobs, Lengths: j.lengths, Counts: j.counted})
		}
	})
	j.recorded[key] = c
	return c
}
