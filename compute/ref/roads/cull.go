package roads

import (
	"kernelscope/compute"
	"kernelscope/compute/ref"
	"kernelscope/shaders"
)

// Cull holds the arguments of roads_cull.
type Cull[B any] struct {
	Segments, Visible, Seen, Firsts, Count, Draw B

	LowX, LowY, HighX, HighY int32  // corners of the view, inclusive
	Classes                  uint32 // a bit for each visible class
	Chunks                   uint32 // number of chunks in Visible
	Parts                    uint32 // keys per segment
}

// MirrorCull mirrors roads_cull.
func MirrorCull(_ compute.Grid, a Cull[[]uint32]) {
	n := uint32(0)
	for i, chunk := range a.Visible[:a.Chunks] {
		a.Firsts[i] = n
		seen := a.Seen[i*roadsSeen:][:roadsSeen]
		clear(seen)
		for l := range uint32(shaders.RoadsChunk) {
			s := a.Segments[(chunk*shaders.RoadsChunk+l)*shaders.RoadsSegmentWords:]
			if s[5] != shaders.RoadsNothing && a.Classes>>(s[5]&15)&1 != 0 && a.inside(s) {
				ref.Insert(seen, l)
				n++
			}
		}
	}
	a.Count[0] = n * a.Parts
	a.Draw[1] = (a.Count[0] + shaders.RoadsChunk - 1) / shaders.RoadsChunk // instances of quads
	a.Draw[5] = a.Count[0]                                                 // points
}

// inside reports whether the box around a segment touches the view.
func (a *Cull[B]) inside(segment []uint32) bool {
	x0, y0, x1, y1 := int32(segment[0]), int32(segment[1]), int32(segment[2]), int32(segment[3])
	return min(x0, x1) <= a.HighX && max(x0, x1) >= a.LowX && min(y0, y1) <= a.HighY && max(y0, y1) >= a.LowY
}
