package render

import (
	"fmt"
	"math"
	"math/bits"

	"kernelscope/compute"
	ref "kernelscope/compute/ref/picture"
	"kernelscope/internal/fault"
	"kernelscope/scene/clipscene"
	"kernelscope/scene/clipseq"
	"kernelscope/shaders"
)

// clipWords holds the words of a scene for the painter's kernels.
type clipWords struct {
	s                        *clipscene.Scene
	steps, stretches, points []uint32
	owners                   []uint32 // element of each step; for steps of an end, its begin
	sides                    []uint32 // number of sides of each step
	depths                   []uint32 // depth of each element
	parts                    map[uint32]clipPart
}

// clipPart is a part of an area: its stretches, and the number of digits of its winding sums.
type clipPart struct{ first, end, digits uint32 }

// upload writes the scene to the device.
func (c *Clips) upload() error {
	w := &clipWords{s: c.s, parts: map[uint32]clipPart{}}
	if err := w.addElements(c.links); err != nil {
		return err
	}
	c.depths, c.owners, c.sides = w.depths, w.owners, w.sides
	for _, b := range []struct {
		name  string
		words []uint32
		to    *compute.Buffer
	}{
		{"steps of painting", w.steps, &c.steps}, {"elements of steps", w.owners, &c.owner}, {"stretches", w.stretches, &c.stretches},
		{"points", w.points, &c.points}, {"depths", w.depths, &c.depth},
	} {
		if l := c.d.Limits(); len(b.words) > l.BufferWords {
			return fmt.Errorf("%w: the %s of the scene need %d MiB, and %s allows %d MiB in a buffer", fault.Limit, b.name, len(b.words)>>18, l.Device, l.BufferWords>>18)
		}
		*b.to = c.d.NewBuffer(b.name, len(b.words))
		c.d.Write(*b.to, 0, b.words)
	}
	return c.d.Err()
}

// maxSteps limits the steps of a scene. (An area has at most clipscene.MaxParts parts.)
const maxSteps = 1 << 23

// addElements appends the steps of all elements: those of their areas, and their own.
func (w *clipWords) addElements(links []uint32) error {
	w.depths = make([]uint32, len(w.s.Elements))
	begins := make([]uint32, len(w.s.Elements)) // last step of each element
	depth := uint32(0)
	for i, e := range w.s.Elements {
		colour := uint32(e.Color.R) | uint32(e.Color.G)<<8 | uint32(e.Color.B)<<16 | uint32(e.Color.A)<<24
		w.depths[i] = depth
		owner := uint32(i)
		if e.Kind.Pops() {
			owner = links[i]
			w.steps[begins[owner]*ref.Step+ref.End] = w.count()
			depth--
		} else if e.Kind.Pushes() {
			depth++
		}
		switch first := len(w.steps); e.Kind {
		case clipscene.Fill:
			w.addArea(e.Area)
			w.last(first, shaders.PictureFill, colour)
		case clipscene.BeginClip:
			w.addArea(e.Area)
			w.last(first, shaders.PictureClip, 0)
		case clipscene.EndClip:
			w.add(shaders.PictureEndClip, 0, 0, 0)
		case clipscene.BeginGroup:
			w.add(shaders.PictureBeginGroup, 0, 0, 0)
		case clipscene.EndGroup:
			w.add(shaders.PictureEndGroup, 0, 0, colour)
		}
		begins[i] = w.count() - 1
		for len(w.owners) < int(w.count()) {
			step := w.steps[len(w.owners)*ref.Step:]
			w.sides = append(w.sides, w.sidesOf(step[ref.FirstStretch], step[ref.EndStretch]))
			w.owners = append(w.owners, owner)
		}
		if w.count() > maxSteps {
			return fmt.Errorf("%w: the areas of the scene have more than %d parts, each counted as often as it is used", fault.Limit, maxSteps)
		}
	}
	return nil
}

// sidesOf returns the number of sides of stretches, without those nested in others.
func (w *clipWords) sidesOf(first, end uint32) (n uint32) {
	for first < end {
		s := w.stretches[first*shaders.PictureStretch:]
		n, first = n+s[shaders.PictureStretchSides], s[shaders.PictureStretchNext]
	}
	return n
}

// count returns the number of steps.
func (w *clipWords) count() uint32 { return uint32(len(w.steps) / ref.Step) }

func (w *clipWords) add(words ...uint32) { w.steps = append(w.steps, words...) }

