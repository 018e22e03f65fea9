package clipscene

import (
	"math"
	"strings"
	"testing"

	"kernelscope/scene/clipseq"
)

// good returns a scene with a triangle clipped by itself, in a group.
func good() *Scene {
	b := clipseq.Box{0, 0, 4, 4}
	return &Scene{
		Width: 8, Height: 8, Tolerance: 1,
		Points:   []Point{{0, 0}, {4, 0}, {0, 4}},
		Contours: []Contour{{0, 3}},
		Parts:    []Part{{0, 1, None, NonZero}},
		Areas:    []Area{{0, 1, None, b}, {0, 1, 0, b}},
		Origins:  []Origin{{Tag: "path"}},
		Elements: []Element{
			{Kind: BeginGroup, Box: b}, {Kind: BeginClip, Box: b}, {Kind: Fill, Box: b, Area: 1},
			{Kind: EndClip, Box: b}, {Kind: EndGroup, Box: b},
		},
	}
}

func TestCheck(t *testing.T) {
	if err := good().Check(); err != nil {
		t.Fatal(err)
	}
	if d := good().Sequence().Depth(); d != 2 {
		t.Errorf("depth %d", d)
	}
	for name, c := range map[string]struct {
		spoil func(s *Scene)
		want  string
	}{
		"size":         {func(s *Scene) { s.Width = 0 }, "0×8 pixels"},
		"not a size":   {func(s *Scene) { s.Height = float32(math.NaN()) }, "8×NaN pixels"},
		"no end":       {func(s *Scene) { s.Elements = s.Elements[:4] }, "element 0 has no end"},
		"no begin":     {func(s *Scene) { s.Elements = s.Elements[3:] }, "element 0 is an end without a begin"},
		"other end":    {func(s *Scene) { s.Elements[3].Kind = EndGroup }, "element 3 does not match the begin"},
		"other area":   {func(s *Scene) { s.Elements[3].Area = 1 }, "element 3 does not match the begin"},
		"kind":         {func(s *Scene) { s.Elements[2].Kind = 9 }, "element 2 is of an unknown kind"},
		"area":         {func(s *Scene) { s.Elements[2].Area = 2 }, "element 2 has no area"},
		"box":          {func(s *Scene) { s.Elements[2].Box[2]++ }, "the box of element 2 differs"},
		"origin":       {func(s *Scene) { s.Elements[2].Origin = 1 }, "element 2 has no origin"},
		"cycle":        {func(s *Scene) { s.Areas[1].Within = 1 }, "area 1 is cut by the later area 1"},
		"part's cycle": {func(s *Scene) { s.Parts[0].Within = 5 }, "area 0 is cut by the later area 5"},
		"parts":        {func(s *Scene) { s.Areas[0].EndPart = 2 }, "area 0: parts 0 to 2"},
		"contours":     {func(s *Scene) { s.Parts[0].EndContour = 2 }, "area 0: contours 0 to 2"},
		"points":       {func(s *Scene) { s.Contours[0].EndPoint = 2 }, "area 0: points 0 to 2"},
		"far":          {func(s *Scene) { s.Points[1].X = 2e9 }, "area 0: a point at 2e+09, 0"},
		"no number":    {func(s *Scene) { s.Points[1].Y = float32(math.NaN()) }, "area 0: a point at 4, NaN"},
		"area's box":   {func(s *Scene) { s.Areas[0].Box[0]-- }, "area 0 has the box"},
		"heavy": {func(s *Scene) {
			for i := 1; i <= 20; i++ { // 2, 6, 14, …, 2^21 - 2 parts
				a := Area{uint32(len(s.Parts)), uint32(len(s.Parts) + 2), None, s.Areas[0].Box}
				within := uint32(i - 1)
				if i == 1 {
					within = None
				}
				s.Parts = append(s.Parts, Part{0, 1, within, NonZero}, Part{0, 1, within, NonZero})
				s.Areas = append(s.Areas[:i], a)
			}
		}, "area 20 consists of more than 1048576 parts"},
	} {
		s := good()
		c.spoil(s)
		if err := s.Check(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}

// The sequence of a scene has the same elements, boxes and nesting.
func TestSequence(t *testing.T) {
	s := good()
	q := s.Sequence()
	if err := q.Check(); err != nil || len(q.Elements) != len(s.Elements) {
		t.Fatalf("%d elements, %d levels deep, %v", len(q.Elements), q.Depth(), err)
	}
	for i, e := range q.Elements {
		kind, b := s.Elements[i].Kind, s.Elements[i].Box
		if (e&clipseq.KindMask == clipseq.Push) != kind.Pushes() || (e&clipseq.KindMask == clipseq.Pop) != kind.Pops() || e>>2 != uint32(i) ||
			q.Boxes[i] != b {
			t.Errorf("element %d, %v: 0x%x %v", i, kind, e, q.Boxes[i])
		}
	}
}
