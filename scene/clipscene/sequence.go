package clipscene

import "kernelscope/scene/clipseq"

// Sequence returns the sequence for matching the clips of the scene. It has an element for each
// element of the scene, whose index is in the caller's bits. A group is a push that clips nothing,
// since its box is around all its contents.
func (s *Scene) Sequence() clipseq.Sequence {
	q := clipseq.Sequence{Elements: make([]uint32, len(s.Elements)), Boxes: make([]clipseq.Box, len(s.Elements))}
	for i, e := range s.Elements {
		kind := uint32(clipseq.Leaf)
		switch {
		case e.Kind.Pushes():
			kind = clipseq.Push
		case e.Kind.Pops():
			kind = clipseq.Pop
		}
		q.Elements[i] = kind | uint32(i)<<2
		q.Boxes[i] = e.Box
	}
	return q
}
