package svgload

import (
	"image/color"
	"slices"
	"strings"

	"kernelscope/scene/clipscene"
)

// paint is the colour of a fill or a stroke; the zero value is none.
type paint struct {
	color color.NRGBA
	on    bool
}

// style is the inherited style of a tag.
type style struct {
	fill, stroke               paint
	color                      color.NRGBA // value of currentColor
	fillOpacity, strokeOpacity float64
	fillRule, clipRule         clipscene.Rule
	pen                        stroke
	hidden                     bool
	view                       vec // size of the viewport, for percentages
}

// own is the style of a tag that its children do not inherit.
type own struct {
	opacity   float64
	noDisplay bool
	overflow  bool // nested pictures are not clipped
	clipPath  string
	transform string
}

func initial(view vec) *style {
	black := color.NRGBA{A: 255}
	return &style{
		fill: paint{black, true}, color: black, fillOpacity: 1, strokeOpacity: 1,
		pen: stroke{width: 1, miter: 4}, view: view,
	}
}

// styleOf returns the style of a node, given its parent's, and the part that is not
// inherited. It returns the parent's style if nothing changes.
func (d *drawing) styleOf(n *node, parent *style) (*style, own) {
	mine := own{opacity: 1}
	all := d.declarations(n, &d.work)
	st := parent
	change := func() {
		if st == parent {
			copied := *parent
			st = &copied
		}
	}
	for _, p := range all { // first, because other properties refer to it
		if p.name == "color" {
			if c, ok := parseColor(p.value, parent.color); ok {
				change()
				st.color = c
			}
		}
	}
	for _, p := range all {
		ok, value := true, strings.TrimSpace(p.value)
		if known, is := inherited[p.name]; !is {
			ok = d.alone(n, &mine, p.name, value)
		} else if change(); value == "inherit" {
			known.inherit(st, parent)
		} else {
			ok = known.read(d, n, st, value)
		}
		if ofFont(p.value) && (strings.HasPrefix(p.name, "stroke-") || slices.Contains(geometryNames, p.name)) {
			d.note(n.line, "lengths in em, ex or ch: of a font of 16 pixels")
		}
		if p.weight > 0 && slices.Contains(geometryNames, p.name) {
			d.note(n.line, "%s in a style: ignored; only attributes are supported", p.name)
		}
		if !ok && value != "" {
			d.note(n.line, "%s: %q is not understood", short(p.name), short(value))
		}
	}
	return st, mine
}

// property is an inherited property: how to parse it, and how to copy it from the parent for the
// value inherit.
type property struct {
	read    func(d *drawing, n *node, st *style, value string) bool
	inherit func(st, parent *style)
}

var inherited = map[string]property{
	"fill": {func(d *drawing, n *node, st *style, s string) (ok bool) {
		st.fill, ok = d.paint(n, s, st, st.fill)
		return ok
	},
		func(st, parent *style) { st.fill = parent.fill }},
	"stroke": {func(d *drawing, n *node, st *style, s string) (ok bool) {
		st.stroke, ok = d.paint(n, s, st, st.stroke)
		return ok
	},
		func(st, parent *style) { st.stroke = parent.stroke }},
	"fill-opacity": {func(_ *drawing, _ *node, st *style, s string) bool { return set(&st.fillOpacity, s, fraction) },
		func(st, parent *style) { st.fillOpacity = parent.fillOpacity }},
	"stroke-opacity": {func(_ *drawing, _ *node, st *style, s string) bool { return set(&st.strokeOpacity, s, fraction) },
		func(st, parent *style) { st.strokeOpacity = parent.strokeOpacity }},
	"fill-rule": {func(_ *drawing, _ *node, st *style, s string) bool {
		return choose(&st.fillRule, s, "nonzero", "evenodd")
	},
		func(st, parent *style) { st.fillRule = parent.fillRule }},
	"clip-rule": {func(_ *drawing, _ *node, st *style, s string) bool {
		return choose(&st.clipRule, s, "nonzero", "evenodd")
	},
		func(st, parent *style) { st.clipRule = parent.clipRule }},
	"stroke-linecap": {func(_ *drawing, _ *node, st *style, s string) bool {
		return choose(&st.pen.cap, s, "butt", "round", "square")
	},
		func(st, parent *style) { st.pen.cap = parent.pen.cap }},
	"stroke-linejoin": {func(_ *drawing, _ *node, st *style, s string) bool {
		return choose(&st.pen.join, s, "miter", "round", "bevel")
	},
		func(st, parent *style) { st.pen.join = parent.pen.join }},
	"stroke-width": {func(_ *drawing, _ *node, st *style, s string) bool { return set(&st.pen.width, s, st.notNegative) },
		func(st, parent *style) { st.pen.width = parent.pen.width }},
	"stroke-miterlimit": {func(_ *drawing, _ *node, st *style, s string) bool { return set(&st.pen.miter, s, miterLimit) },
		func(st, parent *style) { st.pen.miter = parent.pen.miter }},
	"stroke-dashoffset": {func(_ *drawing, _ *node, st *style, s string) bool { return set(&st.pen.offset, s, st.anyLength) },
		func(st, parent *style) { st.pen.offset = parent.pen.offset }},
	"stroke-dasharray": {func(_ *drawing, _ *node, st *style, s string) (ok bool) { st.pen.dashes, ok = st.dashes(s); return ok },
		func(st, parent *style) { st.pen.dashes = parent.pen.dashes }},
	"visibility": {func(_ *drawing, _ *node, st *style, s string) bool {
		st.hidden = s == "hidden" || s == "collapse"
		return true
	},
		func(st, parent *style) { st.hidden = parent.hidden }},
}

