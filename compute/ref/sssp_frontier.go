package ref

import (
	"kernelscope/compute"
	"kernelscope/scene/graph"
)

// FrontierWords is the size of the Frontier buffer with one block.
const FrontierWords = FrontierBlocks + BlockWords

// RecordWords is the size of a node's record: four edges of head and weight. In place of the last
// edge there may be Many plus the index of the remaining edges, and their number.
const RecordWords = 2 * Packed

// search is a frontier search in progress.
type search struct {
	SSSPFrontier[[]uint32]
	s    []uint32
	only bool // it is the only search of the dispatch
}

// half returns one half of a queue of entries.
func half(queue []uint32, side uint32) []uint32 {
	n := len(queue) / 4 * 2
	return queue[int(side)*n : int(side+1)*n]
}

// addNext appends an entry to the next near queue.
func (f *search) addNext(next []uint32, v, d uint32) {
	f.add(next, f.s[FrontierNext]+f.s[FrontierTallyNext], v, d)
	f.s[FrontierTallyNext]++
	f.s[FrontierTallyLeastNext] = min(f.s[FrontierTallyLeastNext], d)
}

// addFar appends an entry to the far queue, after the entries already there.
func (f *search) addFar(far []uint32, there, v, d uint32) {
	f.add(far, there+f.s[FrontierTallyFar], v, d)
	f.s[FrontierTallyFar]++
	f.s[FrontierTallyLeastFar] = min(f.s[FrontierTallyLeastFar], d)
}

func (f *search) add(queue []uint32, slot, v, d uint32) {
	if at := 2 * int(slot); at < len(queue) {
		queue[at], queue[at+1] = v, d
	} else {
		f.s[FrontierTallyOverflow] = 1
	}
}

func (f *search) pass() {
	next, far := half(f.NearQueue, 1-f.s[FrontierNearSide]), half(f.FarQueue, f.s[FrontierFarSide])
	switch f.s[FrontierMode] {
	case PassRelax:
		near := half(f.NearQueue, f.s[FrontierNearSide])
		for i := range f.s[FrontierNear] {
			if u, d := near[2*i], near[2*i+1]; f.Dist[u] == d {
				f.relax(u, d, next, far)
			}
		}
	case PassSift:
		kept := half(f.FarQueue, 1-f.s[FrontierFarSide])
		for i := range f.s[FrontierFar] {
			if v, d := far[2*i], far[2*i+1]; f.Dist[v] == d {
				f.deal(v, d, next, kept)
			}
		}
	case PassScan:
		for v, d := range f.Dist {
			if d >= f.s[FrontierSettled] && d != graph.Unreached {
				f.deal(uint32(v), d, next, far)
			}
		}
	}
}

func (f *search) relax(u, d uint32, next, far []uint32) {
	for _, e := range EdgesOf(f.Records, f.Edges, u) {
		v, via := e[0]&^DeadEnd, addSaturating(d, e[1])
		f.s[FrontierRelaxed]++
		if via >= f.Dist[v] {
			continue
		}
		f.Dist[v] = via
		f.s[FrontierShortened]++
		switch {
		case e[0] >= DeadEnd:
		case via < f.s[FrontierThreshold]:
			f.addNext(next, v, via)
		default:
			f.addFar(far, f.s[FrontierFar], v, via)
		}
	}
}

func (f *search) deal(v, d uint32, next, kept []uint32) {
	if d < f.s[FrontierThreshold] {
		f.addNext(next, v, d)
	} else {
		f.addFar(kept, 0, v, d)
	}
}

// EdgesOf returns the edges of a node from the records and edges of the kernels.
func EdgesOf(records, edges []uint32, u uint32) (out [][2]uint32) {
	r := records[RecordWords*u : RecordWords*(u+1)]
	for k := 0; k < 2*Packed; k += 2 {
		switch {
		case r[k] == graph.NoNode:
		case k == 2*Packed-2 && r[k]&Many != 0:
			first := r[k] &^ Many
			for e := first; e < first+r[k+1]; e++ {
				out = append(out, [2]uint32{edges[2*e], edges[2*e+1]})
			}
		default:
			out = append(out, [2]uint32{r[k], r[k+1]})
		}
	}
	return out
}

