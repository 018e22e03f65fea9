package bfs

import (
	"context"

	"kernelscope/compute"
	"kernelscope/shaders"
)

// jointSteps are the steps of the schemes with a joint frontier. A level takes two steps: the joint
// frontier is expanded, and the next one is identified.
type jointSteps struct{ *joint }

func (j jointSteps) load(c *cursor, jobs []job, reverse bool) division {
	d := j.divide(jobs, reverse, int(j.values[Columns]), j.values[Order])
	d.upload(j.memory.Backend, j.jobs, j.sources, j.counted, j.joint.lengths)
	j.start(c, &d, d.sweeps[0], reverse)
	return d
}

// start identifies the joint frontier of level 0.
func (j jointSteps) start(c *cursor, d *division, s sweep, reverse bool) {
	j.begin(j.instances[0], s, j.edgesOf(d.sourcesOf(s), reverse))
	j.setFirst(j.memory.Backend, j.instances[0])
	c.Phase = Identify
}

func (j jointSteps) step(ctx context.Context, c *cursor, reverse bool) (more bool, err error) {
	be := j.memory.Backend
	switch c.Phase {
	case Whole: // of a sweep that is not the first one
		j.start(c, &c.division, c.part(), reverse)
		return false, nil
	case Identify:
		j.expand(be, reverse)
		c.Phase, c.Upward = Expand, c.upward
		return false, nil
	}
	j.identify(be, reverse)
	state := make([]uint32, shaders.JointHistory)
	if err := be.Read(ctx, j.instances[0].state, 0, state); err != nil {
		return false, err
	}
	c.Phase, c.upward = Identify, state[shaders.JointUpward] != 0
	c.Level++
	c.Retired = c.part().columns - searching(state[shaders.JointSearching:])
	c.Ended = state[shaders.JointOpen] == 0
	return false, nil
}

func (j jointSteps) tell(c *cursor, before Frontier) {
	if c.Phase == Expand {
		tellLevels(j.memory.Backend, j.moved, Level{Nodes: uint32(before.Nodes), Edges: uint32(before.Edges), Upward: c.Upward})
	}
}

func (j jointSteps) lengths() compute.Buffer { return j.joint.lengths }

func (j jointSteps) changing() []compute.Buffer {
	x := j.instances[0]
	return []compute.Buffer{x.seen, x.frontier, x.reached, x.queue, x.state, j.sources, j.jobs, j.joint.lengths, j.counted}
}

func (j jointSteps) sight(c *cursor, reverse bool) sight {
	x := j.instances[0]
	return sight{rows: x.seen, state: x.state, first: j.along(reverse).onDevice.first, level: c.Level}
}

func (j jointSteps) layers(c *cursor) []compute.Layer {
	x, words := j.instances[0], int(j.values[Columns])/32
	out := []compute.Layer{
		{Kind: Reached, Name: "reached in rows", Buffer: x.reached, Count: j.live, Stride: words, Type: rowType, Text: hexadecimal},
		{Kind: Searching, Name: "columns that search", Buffer: x.state, First: shaders.JointSearching, Count: 1, Stride: words, Type: rowType, Text: hexadecimal},
	}
	if j.scheme.HasQueue() {
		out = append(out, compute.Layer{Kind: Queue, Name: "joint frontier", Buffer: x.queue, Count: c.Frontier.Nodes, Stride: 1, Unordered: true})
	}
	return out
}
