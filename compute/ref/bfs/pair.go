package bfs

import (
	"cmp"
	"fmt"

	"kernelscope/compute/ref"
)

// Constants of the kernels that answer pairs one by one.
const (
	Full    = 0xfffffffe // length of a pair whose search did not fit into its list
	Pending = 0xfffffffd // length of a pair before a kernel has answered it

	// Words of the Work block.
	PairTicket   = 0
	PairAnswered = 1
	PairLevels   = 2
	PairVisited  = 3
	PairWork     = 4

	// PairSearch is the number of words in the state of a workgroup, the struct Search of shaders/include/bfs_pair.glsl.
	// The first one is the index of its pair, or Open for none.
	PairSearch = 12
	PairDepth  = 1 // levels expanded
	pairSide   = 2 // side that is being expanded
	pairAt     = 3 // next entry of its list to expand
	pairTail   = 4 // end of its list
	PairLow    = 6 // where the frontier of each side begins in its list
	pairHigh   = 8 // where it ends
)

// Pair holds the buffers and push constants that follow the graph's in both kernels.
type Pair[B any] struct {
	Pairs, Lengths, Work, Found, Marks, Searches B

	Count, Capacity, Words, Budget, Widest, Groups uint32
}

// searchPairs continues the searches of all workgroups, one after another, until each has spent its budget. A level costs 1,
// less than in a kernel, so that a mirror has answered what a device has. A pair is searched from both ends, a level of the
// side with the lower cost next.
func searchPairs(a Pair[[]uint32], neighbours func(side, v uint32) []uint32, cost func(side uint32, v uint32) int) {
	for w := range a.Groups {
		g := pairGroup{a, a.Searches[PairSearch*w:][:PairSearch], a.Found[w*a.Capacity:][:a.Capacity], a.Marks[w*a.Words:][:a.Words], neighbours, cost}
		for spent := uint32(0); spent < a.Budget && (g.state[0] != Open || g.take()); spent++ {
			g.level()
		}
	}
}

// pairGroup is a workgroup.
type pairGroup struct {
	Pair[[]uint32]
	state, found, marks []uint32
	neighbours          func(side, v uint32) []uint32
	cost                func(side, v uint32) int
}

// entry returns an entry of the list of a side: lists grow towards each other.
func (g *pairGroup) entry(side, i uint32) *uint32 {
	if side == 1 {
		i = g.Capacity - 1 - i
	}
	return &g.found[i]
}

// take takes the next pair, if there is one.
func (g *pairGroup) take() bool {
	pair := g.Work[PairTicket]
	if g.Work[PairTicket]++; pair >= g.Count {
		return false
	}
	copy(g.state, []uint32{0: pair, pairTail: 1, pairHigh: 1, pairHigh + 1: 1, PairSearch - 1: 0})
	for side := range uint32(2) {
		v := g.Pairs[2*pair+side]
		*g.entry(side, 0) = v
		g.marks[v/16] |= 1 << (2*(v%16) + side)
	}
	g.turn()
	return true
}

// turn makes the side whose frontier has the lower cost next, and reports whether that frontier has nodes.
func (g *pairGroup) turn() bool {
	s := g.state
	var costs [2]int
	for side := range uint32(2) {
		for i := s[PairLow+side]; i < s[pairHigh+side]; i++ {
			costs[side] += g.cost(side, *g.entry(side, i))
		}
	}
	side := uint32(0)
	if costs[1] < costs[0] {
		side = 1
	}
	s[pairSide], s[pairAt], s[pairTail] = side, s[PairLow+side], s[pairHigh+side]
	return s[pairAt] < s[pairTail]
}

// level expands the rest of a level.
func (g *pairGroup) level() {
	s := g.state
	side, end := s[pairSide], s[pairHigh+s[pairSide]]
	room, meets, full := g.Capacity-s[pairHigh+1-side], false, false
	for ; s[pairAt] < end; s[pairAt]++ {
		for _, v := range g.neighbours(side, *g.entry(side, s[pairAt])) {
			switch mark := g.marks[v/16] >> (2 * (v % 16)); {
			case mark>>(1-side)&1 != 0:
				meets = true
			case mark>>side&1 != 0:
			case s[pairTail] == room:
				full = true
			default:
				g.marks[v/16] |= 1 << (2*(v%16) + side)
				*g.entry(side, s[pairTail]) = v
				s[pairTail]++
			}
		}
	}
	s[PairLow+side], s[pairHigh+side] = end, s[pairTail]
	s[PairDepth]++
	switch more := g.turn(); {
	case meets:
		g.finish(s[PairDepth])
	case full:
		g.finish(Full)
	case !more:
		g.finish(Open)
	}
}

// finish ends a search with the length of its pair.
func (g *pairGroup) finish(length uint32) {
	s := g.state
	g.Lengths[s[0]] = length
	g.Work[PairAnswered]++
	g.Work[PairLevels] += s[PairDepth]
	g.Work[PairVisited] += s[pairHigh] + s[pairHigh+1]
	for side := range uint32(2) {
		for i := range s[pairHigh+side] {
			g.marks[*g.entry(side, i)/16] = 0
		}
	}
	s[0] = Open
}

// agreeOnPairs compares the pairs that both sides have answered. Any workgroup may answer a pair,
// any number of pairs may be answered before the budget is spent, which is counted in other
// units, and any pair may overflow a list that is shorter than the number of nodes.
func agreeOnPairs(before, device, mirror Pair[[]uint32], nodes uint32) error {
	answered, full := uint32(0), false
	short := device.Capacity < nodes
	for p := range device.Count {
		got, want := device.Lengths[p], mirror.Lengths[p]
		if got != Pending {
			answered++
		}
		full = full || got == Full || want == Full
		open := got == Pending || want == Pending || short && (got == Full || want == Full)
		if got != want && !open {
			return fmt.Errorf("Lengths[%d] is %d on the device, %d in the mirror", p, got, want)
		}
	}
	if got := device.Work[PairAnswered]; got != answered {
		return fmt.Errorf("%d pairs have a length, but the device counted %d", answered, got)
	}
	got, want := device.Work, mirror.Work
	if answered == device.Count && mirror.Work[PairAnswered] == answered && !full && (got[PairLevels] != want[PairLevels] || got[PairVisited] > want[PairVisited]) {
		return fmt.Errorf("%d levels with %d nodes, in the mirror %d and at most %d", got[PairLevels], got[PairVisited], want[PairLevels], want[PairVisited])
	}
	return cmp.Or(
		ref.Same("Pairs", device.Pairs, before.Pairs),
		ref.Same("Lengths of no pair", device.Lengths[device.Count:], before.Lengths[device.Count:]),
		agreeOnMarks(device),
	)
}

// agreeOnMarks checks that each workgroup has marks for the nodes in its lists, and none without a pair.
func agreeOnMarks(a Pair[[]uint32]) error {
	for w := range uint32(len(a.Searches) / PairSearch) {
		s, marks := a.Searches[PairSearch*w:], make([]uint32, a.Words)
		for side := range uint32(2) {
			n := s[pairHigh+side]
			if side == s[pairSide] {
				n = s[pairTail]
			}
			for i := uint32(0); i < n && s[0] != Open; i++ {
				at := i
				if side == 1 {
					at = a.Capacity - 1 - i
				}
				v := a.Found[w*a.Capacity+at]
				marks[v/16] |= 1 << (2*(v%16) + side)
			}
		}
		if err := ref.Same(fmt.Sprintf("Marks of workgroup %d", w), a.Marks[w*a.Words:(w+1)*a.Words], marks); err != nil {
			return err
		}
	}
	return nil
}
