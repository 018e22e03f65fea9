package svgload

import (
	"context"
	"errors"
	"slices"
	"strings"
)

// state is the processing state of a node. It detects references of a node to itself.
type state uint8

const (
	drawn state = 1 << iota
	measured
	cutting
)

// walk visits tags in painting order, each as often as it is used. It has an explicit stack, so
// that depth costs only memory.
type walk struct {
	*drawing
	ctx   context.Context
	state state // drawn or measured
	stack []level
	steps int
	scale float64 // additional scale at which everything is drawn
	frame frame   // around everything measured so far
}

// level is a tag whose children are being drawn.
type level struct {
	node, child int32 // the next child
	alone       bool  // only this child is drawn
	ends        int   // brackets to close at its end
	m           matrix
	st          *style
	size        vec // of a use: the size that it sets for its target
}

// run continues until the stack is empty.
func (w *walk) run() error {
	for len(w.stack) > 0 {
		s := &w.stack[len(w.stack)-1]
		child := s.child
		if child == none {
			for range s.ends {
				w.end()
			}
			w.nodes[s.node].open &^= w.state
			w.stack = w.stack[:len(w.stack)-1]
			continue
		}
		if s.child = w.nodes[child].next; s.alone {
			s.child = none
		}
		if w.steps++; w.steps%(1<<12) == 0 && w.ctx.Err() != nil {
			return w.ctx.Err()
		}
		if err := w.enter(child, s.m, s.st, s.size, w.nodes[s.node].tag == "use"); err != nil {
			return w.at(child, err)
		}
	}
	return nil
}

// push begins the children of a node.
func (w *walk) push(s level) {
	w.nodes[s.node].open |= w.state
	w.stack = append(w.stack, s)
}

// silent lists tags that draw nothing by themselves and are ignored without a note.
var silent = []string{"defs", "title", "desc", "metadata", "style", "clipPath", "linearGradient", "radialGradient",
	"pattern", "mask", "filter", "marker", "symbol", "view", "stop"}

// enter draws a tag or prepares to draw its children.
func (w *walk) enter(i int32, m matrix, parent *style, size vec, used bool) error {
	if err := w.visit(); err != nil {
		return err
	}
	n := &w.nodes[i]
	inside := n.tag == "g" || n.tag == "a" || n.tag == "svg" || n.tag == "switch" || n.tag == "use" || n.tag == "symbol" && used
	if !inside && !isShape(n.tag) {
		if !slices.Contains(silent, n.tag) {
			w.note(n.line, "<%s>: not drawn", short(n.tag))
		}
		return nil
	}
	st, mine := w.styleOf(n, parent)
	if mine.noDisplay || mine.opacity == 0 && w.state == drawn {
		return nil
	}
	m = w.move(n, m, mine.transform)
	if m.flat() {
		return nil
	}
	if !inside {
		return w.leaf(i, n, m, st, mine)
	}
	s := level{node: i, child: n.first, m: m, st: st}
	if n.tag == "svg" || n.tag == "symbol" {
		if ok, err := w.viewport(&s, n, size, mine); !ok || err != nil {
			return err
		}
	}
	s.choose(w, n)
	if w.state == drawn && s.child != none {
		ok, err := w.brackets(&s.ends, i, mine, s.m, func() (frame, error) { return w.measure(s) })
		if !ok || err != nil {
			return err
		}
	}
	w.push(s)
	return nil
}

// move applies a transformation to a matrix.
func (d *drawing) move(n *node, m matrix, s string) matrix {
	if s == "" {
		return m
	}
	t, ok := parseTransform(s)
	if !ok {
		d.note(n.line, "transform %q is not understood", short(s))
	}
	return m.times(t)
}

// choose selects the child that a use or a switch draws.
func (s *level) choose(w *walk, n *node) {
	switch n.tag {
	case "switch":
		s.alone = true
		for s.child != none && !w.suits(&w.nodes[s.child]) {
			s.child = w.nodes[s.child].next
		}
	case "use":
		g := &geometry{d: w.drawing, n: n, view: s.st.view}
		s.alone, s.child = true, w.target(n)
		s.m = s.m.times(translate(g.x("x"), g.y("y")))
		s.size = vec{-1, -1}
		if v, ok := g.length("width", g.view.x); ok {
			s.size.x = v
		}
		if v, ok := g.length("height", g.view.y); ok {
			s.size.y = v
		}
	}
}

// suits reports whether a switch accepts a child.
func (w *walk) suits(n *node) bool {
	language := n.attr("systemLanguage")
	return n.tag != "foreignObject" && n.attr("requiredExtensions") == "" && (language == "" || strings.HasPrefix(language, "en"))
}

// target returns the target of a use, or none.
func (w *walk) target(n *node) int32 {
	href := strings.TrimSpace(n.attr("href"))
	i, ok := w.byID[strings.TrimPrefix(href, "#")]
	switch {
	case href != "" && href[0] != '#':
		w.note(n.line, "use of another file: not drawn")
	case !ok:
		w.note(n.line, "use of %q, which is not in the file: not drawn", short(href))
	case w.nodes[i].open&w.state != 0:
		w.note(n.line, "use of an element that contains it: not drawn")
	default:
		return i
	}
	return none
}

