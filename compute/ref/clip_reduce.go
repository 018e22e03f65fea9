package ref

import "kernelscope/compute"

// ClipReduce holds the buffers of clip_reduce. Elements are as in clipseq.
type ClipReduce[B any] struct {
	ClipTree
	Elements, Control, Partitions, Minima, Slices B

	FirstLeaf uint32 // first leaf of the tree in Minima
	FirstPart uint32 // first partition of the dispatch
	Groups    uint32 // workgroups of all dispatches of the reduction
}

// MirrorClipReduce mirrors clip_reduce.
func MirrorClipReduce(g compute.Grid, a ClipReduce[[]uint32]) {
	MirrorClipReduceBoxes(g, ClipReduceBoxes[[]uint32]{ClipReduce: a})
}
