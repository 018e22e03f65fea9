package sssp

import "kernelscope/compute"

// Gather holds the arguments of sssp_gather, which fills Table with the distances of Nodes, one
// row per search.
type Gather[B any] struct {
	Dist, Nodes, Table B
	Searches           uint32
}

// MirrorGather mirrors sssp_gather.
func MirrorGather(_ compute.Grid, a Gather[[]uint32]) {
	n := len(a.Dist) / int(a.Searches)
	for q := range int(a.Searches) {
		for column, v := range a.Nodes {
			a.Table[q*len(a.Nodes)+column] = a.Dist[q*n+int(v)]
		}
	}
}
