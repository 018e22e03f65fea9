package ref

import "kernelscope/compute"

// MirrorBFSSingleEdges mirrors bfs_single_edges.
func MirrorBFSSingleEdges(_ compute.Grid, a BFSSingle[[]uint32]) {
	for e := range a.Single[SingleEdges] {
		if a.Levels[a.First[e]] == a.Single[SingleLevel] {
			findSingle(a, a.Ends[e])
		}
	}
}
