package oracle

import (
	"kernelscope/compute/clip"
	"kernelscope/scene/clipseq"
)

// Clip matches a sequence with a stack. A pop that closes nothing changes nothing.
// Of two zeros the negative one is the lesser.
func Clip(s clipseq.Sequence) clip.Result {
	n := len(s.Elements)
	c := clip.Result{Links: make([]uint32, n), FirstPop: clip.None, FirstPush: clip.None}
	if s.Boxes != nil {
		c.Boxes = make([]clipseq.Box, n)
	}
	var open []uint32
	top := func() uint32 {
		if len(open) == 0 {
			return clip.None
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
			if around := top(); around != clip.None {
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

// VerifyClips compares results with Clip's, as Compare does.
func VerifyClips(s clipseq.Sequence, got clip.Result) error { return Clip(s).Compare(got) }
