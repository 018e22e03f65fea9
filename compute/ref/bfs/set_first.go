package bfs

import (
	"kernelscope/compute"
	"kernelscope/shaders"
)

// SetFirst holds the buffers of bfs_set_first.
type SetFirst[B any] struct {
	Words compute.Constant // of a row

	Sources, Seen, Frontier, Queue, Joint B
}

// MirrorSetFirst mirrors bfs_set_first.
func MirrorSetFirst(g compute.Grid, a SetFirst[[]uint32]) {
	for column := range a.Joint[shaders.JointColumns] {
		source := a.Sources[a.Joint[shaders.JointFirstColumn]+column]
		at := int(source)*int(a.Words) + int(column>>5)
		a.Seen[at], a.Frontier[at] = 1<<(column&31), 1<<(column&31)
		a.Queue[column] = source
	}
}
