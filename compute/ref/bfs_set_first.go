package ref

import "kernelscope/compute"

// BFSSetFirst are the buffers of bfs_set_first. A row has as many words as the
// first constant says, here and in the other kernels of a joint frontier.
type BFSSetFirst[B any] struct{ Sources, Seen, Frontier, Queue, Joint B }

// SetFirst mirrors bfs_set_first.
func SetFirst(g compute.Grid, a BFSSetFirst[[]uint32]) {
	for column := range a.Joint[JointColumns] {
		source := a.Sources[a.Joint[JointFirstColumn]+column]
		at := int(source)*wordsOf(g) + int(column>>5)
		a.Seen[at], a.Frontier[at] = 1<<(column&31), 1<<(column&31)
		a.Queue[column] = source
	}
}
