package render

import (
	"kernelscope/compute/clip"
	"kernelscope/scene/clipscene"
)

// Chain returns the begins of clips and groups that are open at an element, innermost first.
func (c *Clips) Chain(element int) (chain []int) {
	if c.s.Elements[element].Kind.Pops() {
		element = int(c.links[element])
	}
	for i := c.links[element]; i != clip.None; i = c.links[i] {
		chain = append(chain, int(i))
	}
	return chain
}

// At returns the topmost fill at a point among those with a depth of at most peel, or among all if
// peel is negative. It is the last fill whose area and whose surrounding clips all contain the
// point, or -1 if nothing is painted there.
func (c *Clips) At(p clipscene.Point, peel int) int {
	h := &hit{s: c.s, p: p, in: map[uint32]bool{}}
	cut := map[uint32]bool{} // by begin: whether the point is inside it and all clips around it
	for i := len(c.s.Elements) - 1; i >= 0; i-- {
		e := &c.s.Elements[i]
		if peel >= 0 && c.depths[i] > uint32(peel) || e.Kind != clipscene.Fill || e.Color.A == 0 {
			continue
		}
		if b := c.resolved[i]; p.X < b[0] || p.Y < b[1] || p.X > b[2] || p.Y > b[3] {
			continue
		}
		if h.inArea(e.Area) && c.inClips(h, c.links[i], cut) {
			return i
		}
	}
	return -1
}

// inClips reports whether the point is inside a begin and all clips around it.
func (c *Clips) inClips(h *hit, begin uint32, known map[uint32]bool) bool {
	inside := true
	var path []uint32
	for ; begin != clip.None; begin = c.links[begin] {
		if in, ok := known[begin]; ok {
			inside = in
			break
		}
		path = append(path, begin)
	}
	for i := len(path) - 1; i >= 0; i-- {
		if e := c.s.Elements[path[i]]; e.Kind == clipscene.BeginClip {
			inside = inside && h.inArea(e.Area)
		}
		known[path[i]] = inside
	}
	return inside
}

// hit tests whether areas contain a point, each at most once.
type hit struct {
	s  *clipscene.Scene
	p  clipscene.Point
	in map[uint32]bool
}

func (h *hit) inArea(i uint32) bool {
	in, ok := h.in[i]
	if !ok {
		in = h.findArea(h.s.Areas[i])
		h.in[i] = in
	}
	return in
}

func (h *hit) findArea(a clipscene.Area) bool {
	if p := h.p; p.X < a.Box[0] || p.Y < a.Box[1] || p.X > a.Box[2] || p.Y > a.Box[3] {
		return false
	}
	if a.Within != clipscene.None && !h.inArea(a.Within) {
		return false
	}
	for _, part := range h.s.Parts[a.FirstPart:a.EndPart] {
		if h.inPart(part) && (part.Within == clipscene.None || h.inArea(part.Within)) {
			return true
		}
	}
	return false
}

// inPart reports whether the contours of a part enclose the point, by counting the sides to its
// left.
func (h *hit) inPart(part clipscene.Part) bool {
	winding := 0
	x, y := float64(h.p.X), float64(h.p.Y)
	for _, c := range h.s.Contours[part.FirstContour:part.EndContour] {
		a := h.s.Points[c.EndPoint-1]
		for _, b := range h.s.Points[c.FirstPoint:c.EndPoint] {
			if (a.Y <= h.p.Y) != (b.Y <= h.p.Y) {
				at := float64(a.X) + (y-float64(a.Y))*(float64(b.X)-float64(a.X))/(float64(b.Y)-float64(a.Y))
				if at <= x && a.Y < b.Y {
					winding++
				} else if at <= x {
					winding--
				}
			}
			a = b
		}
	}
	return winding != 0 && (part.Rule == clipscene.NonZero || winding%2 != 0)
}
