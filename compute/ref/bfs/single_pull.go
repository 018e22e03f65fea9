package bfs

import (
	"kernelscope/compute"
	"kernelscope/shaders"
)

// MirrorSinglePull mirrors bfs_single_pull.
func MirrorSinglePull(_ compute.Grid, a Single[[]uint32]) {
	for v := range a.Single[shaders.SingleNodes] {
		for _, u := range a.Ends[a.First[v]:a.First[v+1]] {
			if a.Levels[u] == a.Single[shaders.SingleLevel] {
				findSingle(a, v)
			}
		}
	}
}
