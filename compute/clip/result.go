package clip

import (
	"fmt"

	"kernelscope/scene/clipseq"
)

// Result is the matching of a sequence.
type Result struct {
	// Links has for each element the innermost push that is open before it: the parent
	// of a push or a leaf, the partner of a pop. It is None if no push is open.
	Links []uint32
	// Boxes has for each element its own box, intersected with the boxes of all pushes that are
	// open after it: for a push, the area left inside it; for a pop, which has no box, the area
	// left around it. It is nil for sequences without boxes.
	Boxes []clipseq.Box
	// Pops counts the pops that close nothing, Pushes the pushes that nothing closes;
	// FirstPop and FirstPush are the first of them, or None.
	Pops, FirstPop, Pushes, FirstPush uint32
}

// Balanced returns nil if every push has a pop and every pop a push; otherwise the error names
// the first unmatched element.
func (r Result) Balanced() error {
	switch {
	case r.Pops > 0:
		return fmt.Errorf("element %d is a pop without a push, as %d in all", r.FirstPop, r.Pops)
	case r.Pushes > 0:
		return fmt.Errorf("element %d is a push without a pop, as %d in all", r.FirstPush, r.Pushes)
	}
	return nil
}

// Compare returns nil if another result is the same bit for bit; otherwise the error names the
// first element that differs.
func (r Result) Compare(got Result) error {
	if len(got.Links) != len(r.Links) || len(got.Boxes) != len(r.Boxes) {
		return fmt.Errorf("%d links and %d boxes of %d and %d", len(got.Links), len(got.Boxes), len(r.Links), len(r.Boxes))
	}
	for i, w := range r.Links {
		if got.Links[i] != w {
			return fmt.Errorf("element %d: the link is %d, not %d", i, int32(got.Links[i]), int32(w))
		}
	}
	for i, w := range r.Boxes {
		if got.Boxes[i].Bits() != w.Bits() {
			return fmt.Errorf("element %d: the box is %v, not %v", i, got.Boxes[i], w)
		}
	}
	if g := [...]uint32{got.Pops, got.FirstPop, got.Pushes, got.FirstPush}; g != [...]uint32{r.Pops, r.FirstPop, r.Pushes, r.FirstPush} {
		return fmt.Errorf("it reports %v, not %v", got.Balanced(), r.Balanced())
	}
	return nil
}
