package clipscene

import (
	"fmt"
	"image/color"

	"kernelscope/scene/clipseq"
)

// OfSequence makes a picture of a sequence with boxes. Pushes become clips by their boxes, and
// boxes are painted in a colour for their depth. Pops without a push are omitted, and pushes
// without a pop end with the sequence; notes mention both.
func OfSequence(name string, q clipseq.Sequence) (*Scene, error) {
	if err := q.Check(); err != nil {
		return nil, err
	}
	if len(q.Boxes) == 0 {
		return nil, fmt.Errorf("clipscene: %s: without boxes there is nothing to paint", name)
	}
	around := clipseq.Nothing
	for i, e := range q.Elements {
		if e&clipseq.KindMask != clipseq.Pop {
			b := q.Boxes[i]
			around = around.Around(b[0], b[1]).Around(b[2], b[3])
		}
	}
	m := sequenceMaker{Scene: &Scene{Name: name, Tolerance: 1}, origin: Point{around[0], around[1]}, depth: max(1, q.Depth())}
	m.Width, m.Height = max(1, around[2]-around[0]), max(1, around[3]-around[1])
	if !(m.Width <= MaxCoordinate && m.Height <= MaxCoordinate) {
		return nil, fmt.Errorf("clipscene: %s: boxes reach over %g × %g; at most %d can be painted", name, m.Width, m.Height, MaxCoordinate)
	}
	m.make(q)
	return m.Scene, m.Check()
}

// sequenceMaker converts a sequence to a scene.
type sequenceMaker struct {
	*Scene
	origin Point
	depth  int   // greatest depth
	open   []int // open begins
}

func (m *sequenceMaker) make(q clipseq.Sequence) {
	lost, first := 0, 0
	for i, e := range q.Elements {
		m.Origins = append(m.Origins, Origin{Tag: fmt.Sprintf("%s %d", kinds[e&clipseq.KindMask], i)})
		switch e & clipseq.KindMask {
		case clipseq.Pop:
			if len(m.open) == 0 {
				lost++
				if lost == 1 {
					first = i
				}
				continue
			}
			m.end(uint32(i))
		case clipseq.Push:
			area := m.area(q.Boxes[i])
			m.open = append(m.open, len(m.Elements))
			m.add(Element{Kind: BeginClip, Area: area, Origin: uint32(i)})
			m.add(Element{Kind: Fill, Area: area, Origin: uint32(i), Color: m.tint()})
		default:
			m.add(Element{Kind: Fill, Area: m.area(q.Boxes[i]), Origin: uint32(i), Color: m.tint()})
		}
	}
	if lost > 0 {
		m.Notes = append(m.Notes, Note{What: fmt.Sprintf("pops without a push, the first one is element %d", first), Count: lost})
	}
	if n := len(m.open); n > 0 {
		m.Notes = append(m.Notes, Note{What: "pushes without a pop", Count: n})
	}
	for len(m.open) > 0 {
		m.end(m.Elements[m.open[len(m.open)-1]].Origin)
	}
}

var kinds = [...]string{clipseq.Leaf: "leaf", clipseq.Push: "push", clipseq.Pop: "pop"}

// add appends an element with the box of its area.
func (m *sequenceMaker) add(e Element) {
	e.Box = m.Areas[e.Area].Box
	m.Elements = append(m.Elements, e)
}

func (m *sequenceMaker) end(origin uint32) {
	begin := m.Elements[m.open[len(m.open)-1]]
	m.open = m.open[:len(m.open)-1]
	m.add(Element{Kind: EndClip, Area: begin.Area, Origin: origin})
}

// area adds a rectangle. An empty rectangle has no points.
func (m *sequenceMaker) area(b clipseq.Box) uint32 {
	box := clipseq.Box{b[0] - m.origin.X, b[1] - m.origin.Y, b[2] - m.origin.X, b[3] - m.origin.Y}
	contour := uint32(len(m.Contours))
	if box.Empty() {
		box = clipseq.Box{}
	} else {
		first := uint32(len(m.Points))
		m.Points = append(m.Points, Point{box[0], box[1]}, Point{box[2], box[1]}, Point{box[2], box[3]}, Point{box[0], box[3]})
		m.Contours = append(m.Contours, Contour{first, first + 4})
	}
	part := uint32(len(m.Parts))
	m.Parts = append(m.Parts, Part{FirstContour: contour, EndContour: uint32(len(m.Contours)), Within: None})
	m.Areas = append(m.Areas, Area{FirstPart: part, EndPart: part + 1, Within: None, Box: box})
	return uint32(len(m.Areas) - 1)
}

// tint returns a colour from dark blue outside to yellow at the greatest depth.
func (m *sequenceMaker) tint() color.NRGBA {
	stops := [...][3]float64{{0x27, 0x2E, 0x5E}, {0x2C, 0x72, 0x8E}, {0x28, 0xAE, 0x80}, {0xFD, 0xE7, 0x25}}
	x := float64(len(m.open)) / float64(m.depth) * float64(len(stops)-1)
	i := min(len(stops)-2, int(x))
	t := x - float64(i)
	mix := func(c int) uint8 { return uint8(stops[i][c]*(1-t) + stops[i+1][c]*t + 0.5) }
	return color.NRGBA{mix(0), mix(1), mix(2), 255}
}
