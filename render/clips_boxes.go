package render

import (
	"math"
	"slices"

	"kernelscope/compute"
	"kernelscope/compute/gpu/draw"
	"kernelscope/scene/clipscene"
	"kernelscope/shaders"
)

type clipBoxesArgs struct {
	Boxes, Depths, Ramp compute.Buffer
	Centre, Rest        [2]float32
	Middle              [2]float32
	Scale               float32
	HalfWidth           float32 // half the width of a line in pixels
	Strength            float32
	Deepest             uint32
	Peel                uint32
}

type clipOutlineArgs struct {
	Lines, Depths, Ramp compute.Buffer
	Centre, Rest        [2]float32
	Middle              [2]float32
	Scale               float32
	HalfWidth           float32
	Deepest             uint32
	Tint                uint32 // 0 for the colours of depths
}

var (
	clipBoxes   = draw.NewDrawing[clipBoxesArgs]("picture_boxes", "picture_line", draw.Vertex{})
	clipOutline = draw.NewDrawing[clipOutlineArgs]("picture_outline", "picture_line", draw.Vertex{})
)

// boxVertices is the number of vertices for the four sides of a box, each two triangles.
// lineVertices is that for a line, which is given by four points, including its neighbours.
const (
	lineVertices = 6
	boxVertices  = 4 * lineVertices
	wordsOfLine  = 8
)

// clipOverlay draws boxes and outlines on the picture of a scene.
type clipOverlay struct {
	c       *Clips
	ramp    compute.Buffer
	depths  compute.Buffer // depths of elements; ends have no box and no depth
	deepest uint32

	hover   int            // element whose chain is in lines
	lines   compute.Buffer // x and y of the two points of each line and of their neighbours: lines of the clips first, then of the element
	levels  compute.Buffer // depths of the elements of these lines
	ofClips int            // number of the clips' lines
	all     int
}

func newClipOverlay(c *Clips) (*clipOverlay, error) {
	o := &clipOverlay{c: c, hover: -1}
	var words []uint32
	for _, tint := range c.theme.Depths {
		words = append(words, packed(tint))
	}
	o.ramp = c.d.NewBuffer("colours of depths", len(words))
	c.d.Write(o.ramp, 0, words)
	depths := slices.Clone(c.depths)
	for i, e := range c.s.Elements {
		if e.Kind.Pops() {
			depths[i] = shaders.PictureNone
		} else {
			o.deepest = max(o.deepest, depths[i])
		}
	}
	o.depths = c.d.NewBuffer("depths of boxes", len(depths))
	c.d.Write(o.depths, 0, depths)
	return o, c.d.Err()
}

func (o *clipOverlay) release() {
	if o == nil {
		return
	}
	for _, b := range []compute.Buffer{o.ramp, o.depths, o.lines, o.levels} {
		if b != nil {
			b.Release()
		}
	}
}

// calls returns the draw calls that the look adds to the picture.
func (o *clipOverlay) calls(camera Camera, l ClipLook) (calls []draw.Call) {
	if l.OwnBoxes {
		calls = append(calls, o.boxes(o.c.clips.Boxes, camera, l, 0.5, 0.4))
	}
	if l.ResolvedBoxes {
		calls = append(calls, o.boxes(o.c.clips.Resolved, camera, l, 0.8, 0.9))
	}
	o.point(l.Hover)
	if o.all > 0 {
		v := o.c.view(camera, l)
		line := func(first, n int, tint uint32, half float64) {
			if n == 0 {
				return
			}
			c := clipOutline.Call(clipOutlineArgs{
				Lines: o.lines, Depths: o.levels, Ramp: o.ramp, Centre: v.Centre, Rest: v.Rest, Middle: v.Middle, Scale: v.Scale,
				HalfWidth: float32(half * l.Ratio), Deepest: max(1, o.deepest), Tint: tint,
			})
			c.Vertices, c.Instances, c.FirstInstance = lineVertices, n, first
			c.Shapes = o.lineShapes(camera, first, n, tint, half*l.Ratio)
			calls = append(calls, c)
		}
		t := o.c.theme
		line(0, o.all, packed(t.Background), 2.2)
		line(0, o.ofClips, 0, 1)
		line(o.ofClips, o.all-o.ofClips, packed(t.Source), 1.2)
	}
	return calls
}

// boxes draws the outline of the box of each element.
func (o *clipOverlay) boxes(boxes compute.Buffer, camera Camera, l ClipLook, half, strength float64) draw.Call {
	v := o.c.view(camera, l)
	c := clipBoxes.Call(clipBoxesArgs{
		Boxes: boxes, Depths: o.depths, Ramp: o.ramp, Centre: v.Centre, Rest: v.Rest, Middle: v.Middle, Scale: v.Scale,
		HalfWidth: float32(half * l.Ratio), Strength: float32(strength), Deepest: max(1, o.deepest), Peel: v.Peel,
	})
	c.Vertices, c.Instances, c.Shapes = boxVertices, len(o.c.s.Elements), o.boxShapes(boxes, camera, v.Peel, half*l.Ratio, strength)
	return c
}

// point makes the outlines of an element and of the clips around it. If there are too many, it
// omits the outermost clips.
func (o *clipOverlay) point(element int) {
	if element == o.hover {
		return
	}
	o.hover, o.ofClips, o.all = element, 0, 0
	if element < 0 || element >= len(o.c.s.Elements) {
		return
	}
	const maxLines = 1 << 18
	var words, levels []uint32
	outline := func(i int) {
		if e := o.c.s.Elements[i]; e.Kind == clipscene.Fill || e.Kind == clipscene.BeginClip {
			words = o.outline(words, e.Area)
			levels = append(levels, slices.Repeat([]uint32{o.c.depths[i]}, len(words)/wordsOfLine-len(levels))...)
		}
	}
	for _, i := range o.c.Chain(element) {
		if len(levels) < maxLines {
			outline(i)
		}
	}
	o.ofClips = len(levels)
	outline(element)
	if o.all = len(levels); o.all == 0 {
		return
	}
	if o.lines == nil || o.levels.Len() < o.all {
		if o.lines != nil {
			o.lines.Release()
			o.levels.Release()
		}
		room := o.all + o.all/2
		o.lines, o.levels = o.c.d.NewBuffer("outlines", wordsOfLine*room), o.c.d.NewBuffer("depths of outlines", room)
	}
	o.c.d.Write(o.lines, 0, words)
	o.c.d.Write(o.levels, 0, levels)
}

// outline appends the sides of an area, without those of the areas that clip it.
func (o *clipOverlay) outline(words []uint32, area uint32) []uint32 {
	s, a := o.c.s, o.c.s.Areas[area]
	for _, p := range s.Parts[a.FirstPart:a.EndPart] {
		for _, c := range s.Contours[p.FirstContour:p.EndContour] {
			points := slices.Compact(slices.Clone(s.Points[c.FirstPoint:c.EndPoint]))
			if n := len(points); n > 1 && points[0] == points[n-1] {
				points = points[:n-1]
			}
			for i := range points {
				for k := range 4 {
					p := points[(i+k)%len(points)]
					words = append(words, math.Float32bits(p.X), math.Float32bits(p.Y))
				}
			}
		}
	}
	return words
}