func (f *search) decide() {
	s := f.s
	t := [5]uint32(s[FrontierTallyNext:])
	next, far, leastNext, leastFar, overflow := t[0], t[1], t[2], t[3], t[4]
	f.beginTally()
	s[FrontierNext] += next
	s[FrontierLeastNext] = min(s[FrontierLeastNext], leastNext)
	if s[FrontierMode] == PassRelax {
		s[FrontierRound]++
		s[FrontierFar] += far
		s[FrontierLeastFar] = min(s[FrontierLeastFar], leastFar)
	} else {
		s[FrontierFar], s[FrontierLeastFar] = far, leastFar
	}
	if s[FrontierMode] == PassSift {
		s[FrontierFarSide] ^= 1
	}
	if overflow != 0 {
		s[FrontierMode] = PassScan
		s[FrontierRecoveries]++
		s[FrontierNear], s[FrontierNext], s[FrontierFar] = 0, 0, 0
		s[FrontierLeastNext], s[FrontierLeastFar] = graph.Unreached, graph.Unreached
		return
	}
	if s[FrontierNext] < s[FrontierRho] && s[FrontierFar] > 0 {
		s[FrontierThreshold] = addSaturating(max(s[FrontierThreshold], s[FrontierLeastFar]), s[FrontierDelta])
		s[FrontierPhase]++
		s[FrontierMode] = PassSift
		return
	}
	s[FrontierMode] = PassRelax
	s[FrontierNear], s[FrontierNext] = s[FrontierNext], 0
	s[FrontierNearSide] ^= 1
	if s[FrontierTarget] != graph.NoNode {
		s[FrontierSettled] = min(s[FrontierLeastNext], s[FrontierLeastFar])
	}
	s[FrontierLeastNext] = graph.Unreached
	if t := s[FrontierTarget]; t != graph.NoNode {
		s[FrontierTargetDist] = f.Dist[t]
	}
	if s[FrontierNear] == 0 || s[FrontierTargetDist] <= s[FrontierSettled] {
		s[FrontierDone] = 1
	}
	if f.only {
		at := FrontierHistory + 2*(s[FrontierRound]%HistoryRounds)
		s[at], s[at+1] = s[FrontierNear], s[FrontierFar]
	}
}

func (f *search) beginTally() {
	copy(f.s[FrontierTallyNext:], []uint32{0, 0, graph.Unreached, graph.Unreached, 0})
}

// work returns the number of entries or nodes of the next pass.
func (f *search) work() uint32 {
	switch f.s[FrontierMode] {
	case PassRelax:
		return f.s[FrontierNear]
	case PassSift:
		return f.s[FrontierFar]
	}
	return uint32(len(f.Dist))
}

func (f *search) paused() bool {
	return f.s[FrontierMode] == PassRelax && f.s[FrontierRound] >= f.s[FrontierPauseAt]
}

func (f *search) order() {
	s := f.s
	control(s).add(FrontierRelaxedLow, FrontierRelaxed)
	control(s).add(FrontierShortenedLow, FrontierShortened)
	invocations := max(1, f.work())
	if s[FrontierMode] == PassRelax {
		invocations = max(1, Packed*s[FrontierNear])
	}
	g := compute.GridFor(int(invocations), int(s[FrontierWorkgroupSize]))
	alone, together, chain := s[FrontierAloneGroups:], s[FrontierTogetherGroups:], s[FrontierChainGroups:]
	copy(alone, []uint32{0, 1, 1})
	copy(together, []uint32{0, 1, 1})
	copy(chain, []uint32{0, uint32(g.Y), 1})
	switch {
	case s[FrontierDone] != 0:
	case s[FrontierMode] != PassScan && f.work() <= s[FrontierAloneMost]:
		alone[0] = 1
	case s[FrontierMode] != PassScan && s[FrontierTogether] > 1:
		together[0] = s[FrontierTogether]
	default:
		chain[0] = uint32(g.X)
	}
}
