package sssp

import (
	"cmp"
	"fmt"
	"slices"

	"kernelscope/compute/ref"
	"kernelscope/scene/graph"
	"kernelscope/shaders"
)

// agreeOnBooks checks what the state of a search says of its queues, its counters and the next dispatch, after a dispatch. These do not
// depend on the order of invocations. A single search also has a history.
func agreeOnBooks(before, device Chain[[]uint32], isSingle bool) error {
	s := device.Frontier
	for _, low := range []int{shaders.FrontierRelaxedLow, shaders.FrontierShortenedLow} {
		if n := sum(s, low) - sum(before.Frontier, low); n >= 1<<31 {
			return fmt.Errorf("Frontier[%d]: %d edges in one dispatch", low, n)
		}
	}
	if err := agreeOnWork(before, device); err != nil {
		return err
	}
	if t := s[shaders.FrontierTarget]; t != graph.NoNode && s[shaders.FrontierTargetDist] != device.Dist[t] {
		return fmt.Errorf("Frontier: the target's distance is %d, not %d", device.Dist[t], s[shaders.FrontierTargetDist])
	}
	if err := agreeOnProgress(before.Frontier, s); err != nil {
		return err
	}
	f := search{device, slices.Clone(s), isSingle}
	f.beginTally()
	clear(f.s[shaders.FrontierRelaxed:shaders.FrontierAloneGroups])
	at := shaders.FrontierHistory + 2*(s[shaders.FrontierRound]%shaders.HistoryRounds)
	if isSingle {
		f.order()
		if s[shaders.FrontierMode] == shaders.PassRelax {
			f.s[at], f.s[at+1] = s[shaders.FrontierNear], s[shaders.FrontierFar]
		}
	}
	return cmp.Or(ref.Same("Frontier", s, f.s), agreeOnEntries(device))
}

// agreeOnWork checks that no work is missing in the counters: an edge shortened each distance that changed.
func agreeOnWork(before, device Chain[[]uint32]) error {
	changed := uint64(0)
	for v, d := range device.Dist {
		if d != before.Dist[v] {
			changed++
		}
	}
	done := func(low int) uint64 { return sum(device.Frontier, low) - sum(before.Frontier, low) }
	if relaxed, shortened := done(shaders.FrontierRelaxedLow), done(shaders.FrontierShortenedLow); shortened < changed || relaxed < shortened {
		return fmt.Errorf("Frontier: %d edges, %d of which shorten distances, and %d distances have changed", relaxed, shortened, changed)
	}
	return nil
}

// agreeOnProgress checks how far a search says that it has come: thresholds grow with phases, and rounds end where the host waits.
func agreeOnProgress(before, s []uint32) error {
	phases, recoveries := int32(s[shaders.FrontierPhase]-before[shaders.FrontierPhase]), s[shaders.FrontierRecoveries]-before[shaders.FrontierRecoveries]
	was, is := before[shaders.FrontierThreshold], s[shaders.FrontierThreshold]
	if phases < 0 || was > is || was != graph.Unreached && (phases > 0) != (was < is) {
		return fmt.Errorf("Frontier: the threshold goes from %d to %d in %d phases", was, is, phases)
	}
	if recoveries > 1 || recoveries == 1 && s[shaders.FrontierMode] != shaders.PassScan {
		return fmt.Errorf("Frontier: %d recoveries, and then pass %d", int32(recoveries), s[shaders.FrontierMode])
	}
	last := before[shaders.FrontierRound]
	if before[shaders.FrontierMode] != shaders.PassRelax {
		last++ // which it ends
	}
	if last = max(last, s[shaders.FrontierPauseAt]); s[shaders.FrontierRound] > last {
		return fmt.Errorf("Frontier: round %d, the last one is %d", s[shaders.FrontierRound], last)
	}
	return nil
}

// agreeOnEntries checks that live entries are in the queue of their distance.
func agreeOnEntries(device Chain[[]uint32]) error {
	s := device.Frontier
	if s[shaders.FrontierMode] == shaders.PassScan { // it makes them anew
		return nil
	}
	near, far := half(device.NearQueue, s[shaders.FrontierNearSide]), half(device.FarQueue, s[shaders.FrontierFarSide])
	for i := range int(s[shaders.FrontierNear]) {
		if v, d := near[2*i], near[2*i+1]; s[shaders.FrontierMode] == shaders.PassRelax && device.Dist[v] == d && (d >= s[shaders.FrontierThreshold] || d < s[shaders.FrontierSettled]) {
			return fmt.Errorf("NearQueue: entry %d has distance %d, beside %d to %d", i, d, s[shaders.FrontierSettled], s[shaders.FrontierThreshold])
		}
	}
	for i := range int(s[shaders.FrontierFar]) {
		if v, d := far[2*i], far[2*i+1]; device.Dist[v] == d && d < max(s[shaders.FrontierSettled], s[shaders.FrontierLeastFar]) {
			return fmt.Errorf("FarQueue: entry %d has distance %d, below %d and %d", i, d, s[shaders.FrontierSettled], s[shaders.FrontierLeastFar])
		}
	}
	return nil
}

// sum returns a counter of 64 bits.
func sum(s []uint32, low int) uint64 { return uint64(s[low+1])<<32 | uint64(s[low]) }
