package view

import (
	"image/color"
	"strings"

	"github.com/inkyblackness/imgui-go/v4"

	"kernelscope/compute/clip"
	"kernelscope/families/clips/session"
	"kernelscope/internal/format"
	"kernelscope/ui"
)

// lines writes text with line breaks and cuts each line to a width.
func (u *panel) lines(list ui.List, x, y float32, c color.NRGBA, text string, width float32) {
	for line := range strings.SplitSeq(text, "\n") {
		u.Text(list, x, y, c, ui.Fitting(line, width))
		y += imgui.TextLineHeight() + u.Px(3)
	}
}

// tree draws the levels of lowest heights above the partitions, the root's children at the top, and
// the search for the link of the selected element.
func (v *stripView) tree() {
	t := v.run.Tree
	if t.Levels() == 0 {
		v.few()
		return
	}
	known := -1
	var phase session.Phase
	if v.s.Position > 0 {
		phase = v.run.Phases[v.s.Position-1]
		known = phase.Level
	}
	for level := range t.Levels() {
		v.level(level, level <= known, level == known && !phase.Links)
	}
	v.levelNames(known)
	if phase.Links {
		v.search()
	}
}

// few shows the link of the selected element when there are too few partitions for a tree.
func (v *stripView) few() {
	imgui.PushFont(v.Small)
	defer imgui.PopFont()
	v.Text(v.list, float32(v.a.above.Min.X), float32(v.a.above.Min.Y), ui.Plain(v.Theme.Dim),
		ui.Fitting("With so few partitions, each combines all before it without a tree. Lower \"few\" to build one.", float32(v.a.above.Dx())))
	if i := v.s.Element; i >= 0 && v.known(i) {
		if l := v.run.Result.Links[i]; l != clip.None && int(l)/v.run.Size != i/v.run.Size {
			v.arc(v.middle(i/v.run.Size), v.middle(int(l)/v.run.Size), ui.Plain(v.Theme.Good), 2)
		}
	}
}

// row returns the vertical extent of a level.
func (v *stripView) row(level int) (top, bottom float32) {
	levels := v.run.Tree.Levels()
	tall := min(v.Px(58), float32(v.a.above.Dy())/float32(levels+1))
	bottom = float32(int(float32(v.a.above.Max.Y) - v.Px(10) - float32(level)*tall))
	return bottom - float32(int(min(v.Px(28), tall*0.62))), bottom
}

// node returns the rectangle of a node.
func (v *stripView) node(level, node int) (low, high imgui.Vec2) {
	first, end := v.run.Tree.Span(node)
	left, _ := v.ends(first)
	_, right := v.ends(end - 1)
	top, bottom := v.row(level)
	return imgui.Vec2{X: float32(int(left)), Y: top}, imgui.Vec2{X: max(float32(int(right))-1, float32(int(left))+1), Y: bottom}
}

// level draws the known lowest heights of the nodes of a level.
func (v *stripView) level(level int, known, fresh bool) {
	t, c := v.run.Tree, v.columns()
	first, number := t.Level(level)
	const least = 2 // pixels of a visible node
	stride := max(1, int(float64(number)*v.panel.window.span/float64(v.n))*least/max(1, v.a.above.Dx()))
	imgui.PushFont(v.Small)
	defer imgui.PopFont()
	for k := 0; k < number; k += stride {
		low, high := v.node(level, first+k)
		if high.X < float32(v.a.above.Min.X) || low.X > float32(v.a.above.Max.X) {
			continue
		}
		if !known {
			v.outline(v.list, low, high, ui.Plain(v.Theme.Active))
			continue
		}
		height := t.Lowest(first + k)
		tint := v.heightColour(float64(height-int(c.least)) / float64(max(1, c.most-c.least)))
		ui.Box(v.list, low, high, imgui.Packed(tint))
		if fresh {
			v.outline(v.list, low, high, ui.Plain(v.Theme.Text))
		}
		text := format.Thousands(height)
		if size := imgui.CalcTextSize(text, false, 0); size.X+v.Px(4) < high.X-low.X && size.Y <= high.Y-low.Y {
			v.Text(v.list, (low.X+high.X-size.X)/2, (low.Y+high.Y-size.Y)/2, readableOn(tint), text)
		}
	}
}

// levelNames labels the rows.
func (v *stripView) levelNames(known int) {
	imgui.PushFont(v.Small)
	defer imgui.PopFont()
	top, _ := v.row(v.run.Tree.Levels() - 1)
	text := "lowest heights: of partitions below, of four nodes each above"
	if known < 0 {
		text = "no height is known yet; each partition is reduced separately"
	}
	v.Text(v.list, float32(v.a.above.Min.X), max(float32(v.a.above.Min.Y), top-v.Px(20)), ui.Plain(v.Theme.Dim), text)
}

// search shows the path of the search for a link: up while no node to the left is low enough, then
// down.
func (v *stripView) search() {
	i := v.s.Element
	if i < 0 {
		return
	}
	t, q := v.run.Tree, i/v.run.Size
	link := v.run.Result.Links[i]
	if link != clip.None && int(link)/v.run.Size == q {
		return // the link lies in the element's own partition
	}
	looks, _ := t.Search(q, int(v.s.Heights[i]))
	low, high := v.node(0, t.First+q)
	v.outline(v.list, low, high, ui.Plain(v.Theme.Text))
	place := func(low, high imgui.Vec2) imgui.Vec2 { // below the number
		return imgui.Vec2{X: (low.X + high.X) / 2, Y: low.Y + 0.8*(high.Y-low.Y)}
	}
	path := []imgui.Vec2{place(low, high)}
	for _, l := range looks {
		low, high := v.node(v.levelOf(l.Node), l.Node)
		c := lookColour
		if l.Lower {
			c = ui.Plain(v.Theme.Good)
		}
		v.outline(v.list, low, high, ui.Plain(v.Theme.Background))
		in := v.Whole(1)
		v.outline(v.list, imgui.Vec2{X: low.X + in, Y: low.Y + in}, imgui.Vec2{X: high.X - in, Y: high.Y - in}, c)
		path = append(path, place(low, high))
	}
	v.path(path, looks)
}

// path draws a search from node to node, with a dark outline that makes it visible on any
// background.
func (v *stripView) path(at []imgui.Vec2, looks []session.Look) {
	dark := imgui.Packed(ui.Plain(v.Theme.Background))
	for k := range looks {
		v.list.AddLineV(at[k], at[k+1], dark, v.Px(5))
	}
	for k, l := range looks {
		c := lookColour
		if l.Lower {
			c = ui.Plain(v.Theme.Good)
		}
		v.list.AddLineV(at[k], at[k+1], imgui.Packed(c), v.Px(2))
		v.list.AddCircleFilledV(at[k+1], v.Px(4.5), dark, 12)
		v.list.AddCircleFilledV(at[k+1], v.Px(3.5), imgui.Packed(c), 12)
	}
}

func (v *stripView) levelOf(node int) (level int) {
	for first := v.run.Tree.First; node < first; first = (first - 1) / 4 {
		level++
	}
	return level
}
