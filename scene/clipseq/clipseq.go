// Package clipseq holds the input of clip matching: a sequence of elements in painting order, in
// which clips open and close like brackets. Either all pushes and leaves have a box, or none. The
// package generates, reads and writes sequences; it does not match them.
package clipseq

import (
	"fmt"
	"math"

	"kernelscope/internal/fault"
)

// Kinds of elements, in the two lowest bits of their words. The other 30 bits are the caller's, for
// example the number of a drawn element.
const (
	Leaf = 0 // is drawn, and opens or closes nothing
	Push = 1 // begins a clip
	Pop  = 2 // ends the innermost clip that is open

	KindMask = 3
)

// KindName returns the name of an element's kind.
func KindName(element uint32) string {
	return [...]string{Leaf: "leaf", Push: "push", Pop: "pop", 3: "no kind"}[element&KindMask]
}

// Box is left, top, right and bottom. It is empty unless right is greater than left and bottom
// greater than top. Cutting increases left and top and decreases right and bottom, so an empty box
// stays empty.
type Box [4]float32

// Everything is a box around all boxes.
var Everything = Box{-math.MaxFloat32, -math.MaxFloat32, math.MaxFloat32, math.MaxFloat32}

// Empty reports whether the box has no area.
func (b Box) Empty() bool { return !(b[0] < b[2] && b[1] < b[3]) }

// Cut returns the intersection of two boxes. Negative zero is less than positive zero.
func (b Box) Cut(c Box) Box {
	return Box{max(b[0], c[0]), max(b[1], c[1]), min(b[2], c[2]), min(b[3], c[3])}
}

// Nothing is the initial box for calls of Around.
var Nothing = Box{math.MaxFloat32, math.MaxFloat32, -math.MaxFloat32, -math.MaxFloat32}

// Around returns the box grown to contain a point.
func (b Box) Around(x, y float32) Box {
	return Box{min(b[0], x), min(b[1], y), max(b[2], x), max(b[3], y)}
}

// Union returns the smallest box around two boxes. Empty boxes are ignored.
func (b Box) Union(c Box) Box {
	switch {
	case c.Empty():
		return b
	case b.Empty():
		return c
	}
	return b.Around(c[0], c[1]).Around(c[2], c[3])
}

// Bits returns the bits of the four numbers, as devices store them.
func (b Box) Bits() (w [4]uint32) {
	for i, x := range b {
		w[i] = math.Float32bits(x)
	}
	return w
}

// BoxOf returns the box with the given bits.
func BoxOf(w [4]uint32) (b Box) {
	for i, x := range w {
		b[i] = math.Float32frombits(x)
	}
	return b
}

// Sequence is a list of elements in painting order.
type Sequence struct {
	Elements []uint32 // a kind and the caller's 30 bits
	Boxes    []Box    // one per element, or nil; ignored for pops
	Origins  []Origin // places of the elements in their document, or nil
	Marks    []byte   // brackets that the elements are in their document, or nil: '<' and '>' for tags
}

// First returns the first n elements.
func (s Sequence) First(n int) Sequence {
	s.Elements = s.Elements[:n]
	if s.Boxes != nil {
		s.Boxes = s.Boxes[:n]
	}
	if s.Origins != nil {
		s.Origins, s.Marks = s.Origins[:n], s.Marks[:n]
	}
	return s
}

// Where describes the place of element i in its document, as "{ in line 3, column 5"; it is empty if there is none.
func (s Sequence) Where(i int) string {
	if s.Origins == nil {
		return ""
	}
	return fmt.Sprintf("%c in line %d, column %d", s.Marks[i], s.Origins[i].Line, s.Origins[i].Column)
}

// Check returns, as fault.Input, the first error of a sequence: an element without a kind,
// or a box with a corner that is infinite or NaN. Pops without a push and pushes without a
// pop are valid: results report them.
func (s Sequence) Check() error {
	if s.Boxes != nil && len(s.Boxes) != len(s.Elements) {
		return fault.Input.Errorf("the sequence of clips cannot be read: there are %d elements and %d boxes", len(s.Elements), len(s.Boxes))
	}
	for i, e := range s.Elements {
		if e&KindMask > Pop {
			return fault.Input.Errorf("the sequence of clips cannot be read: element %d is 0x%08x, and 3 is not a kind: the lowest two bits are 0 for a leaf, 1 for a push, 2 for a pop", i, e)
		}
	}
	for i, b := range s.Boxes {
		if s.Elements[i]&KindMask == Pop {
			continue
		}
		for c, x := range b {
			if !finite(x) {
				return fault.Input.Errorf("the sequence of clips cannot be read: element %d: the %s of its box is %g, and must be a finite number", i, sides[c], x)
			}
		}
	}
	return nil
}

// Depth returns the greatest number of pushes that are open together.
func (s Sequence) Depth() int {
	open, most := 0, 0
	for _, e := range s.Elements {
		switch e & KindMask {
		case Push:
			open++
			most = max(most, open)
		case Pop:
			open = max(0, open-1)
		}
	}
	return most
}

var sides = [...]string{"left", "top", "right", "bottom"}

// finite reports whether x is neither NaN nor infinite; x-x is NaN for both.
func finite(x float32) bool { return x-x == 0 }
