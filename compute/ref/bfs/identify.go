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
	var l levelSums
	words, j := int(a.Words), a.Joint
	for v := range j[shaders.JointNodes] {
		served, waits := mergeRow(words, int(v), a.Reached, a.Frontier, a.Seen, j)
		if served > 0 {
			a.Queue[l.frontier] = v
		}
		l.add(a.First[v+1]-a.First[v], served, waits)
	}
	l.close(j, words, int(l.frontier)*words*int(j[shaders.JointShare]))
}

// levelSums adds up the nodes of a level.
type levelSums struct {
	frontier, edges, unfinished uint32
	served                      uint64
}

// add adds a node that some searches reach for the first time. It waits if others have not seen it.
func (l *levelSums) add(degree uint32, served int, waits bool) {
	if waits {
		l.unfinished += degree
	}
	if served > 0 {
		l.frontier++
		l.edges += degree
		l.served += uint64(served)
	}
}

// close ends a level and sets the grids of the next one, which down invocations expand if it goes
// top-down.
func (l *levelSums) close(j []uint32, words, down int) {
	l.served += uint64(j[shaders.JointServedHigh])<<32 | uint64(j[shaders.JointServedLow])
	j[shaders.JointServedLow], j[shaders.JointServedHigh] = 0, 0
	j[shaders.JointFrontier], j[shaders.JointFrontierEdges], j[shaders.JointUnfinishedEdges] = l.frontier, l.edges, l.unfinished
	j[shaders.JointSearchesLow], j[shaders.JointSearchesHigh] = uint32(l.served), uint32(l.served>>32)
	j[shaders.JointLevel]++
	up := j[shaders.JointAlpha] != 0 && j[shaders.JointFrontierEdges] > j[shaders.JointUnfinishedEdges]/j[shaders.JointAlpha]
	if j[shaders.JointUpward] != 0 {
		up = j[shaders.JointAlpha] != 0 && (j[shaders.JointBeta] == 0 || j[shaders.JointFrontier] > j[shaders.JointNodes]/j[shaders.JointBeta])
	}
	setGrid(j[shaders.JointDownGroups:], Expansion(j, down))
	setGrid(j[shaders.JointUpGroups:], Expansion(j, int(j[shaders.JointNodes])*words*int(j[shaders.JointShare])))
	j[shaders.JointUpward] = 0
	if up {
		j[shaders.JointUpward], j[shaders.JointDownGroups] = 1, 0
	} else {
		j[shaders.JointUpGroups] = 0
	}
	h := j[shaders.JointHistory:]
	copy(h[4*int(j[shaders.JointLevel])%len(h):], []uint32{j[shaders.JointFrontier], j[shaders.JointFrontierEdges], j[shaders.JointSearchesLow], j[shaders.JointUpward]})
	if j[shaders.JointFrontier] == 0 {
		j[shaders.JointDownGroups], j[shaders.JointUpGroups], j[shaders.JointIdentifyGroups] = 0, 0, 0
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

// mergeRow makes what an expansion has reached, and a node had not seen, its row of the frontier. It returns how many searches
// that serves, and whether others have not seen the node yet.
func mergeRow(words, node int, reached, frontier, seen, joint []uint32) (served int, waits bool) {
	for w := range words {
		at := node*words + w
		fresh := reached[at] & joint[shaders.JointSearching+w] &^ seen[at]
		reached[at], frontier[at] = 0, fresh
		seen[at] |= fresh
		waits = waits || joint[shaders.JointSearching+w]&^seen[at] != 0
		served += bits.OnesCount32(fresh)
	}
	return served, waits
}
