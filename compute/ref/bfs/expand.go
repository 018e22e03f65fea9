package bfs

import (
	"kernelscope/compute"
	"kernelscope/shaders"
)

// Expand holds the buffers of bfs_expand and bfs_expand_naive.
type Expand[B any] struct {
	Words compute.Constant // of a row
	Count compute.Constant // if not zero, fill the counters

	First, Head, Seen, Frontier, Reached, Queue, Joint, Counters B
}

// MirrorExpand mirrors bfs_expand.
func MirrorExpand(g compute.Grid, a Expand[[]uint32]) {
	turns(g, a.Count, a.Joint, a.Counters, int(a.Joint[shaders.JointFrontier])*int(a.Words)*int(a.Joint[shaders.JointShare]), walker(a))
}

// walker returns what an invocation does in a turn: it walks edges for the searches of a word, and reports whether there
// are any.
func walker(a Expand[[]uint32]) func(i int) (walked uint32, active bool) {
	words, share := int(a.Words), int(a.Joint[shaders.JointShare])
	return func(i int) (walked uint32, active bool) {
		word, part, u := i%words, i/words%share, a.Queue[i/words/share]
		searches := a.Frontier[int(u)*words+word]
		if searches == 0 {
			return 0, false
		}
		for e := int(a.First[u]) + part; e < int(a.First[u+1]); e += share {
			at := int(a.Head[e])*words + word
			a.Reached[at] |= searches &^ a.Seen[at]
			walked++
		}
		return walked, true
	}
}

// turns runs the turns of an expansion. Each returns the number of edges walked and whether it had
// work. If count is not zero, they are added to the counters of the level.
func turns(g compute.Grid, count compute.Constant, joint, counters []uint32, total int, turn func(i int) (walked uint32, active bool)) {
	edges, active := byGroup(g, joint, total, turn)
	if count == 0 {
		return
	}
	c := counters[4*int(joint[shaders.JointLevel])%len(counters):]
	c[0] += active
	c[3] += uint32(len(edges))
	for _, walked := range edges {
		c[1] += walked
		c[2] = max(c[2], walked)
	}
}

// byGroup runs the turns of an expansion. It returns the edges that each workgroup walks, and the number of turns with work.
func byGroup(g compute.Grid, joint []uint32, total int, turn func(i int) (walked uint32, active bool)) (edges []uint32, active uint32) {
	edges = make([]uint32, g.X*g.Y)
	team := int(joint[shaders.JointTeam])
	for i := range total {
		walked, has := turn(i)
		edges[i%g.Invocations()/team%len(edges)] += walked
		if has {
			active++
		}
	}
	return edges, active
}

// Tail returns the edges that each workgroup walks in the next expansion of a joint frontier, top-down. Rows of visit have a number
// of words. Without sharing, as in bfs_expand_naive, an invocation owns one search. It is nil if the next expansion is bottom-up.
func Tail(words int, shares bool, first, visit, queue, joint []uint32) []uint32 {
	g := compute.Grid{X: int(joint[shaders.JointDownGroups]), Y: int(joint[shaders.JointDownGroups+1]), Size: int(joint[shaders.JointWorkgroupSize])}
	if g.X == 0 {
		return nil
	}
	share := int(joint[shaders.JointShare])
	edges, _ := byGroup(g, joint, int(joint[shaders.JointFrontier])*words*share, func(i int) (walked uint32, active bool) {
		word, part, u := i%words, i/words%share, queue[i/words/share]
		degree := first[u+1] - first[u]
		if !shares { // a part is a bit
			column := i % (words * share)
			if visit[int(u)*words+column/32]>>(column%32)&1 == 0 {
				return 0, false
			}
			return degree, true
		}
		if visit[int(u)*words+word] == 0 || uint32(part) >= degree {
			return 0, false
		}
		return (degree - uint32(part) + uint32(share) - 1) / uint32(share), true
	})
	return edges
}
