package render

import (
	"image/color"

	"kernelscope/compute/gpu/draw"
	"kernelscope/scene"
	"kernelscope/shaders"
)

// Mark highlights lines with a wide stroke of one colour. It is drawn below the roads, so the
// states of a search stay visible.
type Mark struct {
	Lines []uint32
	Tint  color.RGBA
	Rim   float64 // width on each side of a road in pixels of a plain display
}

// marks holds the marked lines on the device, in separate chunks.
type marks struct {
	*uploaded
	of []marked
}

// marked is a mark and its chunks.
type marked struct {
	Mark
	class    scene.Class
	first, n int
}

// SetMarks replaces all marks. Of several marks on a line, the last is on top.
func (r *Map) SetMarks(list []Mark) {
	if r.marks != nil {
		release(r.marks.buffer)
		r.marks = nil
	}
	var d detail
	var of []marked
	most := r.d.Limits().BufferWords/shaders.RoadsSegmentWords - shaders.RoadsChunk
	for _, m := range list {
		first := len(d.chunks)
		for _, i := range m.Lines {
			points := r.m.Points[r.m.Lines[i].First:r.m.Lines[i].End]
			if len(d.segments)+len(points) > most {
				break // the rest is not marked
			}
			for k := 1; k < len(points); k++ {
				d.add(segment{points[k-1], points[k], uint32(r.m.Graph.Nodes()), pathKind})
			}
		}
		d.fill()
		if n := len(d.chunks) - first; n > 0 {
			of = append(of, marked{m, r.m.Lines[m.Lines[0]].Class, first, n})
		}
	}
	if len(of) == 0 {
		return
	}
	if u := r.upload(d, "marks"); u.buffer != nil {
		r.marks = &marks{u, of}
	}
}

// markCalls draws the marks.
func (r *Map) markCalls(c Camera, p push, ratio float64) (calls []draw.Call) {
	if r.marks == nil {
		return nil
	}
	for _, m := range r.marks.of {
		wide := width(m.class, c.MetresPerPixel(), ratio) + 2*m.Rim*ratio
		calls = append(calls, r.stroke(r.marks.uploaded, c, p, m.Tint, wide, m.first, m.n))
	}
	return calls
}
