package bfs

import (
	"errors"

	"kernelscope/compute"
	"kernelscope/compute/ref"
	"kernelscope/shaders"
)

// Uber holds the buffers of bfs_uber.
type Uber[B any] struct {
	Words compute.Constant // of a row

	First, Head, Seen, Frontier, Reached, Queue, Joint, Pairs, Lengths, Counts, Meeting B
}

// UberBarriers is the number of barriers of a level.
const UberBarriers = 3

// MirrorUber mirrors bfs_uber, of whose barriers none is given up.
func MirrorUber(g compute.Grid, a Uber[[]uint32]) {
	j, m := a.Joint, a.Meeting
	for range m[shaders.MeetingMost] {
		if j[shaders.JointOpen] == 0 || j[shaders.JointFrontier] == 0 || m[shaders.MeetingGivenUp] != 0 {
			return
		}
		walk := walker(Expand[[]uint32]{Words: a.Words, First: a.First, Head: a.Head, Seen: a.Seen, Frontier: a.Frontier, Reached: a.Reached, Queue: a.Queue, Joint: j})
		for i := range int(j[shaders.JointFrontier]*j[shaders.JointShare]) * int(a.Words) {
			walk(i)
		}
		MirrorIdentify(g, Identify[[]uint32]{Words: a.Words, First: a.First, Seen: a.Seen, Frontier: a.Frontier, Reached: a.Reached, Queue: a.Queue, Joint: j})
		MirrorConvert(g, Convert[[]uint32]{Words: a.Words, Seen: a.Seen, Joint: j, Pairs: a.Pairs, Lengths: a.Lengths, Counts: a.Counts})
		m[shaders.MeetingPassed] += UberBarriers
		m[shaders.MeetingArrived] += UberBarriers * uint32(g.X*g.Y)
	}
}

// AgreeOnUber allows any order of the queue, after which entries of earlier levels are left, and anything after a barrier
// that was given up.
func AgreeOnUber(_, device, mirror Uber[[]uint32]) error {
	if device.Meeting[shaders.MeetingGivenUp] != 0 {
		return nil
	}
	n := int(mirror.Joint[shaders.JointFrontier])
	return errors.Join(
		ref.Same("Joint", device.Joint, mirror.Joint), ref.Same("Seen", device.Seen, mirror.Seen), ref.Same("Frontier", device.Frontier, mirror.Frontier),
		ref.Same("Reached", device.Reached, mirror.Reached), ref.Same("Lengths", device.Lengths, mirror.Lengths), ref.Same("Counts", device.Counts, mirror.Counts),
		ref.Same("Meeting", device.Meeting, mirror.Meeting), ref.SameSet("Queue", device.Queue[:n], mirror.Queue[:n], 0, n),
	)
}
