package oracle

import (
	"fmt"

	"kernelscope/scene/clipseq"
)

// NoLink is the link of an element for which no push is open.
const NoLink = 0xffffffff

// Clips is the result of matching a sequence of clips.
type Clips struct {
	// Links[i] is the innermost push that is open before element i: the parent of a push or
	// a leaf, the partner of a pop. If none is open it is NoLink.
	Links []uint32
	// Boxes[i] is the box of element i, intersected with the boxes of all pushes that are
	// open after it. So a push has what remains inside it; a pop, which has no box, what
	// remains around it. It is nil for sequences without boxes.
	Boxes []clipseq.Box
	// Pops counts the pops that close nothing, and Pushes the pushes that nothing closes;
	// FirstPop and FirstPush are the first of them, or NoLink.
	Pops, FirstPop, Pushes, FirstPush uint32
}

// Balanced reports whether every push has a pop and every pop a push. The error names the
// first element without a partner.
func (c Clips) Balanced() error {
	switch {
	case c.Pops > 0:
		return fmt.Errorf("element %d is a pop without a push, as %d in all", c.FirstPop, c.Pops)
	case c.Pushes > 0:
		return fmt.Errorf("element %d is a push without a pop, as %d in all", c.FirstPush, c.Pushes)
	}
	return nil
}

// Clip matches a sequence with a stack. A pop that closes nothing changes nothing. Of two
// zeros the negative one is the lesser.
func Clip(s clipseq.Sequence) Clips {
	n := len(s.Elements)
	c := Clips{Links: make([]uint32, n), FirstPop: NoLink, FirstPush: NoLink}
	if s.Boxes != nil {
		c.Boxes = make([]clipseq.Box, n)
	}
	var open []uint32
	top := func() uint32 {
		if len(open) == 0 {
			return NoLink
		}
		return open[len(open)-1]
	}
	for i, e := range s.Elements {
		c.Links[i] = top()
		if e&clipseq.KindMask == clipseq.Pop {
			if len(open) > 0 {
				open = open[:len(open)-1]
			} else {
				c.Pops++
				c.FirstPop = min(c.FirstPop, uint32(i))
			}
		}
		if s.Boxes != nil {
			box := clipseq.Everything
			if around := top(); around != NoLink {
				box = c.Boxes[around]
			}
			if e&clipseq.KindMask != clipseq.Pop {
				box = box.Cut(s.Boxes[i])
			}
			c.Boxes[i] = box
		}
		if e&clipseq.KindMask == clipseq.Push {
			open = append(open, uint32(i))
		}
	}
	if c.Pushes = uint32(len(open)); c.Pushes > 0 {
		c.FirstPush = open[0]
	}
	return c
}

// VerifyClips compares results with those of Clip, as Compare does.
func VerifyClips(s clipseq.Sequence, got Clips) error { return Clip(s).Compare(got) }

// Compare compares other results with these, bit by bit, and names the first element
// that differs.
func (c Clips) Compare(got Clips) error {
	if len(got.Links) != len(c.Links) || len(got.Boxes) != len(c.Boxes) {
		return fmt.Errorf("%d links and %d boxes of %d and %d", len(got.Links), len(got.Boxes), len(c.Links), len(c.Boxes))
	}
	for i, w := range c.Links {
		if got.Links[i] != w {
			return fmt.Errorf("element %d: the link is %d, not %d", i, int32(got.Links[i]), int32(w))
		}
	}
	for i, w := range c.Boxes {
		if got.Boxes[i].Bits() != w.Bits() {
			return fmt.Errorf("element %d: the box is %v, not %v", i, got.Boxes[i], w)
		}
	}
	if g := [...]uint32{got.Pops, got.FirstPop, got.Pushes, got.FirstPush}; g != [...]uint32{c.Pops, c.FirstPop, c.Pushes, c.FirstPush} {
		return fmt.Errorf("it reports %v, and the oracle %v", got.Balanced(), c.Balanced())
	}
	return nil
}
