package render

import (
	"cmp"
	"context"
	"image/color"
	"math"
	"slices"

	"kernelscope/compute"
	"kernelscope/internal/fault"
	"kernelscope/internal/vector"
	"kernelscope/scene/clipscene"
	"kernelscope/scene/clipseq"
	"kernelscope/shaders"
)

// sceneShapes draws the page and the elements of a scene that a look shows, cut by their clips.
func (c *Clips) sceneShapes(camera Camera, l ClipLook) shapes {
	return func(_ context.Context, to *vector.Figure) error {
		to.Ground = c.theme.Background
		to.Rect(color.NRGBA(c.theme.Paper), camera.place(0, 0), camera.place(c.s.Width, c.s.Height))
		return c.Shapes(to, camera, l)
	}
}

// Shapes draws the elements of a scene that a look shows, cut by their clips.
func (c *Clips) Shapes(to *vector.Figure, camera Camera, l ClipLook) error {
	p := figureOfClips{c, camera, to}
	open := make([]int, 0, 8) // clips of each begin
	for i, e := range c.s.Elements {
		if err := to.Err(); err != nil {
			return err
		}
		n, err := 0, error(nil)
		switch e.Kind {
		case clipscene.Fill:
			b := c.resolved[i]
			low, high := camera.place(b[0], b[1]), camera.place(b[2], b[3])
			if deep := l.Peel >= 0 && c.depths[i] > uint32(l.Peel); !deep && low.X < high.X && low.Y < high.Y && to.Sees(low, high) {
				err = p.fill(e)
			}
		case clipscene.BeginClip:
			n, err = p.clip(e.Area)
			open = append(open, n)
		case clipscene.BeginGroup:
			if open = append(open, 0); e.Color.A < 255 {
				to.Group(e.Color.A)
				open[len(open)-1] = 1
			}
		default:
			p.end(open[len(open)-1])
			open = open[:len(open)-1]
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (c Camera) place(x, y float32) vector.Point {
	return vector.Point{X: (float64(x)-c.X)*c.Scale + float64(c.Width)/2, Y: (float64(y)-c.Y)*c.Scale + float64(c.Height)/2}
}

// figureOfClips draws the areas of a scene into a figure.
type figureOfClips struct {
	*Clips
	Camera
	to *vector.Figure
}

// fill draws an element, part by part.
func (p figureOfClips) fill(e clipscene.Element) error {
	a := p.s.Areas[e.Area]
	n, err := p.clip(a.Within)
	if err != nil {
		return err
	}
	for k := a.FirstPart; k < a.EndPart; k++ {
		m, err := p.clip(p.s.Parts[k].Within)
		if err != nil {
			return err
		}
		p.to.Area(e.Color, p.s.Parts[k].Rule == clipscene.EvenOdd, p.rings(k)...)
		p.end(m)
	}
	p.end(n)
	return nil
}

// clip clips by an area and by what clips the area, and returns the number of clips that it opens.
func (p figureOfClips) clip(area uint32) (n int, err error) {
	if area == clipscene.None {
		return 0, nil
	}
	a := p.s.Areas[area]
	if n, err = p.clip(a.Within); err != nil {
		return n, err
	}
	parts := p.s.Parts[a.FirstPart:a.EndPart]
	if len(parts) == 1 {
		m, err := p.clip(parts[0].Within)
		p.to.Clip(parts[0].Rule == clipscene.EvenOdd, p.rings(a.FirstPart)...)
		return n + m + 1, err
	}
	var all [][]vector.Point
	for i, part := range parts {
		rings := p.rings(a.FirstPart + uint32(i))
		if part.Within != clipscene.None || part.Rule == clipscene.EvenOdd && len(rings) > 1 {
			return n, fault.Limit.Errorf("a vector figure cannot clip by several areas if one of them is clipped or has holes by the rule evenodd: write .png")
		}
		if winding(rings) < 0 { // parts that wind in one direction are a union
			for _, r := range rings {
				slices.Reverse(r)
			}
		}
		all = append(all, rings...)
	}
	p.to.Clip(false, all...)
	return n + 1, nil
}

// winding returns twice the area of rings, negative if they wind to the left.
func winding(rings [][]vector.Point) (sum float64) {
	for _, r := range rings {
		last := r[len(r)-1]
		for _, q := range r {
			sum += last.X*q.Y - q.X*last.Y
			last = q
		}
	}
	return sum
}

func (p figureOfClips) end(clips int) {
	for range clips {
		p.to.End()
	}
}

// rings returns the contours of a part.
func (p figureOfClips) rings(part uint32) (rings [][]vector.Point) {
	of := p.s.Parts[part]
	for _, c := range p.s.Contours[of.FirstContour:of.EndContour] {
		var ring []vector.Point
		for _, q := range p.s.Points[c.FirstPoint:c.EndPoint] {
			ring = append(ring, p.place(q.X, q.Y))
		}
		rings = append(rings, ring)
	}
	return rings
}

// depthTint returns the colour of a depth, as the shaders do.
func (o *clipOverlay) depthTint(depth uint32, ramp []uint32) color.NRGBA {
	return along(ramp, math.Log1p(float64(depth))/math.Log1p(float64(max(1, o.deepest)))*float64(len(ramp)-1))
}

// boxShapes draws boxes on the device, in the colours of their depths.
func (o *clipOverlay) boxShapes(boxes compute.Buffer, camera Camera, peel uint32, half, strength float64) shapes {
	return func(ctx context.Context, to *vector.Figure) error {
		n := len(o.c.s.Elements)
		all, err := words(ctx, o.c.d, boxes, 0, 4*n)
		depths, err1 := words(ctx, o.c.d, o.depths, 0, n)
		ramp, err2 := words(ctx, o.c.d, o.ramp, 0, o.ramp.Len())
		if err := cmp.Or(err, err1, err2); err != nil {
			return err
		}
		for i, depth := range depths {
			b := clipseq.BoxOf([4]uint32(all[4*i:]))
			if b.Empty() || depth == shaders.PictureNone || depth > peel {
				continue
			}
			tint := o.depthTint(depth, ramp)
			tint.A = uint8(255 * strength)
			low, high := camera.place(b[0], b[1]), camera.place(b[2], b[3])
			to.Line(tint, 2*half, low, vector.Point{X: high.X, Y: low.Y}, high, vector.Point{X: low.X, Y: high.Y}, low)
		}
		return nil
	}
}

// lineShapes draws the lines of outlines on the device, in one colour or, for 0, in those of their depths.
func (o *clipOverlay) lineShapes(camera Camera, first, n int, tint uint32, half float64) shapes {
	return func(ctx context.Context, to *vector.Figure) error {
		all, err := words(ctx, o.c.d, o.lines, wordsOfLine*first, wordsOfLine*n)
		levels, err1 := words(ctx, o.c.d, o.levels, first, n)
		ramp, err2 := words(ctx, o.c.d, o.ramp, 0, o.ramp.Len())
		if err := cmp.Or(err, err1, err2); err != nil {
			return err
		}
		for i, depth := range levels {
			p, c := floats(all[wordsOfLine*i:][:wordsOfLine]), unpacked(tint)
			if tint == 0 {
				c = o.depthTint(depth, ramp)
			}
			to.Line(c, 2*half, camera.place(p[2], p[3]), camera.place(p[4], p[5]))
		}
		return nil
	}
}

func floats(words []uint32) (out []float32) {
	for _, w := range words {
		out = append(out, math.Float32frombits(w))
	}
	return out
}
