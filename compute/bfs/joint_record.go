package bfs

import (
	"fmt"

	"kernelscope/compute"
	ref "kernelscope/compute/ref/bfs"
	"kernelscope/shaders"
)

// record returns a recording, made on first use.
func (j *joint) record(key jointKey) compute.Recording {
	if c, ok := j.recorded[key]; ok {
		return c
	}
	name := fmt.Sprintf("%d levels of a joint frontier", j.values[Batch])
	record := func(e compute.Encoder) { j.levels(e, key.reverse) }
	if key.starts >= 0 {
		name, record = "start of a joint frontier", func(e compute.Encoder) { j.setFirst(e, j.instances[key.starts]) }
	}
	c := j.memory.Backend.Record(name, record)
	j.recorded[key] = c
	return c
}

// words returns the number of words of a row.
func (j *joint) words() compute.Constant { return compute.Constant(j.values[Columns] / 32) }

// setFirst records the start of a sweep: the joint frontier of its sources.
func (j *joint) setFirst(e compute.Encoder, x *instance) {
	for _, b := range []compute.Buffer{x.seen, x.frontier, x.reached} {
		e.Fill(b, 0, b.Len(), 0)
	}
	setFirst.Dispatch(e, int(j.values[Columns]), ref.SetFirst[compute.Buffer]{Words: j.words(), Sources: j.sources, Seen: x.seen, Frontier: x.frontier, Queue: x.queue, Joint: x.state})
}

// levels records a batch of levels of all instances.
func (j *joint) levels(e compute.Encoder, reverse bool) {
	if j.counters {
		for _, x := range j.instances {
			e.Fill(x.counters, 0, x.counters.Len(), 0)
		}
	}
	if j.scheme == Uber {
		j.uberLevels(e, j.instances[0], reverse)
		return
	}
	for range j.values[Batch] {
		j.expand(e, reverse)
		j.identify(e, reverse)
	}
}

// expand records the first part of a level: searches reach the neighbours of the joint frontier.
func (j *joint) expand(e compute.Encoder, reverse bool) {
	push, pull := j.along(reverse).onDevice, j.along(!reverse).onDevice
	size, count := int(j.values[Workgroup]), compute.Constant(0)
	if j.counters {
		count = 1
	}
	topDown := expand
	if j.scheme == Naive {
		topDown = expandNaive
	}
	for _, x := range j.instances {
		if j.scheme == MSBFS {
			msExpand.Sized(size).DispatchIndirect(e, x.state, shaders.JointDownGroups, ref.MsExpand[compute.Buffer]{Words: j.words(), Count: count,
				First: push.first, Head: push.head, Seen: x.seen, Frontier: x.frontier, Reached: x.reached, Joint: x.state, Counters: x.counters})
			continue
		}
		topDown.Sized(size).DispatchIndirect(e, x.state, shaders.JointDownGroups, ref.Expand[compute.Buffer]{Words: j.words(), Count: count,
			First: push.first, Head: push.head, Seen: x.seen, Frontier: x.frontier, Reached: x.reached, Queue: x.queue, Joint: x.state, Counters: x.counters})
	}
	for _, x := range j.instances {
		if j.values[Alpha] > 0 {
			expandUp.Sized(size).DispatchIndirect(e, x.state, shaders.JointUpGroups, ref.ExpandUp[compute.Buffer]{Words: j.words(), Count: count,
				First: pull.first, Tail: pull.head, Seen: x.seen, Frontier: x.frontier, Reached: x.reached, Joint: x.state, Counters: x.counters})
		}
	}
}

// identify records the second part of a level: what was reached for the first time becomes the
// joint frontier, and answers pairs.
func (j *joint) identify(e compute.Encoder, reverse bool) {
	first := j.along(reverse).onDevice.first
	for _, x := range j.instances {
		if j.scheme == MSBFS {
			msMerge.Sized(identifySize).Moves(j.identifyMoved).DispatchIndirect(e, x.state, shaders.JointIdentifyGroups, ref.MsMerge[compute.Buffer]{Words: j.words(),
				First: first, Seen: x.seen, Frontier: x.frontier, Reached: x.reached, Joint: x.state})
			continue
		}
		identify.Sized(identifySize).Moves(j.identifyMoved).DispatchIndirect(e, x.state, shaders.JointIdentifyGroups, ref.Identify[compute.Buffer]{Words: j.words(), Vote: compute.Constant(j.values[Vote]),
			First: first, Seen: x.seen, Frontier: x.frontier, Reached: x.reached, Queue: x.queue, Joint: x.state})
	}
	for _, x := range j.instances {
		convert.DispatchIndirect(e, x.state, shaders.JointConvertGroups, ref.Convert[compute.Buffer]{Words: j.words(),
			Seen: x.seen, Joint: x.state, Pairs: j.jobs, Lengths: j.lengths, Counts: j.counted})
	}
}
