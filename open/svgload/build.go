package svgload

import (
	"errors"
	"image/color"
	"math"

	"kernelscope/scene/clipscene"
	"kernelscope/scene/clipseq"
)

// drawing converts a document to a scene.
type drawing struct {
	*document
	most                 limits
	visits, work, points int
	scene                *clipscene.Scene
	tolerance            float64 // pixels
	clipDepth            int
	first                *style                // inherited by the whole picture
	origins              map[originKey]uint32  // by tag and clip path
	areas                map[areaKey]uint32    // of clip paths
	means                map[int32]color.NRGBA // mean colours of gradients
	clipStyles           map[int32]clipStyle
	above                map[int32]*style // style inherited by a clip path
	open                 []bracket        // open brackets of the scene
}

// bracket is a begin without an end so far.
type bracket struct {
	begin int
	box   clipseq.Box // around all fills in it
}

func isLimit(err error) bool {
	var l *LimitError
	return errors.As(err, &l)
}

// count counts points.
func (d *drawing) count(points int) error {
	if d.points += points; d.points > d.most.points {
		return &LimitError{"points of paths", d.most.points}
	}
	return nil
}

// visit counts a tag that is drawn or measured, and its attributes.
func (d *drawing) visit() error {
	if d.visits++; d.visits > d.most.visits {
		return &LimitError{"tags to draw, each counted as often as it is used", d.most.visits}
	}
	if d.work > d.most.work {
		return &LimitError{"bytes of attributes to read, each counted as often as it is used", d.most.work}
	}
	return nil
}

// originKey is a tag and, for its clips, a clip path.
type originKey struct{ node, clip int32 }

func (d *drawing) origin(node, clip int32) uint32 {
	key := originKey{node, clip}
	o, ok := d.origins[key]
	if !ok {
		n := &d.nodes[node]
		from := clipscene.Origin{Tag: n.tag, ID: n.id, Line: int(n.line)}
		if clip != none {
			from.Clip = d.nodes[clip].id
		}
		o = uint32(len(d.scene.Origins))
		d.origins[key] = o
		d.scene.Origins = append(d.scene.Origins, from)
	}
	return o
}

// part appends an outline in pixels to the scene. Lines of fewer than three points have no area and
// are skipped.
func (d *drawing) part(o *outline, m matrix, rule clipscene.Rule, within uint32) error {
	s := d.scene
	p := clipscene.Part{FirstContour: uint32(len(s.Contours)), Within: within, Rule: rule}
	begin := len(s.Points)
	for _, l := range o.lines {
		first := len(s.Points)
		for _, v := range o.points[l.first:l.end] {
			at := m.apply(v)
			if !(math.Abs(at.x) <= clipscene.MaxCoordinate && math.Abs(at.y) <= clipscene.MaxCoordinate) {
				s.Points, s.Contours = s.Points[:begin], s.Contours[:p.FirstContour]
				return errFar
			}
			s.Points = append(s.Points, clipscene.Point{X: float32(at.x), Y: float32(at.y)})
		}
		if len(s.Points) > first+3 && s.Points[first] == s.Points[len(s.Points)-1] {
			s.Points = s.Points[:len(s.Points)-1]
		}
		if len(s.Points) < first+3 {
			s.Points = s.Points[:first]
			continue
		}
		s.Contours = append(s.Contours, clipscene.Contour{FirstPoint: uint32(first), EndPoint: uint32(len(s.Points))})
	}
	p.EndContour = uint32(len(s.Contours))
	s.Parts = append(s.Parts, p)
	return nil
}

var errFar = errors.New("a point is too far away")

const tooFar = "places further than 2^30 pixels: not drawn"

// fill appends a filled outline unless all of it is invisible.
func (d *drawing) fill(node int32, o *outline, m matrix, rule clipscene.Rule, c color.NRGBA) {
	if c.A == 0 || len(o.points) == 0 {
		return
	}
	s := d.scene
	points, contours, parts := len(s.Points), len(s.Contours), len(s.Parts)
	if err := d.part(o, m, rule, clipscene.None); err != nil {
		d.note(d.nodes[node].line, tooFar)
		return
	}
	area := d.scene.AddArea(parts, noArea)
	box := s.Areas[area].Box
	if box.Empty() {
		s.Points, s.Contours, s.Parts, s.Areas = s.Points[:points], s.Contours[:contours], s.Parts[:parts], s.Areas[:area]
		return
	}
	s.Elements = append(s.Elements, clipscene.Element{Kind: clipscene.Fill, Box: box, Area: area, Color: c, Origin: d.origin(node, none)})
	if len(d.open) > 0 {
		in := &d.open[len(d.open)-1]
		in.box = in.box.Union(box)
	}
}

// beginClip begins a clip of a tag. A clip at the edges of a nested picture has no clip path.
func (d *drawing) beginClip(node, clip int32, area uint32) {
	d.open = append(d.open, bracket{begin: len(d.scene.Elements)})
	d.scene.Elements = append(d.scene.Elements, clipscene.Element{
		Kind: clipscene.BeginClip, Box: d.scene.Areas[area].Box, Area: area, Origin: d.origin(node, clip),
	})
}

func (d *drawing) beginGroup(node int32, opacity float64) {
	d.open = append(d.open, bracket{begin: len(d.scene.Elements)})
	d.scene.Elements = append(d.scene.Elements, clipscene.Element{
		Kind: clipscene.BeginGroup, Color: color.NRGBA{A: byteOf(opacity)}, Origin: d.origin(node, none),
	})
}

// end closes the latest bracket. An empty group is dropped.
func (d *drawing) end() {
	s := d.scene
	b := d.open[len(d.open)-1]
	if d.open = d.open[:len(d.open)-1]; len(d.open) > 0 {
		in := &d.open[len(d.open)-1]
		in.box = in.box.Union(b.box)
	}
	e := s.Elements[b.begin]
	if e.Kind == clipscene.BeginGroup {
		if b.begin == len(s.Elements)-1 {
			s.Elements = s.Elements[:b.begin]
			return
		}
		e.Box = b.box
		s.Elements[b.begin] = e
	}
	e.Kind++
	s.Elements = append(s.Elements, e)
}
