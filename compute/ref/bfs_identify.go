package ref

import (
	"errors"
	"math/bits"

	"kernelscope/compute"
)

// BFSIdentify holds the buffers of bfs_identify.
type BFSIdentify[B any] struct {
	Words compute.Constant // of a row
	Vote  compute.Constant // how the invocations of a row communicate; has no effect on the result

	First, Seen, Frontier, Reached, Queue, Joint B
}

// MirrorBFSIdentify mirrors bfs_identify.
func MirrorBFSIdentify(g compute.Grid, a BFSIdentify[[]uint32]) {
	words, j := int(a.Words), a.Joint
	var served uint64
	frontier, edges, unfinished := uint32(0), uint32(0), uint32(0)
	for v := range j[JointNodes] {
		degree, any, waits := a.First[v+1]-a.First[v], false, false
		for w := range words {
			at := int(v)*words + w
			fresh := a.Reached[at] & j[JointSearching+w] &^ a.Seen[at]
			a.Reached[at], a.Frontier[at] = 0, fresh
			a.Seen[at] |= fresh
			any = any || fresh != 0
			waits = waits || j[JointSearching+w]&^a.Seen[at] != 0
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
	j[JointFrontier], j[JointFrontierEdges], j[JointUnfinishedEdges] = frontier, edges, unfinished
	j[JointSearchesLow], j[JointSearchesHigh] = uint32(served), uint32(served>>32)
	closeLevel(j, words)
}

// closeLevel ends a level and sets the grids of the next one.
func closeLevel(j []uint32, words int) {
	j[JointLevel]++
	up := j[JointAlpha] != 0 && j[JointFrontierEdges] > j[JointUnfinishedEdges]/j[JointAlpha]
	if j[JointUpward] != 0 {
		up = j[JointAlpha] != 0 && (j[JointBeta] == 0 || j[JointFrontier] > j[JointNodes]/j[JointBeta])
	}
	down, upward := JointDownGroups, JointUpGroups
	each := words * int(j[JointShare])
	setGrid(j[down:], Expansion(j, int(j[JointFrontier])*each))
	setGrid(j[upward:], Expansion(j, int(j[JointNodes])*each))
	j[JointUpward] = 0
	if up {
		j[JointUpward], j[down] = 1, 0
	} else {
		j[upward] = 0
	}
	h := j[JointHistory:]
	copy(h[4*int(j[JointLevel])%len(h):], []uint32{j[JointFrontier], j[JointFrontierEdges], j[JointSearchesLow], j[JointUpward]})
	if j[JointFrontier] == 0 {
		j[down], j[upward], j[JointIdentifyGroups] = 0, 0, 0
	}
}

// Expansion returns the grid of an expansion for the state of its sweep.
func Expansion(joint []uint32, invocations int) compute.Grid {
	size := int(joint[JointWorkgroupSize])
	n := (invocations + size - 1) / size
	if most := int(joint[JointMostGroups]); most != 0 {
		n = min(n, max(most, n/int(joint[JointTurns])+1))
	}
	return compute.GridFor(n, 1)
}

// setGrid writes the first two words of a grid.
func setGrid(to []uint32, g compute.Grid) { to[0], to[1] = uint32(g.X), uint32(max(1, g.Y)) }

// AgreeOnBFSIdentify allows any order of the queue.
func AgreeOnBFSIdentify(_, device, mirror BFSIdentify[[]uint32]) error {
	return errors.Join(
		Same("Joint", device.Joint, mirror.Joint), Same("Seen", device.Seen, mirror.Seen), Same("Frontier", device.Frontier, mirror.Frontier),
		Same("Reached", device.Reached, mirror.Reached), SameSet("Queue", device.Queue, mirror.Queue, 0, int(mirror.Joint[JointFrontier])),
	)
}
