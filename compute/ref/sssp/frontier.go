package sssp

import (
	"kernelscope/compute"
	"kernelscope/scene/graph"
	"kernelscope/shaders"
)

// FrontierWords is the size of the Frontier buffer with one block.
const FrontierWords = shaders.FrontierBlocks + shaders.FrontierBlockWords

// RecordWords is the size of a node's record: four edges of head and weight. In place of the last
// edge there may be Many plus the index of the remaining edges, and their number.
const RecordWords = 2 * shaders.FrontierPacked

// search is a frontier search in progress.
type search struct {
	Chain[[]uint32]
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
	f.add(next, f.s[shaders.FrontierNext]+f.s[shaders.FrontierTallyNext], v, d)
	f.s[shaders.FrontierTallyNext]++
	f.s[shaders.FrontierTallyLeastNext] = min(f.s[shaders.FrontierTallyLeastNext], d)
}

// addFar appends an entry to the far queue, after the entries already there.
func (f *search) addFar(far []uint32, there, v, d uint32) {
	f.add(far, there+f.s[shaders.FrontierTallyFar], v, d)
	f.s[shaders.FrontierTallyFar]++
	f.s[shaders.FrontierTallyLeastFar] = min(f.s[shaders.FrontierTallyLeastFar], d)
}

func (f *search) add(queue []uint32, slot, v, d uint32) {
	if at := 2 * int(slot); at < len(queue) {
		queue[at], queue[at+1] = v, d
	} else {
		f.s[shaders.FrontierTallyOverflow] = 1
	}
}

func (f *search) pass() {
	next, far := half(f.NearQueue, 1-f.s[shaders.FrontierNearSide]), half(f.FarQueue, f.s[shaders.FrontierFarSide])
	switch f.s[shaders.FrontierMode] {
	case shaders.PassRelax:
		near := half(f.NearQueue, f.s[shaders.FrontierNearSide])
		for i := range f.s[shaders.FrontierNear] {
			if u, d := near[2*i], near[2*i+1]; f.Dist[u] == d {
				f.relax(u, d, next, far)
			}
		}
	case shaders.PassSift:
		kept := half(f.FarQueue, 1-f.s[shaders.FrontierFarSide])
		for i := range f.s[shaders.FrontierFar] {
			if v, d := far[2*i], far[2*i+1]; f.Dist[v] == d {
				f.distribute(v, d, next, kept)
			}
		}
	case shaders.PassScan:
		for v, d := range f.Dist {
			if d >= f.s[shaders.FrontierSettled] && d != graph.Unreached {
				f.distribute(uint32(v), d, next, far)
			}
		}
	}
}

func (f *search) relax(u, d uint32, next, far []uint32) {
	for _, e := range EdgesOf(f.Records, f.Edges, u) {
		v, via := e[0]&^shaders.FrontierDeadEnd, addSaturating(d, e[1])
		f.s[shaders.FrontierRelaxed]++
		if via >= f.Dist[v] {
			continue
		}
		f.Dist[v] = via
		f.s[shaders.FrontierShortened]++
		switch {
		case e[0] >= shaders.FrontierDeadEnd:
		case via < f.s[shaders.FrontierThreshold]:
			f.addNext(next, v, via)
		default:
			f.addFar(far, f.s[shaders.FrontierFar], v, via)
		}
	}
}

func (f *search) distribute(v, d uint32, next, kept []uint32) {
	if d < f.s[shaders.FrontierThreshold] {
		f.addNext(next, v, d)
	} else {
		f.addFar(kept, 0, v, d)
	}
}

