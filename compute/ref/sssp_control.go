package ref

import (
	"kernelscope/compute"
	"kernelscope/scene/graph"
)

// ControlWords is the size of the Control block of a search in rounds, including the history of
// HistoryRounds rounds.
const ControlWords = ControlHistory + 2*HistoryRounds

// control is the Control block.
type control []uint32

func (c control) setGroups(at int, n uint32, size int) {
	g := compute.GridFor(int(n), size)
	c[at], c[at+1], c[at+2] = uint32(g.X), uint32(g.Y), 1
}

// add adds a counter to a 64-bit sum and clears it.
func (c control) add(low, amount int) {
	sum := uint64(c[low+1])<<32 | uint64(c[low]) + uint64(c[amount])
	c[low], c[low+1] = uint32(sum), uint32(sum>>32)
	c[amount] = 0
}

// close performs the work of the last workgroup of sssp_relax.
func (c control) close(size int) {
	c.countRound()
	c[ControlNear] = 0
	c[ControlSifting], c[ControlImproved] = c[ControlImproved], 0
	c.setGroups(ControlSiftGroups, max(1, c[ControlSifting]), size)
}

// countRound mirrors count_round and count_stalled.
func (c control) countRound() {
	c[ControlRound]++
	c.add(ControlRelaxedLow, ControlRelaxed)
	c.add(ControlShortenedLow, ControlShortened)
	c.add(ControlStalledLow, ControlStalled)
}

// beyond returns the distance from which on edges are not followed.
func (c control) beyond(stall compute.Constant) uint32 {
	if stall != 0 {
		return c[ControlTargetDist]
	}
	return graph.Unreached
}

// beginBucket mirrors begin_bucket of shaders/include/sssp_control.glsl, called by
// workgroups of size invocations.
func (c control) beginBucket(dist []uint32, size int) bool {
	c[ControlRelaxGroups], c[ControlSiftGroups] = 0, 0
	c[ControlStep]++
	c[ControlWaiting], c[ControlDealt] = c[ControlFar]-c[ControlStale], c[ControlThreshold]
	at := ControlHistory + 2*(c[ControlStep]%HistoryRounds)
	c[at], c[at+1] = c[ControlNear], c[ControlWaiting]
	c[ControlSettled] = c[ControlMinNear]
	if c[ControlNear] == 0 {
		c[ControlSettled] = max(c[ControlThreshold], c[ControlMinFar])
	}
	c[ControlTargetDist] = graph.Unreached
	if c[ControlTarget] != graph.NoNode {
		c[ControlTargetDist] = dist[c[ControlTarget]]
	}
	if c[ControlNear] == 0 && c[ControlWaiting] == 0 || c[ControlTargetDist] <= c[ControlSettled] {
		c[ControlDone], c[ControlScanGroups] = 1, 0
		return false
	}
	c[ControlMinNear] = graph.Unreached
	if c[ControlNear] > 0 {
		c.setGroups(ControlRelaxGroups, c[ControlNear], size)
		return false
	}
	delta := c[ControlDelta]
	c[ControlPhase]++
	c[ControlBucket] = max(c[ControlBucket]+1, c[ControlMinFar]/delta)
	c[ControlThreshold] = uint32(min(uint64(c[ControlBucket]+1)*uint64(delta), graph.Unreached))
	c[ControlMinFar] = graph.Unreached
	return true
}
