package clip

import "kernelscope/compute"

// Link holds the buffers of clip_link.
type Link[B any] struct {
	Tree
	WordKinds                                         compute.Constant // kinds in a word of Kinds
	Kinds, Control, Partitions, Minima, Slices, Links B

	FirstLeaf uint32
	FirstBase uint32 // partition whose results are first in Bases
	FirstPart uint32 // first partition of the dispatch
}

// MirrorLink mirrors clip_link.
func MirrorLink(g compute.Grid, a Link[[]uint32]) {
	MirrorLinkBoxes(g, LinkBoxes[[]uint32]{Link: a})
}
