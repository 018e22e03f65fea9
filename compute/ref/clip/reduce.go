package clip

import "kernelscope/compute"

// Reduce holds the buffers of clip_reduce. Elements are as in clipseq.
type Reduce[B any] struct {
	Tree
	Elements, Control, Partitions, Minima, Slices B

	FirstLeaf uint32 // first leaf of the tree in Minima
	FirstPart uint32 // first partition of the dispatch
	EndPart   uint32 // partition after the last one of the dispatch
	Groups    uint32 // partitions of all dispatches of the reduction
}

// MirrorReduce mirrors clip_reduce.
func MirrorReduce(g compute.Grid, a Reduce[[]uint32]) {
	MirrorReduceBoxes(g, ReduceBoxes[[]uint32]{Reduce: a})
}
