package bfs

import (
	"context"
	"fmt"
	"slices"

	"kernelscope/compute"
	ref "kernelscope/compute/ref/bfs"
	"kernelscope/internal/fault"
	"kernelscope/shaders"
)

// The workgroups of Uber wait for each other, in a barrier in software, so that all levels fit into a
// dispatch. Devices need not run workgroups together (docs/proof.md has a passport that measures how many
// do): where they do not, a workgroup gives up, and the search fails.

// maxRounds is how many rounds of loops an invocation of Uber takes on a software device, of which lavapipe
// stops after 65,535.
const maxRounds = 65_000

// autoUber chooses the parameters that differ from other joint frontiers.
func autoUber(l compute.Limits, auto compute.Values) {
	auto[Groups], auto[Looks] = 16, 1<<17 // a look takes about a microsecond
	switch {
	case l.IsUntimed:
		auto[Groups], auto[Looks], auto[Batch] = 1, 1<<8, 4
	case l.IsSoftware:
		auto[Workgroup], auto[Groups], auto[Looks], auto[Batch] = 1024, 1, 1<<13, 1
	case l.Processors > 0:
		auto[Groups] = uint32(l.Processors)
	}
}

// boundUber lowers the levels of a dispatch and the looks of a plan, so that a dispatch ends in time. It reports
// whether that suffices.
func (b *Graph) boundUber(p *Plan, l compute.Limits) bool {
	if !l.IsSoftware {
		const most = 1 << 32 // words along edges in a dispatch
		p.Values[Batch] = min(p.Values[Batch], uint32(max(1, most/max(1, b.Edges*int(p.Values[Columns]/32)))))
		return true
	}
	work := b.uberRounds(p)
	if p.Values[Batch] = min(p.Values[Batch], uint32(maxRounds/(2*work))); p.Values[Batch] == 0 {
		return false
	}
	p.Values[Looks] = min(p.Values[Looks], uint32(maxRounds/int(p.Values[Batch])-work)/ref.UberBarriers)
	return true
}

// uberRounds returns the rounds of loops, apart from looks, that an invocation takes in a level at most: it may meet the
// nodes with most edges.
func (b *Graph) uberRounds(p *Plan) (rounds int) {
	words, share, all := int(p.Values[Columns]/32), int(p.Values[Share]), int(p.Values[Groups]*p.Values[Workgroup])
	turns := func(n int) int { return (n + all - 1) / all }
	edges, again := 0, turns(words*share) // times that it meets a node
	for _, d := range b.degrees(p.Reverse, turns(b.live*words*share)/again+1) {
		edges += again * (1 + d/share)
	}
	return edges + turns(b.live*words*share) + turns(b.live)*(1+words) + turns(p.Searched) + 1
}

// degrees returns the n greatest degrees of nodes.
func (b *Graph) degrees(reverse bool, n int) []int {
	d := b.along(reverse)
	all := make([]int, b.live)
	for v := range all {
		all[v] = int(d.first[v+1] - d.first[v])
	}
	slices.Sort(all)
	return all[max(0, len(all)-n):]
}

// uberLevels records a dispatch of all levels, or of as many as fit.
func (j *joint) uberLevels(e compute.Encoder, x *instance, reverse bool) {
	push, size := j.along(reverse).onDevice, int(j.values[Workgroup])
	e.Fill(x.meeting, shaders.MeetingArrived, 2, 0) // arrived and passed
	uber.Sized(size).Dispatch(e, size*int(j.values[Groups]), ref.Uber[compute.Buffer]{Words: j.words(), First: push.first, Head: push.head,
		Seen: x.seen, Frontier: x.frontier, Reached: x.reached, Queue: x.queue, Joint: x.state, Pairs: j.jobs, Lengths: j.lengths, Counts: j.counted, Meeting: x.meeting})
}

// ErrApart means that Uber's workgroups did not all run together, so that one gave up. It wraps fault.Limit.
var ErrApart = fault.Limit.Errorf("bfs: the workgroups of a dispatch do not all run together")

// phases name what ends at the barriers of a level.
var phases = [ref.UberBarriers]string{"expanding", "identifying", "answering"}

// gaveUp returns ErrApart if a barrier of a dispatch was given up.
func (j *joint) gaveUp(ctx context.Context, x *instance, state []uint32) error {
	if j.scheme != Uber {
		return nil
	}
	m := make([]uint32, shaders.MeetingWords)
	if err := j.memory.Backend.Read(ctx, x.meeting, 0, m); err != nil || m[shaders.MeetingGivenUp] == 0 {
		return err
	}
	groups, passed := j.values[Groups], m[shaders.MeetingPassed]
	level := state[shaders.JointLevel]
	if passed%ref.UberBarriers == 2 { // the level is counted, but pairs may be open
		level--
	}
	return fmt.Errorf("%w: in level %d, after %s, %d of %d had come to the barrier when one gave up after %d looks; "+
		"%d of %d pairs answered. Fewer groups or more looks may help", ErrApart, level+1, phases[passed%ref.UberBarriers], m[shaders.MeetingArrived]-passed*groups, groups,
		m[shaders.MeetingLooks], state[shaders.JointPairs]-state[shaders.JointOpen], state[shaders.JointPairs])
}

// uberSteps are the steps of Uber: a dispatch of one level each.
type uberSteps struct{ jointSteps }

func (u uberSteps) load(c *cursor, jobs []job, reverse bool) division {
	d := u.jointSteps.load(c, jobs, reverse)
	c.Phase = Whole
	return d
}

func (u uberSteps) step(ctx context.Context, c *cursor, reverse bool) (more bool, err error) {
	be, x := u.memory.Backend, u.instances[0]
	if c.Level == 0 {
		u.start(c, &c.division, c.part(), reverse)
	}
	u.uberLevels(be, x, reverse)
	state := make([]uint32, shaders.JointHistory)
	if err := be.Read(ctx, x.state, 0, state); err != nil {
		return false, err
	}
	if err := u.gaveUp(ctx, x, state); err != nil {
		return false, err
	}
	c.Phase = Whole
	c.Level++
	c.Retired = c.part().columns - searching(state[shaders.JointSearching:])
	c.Ended = state[shaders.JointOpen] == 0
	return false, nil
}

func (u uberSteps) tell(_ *cursor, before Frontier) {
	tellLevels(u.memory.Backend, u.moved, Level{Nodes: uint32(before.Nodes), Edges: uint32(before.Edges)})
}

func (u uberSteps) changing() []compute.Buffer {
	return append(u.jointSteps.changing(), u.instances[0].meeting)
}
