package clip

import (
	"kernelscope/compute"
	"kernelscope/scene/clipseq"
)

// Reduce holds the buffers of clip_reduce. Elements are as in clipseq.
type Reduce[B any] struct {
	Items                                        compute.Constant // elements per invocation
	Elements, Control, Partitions, Slices, Kinds B

	FirstPart uint32 // first partition of the dispatch
	EndPart   uint32 // partition after the last one of the dispatch
}

// MirrorReduce mirrors clip_reduce.
func MirrorReduce(g compute.Grid, a Reduce[[]uint32]) {
	MirrorReduceBoxes(g, ReduceBoxes[[]uint32]{Reduce: a})
}

// kindBits is the number of bits of a kind in Kinds.
const kindBits = 2

// setKind stores the kind of an element, given the number of kinds in a word.
func setKind(kinds []uint32, each, i int, kind uint32) {
	if i%each == 0 {
		kinds[i/each] = 0
	}
	kinds[i/each] |= kind << (kindBits * (i % each))
}

// kindsOf returns the kinds of the first n elements.
func kindsOf(kinds []uint32, each, n int) []uint32 {
	out := make([]uint32, n)
	for i := range out {
		out[i] = kinds[i/each] >> (kindBits * (i % each)) & clipseq.KindMask
	}
	return out
}
