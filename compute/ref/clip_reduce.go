package ref

import "kernelscope/compute"

// ClipReduce are the buffers of clip_reduce. Elements are as in clipseq.
type ClipReduce[B any] struct {
	ClipTree
	Elements, Control, Partitions, Minima, Slices B

	FirstLeaf uint32 // of the tree in Minima
}

// MirrorClipReduce mirrors clip_reduce.
func MirrorClipReduce(g compute.Grid, a ClipReduce[[]uint32]) {
	MirrorClipReduceBoxes(g, ClipReduceBoxes[[]uint32]{ClipReduce: a})
}
