package ref

import "kernelscope/compute"

// MirrorBFSSinglePull mirrors bfs_single_pull.
func MirrorBFSSinglePull(_ compute.Grid, a BFSSingle[[]uint32]) {
	for v := range a.Single[SingleNodes] {
		for _, u := range a.Ends[a.First[v]:a.First[v+1]] {
			if a.Levels[u] == a.Single[SingleLevel] {
				findSingle(a, v)
			}
		}
	}
}