// viewport sets up the coordinates of a nested picture and clips it at its edges. If ok is false,
// nothing of it is visible.
func (w *walk) viewport(s *level, n *node, size vec, mine own) (ok bool, err error) {
	if s.node == 0 && len(w.stack) == 0 {
		return true, nil // the outermost picture has been set up already
	}
	g := &geometry{d: w.drawing, n: n, view: s.st.view}
	at := vec{}
	if n.tag == "svg" {
		at = vec{g.x("x"), g.y("y")}
	}
	side := func(name string, used, whole float64) float64 {
		if used > 0 {
			return used
		}
		if v, ok := g.length(name, whole); ok {
			return v
		}
		return whole
	}
	span := vec{side("width", size.x, g.view.x), side("height", size.y, g.view.y)}
	if !(span.x > 0 && span.y > 0) {
		return false, nil
	}
	s.m = s.m.times(translate(at.x, at.y))
	if w.state == drawn && !mine.overflow {
		p := pen{}
		p.polyline([]float64{0, 0, span.x, 0, span.x, span.y, 0, span.y}, true)
		first := len(w.scene.Parts)
		if err := w.part(&p.outline, s.m, 0, noArea); err != nil {
			w.note(n.line, tooFar)
			return false, nil
		}
		w.beginClip(s.node, none, w.scene.AddArea(first, noArea))
		s.ends++
	}
	inner := *s.st
	inner.view = span
	if box, ok := viewBox(n.attr("viewBox")); ok {
		fitted, ok := fit(box, span, n.attr("preserveAspectRatio"))
		if !ok {
			w.note(n.line, "preserveAspectRatio %q is not understood", short(n.attr("preserveAspectRatio")))
		}
		s.m = s.m.times(fitted)
		inner.view = vec{box[2], box[3]}
	}
	s.st = &inner
	if s.m.flat() {
		return false, errFlat
	}
	return true, nil
}

// errFlat is the error of nested pictures that numbers cannot place.
var errFlat = errors.New("the picture is too small for its viewBox, together with the pictures around it")

// measure returns the frame around everything that a tag draws, in its own coordinates.
func (w *walk) measure(s level) (frame, error) {
	inner := &walk{drawing: w.drawing, ctx: w.ctx, state: measured, scale: s.m.stretch(), frame: noFrame}
	s.m, s.ends = identity, 0
	quiet := w.quiet
	w.quiet = true
	defer func() { w.quiet = quiet }()
	inner.push(s)
	err := inner.run()
	for _, s := range inner.stack { // clean-up after an error
		w.nodes[s.node].open &^= measured
	}
	return inner.frame, err
}

// leaf draws a shape.
func (w *walk) leaf(i int32, n *node, m matrix, st *style, mine own) error {
	tolerance := w.tolerance / (w.scale * m.stretch())
	o, err := w.shape(n, st, tolerance)
	if err != nil || len(o.points) == 0 {
		return err
	}
	if w.state == measured {
		f := o.frame(m)
		w.frame = w.frame.around(f.min).around(f.max)
		return nil
	}
	if err := w.insideShape(n); err != nil {
		return err
	}
	fills := st.fill.on && !st.hidden
	strokes := st.stroke.on && !st.hidden && st.pen.width > 0
	opacity := mine.opacity
	if fills && strokes {
		opacity = 1 // a group applies it to fill and stroke together
	} else {
		mine.opacity = 1
	}
	ends := 0
	ok, err := w.brackets(&ends, i, mine, m, func() (frame, error) { return o.frame(identity), nil })
	if !ok || err != nil {
		return err
	}
	if fills {
		w.fill(i, &o, m, st.fillRule, fade(st.fill.color, st.fillOpacity*opacity))
	}
	if strokes {
		area, solid := strokeOutline(&o, st.pen, tolerance, w.most.points-w.points)
		if err := w.count(len(area.points)); err != nil {
			return err
		}
		if solid {
			w.note(n.line, "more than %d dashes: drawn without gaps", maxDashes)
		}
		w.fill(i, &area, m, 0, fade(st.stroke.color, st.strokeOpacity*opacity))
	}
	for range ends {
		w.end()
	}
	return nil
}

// insideShape notes tags inside a shape that would change it, such as animations.
func (w *walk) insideShape(n *node) error {
	for c := n.first; c != none; c = w.nodes[c].next {
		if err := w.visit(); err != nil {
			return err
		}
		if in := &w.nodes[c]; !slices.Contains(silent, in.tag) {
			w.note(in.line, "<%s>: not drawn", short(in.tag))
		}
	}
	return nil
}

// brackets begins the clips and the group of a tag. If ok is false, nothing of the tag is visible.
func (w *walk) brackets(ends *int, i int32, mine own, m matrix, box func() (frame, error)) (ok bool, err error) {
	clips, ok, err := w.clips(&w.nodes[i], mine.clipPath, m, box)
	if !ok || err != nil {
		for range *ends { // of the viewport
			w.end()
		}
		return false, err
	}
	for _, c := range slices.Backward(clips) {
		w.beginClip(i, c.node, c.area)
		*ends++
	}
	if mine.opacity < 1 {
		w.beginGroup(i, mine.opacity)
		*ends++
	}
	return true, nil
}
