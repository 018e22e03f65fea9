// Package clipscene holds pictures with nested clips: a sequence of elements in painting
// order, in which clips and groups open and close like brackets, and the areas that they
// fill or clip by. It loads nothing and draws nothing.
//
// Everything is in pixels of the picture: the origin is its upper left corner, x grows to
// the right and y down, and a pixel has side one. Other scales are up to the renderer.
package clipscene

import (
	"image/color"

	"kernelscope/scene/clipseq"
)

// Kind is the kind of an element.
type Kind uint8

// Kinds of elements. BeginClip and BeginGroup are pushes, EndClip and EndGroup are pops;
// each pop closes the latest open push of its own kind.
const (
	Fill       Kind = iota // paints its area in its colour
	BeginClip              // clips everything up to its end by its area
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

// Point is a position in pixels.
type Point struct{ X, Y float32 }

// Element is a step of painting.
type Element struct {
	// Box is the box of the area. For a group it is the box around all fills in it, and for an end
	// the box of its begin.
	Box    clipseq.Box
	Area   uint32 // index into Areas, of Fill, BeginClip and EndClip
	Origin uint32 // index into Origins
	Color  color.NRGBA
	Kind   Kind
}

// Rule is a fill rule, which determines the points inside a path.
type Rule uint8

// The two rules.
const (
	NonZero Rule = iota // the winding number of the point is not zero
	EvenOdd             // the winding number is odd
)

// String returns the name of the rule, as in SVG.
func (r Rule) String() string { return [...]string{"nonzero", "evenodd"}[r] }

// None stands for no area.
const None = ^uint32(0)

// Area is the union of its parts, clipped by another area. Most areas have one part and are not
// clipped. The areas of clip paths with several children have more parts, and a child with its own
// clip path is a clipped part. An area has a lower index than the areas it clips, so there are no
// cycles.
type Area struct {
	FirstPart, EndPart uint32      // of Parts
	Within             uint32      // area that clips all parts, or None
	Box                clipseq.Box // around all parts before clipping
}

// Part is an area enclosed by closed polylines.
type Part struct {
	FirstContour, EndContour uint32 // of Contours
	Within                   uint32 // area that clips only this part, or None
	Rule                     Rule
}

// Contour is a closed polyline, including the line from its last point to its first. It has at
// least three points.
type Contour struct{ FirstPoint, EndPoint uint32 } // of Points

// Origin is the position of an element in the source.
type Origin struct {
	Tag  string // such as "circle"
	ID   string // "" if it has none
	Line int    // from 1
	Clip string // for a clip, the id of the clip path that the tag refers to
}

// Note is something in the source that is not drawn as intended.
type Note struct {
	What  string
	Count int
	Line  int // of the first occurrence
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

// AddArea adds an area with the parts from first on and returns its index.
func (s *Scene) AddArea(first int, within uint32) uint32 {
	a := Area{FirstPart: uint32(first), EndPart: uint32(len(s.Parts)), Within: within}
	for _, p := range s.Parts[first:] {
		around := clipseq.Nothing
		for _, c := range s.Contours[p.FirstContour:p.EndContour] {
			for _, q := range s.Points[c.FirstPoint:c.EndPoint] {
				around = around.Around(q.X, q.Y)
			}
		}
		a.Box = a.Box.Union(around)
	}
	s.Areas = append(s.Areas, a)
	return uint32(len(s.Areas) - 1)
}