// ofFont reports whether a value ends in a unit relative to the font.
func ofFont(s string) bool {
	unit := strings.TrimLeft(s, "+-.0123456789")
	return len(unit) < len(s) && slices.Contains([]string{"em", "ex", "rem", "ch"}, unit)
}

// geometryNames are properties that SVG 2 also takes from styles.
var geometryNames = []string{"x", "y", "width", "height", "cx", "cy", "r", "rx", "ry", "x1", "y1", "x2", "y2", "d"}

// alone applies a property that is not inherited.
func (d *drawing) alone(n *node, mine *own, name, value string) (ok bool) {
	ok = true
	switch name {
	case "opacity":
		ok = set(&mine.opacity, value, fraction)
	case "display":
		mine.noDisplay = value == "none"
	case "overflow":
		mine.overflow = value == "visible" || value == "auto"
	case "clip-path":
		mine.clipPath = value
	case "transform":
		mine.transform = value
	case "mask", "mask-image":
		d.without(n, value, "masks: drawn without")
	case "filter":
		d.without(n, value, "filters: drawn without")
	case "marker", "marker-start", "marker-mid", "marker-end":
		d.without(n, value, "markers: not drawn")
	case "clip":
		if value != "auto" {
			d.note(n.line, "clip: ignored; only clip-path is supported")
		}
	case "vector-effect":
		d.without(n, value, "vector-effect: drawn without")
	case "transform-origin", "transform-box":
		d.note(n.line, "%s: transformed around the origin of the coordinates", name)
	case "paint-order":
		if value != "normal" {
			d.note(n.line, "paint-order: fill first, then stroke")
		}
	case "mix-blend-mode":
		if value != "normal" {
			d.note(n.line, "mix-blend-mode: painted over")
		}
	}
	return ok
}

// without notes that a property is ignored.
func (d *drawing) without(n *node, value, what string) {
	if value != "none" {
		d.note(n.line, "%s", what)
	}
}

// set parses a value and stores it if it is valid.
func set(to *float64, s string, read func(string) (float64, bool)) bool {
	v, ok := read(s)
	if ok {
		*to = v
	}
	return ok
}

// choose stores the index of a word in a list.
func choose[T ~uint8](to *T, s string, words ...string) bool {
	i := slices.Index(words, s)
	if i >= 0 {
		*to = T(i)
	}
	return i >= 0
}

// whole returns the reference length for percentages that are relative to neither the width nor the
// height.
func (st *style) whole() float64 { return st.view.length() / 1.4142135623730951 }

func (st *style) anyLength(s string) (float64, bool) { return length(s, st.whole()) }

func miterLimit(s string) (float64, bool) {
	v, ok := length(s, 1)
	return v, ok && v >= 1
}

func (st *style) notNegative(s string) (float64, bool) {
	v, ok := st.anyLength(s)
	return v, ok && v >= 0
}

// dashes parses a dash pattern. A pattern of odd length is repeated. A pattern of zeros counts as
// none.
func (st *style) dashes(s string) ([]float64, bool) {
	if s == "none" {
		return nil, true
	}
	list, ok := lengths(s, st.whole())
	sum := 0.0
	for _, v := range list {
		if v < 0 {
			return nil, false
		}
		sum += v
	}
	if !ok || sum == 0 {
		return nil, ok
	}
	if len(list)%2 == 1 {
		list = append(list, list...)
	}
	return list, true
}

// paint parses the paint of a fill or a stroke. It returns was if the value is invalid.
func (d *drawing) paint(n *node, s string, st *style, was paint) (paint, bool) {
	switch {
	case s == "none":
		return paint{}, true
	case strings.EqualFold(s, "currentColor"):
		return paint{st.color, true}, true
	case s == "context-fill" || s == "context-stroke":
		return was, false
	case strings.HasPrefix(s, "url("):
		return d.server(n, s, st), true
	}
	c, ok := parseColor(s, st.color)
	if !ok {
		return was, false
	}
	return paint{c, true}, true
}

// reference parses url(#name) or url('#name') and returns the text after it.
func reference(s string) (name, rest string, ok bool) {
	s, ok = strings.CutPrefix(s, "url(")
	if !ok {
		return "", s, false
	}
	name, rest, ok = strings.Cut(s, ")")
	name, local := strings.CutPrefix(strings.Trim(name, " \t\r\n\"'"), "#")
	return name, strings.TrimSpace(rest), ok && local
}
