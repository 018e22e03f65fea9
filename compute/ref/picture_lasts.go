package ref

import "kernelscope/compute"

// PictureLasts holds the arguments of picture_lasts.
type PictureLasts[B any] struct {
	Keys, Payload, Count, Steps, Ranges B
}

// MirrorPictureLasts mirrors picture_lasts.
func MirrorPictureLasts(_ compute.Grid, a PictureLasts[[]uint32]) {
	for i, tile := range a.Keys[:a.Count[0]] {
		if a.Steps[PictureStep*a.Payload[i]]&(PictureFresh|PictureKindMask) == PictureFresh|PictureFill {
			a.Ranges[2*tile], a.Ranges[2*tile+1] = uint32(i), uint32(i)+1
		}
	}
}
