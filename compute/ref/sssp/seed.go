package sssp

import "kernelscope/compute"

// Seed holds the buffers of sssp_seed, which starts concurrent searches.
type Seed[B any] struct{ Sources, Dist, NearQueue B }

// MirrorSeed mirrors sssp_seed.
func MirrorSeed(_ compute.Grid, a Seed[[]uint32]) {
	searches := len(a.Sources)
	for q, source := range a.Sources {
		a.Dist[q*(len(a.Dist)/searches)+int(source)] = 0
		at := q * (len(a.NearQueue) / 2 / searches) * 2
		a.NearQueue[at], a.NearQueue[at+1] = source, 0
	}
}
