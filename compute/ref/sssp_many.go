package ref

import "kernelscope/compute"

// SSSPSeed are the buffers of sssp_seed, which begins searches side by side.
type SSSPSeed[B any] struct{ Sources, Dist, NearQueue B }

// Seed mirrors sssp_seed.
func Seed(_ compute.Grid, a SSSPSeed[[]uint32]) {
	searches := len(a.Sources)
	for q, source := range a.Sources {
		a.Dist[q*(len(a.Dist)/searches)+int(source)] = 0
		at := q * (len(a.NearQueue) / 2 / searches) * 2
		a.NearQueue[at], a.NearQueue[at+1] = source, 0
	}
}

// SSSPGather are the arguments of sssp_gather, which fills Table with the distances
// of Nodes, a row a search.
type SSSPGather[B any] struct {
	Dist, Nodes, Table B
	Searches           uint32
}

// Gather mirrors sssp_gather.
func Gather(_ compute.Grid, a SSSPGather[[]uint32]) {
	n := len(a.Dist) / int(a.Searches)
	for q := range int(a.Searches) {
		for column, v := range a.Nodes {
			a.Table[q*len(a.Nodes)+column] = a.Dist[q*n+int(v)]
		}
	}
}
