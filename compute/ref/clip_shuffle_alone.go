package ref

import "kernelscope/compute"

// ClipShuffleAlone holds the buffers of clip_shuffle_alone.
type ClipShuffleAlone[B any] struct {
	Items compute.Constant // 1

	Elements, Control, Numbers, Slices, Links B

	First uint32 // first partition of the dispatch
}

// MirrorClipShuffleAlone mirrors clip_shuffle_alone: it runs through each partition separately.
func MirrorClipShuffleAlone(g compute.Grid, a ClipShuffleAlone[[]uint32]) {
	n := int(a.Control[ClipCount])
	for part := int(a.First); part < int(a.First)+g.X*g.Y && part*g.Size < n; part++ {
		first := part * g.Size
		of := make([]uint32, ClipLevel*g.Size)
		reduceBlock(a.Elements[:n], first, 0, g.Size, of)
		pops, pushes := of[ClipCounts]>>16, of[ClipCounts]&0xffff
		a.Numbers[2*part], a.Numbers[2*part+1] = pops, pushes
		place := func(r uint32) uint32 { return of[ClipLevel*(g.Size-int(pushes)+int(r))+ClipSlot] }
		for r := uint32(0); r < pushes; r += 2 {
			a.Slices[(first+int(r))/2] = place(r)
			if r+1 < pushes {
				a.Slices[(first+int(r))/2] |= place(r+1) << 16
			}
		}
		for i := first; i < min(n, first+g.Size); i++ {
			a.Links[i] = of[ClipLevel*(i-first)+ClipFound]
		}
	}
}
