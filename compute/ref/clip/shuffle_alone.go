package clip

import (
	"kernelscope/compute"
	"kernelscope/shaders"
)

// ShuffleAlone holds the buffers of clip_shuffle_alone.
type ShuffleAlone[B any] struct {
	Items compute.Constant // 1

	Elements, Control, Numbers, Slices, Links B

	First uint32 // first partition of the dispatch
}

// MirrorShuffleAlone mirrors clip_shuffle_alone: it runs through each partition separately.
func MirrorShuffleAlone(g compute.Grid, a ShuffleAlone[[]uint32]) {
	n := int(a.Control[shaders.ClipCount])
	for part := int(a.First); part < int(a.First)+g.X*g.Y && part*g.Size < n; part++ {
		first := part * g.Size
		of := make([]uint32, Level*g.Size)
		reduceBlock(a.Elements[:n], first, 0, g.Size, of)
		pops, pushes := of[Counts]>>16, of[Counts]&0xffff
		a.Numbers[2*part], a.Numbers[2*part+1] = pops, pushes
		place := func(r uint32) uint32 { return of[Level*(g.Size-int(pushes)+int(r))+Slot] }
		for r := uint32(0); r < pushes; r += 2 {
			a.Slices[(first+int(r))/2] = place(r)
			if r+1 < pushes {
				a.Slices[(first+int(r))/2] |= place(r+1) << 16
			}
		}
		for i := first; i < min(n, first+g.Size); i++ {
			a.Links[i] = of[Level*(i-first)+Found]
		}
	}
}
