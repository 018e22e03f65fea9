package ref

import "kernelscope/compute"

// SSSPGather holds the arguments of sssp_gather, which fills Table with the distances of Nodes, one
// row per search.
type SSSPGather[B any] struct {
	Dist, Nodes, Table B
	Searches           uint32
}

// MirrorSSSPGather mirrors sssp_gather.
func MirrorSSSPGather(_ compute.Grid, a SSSPGather[[]uint32]) {
	n := len(a.Dist) / int(a.Searches)
	for q := range int(a.Searches) {
		for column, v := range a.Nodes {
			a.Table[q*len(a.Nodes)+column] = a.Dist[q*n+int(v)]
		}
	}
}
