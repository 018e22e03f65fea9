package svgload

import (
	"kernelscope/scene/clipscene"
)

const noArea = clipscene.None

// areaKey has everything that the area of a clip path depends on.
type areaKey struct {
	node int32
	m    matrix
}

// clipStyle is the style that a clip path's children inherit, and the style of the clip path
// itself.
type clipStyle struct {
	*style
	own
}

// clip is the area of a clip path.
type clip struct {
	node int32
	area uint32
}

// clips returns the areas of a reference to a clip path: the area of the clip path and, in turn,
// the areas of the clip paths that it refers to. An invalid reference clips nothing. If ok is false,
// nothing of the referring tag is visible.
func (d *drawing) clips(n *node, ref string, m matrix, box func() (frame, error)) (list []clip, ok bool, err error) {
	defer func() {
		for _, c := range list {
			d.nodes[c.node].open &^= cutting
		}
	}()
	var around *frame
	for ref != "" && ref != "none" {
		i, found := d.clipPath(n, ref)
		if !found {
			break
		}
		n = &d.nodes[i]
		n.open |= cutting
		list = append(list, clip{node: i})
		at := m
		if n.attr("clipPathUnits") == "objectBoundingBox" {
			if around == nil {
				f, err := box()
				if err != nil {
					return list, false, err
				}
				around = &f
			}
			size := around.max.sub(around.min)
			if !(size.x > 0 && size.y > 0) {
				return list, false, nil
			}
			at = at.times(translate(around.min.x, around.min.y)).times(scale(size.x, size.y))
		}
		area, next, err := d.clipArea(i, at)
		if err != nil {
			return list, false, d.at(i, err)
		}
		list[len(list)-1].area, ref = area, next
	}
	return list, true, nil
}

// clipPath returns the clip path of a reference.
func (d *drawing) clipPath(n *node, ref string) (int32, bool) {
	name, _, ok := reference(ref)
	if !ok {
		d.note(n.line, "clip-path %q is not supported: drawn without", short(ref))
		return none, false
	}
	i, found := d.byID[name]
	switch {
	case !found || d.nodes[i].tag != "clipPath":
		d.note(n.line, "clip-path %q is not in the file: drawn without", short(ref))
		return none, false
	case d.nodes[i].open&cutting != 0:
		d.note(n.line, "clip path that refers to itself: drawn without that")
		return none, false
	}
	return i, true
}

// clipArea makes the area of a clip path and returns its reference to another one. The matrix maps
// its units to pixels.
func (d *drawing) clipArea(i int32, m matrix) (area uint32, ref string, err error) {
	n := &d.nodes[i]
	st, mine := d.clipStyle(i)
	key := areaKey{i, m}
	if area, ok := d.areas[key]; ok {
		return area, mine.clipPath, nil
	}
	if err := d.visit(); err != nil {
		return 0, "", err
	}
	if d.clipDepth++; d.clipDepth > maxChain {
		return 0, "", &LimitError{"clip paths in each other's children", maxChain}
	}
	defer func() { d.clipDepth-- }()
	m = d.move(n, m, mine.transform)
	var parts []clipscene.Part
	for c := n.first; c != none && !m.flat(); c = d.nodes[c].next {
		if parts, err = d.clipChild(parts, c, m, st); err != nil {
			return 0, "", err
		}
	}
	first := len(d.scene.Parts)
	d.scene.Parts = append(d.scene.Parts, parts...)
	area = d.scene.AddArea(first, noArea)
	d.areas[key] = area
	return area, mine.clipPath, nil
}

// clipChild appends the part of a child of a clip path, which is a shape or a use of one.
func (d *drawing) clipChild(parts []clipscene.Part, i int32, m matrix, parent *style) ([]clipscene.Part, error) {
	within := noArea
	for used := false; ; used = true {
		n := &d.nodes[i]
		if err := d.visit(); err != nil {
			return parts, err
		}
		st, mine := d.styleOf(n, parent)
		isUse := n.tag == "use" && !used
		switch {
		case n.tag == "title" || n.tag == "desc" || mine.noDisplay:
			return parts, nil
		case !isUse && !isShape(n.tag):
			d.note(n.line, "<%s> in a clip path: left out", short(n.tag))
			return parts, nil
		}
		m = d.move(n, m, mine.transform)
		if isUse {
			g := &geometry{d: d, n: n, view: st.view}
			m = m.times(translate(g.x("x"), g.y("y")))
		}
		if m.flat() {
			return parts, nil
		}
		var o outline
		var err error
		if !isUse {
			if o, err = d.shape(n, st, d.tolerance/m.stretch()); err != nil || st.hidden || len(o.points) == 0 {
				return parts, err
			}
		}
		cuts, ok, err := d.clips(n, mine.clipPath, m, func() (frame, error) { return o.frame(identity), nil })
		if !ok || err != nil {
			return parts, err
		}
		within = d.cut(cuts, within)
		if !isUse {
			return d.clipPart(parts, n, &o, m, st.clipRule, within)
		}
		name := n.attr("href")
		target, found := d.byID[trimHash(name)]
		if !found {
			d.note(n.line, "use of %q, which is not in the file: not drawn", short(name))
			return parts, nil
		}
		i, parent = target, st
	}
}

// cut combines several areas into their intersection.
func (d *drawing) cut(clips []clip, within uint32) uint32 {
	for _, c := range clips {
		a := d.scene.Areas[c.area]
		if within == noArea {
			within = c.area
			continue
		}
		a.Within = within
		within = uint32(len(d.scene.Areas))
		d.scene.Areas = append(d.scene.Areas, a)
	}
	return within
}

// clipPart removes a part from the end of the scene and returns it. The parts of an area must be
// contiguous, but the area of a child's own clip path may be made between them.
func (d *drawing) clipPart(parts []clipscene.Part, n *node, o *outline, m matrix, rule clipscene.Rule, within uint32) ([]clipscene.Part, error) {
	if err := d.part(o, m, rule, within); err != nil {
		d.note(n.line, tooFar)
		return parts, nil
	}
	last := len(d.scene.Parts) - 1
	parts = append(parts, d.scene.Parts[last])
	d.scene.Parts = d.scene.Parts[:last]
	return parts, nil
}

func trimHash(s string) string {
	if s != "" && s[0] == '#' {
		return s[1:]
	}
	return ""
}

// clipStyle returns the style of a clip path, which is independent of the referring tag.
func (d *drawing) clipStyle(i int32) (*style, own) {
	s, ok := d.clipStyles[i]
	if !ok {
		s.style, s.own = d.styleOf(&d.nodes[i], d.styleAbove(i))
		d.clipStyles[i] = s
	}
	return s.style, s.own
}

// styleAbove returns the style that a node inherits at its place in the file.
func (d *drawing) styleAbove(i int32) *style {
	var path []int32
	st := d.first
	for p := d.nodes[i].parent; p != none; p = d.nodes[p].parent {
		if known, ok := d.above[p]; ok {
			st = known
			break
		}
		path = append(path, p)
	}
	for j := len(path) - 1; j >= 0 && d.work <= d.most.work; j-- {
		st, _ = d.styleOf(&d.nodes[path[j]], st)
	}
	d.above[d.nodes[i].parent] = st
	return st
}
