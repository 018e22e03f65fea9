// Package sssp mirrors the kernels of shortest paths: Near-Far in two forms, and Frontier.
package sssp

import (
	"kernelscope/compute"
	"kernelscope/scene/graph"
	"kernelscope/shaders"
)

// ControlWords is the size of the Control block of a search in rounds, including the history of
// HistoryRounds rounds.
const ControlWords = shaders.ControlHistory + 2*shaders.HistoryRounds

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
	c[shaders.ControlNear] = 0
	c[shaders.ControlSifting], c[shaders.ControlImproved] = c[shaders.ControlImproved], 0
	c.setGroups(shaders.ControlSiftGroups, max(1, c[shaders.ControlSifting]), size)
}

// countRound mirrors count_round and count_stalled.
func (c control) countRound() {
	c[shaders.ControlRound]++
	c.add(shaders.ControlRelaxedLow, shaders.ControlRelaxed)
	c.add(shaders.ControlShortenedLow, shaders.ControlShortened)
	c.add(shaders.ControlStalledLow, shaders.ControlStalled)
}

// beyond returns the distance from which on edges are not followed.
func (c control) beyond(stall compute.Constant) uint32 {
	if stall != 0 {
		return c[shaders.ControlTargetDist]
	}
	return graph.Unreached
}

// beginBucket mirrors begin_bucket of shaders/include/sssp_control.glsl, called by
// workgroups of size invocations.
func (c control) beginBucket(dist []uint32, size int) bool {
	c[shaders.ControlRelaxGroups], c[shaders.ControlSiftGroups] = 0, 0
	c[shaders.ControlStep]++
	c[shaders.ControlWaiting], c[shaders.ControlQueueThreshold] = c[shaders.ControlFar]-c[shaders.ControlStale], c[shaders.ControlThreshold]
	at := shaders.ControlHistory + 2*(c[shaders.ControlStep]%shaders.HistoryRounds)
	c[at], c[at+1] = c[shaders.ControlNear], c[shaders.ControlWaiting]
	c[shaders.ControlSettled] = c[shaders.ControlMinNear]
	if c[shaders.ControlNear] == 0 {
		c[shaders.ControlSettled] = max(c[shaders.ControlThreshold], c[shaders.ControlMinFar])
	}
	c[shaders.ControlTargetDist] = graph.Unreached
	if c[shaders.ControlTarget] != graph.NoNode {
		c[shaders.ControlTargetDist] = dist[c[shaders.ControlTarget]]
	}
	found := c[shaders.ControlTargetDist] <= c[shaders.ControlSettled] && (c[shaders.ControlWholeBucket] == 0 || c[shaders.ControlNear] == 0)
	if found || c[shaders.ControlNear] == 0 && c[shaders.ControlWaiting] == 0 {
		c[shaders.ControlDone], c[shaders.ControlScanGroups] = 1, 0
		return false
	}
	c[shaders.ControlMinNear] = graph.Unreached
	if c[shaders.ControlNear] > 0 {
		c[shaders.ControlBucketNodes] = addSaturating(c[shaders.ControlBucketNodes], c[shaders.ControlNear])
		c[shaders.ControlBucketRounds]++
		c.setGroups(shaders.ControlRelaxGroups, c[shaders.ControlNear], size)
		return false
	}
	c[shaders.ControlPhase]++
	c.adapt()
	delta, end := c[shaders.ControlDelta], c[shaders.ControlThreshold]
	buckets := (max(end, c[shaders.ControlMinFar])-end)/delta + 1
	c[shaders.ControlBucket] += buckets
	c[shaders.ControlThreshold] = uint32(min(uint64(end)+uint64(buckets)*uint64(delta), graph.Unreached))
	c[shaders.ControlMinFar] = graph.Unreached
	return true
}

// adapt mirrors adapted, and forgets the rounds of the last bucket.
func (c control) adapt() {
	if rounds := c[shaders.ControlBucketRounds]; rounds > 0 && c[shaders.ControlGoal] > 0 {
		switch mean := c[shaders.ControlBucketNodes] / rounds; {
		case mean < c[shaders.ControlGoal]/2:
			c[shaders.ControlDelta] = min(2*c[shaders.ControlDelta], c[shaders.ControlWidest])
		case mean > 2*c[shaders.ControlGoal]:
			c[shaders.ControlDelta] = max(c[shaders.ControlDelta]/2, c[shaders.ControlNarrowest])
		}
	}
	c[shaders.ControlBucketNodes], c[shaders.ControlBucketRounds] = 0, 0
}