// EdgesOf returns the edges of a node from the records and edges of the kernels.
func EdgesOf(records, edges []uint32, u uint32) (out [][2]uint32) {
	r := records[RecordWords*u : RecordWords*(u+1)]
	out = make([][2]uint32, 0, shaders.FrontierPacked) // the usual number at most
	for k := 0; k < 2*shaders.FrontierPacked; k += 2 {
		switch {
		case r[k] == graph.NoNode:
		case k == 2*shaders.FrontierPacked-2 && r[k]&shaders.FrontierMany != 0:
			first := r[k] &^ shaders.FrontierMany
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
	t := [5]uint32(s[shaders.FrontierTallyNext:])
	next, far, minNext, minFar, overflow := t[0], t[1], t[2], t[3], t[4]
	f.beginTally()
	s[shaders.FrontierNext] += next
	s[shaders.FrontierLeastNext] = min(s[shaders.FrontierLeastNext], minNext)
	if s[shaders.FrontierMode] == shaders.PassRelax {
		s[shaders.FrontierRound]++
		s[shaders.FrontierFar] += far
		s[shaders.FrontierLeastFar] = min(s[shaders.FrontierLeastFar], minFar)
	} else {
		s[shaders.FrontierFar], s[shaders.FrontierLeastFar] = far, minFar
	}
	if s[shaders.FrontierMode] == shaders.PassSift {
		s[shaders.FrontierFarSide] ^= 1
	}
	if overflow != 0 {
		s[shaders.FrontierMode] = shaders.PassScan
		s[shaders.FrontierRecoveries]++
		s[shaders.FrontierNear], s[shaders.FrontierNext], s[shaders.FrontierFar] = 0, 0, 0
		s[shaders.FrontierLeastNext], s[shaders.FrontierLeastFar] = graph.Unreached, graph.Unreached
		return
	}
	if s[shaders.FrontierNext] < s[shaders.FrontierRho] && s[shaders.FrontierFar] > 0 {
		s[shaders.FrontierThreshold] = addSaturating(max(s[shaders.FrontierThreshold], s[shaders.FrontierLeastFar]), s[shaders.FrontierDelta])
		s[shaders.FrontierPhase]++
		s[shaders.FrontierMode] = shaders.PassSift
		return
	}
	s[shaders.FrontierMode] = shaders.PassRelax
	s[shaders.FrontierNear], s[shaders.FrontierNext] = s[shaders.FrontierNext], 0
	s[shaders.FrontierNearSide] ^= 1
	if s[shaders.FrontierTarget] != graph.NoNode {
		s[shaders.FrontierSettled] = min(s[shaders.FrontierLeastNext], s[shaders.FrontierLeastFar])
	}
	s[shaders.FrontierLeastNext] = graph.Unreached
	if t := s[shaders.FrontierTarget]; t != graph.NoNode {
		s[shaders.FrontierTargetDist] = f.Dist[t]
	}
	if s[shaders.FrontierNear] == 0 || s[shaders.FrontierTargetDist] <= s[shaders.FrontierSettled] {
		s[shaders.FrontierDone] = 1
	}
	if f.only {
		at := shaders.FrontierHistory + 2*(s[shaders.FrontierRound]%shaders.HistoryRounds)
		s[at], s[at+1] = s[shaders.FrontierNear], s[shaders.FrontierFar]
	}
}

func (f *search) beginTally() {
	copy(f.s[shaders.FrontierTallyNext:], []uint32{0, 0, graph.Unreached, graph.Unreached, 0})
}

// work returns the number of entries or nodes of the next pass.
func (f *search) work() uint32 {
	switch f.s[shaders.FrontierMode] {
	case shaders.PassRelax:
		return f.s[shaders.FrontierNear]
	case shaders.PassSift:
		return f.s[shaders.FrontierFar]
	}
	return uint32(len(f.Dist))
}

func (f *search) paused() bool {
	return f.s[shaders.FrontierMode] == shaders.PassRelax && f.s[shaders.FrontierRound] >= f.s[shaders.FrontierPauseAt]
}

func (f *search) order() {
	s := f.s
	control(s).add(shaders.FrontierRelaxedLow, shaders.FrontierRelaxed)
	control(s).add(shaders.FrontierShortenedLow, shaders.FrontierShortened)
	invocations := max(1, f.work())
	if s[shaders.FrontierMode] == shaders.PassRelax {
		invocations = max(1, shaders.FrontierPacked*s[shaders.FrontierNear])
	}
	g := compute.GridFor(int(invocations), int(s[shaders.FrontierWorkgroupSize]))
	alone, together, chain := s[shaders.FrontierAloneGroups:], s[shaders.FrontierTogetherGroups:], s[shaders.FrontierChainGroups:]
	copy(alone, []uint32{0, 1, 1})
	copy(together, []uint32{0, 1, 1})
	copy(chain, []uint32{0, uint32(g.Y), 1})
	switch {
	case s[shaders.FrontierDone] != 0:
	case s[shaders.FrontierMode] != shaders.PassScan && f.work() <= s[shaders.FrontierAloneMost]:
		alone[0] = 1
	case s[shaders.FrontierMode] != shaders.PassScan && s[shaders.FrontierTogether] > 1:
		together[0] = s[shaders.FrontierTogether]
	default:
		chain[0] = uint32(g.X)
	}
}
