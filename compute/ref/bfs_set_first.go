package ref

import "kernelscope/compute"

// BFSSetFirst holds the buffers of bfs_set_first.
type BFSSetFirst[B any] struct {
	Words compute.Constant // of a row

	Sources, Seen, Frontier, Queue, Joint B
}

// MirrorBFSSetFirst mirrors bfs_set_first.
func MirrorBFSSetFirst(g compute.Grid, a BFSSetFirst[[]uint32]) {
	for column := range a.Joint[JointColumns] {
		source := a.Sources[a.Joint[JointFirstColumn]+column]
		at := int(source)*int(a.Words) + int(column>>5)
		a.Seen[at], a.Frontier[at] = 1<<(column&31), 1<<(column&31)
		a.Queue[column] = source
	}
}
