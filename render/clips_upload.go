package render

import (
	"fmt"
	"math"

	"kernelscope/compute"
	"kernelscope/compute/ref"
	"kernelscope/scene/clipscene"
)

// clipWords is a scene as the painter's kernels read it.
type clipWords struct {
	s                                  *clipscene.Scene
	elements, steps, stretches, points []uint32
	depths                             []uint32
	areas                              map[uint32][2]uint32 // first step and the one behind the last
	parts                              map[uint32][2]uint32 // likewise, stretches
}

// upload writes the scene to the device.
func (c *Clips) upload() error {
	w := &clipWords{s: c.s, areas: map[uint32][2]uint32{}, parts: map[uint32][2]uint32{}}
	if err := w.addElements(c.links); err != nil {
		return err
	}
	c.depths = w.depths
	for _, b := range []struct {
		name  string
		words []uint32
		to    *compute.Buffer
	}{
		{"elements", w.elements, &c.elements}, {"steps of areas", w.steps, &c.steps}, {"stretches", w.stretches, &c.stretches},
		{"points", w.points, &c.points}, {"depths", w.depths, &c.depth},
	} {
		if l := c.d.Limits(); len(b.words) > l.BufferWords {
			return fmt.Errorf("%w: the %s of the scene need %d MiB, and %s allows %d MiB in a buffer", compute.ErrLimit, b.name, len(b.words)>>18, l.Device, l.BufferWords>>18)
		}
		*b.to = c.d.NewBuffer(b.name, len(b.words))
		c.d.Write(*b.to, 0, b.words)
	}
	return c.d.Err()
}

func (w *clipWords) addElements(links []uint32) error {
	w.elements = make([]uint32, ref.PictureElement*len(w.s.Elements))
	w.depths = make([]uint32, len(w.s.Elements))
	depth := uint32(0)
	for i, e := range w.s.Elements {
		words := w.elements[ref.PictureElement*i:][:ref.PictureElement]
		words[ref.PictureKind] = uint32(e.Kind)
		words[ref.PictureColour] = uint32(e.Color.R) | uint32(e.Color.G)<<8 | uint32(e.Color.B)<<16 | uint32(e.Color.A)<<24
		w.depths[i] = depth
		switch {
		case e.Kind.Pops():
			w.elements[ref.PictureElement*int(links[i])+ref.PicturePartner] = uint32(i)
			depth--
		case e.Kind.Pushes():
			depth++
		}
		if e.Kind == clipscene.Fill || e.Kind == clipscene.BeginClip {
			steps, err := w.area(e.Area)
			if err != nil {
				return err
			}
			words[ref.PictureFirstStep], words[ref.PictureEndStep] = steps[0], steps[1]
		}
	}
	return nil
}

// mostSteps bounds the steps of all areas. (Each has no more than clipscene.MaxParts parts.)
const mostSteps = 1 << 23

// area returns the steps of an area, which are made once.
func (w *clipWords) area(i uint32) ([2]uint32, error) {
	if steps, ok := w.areas[i]; ok {
		return steps, nil
	}
	first := w.step()
	w.addArea(i)
	if w.step() > mostSteps {
		return [2]uint32{}, fmt.Errorf("%w: the areas of the scene have more than %d parts, each counted as often as it cuts", compute.ErrLimit, mostSteps)
	}
	w.areas[i] = [2]uint32{first, w.step()}
	return w.areas[i], nil
}

func (w *clipWords) step() uint32 { return uint32(len(w.steps) / ref.PictureStep) }

// addArea appends the steps that find what an area covers: the area that cuts it, then
// one part after another. What cuts a part alone comes between two steps of its own.
func (w *clipWords) addArea(i uint32) {
	a := w.s.Areas[i]
	if a.Within != clipscene.None {
		w.addArea(a.Within)
		w.steps = append(w.steps, ref.PictureCut, 0, 0, 0)
	}
	for k := a.FirstPart; k < a.EndPart; k++ {
		p := w.s.Parts[k]
		stretches, what := w.part(k), uint32(ref.PictureCover)
		if p.Within != clipscene.None {
			what = ref.PictureBeginPart
		}
		w.steps = append(w.steps, what, stretches[0], stretches[1], uint32(p.Rule))
		if p.Within != clipscene.None {
			w.addArea(p.Within)
			w.steps = append(w.steps, ref.PictureEndPart, 0, 0, 0)
		}
	}
}

// part returns the stretches of a part, which are made once.
func (w *clipWords) part(k uint32) [2]uint32 {
	if stretches, ok := w.parts[k]; ok {
		return stretches
	}
	p := w.s.Parts[k]
	first := len(w.stretches) / ref.PictureStretch
	for _, c := range w.s.Contours[p.FirstContour:p.EndContour] {
		points := w.s.Points[c.FirstPoint:c.EndPoint]
		at := len(w.points) / ref.PicturePoint
		for i := range len(points) + 1 { // the first one is also the last
			a, b := points[i%len(points)], points[(i+1)%len(points)]
			w.points = append(w.points, math.Float32bits(a.X), math.Float32bits(a.Y), math.Float32bits(slope(a, b)), 0)
		}
		w.addStretch(append(points[:len(points):len(points)], points[0]), at)
	}
	w.parts[k] = [2]uint32{uint32(first), uint32(len(w.stretches) / ref.PictureStretch)}
	return w.parts[k]
}

// slope returns how far x moves for one of y.
func slope(a, b clipscene.Point) float32 {
	const most = 1e30 // finite, so that nothing times it is nothing
	if a.Y == b.Y {
		return 0
	}
	s := (float64(b.X) - float64(a.X)) / (float64(b.Y) - float64(a.Y))
	return float32(max(-most, min(most, s)))
}

// addStretch appends a stretch through some points, the first of which has a number, and
// those that it is divided into. It returns its box.
func (w *clipWords) addStretch(points []clipscene.Point, first int) clipscene.Box {
	const children = 8
	at, sides := len(w.stretches), len(points)-1
	w.stretches = append(w.stretches, make([]uint32, ref.PictureStretch)...)
	box := clipscene.NoBox
	if sides <= ref.PictureLeaf {
		for _, p := range points {
			box = box.Around(p)
		}
	} else {
		each := ref.PictureLeaf
		for each*children < sides {
			each *= children
		}
		for i := 0; i < sides; i += each {
			b := w.addStretch(points[i:min(i+each, sides)+1], first+i)
			box = box.Around(b.Min).Around(b.Max)
		}
	}
	for i, x := range [4]float32{box.Min.X, box.Min.Y, box.Max.X, box.Max.Y} {
		w.stretches[at+i] = math.Float32bits(x)
	}
	w.stretches[at+ref.PictureFirstPoint], w.stretches[at+ref.PictureSides] = uint32(first), uint32(sides)
	w.stretches[at+ref.PictureNextStretch] = uint32(len(w.stretches) / ref.PictureStretch)
	return box
}
