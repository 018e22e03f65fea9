package clipscene

import (
	"fmt"
	"math"

	"kernelscope/scene/clipseq"
)

// MaxCoordinate limits the coordinates of points in pixels, so that boxes and values computed from
// them stay finite.
const MaxCoordinate = 1 << 30

// Check returns the first violation of a scene's invariants: unbalanced brackets, indices out of
// range, NaN coordinates, wrong boxes.
func (s *Scene) Check() error {
	if !(s.Width > 0 && s.Height > 0 && s.Width <= MaxCoordinate && s.Height <= MaxCoordinate && s.Tolerance > 0) {
		return fmt.Errorf("clipscene: %g×%g pixels at a tolerance of %g", s.Width, s.Height, s.Tolerance)
	}
	if err := s.checkAreas(); err != nil {
		return err
	}
	if i := s.Heavy(); i >= 0 {
		return fmt.Errorf("clipscene: area %d consists of more than %d parts", i, MaxParts)
	}
	return s.checkElements()
}

// MaxParts limits the parts of an area. They include its own parts and, for each of these and for
// the area itself, the parts of the clipping area, counted as often as it clips. Without the limit,
// a file of a hundred lines can define areas too large to paint, for example an area of two parts,
// both clipped by an area of two parts, and so on.
const MaxParts = 1 << 20

// Heavy returns the first area with more than MaxParts parts, or -1. An area must have a lower
// index than the areas it clips.
func (s *Scene) Heavy() int {
	parts := make([]int, len(s.Areas))
	for i, a := range s.Areas {
		n := int(a.EndPart - a.FirstPart)
		if a.Within != None {
			n += parts[a.Within]
		}
		for _, p := range s.Parts[a.FirstPart:a.EndPart] {
			if p.Within != None {
				n += parts[p.Within]
			}
		}
		if parts[i] = n; n > MaxParts {
			return i
		}
	}
	return -1
}

func (s *Scene) checkElements() error {
	var open []int
	for i, e := range s.Elements {
		paints := e.Kind == Fill || e.Kind == BeginClip || e.Kind == EndClip
		switch {
		case e.Kind > EndGroup:
			return fmt.Errorf("clipscene: element %d is of an unknown kind", i)
		case int(e.Origin) >= len(s.Origins):
			return fmt.Errorf("clipscene: element %d has no origin", i)
		case paints && int(e.Area) >= len(s.Areas):
			return fmt.Errorf("clipscene: element %d has no area", i)
		case paints && e.Box != s.Areas[e.Area].Box:
			return fmt.Errorf("clipscene: the box of element %d differs from that of its area", i)
		case e.Kind.Pushes():
			open = append(open, i)
		case e.Kind.Pops():
			if len(open) == 0 {
				return fmt.Errorf("clipscene: element %d is an end without a begin", i)
			}
			begin := s.Elements[open[len(open)-1]]
			if begin.Kind+1 != e.Kind || begin.Box != e.Box || begin.Area != e.Area {
				return fmt.Errorf("clipscene: element %d does not match the begin that is open", i)
			}
			open = open[:len(open)-1]
		}
	}
	if len(open) > 0 {
		return fmt.Errorf("clipscene: element %d has no end", open[len(open)-1])
	}
	return nil
}

func (s *Scene) checkAreas() error {
	for i, a := range s.Areas {
		if a.FirstPart > a.EndPart || int(a.EndPart) > len(s.Parts) {
			return fmt.Errorf("clipscene: area %d: parts %d to %d", i, a.FirstPart, a.EndPart)
		}
		if a.Within != None && int(a.Within) >= i {
			return fmt.Errorf("clipscene: area %d is cut by the later area %d", i, a.Within)
		}
		var box clipseq.Box
		for _, p := range s.Parts[a.FirstPart:a.EndPart] {
			if p.FirstContour > p.EndContour || int(p.EndContour) > len(s.Contours) || p.Rule > EvenOdd {
				return fmt.Errorf("clipscene: area %d: contours %d to %d, %d", i, p.FirstContour, p.EndContour, p.Rule)
			}
			if p.Within != None && int(p.Within) >= i {
				return fmt.Errorf("clipscene: area %d is cut by the later area %d", i, p.Within)
			}
			b, err := s.contourBox(p)
			if err != nil {
				return fmt.Errorf("clipscene: area %d: %w", i, err)
			}
			box = box.Union(b)
		}
		if box != a.Box {
			return fmt.Errorf("clipscene: area %d has the box %v, not %v", i, box, a.Box)
		}
	}
	return nil
}

func (s *Scene) contourBox(p Part) (clipseq.Box, error) {
	around := clipseq.Nothing
	for _, c := range s.Contours[p.FirstContour:p.EndContour] {
		if int(c.EndPoint) > len(s.Points) || int64(c.EndPoint)-int64(c.FirstPoint) < 3 {
			return clipseq.Box{}, fmt.Errorf("points %d to %d", c.FirstPoint, c.EndPoint)
		}
		for _, q := range s.Points[c.FirstPoint:c.EndPoint] {
			if !(math.Abs(float64(q.X)) <= MaxCoordinate && math.Abs(float64(q.Y)) <= MaxCoordinate) {
				return clipseq.Box{}, fmt.Errorf("a point at %g, %g", q.X, q.Y)
			}
			around = around.Around(q.X, q.Y)
		}
	}
	if around.Empty() {
		return clipseq.Box{}, nil
	}
	return around, nil
}
