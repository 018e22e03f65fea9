package bfs

import (
	"errors"
	"math/bits"

	"kernelscope/compute"
	"kernelscope/compute/ref"
	"kernelscope/scene/graph"
)

// Words of the Found block of bfs_observe: the number of nodes in the frontier that a step found;
// the number of their edges; the total number of searches that share them; and the number of nodes
// found by the followed search.
const (
	ObservedNodes = iota
	ObservedEdges
	ObservedServed
	ObservedFollowed
	ObservedWords
)

// Kinds of rows that bfs_observe reads.
const (
	ObservesRows   = iota // a row per node
	ObservesSides         // two bits per node, one for each side of a pair
	ObservesLevels        // the level of each node in a single search
)

// Observe holds the arguments of bfs_observe.
type Observe[B any] struct {
	Words compute.Constant // of a row

	Place, First, Rows, Sweep, Shown, Fresh, Levels, Searches, Frontier, Found B

	Nodes, Live, Level uint32
	Column             uint32 // of the followed search
	Mask               uint32 // first word of Sweep with the columns that still search; 0 for all columns
	Kind               uint32 // of Rows
}

// MirrorObserve mirrors bfs_observe.
func MirrorObserve(_ compute.Grid, a Observe[[]uint32]) {
	words := int(a.Words)
	for v := range a.Nodes {
		p, count, grown, last, mine := a.Place[v], 0, 0, uint32(0), false
		for w := range words {
			if p >= a.Live {
				break
			}
			at := int(p)*words + w
			before, fresh := a.Shown[at], a.Shown[at]
			if a.Level > 0 {
				fresh = seenBy(a, p, w) &^ before
			}
			last = before | fresh
			a.Shown[at], a.Fresh[at] = last, fresh
			count, grown = count+bits.OnesCount32(last), grown+bits.OnesCount32(fresh)
			mine = mine || a.Kind == ObservesSides && fresh != 0 || a.Kind != ObservesSides && w == int(a.Column>>5) && fresh>>(a.Column&31)&1 != 0
		}
		a.Levels[v] = levelOf(a, a.Levels[v], mine, last)
		a.Searches[v] = 0
		if count > 0 {
			a.Searches[v] = graph.StateWord(graph.StateRelaxed, uint32(count))
		}
		if grown == 0 {
			continue
		}
		a.Frontier[a.Found[ObservedNodes]] = v
		a.Found[ObservedNodes]++
		a.Found[ObservedEdges] += a.First[p+1] - a.First[p]
		a.Found[ObservedServed] += uint32(grown)
		if mine {
			a.Found[ObservedFollowed]++
		}
	}
}

// seenBy returns word w of the searches that have seen the node at place p. The two sides of a pair
// count as two searches.
func seenBy(a Observe[[]uint32], p uint32, w int) uint32 {
	switch a.Kind {
	case ObservesSides:
		return a.Rows[p>>4] >> (2 * (p & 15)) & 3
	case ObservesLevels:
		if a.Rows[p] <= a.Level {
			return 1
		}
		return 0
	}
	word := a.Rows[int(p)*int(a.Words)+w]
	if a.Mask != 0 {
		word &= a.Sweep[int(a.Mask)+w]
	}
	return word
}

// levelOf returns the new state of a node in the followed search.
func levelOf(a Observe[[]uint32], old uint32, mine bool, last uint32) uint32 {
	if a.Level == 0 {
		old = 0
	}
	switch near := graph.NodeState(old>>30) == graph.StateNear; {
	case mine:
		return graph.StateWord(graph.StateNear, a.Level)
	case near && a.Kind == ObservesSides && last&2 != 0:
		return graph.StateWord(graph.StateFar, old&graph.StateDistance)
	case near:
		return graph.StateWord(graph.StateRelaxed, old&graph.StateDistance)
	}
	return old
}

// AgreeOnObserve allows any order of the frontier.
func AgreeOnObserve(_, device, mirror Observe[[]uint32]) error {
	return errors.Join(
		ref.Same("Shown", device.Shown, mirror.Shown), ref.Same("Fresh", device.Fresh, mirror.Fresh), ref.Same("Levels", device.Levels, mirror.Levels),
		ref.Same("Searches", device.Searches, mirror.Searches), ref.Same("Found", device.Found, mirror.Found),
		ref.SameSet("Frontier", device.Frontier, mirror.Frontier, 0, int(mirror.Found[ObservedNodes])),
	)
}
