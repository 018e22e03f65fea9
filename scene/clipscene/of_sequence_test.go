package clipscene

import (
	"slices"
	"testing"

	"kernelscope/scene/clipseq"
)

// The picture of a sequence has the same brackets, and a fill for each box.
func TestOfSequence(t *testing.T) {
	for _, shape := range clipseq.Shapes() {
		for _, n := range []int{1, 2, 1001, 5000} {
			q, err := clipseq.Make(shape, n, 3)
			if err != nil {
				t.Fatal(err)
			}
			s, err := OfSequence(shape, q)
			if err != nil {
				t.Fatalf("%s, %d: %v", shape, n, err)
			}
			var brackets, want []uint32
			for _, e := range s.Sequence().Elements {
				if k := e & clipseq.KindMask; k != clipseq.Leaf {
					brackets = append(brackets, k)
				}
			}
			leaves := len(s.Elements) - len(brackets)
			boxes, open := 0, 0
			for _, e := range q.Elements {
				switch k := e & clipseq.KindMask; k {
				case clipseq.Push:
					open++
					boxes++
					want = append(want, k)
				case clipseq.Pop:
					open--
					want = append(want, k)
				default:
					boxes++
				}
			}
			want = append(want, slices.Repeat([]uint32{clipseq.Pop}, open)...)
			if !slices.Equal(brackets, want) || leaves != boxes {
				t.Errorf("%s, %d: %d brackets and %d fills of %d and %d", shape, n, len(brackets), leaves, len(want), boxes)
			}
		}
	}
}

// Unbalanced sequences are painted, and notes mention it.
func TestOfUnbalanced(t *testing.T) {
	b := clipseq.Box{-10, -20, 30, 40}
	s, err := OfSequence("x", clipseq.Sequence{
		Elements: []uint32{clipseq.Pop, clipseq.Push, clipseq.Leaf, clipseq.Pop, clipseq.Pop, clipseq.Push}, Boxes: []clipseq.Box{{}, b, b, {}, {}, {5, 5, 5, 9}},
	})
	if err != nil {
		t.Fatal(err)
	}
	if s.Width != 40 || s.Height != 60 || len(s.Notes) != 2 || s.Notes[0].Count != 2 || s.Notes[1].Count != 1 || s.Sequence().Depth() != 1 {
		t.Errorf("%+v", s)
	}
	if _, err := OfSequence("x", clipseq.Sequence{Elements: []uint32{clipseq.Leaf}}); err == nil {
		t.Error("boxes that are not there are painted")
	}
	if _, err := OfSequence("x", clipseq.Sequence{Elements: []uint32{clipseq.Leaf}, Boxes: []clipseq.Box{{-1e30, 0, 1e30, 1}}}); err == nil {
		t.Error("a box is too large, and is painted")
	}
}
