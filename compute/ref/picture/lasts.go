package picture

import (
	"kernelscope/compute"
	"kernelscope/shaders"
)

// Lasts holds the arguments of picture_lasts.
type Lasts[B any] struct {
	Keys, Payload, Count, Steps, Ranges B
	View
}

// MirrorLasts mirrors picture_lasts.
func MirrorLasts(g compute.Grid, a Lasts[[]uint32]) {
	from, to := part(a.First, g, a.Count[0])
	for i := from; i < to; i++ {
		tile := a.Keys[i]
		if a.Steps[Step*a.Payload[i]]&(shaders.PictureFresh|shaders.PictureKindMask) == shaders.PictureFresh|shaders.PictureFill {
			a.Ranges[2*tile], a.Ranges[2*tile+1] = max(a.Ranges[2*tile], i), max(a.Ranges[2*tile+1], i+1)
		}
	}
}
