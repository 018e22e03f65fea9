package ref

import "kernelscope/compute"

// ClipLink holds the buffers of clip_link.
type ClipLink[B any] struct {
	ClipTree
	Elements, Control, Partitions, Minima, Slices, Links B

	FirstLeaf uint32
	FirstBase uint32 // partition whose results are first in Bases
	FirstPart uint32 // first partition of the dispatch
}

// MirrorClipLink mirrors clip_link.
func MirrorClipLink(g compute.Grid, a ClipLink[[]uint32]) {
	MirrorClipLinkBoxes(g, ClipLinkBoxes[[]uint32]{ClipLink: a})
}
