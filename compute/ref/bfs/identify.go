package bfs

import (
	"errors"
	"math/bits"

	"kernelscope/compute"
	"kernelscope/compute/ref"
	"kernelscope/shaders"
)

// Identify holds the buffers of bfs_identify.
type Identify[B any] struct {
	Words compute.Constant // of a row
	Vote  compute.Constant // how the invocations of a row communicate; has no effect on the result

	First, Seen, Frontier, Reached, Queue, Joint B
}

// MirrorIdentify mirrors bfs_identify.
func MirrorIdentify(g compute.Grid, a Identify[[]uint32]) {
	words, j := int(a.Words), a.Joint
	var served uint64
	frontier, edges, unfinished := uint32(0), uint32(0), uint32(0)
	for v := range j[shaders.JointNodes] {
		degree, any, waits := a.First[v+1]-a.First[v], false, false
		for w := range words {
			at := int(v)*words + w
			fresh := a.Reached[at] & j[shaders.JointSearching+w] &^ a.Seen[at]
			a.Reached[at], a.Frontier[at] = 0, fresh
			a.Seen[at] |= fresh
			any = any || fresh != 0
			waits = waits || j[shaders.JointSearching+w]&^a.Seen[at] != 0
			served += uint64(bits.OnesCount32(fresh))
		}
		if waits {
			unfinished += degree
		}
		if any {
			a.Queue[frontier] = v
			frontier++
			edges += degree
		}
	}
	j[shaders.JointFrontier], j[shaders.JointFrontierEdges], j[shaders.JointUnfinishedEdges] = frontier, edges, unfinished
	j[shaders.JointSearchesLow], j[shaders.JointSearchesHigh] = uint32(served), uint32(served>>32)
	closeLevel(j, words)
}

// closeLevel ends a level and sets the grids of the next one.
func closeLevel(j []uint32, words int) {
	j[shaders.JointLevel]++
	up := j[shaders.JointAlpha] != 0 && j[shaders.JointFrontierEdges] > j[shaders.JointUnfinishedEdges]/j[shaders.JointAlpha]
	if j[shaders.JointUpward] != 0 {
		up = j[shaders.JointAlpha] != 0 && (j[shaders.JointBeta] == 0 || j[shaders.JointFrontier] > j[shaders.JointNodes]/j[shaders.JointBeta])
	}
	down, upward := shaders.JointDownGroups, shaders.JointUpGroups
	each := words * int(j[shaders.JointShare])
	setGrid(j[down:], Expansion(j, int(j[shaders.JointFrontier])*each))
	setGrid(j[upward:], Expansion(j, int(j[shaders.JointNodes])*each))
	j[shaders.JointUpward] = 0
	if up {
		j[shaders.JointUpward], j[down] = 1, 0
	} else {
		j[upward] = 0
	}
	h := j[shaders.JointHistory:]
	copy(h[4*int(j[shaders.JointLevel])%len(h):], []uint32{j[shaders.JointFrontier], j[shaders.JointFrontierEdges], j[shaders.JointSearchesLow], j[shaders.JointUpward]})
	if j[shaders.JointFrontier] == 0 {
		j[down], j[upward], j[shaders.JointIdentifyGroups] = 0, 0, 0
	}
}

// Expansion returns the grid of an expansion for the state of its sweep.
func Expansion(joint []uint32, invocations int) compute.Grid {
	size := int(joint[shaders.JointWorkgroupSize])
	n := (invocations + size - 1) / size
	if most := int(joint[shaders.JointMostGroups]); most != 0 {
		n = min(n, max(most, n/int(joint[shaders.JointTurns])+1))
	}
	return compute.GridFor(n, 1)
}

// setGrid writes the first two words of a grid.
func setGrid(to []uint32, g compute.Grid) { to[0], to[1] = uint32(g.X), uint32(max(1, g.Y)) }

// AgreeOnIdentify allows any order of the queue.
func AgreeOnIdentify(_, device, mirror Identify[[]uint32]) error {
	return errors.Join(
		ref.Same("Joint", device.Joint, mirror.Joint), ref.Same("Seen", device.Seen, mirror.Seen), ref.Same("Frontier", device.Frontier, mirror.Frontier),
		ref.Same("Reached", device.Reached, mirror.Reached), ref.SameSet("Queue", device.Queue, mirror.Queue, 0, int(mirror.Joint[shaders.JointFrontier])),
	)
}
