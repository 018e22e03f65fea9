// Package clipscene holds pictures with nested clips: a sequence of elements in painting
// order, in which clips and groups open and close like brackets, and the areas that they
// fill or clip by. It loads nothing and draws nothing.
//
// Everything is in pixels of the picture: the origin is its upper left corner, x grows to
// the right and y down, and a pixel has side one. Other scales are up to the renderer.
package clipscene

import "image/color"

// Kind is the kind of an element.
type Kind uint8

// Kinds of elements. BeginClip and BeginGroup are pushes, EndClip and EndGroup are pops;
// each pop closes the latest open push of its own kind.
const (
	Fill       Kind = iota // paints its area in its colour
	BeginClip              // cuts everything up to its end by its area
	EndClip                //
	BeginGroup             // everything up to its end is painted separately, then composited with the alpha of its colour
	EndGroup               //
)

// String returns the name of the kind.
func (k Kind) String() string {
	return [...]string{"fill", "begin clip", "end clip", "begin group", "end group"}[k]
}

// Pushes reports whether the kind opens a bracket.
func (k Kind) Pushes() bool { return k == BeginClip || k == BeginGroup }

// Pops reports whether the kind closes one.
func (k Kind) Pops() bool { return k == EndClip || k == EndGroup }

// Point is a place in pixels.
type Point struct{ X, Y float32 }

// Box is a rectangle along the axes. It is empty, as the zero value is, unless Max is
// greater than Min in both coordinates.
type Box struct{ Min, Max Point }

// Empty reports whether the box has no area.
func (b Box) Empty() bool { return !(b.Min.X < b.Max.X && b.Min.Y < b.Max.Y) }

// Union returns the smallest box around two; empty ones are ignored.
func (b Box) Union(c Box) Box {
	switch {
	case c.Empty():
		return b
	case b.Empty():
		return c
	}
	return Box{Point{min(b.Min.X, c.Min.X), min(b.Min.Y, c.Min.Y)}, Point{max(b.Max.X, c.Max.X), max(b.Max.Y, c.Max.Y)}}
}

// Intersect returns the intersection of two boxes, or the zero box.
func (b Box) Intersect(c Box) Box {
	b = Box{Point{max(b.Min.X, c.Min.X), max(b.Min.Y, c.Min.Y)}, Point{min(b.Max.X, c.Max.X), min(b.Max.Y, c.Max.Y)}}
	if b.Empty() {
		return Box{}
	}
	return b
}

// Element is one step of painting.
type Element struct {
	// Box is that of the area; of a group, the box around all fills in it; of an
	// end, that of its begin.
	Box    Box
	Area   uint32 // index into Areas, of Fill, BeginClip and EndClip
	Origin uint32 // index into Origins
	Color  color.NRGBA
	Kind   Kind
}

// Rule is a fill rule: it determines the points that a path encloses.
type Rule uint8

// The two rules.
const (
	NonZero Rule = iota // the path winds around the point, in sum
	EvenOdd             // it does so an odd number of times
)

// String returns the name of the rule, as in SVG.
func (r Rule) String() string { return [...]string{"nonzero", "evenodd"}[r] }

// None stands for no area.
const None = ^uint32(0)

// Area is the union of its parts, clipped by another area. Most have one part and are not
// clipped; clip paths with several children have more parts, and a child that has a clip
// path of its own is a part that is clipped. An area that clips has a lower index than
// what it clips, so there are no cycles.
type Area struct {
	FirstPart, EndPart uint32 // of Parts
	Within             uint32 // the area that clips all parts, or None
	Box                Box    // around all parts before they are clipped
}

// Part is an area enclosed by closed polylines.
type Part struct {
	FirstContour, EndContour uint32 // of Contours
	Within                   uint32 // the area that clips this part alone, or None
	Rule                     Rule
}

// Contour is a closed polyline: the line from its last point back to its first belongs
// to it. It has three points or more.
type Contour struct{ FirstPoint, EndPoint uint32 } // of Points

// Origin is the place of an element in the source.
type Origin struct {
	Tag  string // such as "circle"
	ID   string // "" if it has none
	Line int    // from 1
	Clip string // of a clip, the id of the clip path that the tag refers to
}

// Note is something in the source that is not drawn as intended.
type Note struct {
	What  string
	Count int
	Line  int // of the first
}

// Scene is a picture. Check states its invariants.
type Scene struct {
	Name          string  // of the file, without its folder
	Width, Height float32 // in pixels, greater than zero
	Tolerance     float32 // greatest distance between curves and their polylines, in pixels
	Elements      []Element
	Areas         []Area
	Parts         []Part
	Contours      []Contour
	Points        []Point
	Origins       []Origin
	Notes         []Note
}

// AddArea makes an area of the parts from first on, and returns its number.
func (s *Scene) AddArea(first int, within uint32) uint32 {
	a := Area{FirstPart: uint32(first), EndPart: uint32(len(s.Parts)), Within: within}
	for _, p := range s.Parts[first:] {
		around := NoBox
		for _, c := range s.Contours[p.FirstContour:p.EndContour] {
			for _, q := range s.Points[c.FirstPoint:c.EndPoint] {
				around = around.Around(q)
			}
		}
		a.Box = a.Box.Union(around)
	}
	s.Areas = append(s.Areas, a)
	return uint32(len(s.Areas) - 1)
}

// Depth returns the greatest number of clips and groups that are open at a time.
func (s *Scene) Depth() int {
	depth, most := 0, 0
	for _, e := range s.Elements {
		if e.Kind.Pushes() {
			depth++
			most = max(most, depth)
		} else if e.Kind.Pops() {
			depth--
		}
	}
	return most
}
