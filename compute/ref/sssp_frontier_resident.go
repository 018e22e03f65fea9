package ref

import (
	"fmt"

	"kernelscope/compute"
)

// SSSPResident holds the arguments of sssp_frontier_resident. If Searches is not zero, each
// workgroup runs its own search, and Dist, the queues and Frontier have a part for each search.
type SSSPResident[B any] struct {
	SSSPFrontier[B]
	Told     B // ToldWords words for messages between workgroups, zero between dispatches
	Searches uint32
}

// each returns the searches with their parts of the buffers.
func each(a SSSPResident[[]uint32]) (out []SSSPFrontier[[]uint32]) {
	part := func(b []uint32, i uint32) []uint32 {
		n := uint32(len(b)) / a.Searches
		return b[i*n : (i+1)*n]
	}
	if a.Searches == 0 {
		return []SSSPFrontier[[]uint32]{a.SSSPFrontier}
	}
	for i := range a.Searches {
		out = append(out, SSSPFrontier[[]uint32]{
			Records: a.Records, Edges: a.Edges, Dist: part(a.Dist, i), NearQueue: part(a.NearQueue, i), FarQueue: part(a.FarQueue, i),
			Frontier: a.Frontier[i*BlockWords:],
		})
	}
	return out
}

// MirrorSSSPFrontierResident mirrors sssp_frontier_resident.
func MirrorSSSPFrontierResident(g compute.Grid, a SSSPResident[[]uint32]) {
	for _, one := range each(a) {
		f := search{one, one.Frontier, a.Searches == 0}
		for f.s[FrontierDone] == 0 && f.s[FrontierMode] != PassScan && !f.paused() {
			f.pass()
			f.decide()
			if g.X == 1 && f.work() > f.s[FrontierAloneMost] {
				break
			}
		}
		f.order()
	}
}

// AgreeOnResident applies AgreeOnFrontier to each search and checks that no messages are left.
func AgreeOnResident(before, device, mirror SSSPResident[[]uint32]) error {
	b, m := each(before), each(mirror)
	for i, d := range each(device) {
		if err := AgreeOnFrontier(b[i], d, m[i]); err != nil {
			return fmt.Errorf("search %d: %w", i, err)
		}
	}
	return Same("Told", device.Told, make([]uint32, len(device.Told)))
}
