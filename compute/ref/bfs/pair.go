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

	// PairSearch is the number of words in the state of a workgroup. The first one is the index of
	// its pair, or Open for none.
	PairSearch = 12
	pairSide   = 2 // side that is being expanded
	pairTail   = 4 // end of its list
	pairHigh   = 8 // end of the list of each side before
)

// Pair holds the buffers and push constants that follow the graph's in both kernels.
type Pair[B any] struct {
	Pairs, Lengths, Work, Found, Marks, Searches B

	Count, Capacity, Words, Budget, Widest, Groups uint32
}

// searchPairs answers all pairs by searching from both ends, one level at a time from the side
// whose frontier has the lower cost.
func searchPairs(a Pair[[]uint32], neighbours func(side int, v uint32) []uint32, cost func(side int, frontier []uint32) int) {
	for p := range a.Count {
		if a.Lengths[p] != Pending {
			continue
		}
		ball := [2]map[uint32]bool{{}, {}}
		var frontier [2][]uint32
		for side := range 2 {
			end := a.Pairs[2*p+uint32(side)]
			ball[side][end], frontier[side] = true, []uint32{end}
		}
		length, depth := uint32(Open), uint32(0)
		for length == Open {
			side := 0
			if cost(1, frontier[1]) < cost(0, frontier[0]) {
				side = 1
			}
			if len(frontier[side]) == 0 {
				break
			}
			depth++
			var next []uint32
			for _, u := range frontier[side] {
				for _, v := range neighbours(side, u) {
					switch {
					case ball[1-side][v]:
						length = depth
					case !ball[side][v]:
						ball[side][v] = true
						next = append(next, v)
					}
				}
			}
			frontier[side] = next
		}
		a.Lengths[p] = length
		a.Work[PairLevels] += depth
		a.Work[PairVisited] += uint32(len(ball[0]) + len(ball[1]))
	}
	a.Work[PairTicket], a.Work[PairAnswered] = a.Count, a.Count
}

// agreeOnPairs compares the pairs that both sides have answered. Any workgroup may answer a pair,
// any number of pairs may be answered before the budget is spent (the mirror answers all, an
// interpreter does not), and any pair may overflow a list that is shorter than the number of nodes.
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
