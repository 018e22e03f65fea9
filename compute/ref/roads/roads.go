// Package roads mirrors the kernels that draw maps.
package roads

import (
	"kernelscope/shaders"
)

const roadsSeen = shaders.RoadsChunk / 32 // words of a chunk's set

// Camera is the camera and the colours of the road shaders.
type Camera struct {
	Centre                    [2]int32
	Offset, Size              [2]float32
	Scale, Widen              float32
	Slices, Chunks            uint32
	Major, Minor, Rim, Stroke uint32
}

func (c *Camera) onScreen(x, y uint32) (float32, float32) {
	return (float32(int32(x)-c.Centre[0]) - c.Offset[0]) * c.Scale, (float32(int32(y)-c.Centre[1]) - c.Offset[1]) * c.Scale
}
