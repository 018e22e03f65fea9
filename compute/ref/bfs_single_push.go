package ref

import "kernelscope/compute"

// MirrorBFSSinglePush mirrors bfs_single_push.
func MirrorBFSSinglePush(_ compute.Grid, a BFSSingle[[]uint32]) {
	for u := range a.Single[SingleNodes] {
		if a.Levels[u] == a.Single[SingleLevel] {
			for _, v := range a.Ends[a.First[u]:a.First[u+1]] {
				findSingle(a, v)
			}
		}
	}
}
