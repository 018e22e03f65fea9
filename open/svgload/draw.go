package svgload

import (
	"context"
	"fmt"
	"image/color"
	"math"
	"strings"

	"kernelscope/scene/clipscene"
	"kernelscope/scene/clipseq"
)

// Tolerance is the greatest distance in pixels between the polylines of a picture and their curves.
// For small pictures, which are shown enlarged, it is a 20,000th of the longer side.
const Tolerance = 1.0 / 40

const maxSide = 1 << 24 // pixels; float32 still distinguishes neighbours

// draw converts a document to a scene.
func draw(ctx context.Context, doc *document, most limits) (*clipscene.Scene, error) {
	d := &drawing{
		document: doc, most: most, tolerance: Tolerance, scene: &clipscene.Scene{},
		origins: map[originKey]uint32{}, areas: map[areaKey]uint32{}, means: map[int32]color.NRGBA{}, above: map[int32]*style{}, clipStyles: map[int32]clipStyle{},
	}
	m, size, err := d.page()
	if err != nil {
		return nil, d.at(0, err)
	}
	if s := max(size.x, size.y); s > 0 {
		d.tolerance = min(d.tolerance, s/20000)
	}
	w := &walk{drawing: d, ctx: ctx, state: drawn, scale: 1}
	if err := w.enter(0, m, d.first, vec{}, false); err != nil {
		return nil, d.at(0, err)
	}
	if err := w.run(); err != nil {
		return nil, err
	}
	if d.scene.Heavy() >= 0 {
		return nil, d.at(0, &LimitError{"shapes in one clip path, each counted as often as it is used", clipscene.MaxParts})
	}
	d.size(size)
	d.scene.Tolerance, d.scene.Notes = float32(d.tolerance), d.notes
	return d.scene, nil
}

// at adds the position to an error.
func (d *drawing) at(i int32, err error) error {
	if err == nil || strings.HasPrefix(err.Error(), "line ") {
		return err
	}
	return fmt.Errorf("line %d: %w", d.nodes[i].line, err)
}

// page returns the size of the picture, zero if the file does not specify it, and the matrix from
// its coordinates to pixels.
func (d *drawing) page() (m matrix, size vec, err error) {
	n := &d.nodes[0]
	box, boxed := viewBox(n.attr("viewBox"))
	if s := n.attr("viewBox"); s != "" && !boxed {
		d.note(n.line, "viewBox %q is not understood", short(s))
	}
	if size.x, err = d.side(n, "width"); err != nil {
		return m, size, err
	}
	if size.y, err = d.side(n, "height"); err != nil {
		return m, size, err
	}
	d.first = initial(vec{300, 150}) // CSS's default for pictures without a size
	if !boxed {
		if size.x > 0 && size.y > 0 {
			d.first.view = size
		}
		return identity, size, nil
	}
	switch {
	case size.x == 0 && size.y == 0:
		size = vec{box[2], box[3]}
	case size.x == 0:
		size.x = size.y * box[2] / box[3]
	case size.y == 0:
		size.y = size.x * box[3] / box[2]
	}
	if !(size.x <= maxSide && size.y <= maxSide && size.x > 1e-6 && size.y > 1e-6) {
		return m, size, fmt.Errorf("a picture of %g×%g pixels: sides are from 1e-6 to %d", size.x, size.y, maxSide)
	}
	d.first.view = vec{box[2], box[3]}
	aspect := n.attr("preserveAspectRatio")
	m, ok := fit(box, size, aspect)
	if !ok {
		d.note(n.line, "preserveAspectRatio %q is not understood", short(aspect))
	}
	return m, size, nil
}

// side returns the width or the height of the picture. It is zero if missing or a percentage, which
// would be relative to an unknown page.
func (d *drawing) side(n *node, name string) (float64, error) {
	s := n.attr(name)
	if s == "" || s == "auto" || strings.HasSuffix(strings.TrimSpace(s), "%") {
		return 0, nil
	}
	v, ok := length(s, 0)
	switch {
	case !ok:
		d.note(n.line, "%s: %q is not understood", name, short(s))
		return 0, nil
	case !(v > 1e-6 && v <= maxSide):
		return 0, fmt.Errorf("%s is %s: a picture's sides are from 1e-6 to %d pixels", name, short(s), maxSide)
	}
	return v, nil
}

// size sets the size of a picture without one to its contents' size.
func (d *drawing) size(size vec) {
	if size.x == 0 || size.y == 0 {
		var all clipseq.Box
		for _, e := range d.scene.Elements {
			if e.Kind == clipscene.Fill {
				all = all.Union(e.Box)
			}
		}
		reach := func(v float32) float64 { return math.Ceil(max(1, min(maxSide, float64(v)))) }
		if size.x == 0 {
			size.x = reach(all[2])
		}
		if size.y == 0 {
			size.y = reach(all[3])
		}
		d.note(d.nodes[0].line, "no width, height or viewBox: sized to its contents")
	}
	d.scene.Width, d.scene.Height = float32(size.x), float32(size.y)
}
