package sssp

import (
	"cmp"
	"fmt"

	"kernelscope/compute"
	"kernelscope/compute/ref"
	"kernelscope/shaders"
)

// Resident holds the arguments of sssp_frontier_resident. If Searches is not zero, each
// workgroup runs its own search, and Dist, the queues and Frontier have a part for each search.
type Resident[B any] struct {
	Several compute.Constant // 0: a search has one workgroup; 1: it may have several
	Chain[B]
	Told     B // FrontierToldWords words for messages between workgroups, zero between dispatches
	Searches uint32
}

// each returns the searches with their parts of the buffers.
func each(a Resident[[]uint32]) (out []Chain[[]uint32]) {
	part := func(b []uint32, i uint32) []uint32 {
		n := uint32(len(b)) / a.Searches
		return b[i*n : (i+1)*n]
	}
	if a.Searches == 0 {
		return []Chain[[]uint32]{a.Chain}
	}
	for i := range a.Searches {
		out = append(out, Chain[[]uint32]{
			Records: a.Records, Edges: a.Edges, Dist: part(a.Dist, i), NearQueue: part(a.NearQueue, i), FarQueue: part(a.FarQueue, i),
			Frontier: a.Frontier[i*shaders.FrontierBlockWords:],
		})
	}
	return out
}

// MirrorFrontierResident mirrors sssp_frontier_resident.
func MirrorFrontierResident(g compute.Grid, a Resident[[]uint32]) {
	for _, one := range each(a) {
		f := search{one, one.Frontier, a.Searches == 0}
		for f.s[shaders.FrontierDone] == 0 && f.s[shaders.FrontierMode] != shaders.PassScan && !f.paused() {
			f.pass()
			f.decide()
			if g.X == 1 && f.work() > f.s[shaders.FrontierAloneMost] {
				break
			}
		}
		f.order()
	}
}

// AgreeOnResident applies AgreeOnFrontier to each search and checks that no messages are left.
func AgreeOnResident(before, device, mirror Resident[[]uint32]) error {
	b, m := each(before), each(mirror)
	for i, d := range each(device) {
		if err := cmp.Or(agreeOnDistances(b[i], d, m[i]), agreeOnBooks(b[i], d, device.Searches == 0)); err != nil {
			return fmt.Errorf("search %d: %w", i, err)
		}
	}
	return ref.Same("Told", device.Told, make([]uint32, len(device.Told)))
}
