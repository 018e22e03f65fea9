package picture

import (
	"kernelscope/compute"
	"kernelscope/shaders"
)

// Lasts holds the arguments of picture_lasts.
type Lasts[B any] struct {
	Keys, Payload, Count, Steps, Ranges B
}

// MirrorLasts mirrors picture_lasts.
func MirrorLasts(_ compute.Grid, a Lasts[[]uint32]) {
	for i, tile := range a.Keys[:a.Count[0]] {
		if a.Steps[Step*a.Payload[i]]&(shaders.PictureFresh|shaders.PictureKindMask) == shaders.PictureFresh|shaders.PictureFill {
			a.Ranges[2*tile], a.Ranges[2*tile+1] = uint32(i), uint32(i)+1
		}
	}
}
