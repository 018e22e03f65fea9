// Package clipseq holds what a clip tree is made from: a sequence of elements in
// painting order, in which clips open and close like brackets, each with a box or
// none with one. It makes sequences, reads and writes them, and matches nothing.
package clipseq

import (
	"math"

	"kernelscope/fault"
)

// Kinds of elements, in the lowest two bits of their words. The other 30 bits are
// the caller's: a number of what is drawn, say.
const (
	Leaf = 0 // is drawn: it opens and closes nothing
	Push = 1 // begins a clip
	Pop  = 2 // ends the innermost clip that is open

	KindMask = 3
)

// KindName returns what the kind of an element is called.
func KindName(element uint32) string {
	return [...]string{Leaf: "leaf", Push: "push", Pop: "pop", 3: "no kind"}[element&KindMask]
}

// Box is left, top, right and bottom. It is empty where right is not greater than
// left, or bottom not greater than top. Cutting raises left and top and lowers right
// and bottom, so that an empty box stays empty.
type Box [4]float32

// Everything is a box around all boxes that there are.
var Everything = Box{-math.MaxFloat32, -math.MaxFloat32, math.MaxFloat32, math.MaxFloat32}

// Empty says whether nothing is in the box.
func (b Box) Empty() bool { return !(b[0] < b[2] && b[1] < b[3]) }

// Cut is what two boxes share. Of zeros the negative one is the lesser.
func (b Box) Cut(c Box) Box {
	return Box{max(b[0], c[0]), max(b[1], c[1]), min(b[2], c[2]), min(b[3], c[3])}
}

// Bits are those of the four numbers, as devices hold them.
func (b Box) Bits() (w [4]uint32) {
	for i, x := range b {
		w[i] = math.Float32bits(x)
	}
	return w
}

// BoxOf is the box of some bits.
func BoxOf(w [4]uint32) (b Box) {
	for i, x := range w {
		b[i] = math.Float32frombits(x)
	}
	return b
}

// Sequence is elements in painting order.
type Sequence struct {
	Elements []uint32 // a kind and 30 bits of the caller's
	Boxes    []Box    // one for each element, or nil; those of pops mean nothing
}

// Check returns, as fault.Input, the first thing that cannot be: an element of no kind, a box with a
// corner that is infinite or no number. Pops without a push and pushes without a
// pop can be: results report them.
func (s Sequence) Check() error {
	if s.Boxes != nil && len(s.Boxes) != len(s.Elements) {
		return fault.Input.Errorf("the sequence of clips cannot be read: there are %d elements and %d boxes", len(s.Elements), len(s.Boxes))
	}
	for i, e := range s.Elements {
		if e&KindMask > Pop {
			return fault.Input.Errorf("the sequence of clips cannot be read: element %d is 0x%08x, and 3 is no kind: the lowest two bits are 0 for a leaf, 1 for a push, 2 for a pop", i, e)
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

// Depth returns how many pushes are open at most at a time.
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

// finite says whether a number is one, and no infinity: x-x is no number of both.
func finite(x float32) bool { return x-x == 0 }