// last makes the last step of an area also paint or clip. If the last step cannot, it appends one
// more.
func (w *clipWords) last(first int, what, colour uint32) {
	at := len(w.steps) - ref.Step
	if at < first || w.steps[at]&shaders.PictureKindMask != shaders.PictureCover {
		w.add(shaders.PictureCover|1<<shaders.PictureDigitsShift, 0, 0, 0)
		at = len(w.steps) - ref.Step
	}
	w.steps[at] += what - shaders.PictureCover
	w.steps[at+ref.Colour] = colour
	w.steps[first] |= shaders.PictureFresh
}

// addArea appends the steps that compute the coverage of an area: first the area that clips it,
// then its parts one by one. The clip of a single part comes between two steps of that part.
func (w *clipWords) addArea(i uint32) {
	a := w.s.Areas[i]
	if a.Within != clipscene.None {
		w.addArea(a.Within)
		w.add(shaders.PictureCut, 0, 0, 0)
	}
	for k := a.FirstPart; k < a.EndPart; k++ {
		p, what := w.part(k), uint32(shaders.PictureCover)
		within := w.s.Parts[k].Within
		if within != clipscene.None {
			what = shaders.PictureBeginPart
		}
		w.add(what|p.digits<<shaders.PictureDigitsShift, p.first, p.end, 0)
		if within != clipscene.None {
			w.addArea(within)
			w.add(shaders.PictureEndPart, 0, 0, 0)
		}
	}
}

// part returns the stretches of a part, which are made at the first call.
func (w *clipWords) part(k uint32) clipPart {
	if p, ok := w.parts[k]; ok {
		return p
	}
	p := w.s.Parts[k]
	first, most := len(w.stretches)/shaders.PictureStretch, 0
	for _, c := range w.s.Contours[p.FirstContour:p.EndContour] {
		points := w.s.Points[c.FirstPoint:c.EndPoint]
		most += climbs(points)
		at := len(w.points) / ref.Point
		for i := range len(points) + 1 { // the first point is also the last
			a, b := points[i%len(points)], points[(i+1)%len(points)]
			w.points = append(w.points, math.Float32bits(a.X), math.Float32bits(a.Y), math.Float32bits(slope(a, b)), 0)
		}
		w.addStretch(append(points[:len(points):len(points)], points[0]), at)
	}
	digits := 1 // one digit suffices to distinguish odd from even
	if p.Rule == clipscene.NonZero {
		digits = max(1, min(shaders.PictureMostDigits, bits.Len(uint(most))))
	}
	w.parts[k] = clipPart{uint32(first), uint32(len(w.stretches) / shaders.PictureStretch), uint32(digits)}
	return w.parts[k]
}

// climbs returns how often a contour starts to go up. Its winding number around any point is at
// most that, in either direction.
func climbs(points []clipscene.Point) (n int) {
	up := false
	for i := range 2 * len(points) { // the first round only determines how the contour ends
		a, b := points[i%len(points)], points[(i+1)%len(points)]
		if b.Y < a.Y && !up && i >= len(points) {
			n++
		}
		if a.Y != b.Y {
			up = b.Y < a.Y
		}
	}
	return n
}

// slope returns the change of x per unit of y.
func slope(a, b clipscene.Point) float32 {
	const most = 1e30 // finite, so that zero times it is zero
	if a.Y == b.Y {
		return 0
	}
	s := (float64(b.X) - float64(a.X)) / (float64(b.Y) - float64(a.Y))
	return float32(max(-most, min(most, s)))
}

// addStretch appends a stretch through points, the first of which has the number first, and the
// stretches that it is divided into. It returns the box of the stretch.
func (w *clipWords) addStretch(points []clipscene.Point, first int) clipseq.Box {
	const children = 8
	at, sides := len(w.stretches), len(points)-1
	w.stretches = append(w.stretches, make([]uint32, shaders.PictureStretch)...)
	box := clipseq.Nothing
	if sides <= shaders.PictureLeaf {
		for _, p := range points {
			box = box.Around(p.X, p.Y)
		}
	} else {
		each := shaders.PictureLeaf
		for each*children < sides {
			each *= children
		}
		for i := 0; i < sides; i += each {
			b := w.addStretch(points[i:min(i+each, sides)+1], first+i)
			box = box.Around(b[0], b[1]).Around(b[2], b[3])
		}
	}
	bits := box.Bits()
	copy(w.stretches[at:], bits[:])
	w.stretches[at+shaders.PictureStretchFirst], w.stretches[at+shaders.PictureStretchSides] = uint32(first), uint32(sides)
	w.stretches[at+shaders.PictureStretchNext] = uint32(len(w.stretches) / shaders.PictureStretch)
	return box
}
