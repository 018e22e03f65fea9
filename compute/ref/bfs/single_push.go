package bfs

import (
	"kernelscope/compute"
	"kernelscope/shaders"
)

// MirrorSinglePush mirrors bfs_single_push.
func MirrorSinglePush(_ compute.Grid, a Single[[]uint32]) {
	for u := range a.Single[shaders.SingleNodes] {
		if a.Levels[u] == a.Single[shaders.SingleLevel] {
			for _, v := range a.Ends[a.First[u]:a.First[u+1]] {
				findSingle(a, v)
			}
		}
	}
}
