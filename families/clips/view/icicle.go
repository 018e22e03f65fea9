package view

import (
	"fmt"
	"image"
	"image/color"
	"math"

	"github.com/inkyblackness/imgui-go/v4"

	"kernelscope/compute/clip"
	"kernelscope/families/clips/session"
	"kernelscope/internal/format"
	"kernelscope/render/input"
	"kernelscope/scene/clipseq"
	"kernelscope/ui"
)

// bar is a push with all that is in it, as wide as its elements. A bar without a push stands for several that are too narrow.
type bar struct {
	depth       int // the height before it: pushes around it less pops that close nothing
	left, right float32
	push        int // the element, or -1
}

// bars are the bars of a window. They are found once for each window and area.
type bars struct {
	window
	area image.Rectangle
	top  int // depth of the first row
	tall float32
	of   []bar
	more bool // there are deeper rows than fit
}

// icicleView draws the tree of pushes: each row is a depth, and a push is above what it contains.
type icicleView struct{ stripView }

// icicle shows the tree. A click on a bar shows it in full width, and zooms in where bars are too narrow.
func (u *panel) icicle(s state, in input.Frame) {
	all, list := u.area(s), u.OnPicture()
	v := icicleView{stripView{panel: u, s: s, lane: -1, run: s.Run, list: list, n: len(s.Sequence.Elements)}}
	if v.run == nil || v.n == 0 {
		u.Centred(list, all, "There are no pushes.")
		return
	}
	px := func(x float32) int { return int(u.Whole(x)) }
	v.a.header = image.Rect(all.Min.X, all.Min.Y, all.Max.X, min(all.Max.Y, all.Min.Y+px(46)))
	v.a.strip = image.Rect(all.Min.X, v.a.header.Max.Y, all.Max.X, all.Max.Y-px(48))
	v.a.kinds = image.Rect(all.Min.X, v.a.strip.Max.Y+px(4), all.Max.X, v.a.strip.Max.Y+px(12))
	if v.a.strip.Dx() < 8 || v.a.strip.Dy() < 8 {
		return // too small
	}
	if u.window.version != s.Version {
		u.window = window{version: s.Version, span: float64(v.n)}
	}
	v.header()
	b := v.bars()
	v.draw(b)
	v.kindStrip()
	v.overview()
	v.note(b)
	v.choose(b, in)
	u.hint(s, []ui.Help{{Key: "click", Does: "zoom to a push"}, {Key: "wheel", Does: "zoom"}, {Key: "drag", Does: "move"}, {Key: "F", Does: "all elements"}, {Key: "P", Does: "picture"}})
}

// bars returns the bars of the window.
func (v *icicleView) bars() *bars {
	b := &v.panel.bars
	if b.window == v.panel.window && b.area == v.a.strip {
		return b
	}
	c := v.columns()
	const above = 2 // rows of the pushes around the window
	*b = bars{window: v.panel.window, area: v.a.strip, top: max(-int(v.run.Result.Pops), int(c.least)-above)}
	deepest := int(c.most)
	b.tall = max(v.Whole(14), min(v.Whole(40), float32(v.a.strip.Dy())/float32(max(1, deepest-b.top))))
	rows := min(max(0, deepest-b.top), int(float32(v.a.strip.Dy())/b.tall))
	b.more = b.top+rows < deepest
	around := v.around(c.first, b.top+rows)
	for depth := b.top; depth < b.top+rows; depth++ {
		v.level(b, depth, around)
	}
	return b
}

// around returns the pushes that are open before an element, by depth, down to a depth.
func (v *icicleView) around(element, deepest int) map[int]int {
	out := map[int]int{}
	depth := int(v.s.Heights[element])
	for i := v.run.Result.Links[element]; i != clip.None; i = v.run.Result.Links[i] {
		if depth--; depth < deepest {
			out[depth] = int(i)
		}
	}
	return out
}

// level appends the bars of a depth. An element belongs to one if the height before or after it is greater. Elements that share a
// column of pixels are summarized: a column lower than that somewhere is a border of bars.
func (v *icicleView) level(b *bars, depth int, around map[int]int) {
	c, least := v.columns(), v.Px(5)
	begin, push := float32(math.NaN()), -1 // of the bar that is open
	closeAt := func(x float32) {
		if begin != begin {
			return
		}
		last := len(b.of) - 1
		switch {
		case x-begin >= least:
			b.of = append(b.of, bar{depth, begin, x, push})
		case last >= 0 && b.of[last].depth == depth && b.of[last].push < 0 && begin-b.of[last].right < v.Px(2):
			b.of[last].right = x
		default:
			b.of = append(b.of, bar{depth, begin, x, -1})
		}
		begin = float32(math.NaN())
	}
	openAt := func(x float32, element int) { begin, push = x, element }
	for i, x := range c.of {
		from, to := c.from(i), c.from(i+1)
		left, right := v.column(i), v.column(i+1)
		starts, ends := int(v.s.Heights[from]) <= depth, int(v.s.Heights[to]) <= depth
		switch {
		case int(x.high) <= depth:
			closeAt(left)
		case to-from == 1 && starts:
			closeAt(left)
			openAt(left, from)
			if ends {
				closeAt(right)
			}
		case int(x.low) > depth || to-from == 1:
			if begin != begin {
				openAt(left, v.pushBefore(from, c.first, depth, around))
			}
			if ends {
				closeAt(right)
			}
		default: // borders in the column
			closeAt(left)
			openAt(left, -1)
			closeAt(right)
		}
	}
	closeAt(v.column(c.width))
}

// pushBefore returns the last push at a depth before an element that is in it.
func (v *icicleView) pushBefore(element, first, depth int, around map[int]int) int {
	for k := element - 1; k >= first; k-- {
		if int(v.s.Heights[k]) <= depth {
			return k
		}
	}
	if push, ok := around[depth]; ok {
		return push
	}
	return -1
}

// draw draws the bars, with their bracket and place where they are wide enough.
func (v *icicleView) draw(b *bars) {
	r := v.a.strip
	v.list.AddRectFilledV(ui.Vec(r.Min), ui.Vec(r.Max), imgui.Packed(ui.Plain(v.Theme.Chart)), 0, 0)
	v.list.PushClipRect(ui.Vec(r.Min), ui.Vec(r.Max))
	imgui.PushFont(v.Small)
	for _, x := range b.of {
		low := imgui.Vec2{X: float32(int(x.left)), Y: float32(r.Min.Y) + float32(x.depth-b.top)*b.tall}
		high := imgui.Vec2{X: max(low.X+1, float32(int(x.right))-v.gap(x)), Y: low.Y + b.tall - v.Whole(1)}
		c := v.depthColour(x.depth+int(v.run.Result.Pops), v.s.Depth)
		if x.push < 0 {
			c = ui.Faded(c, 0.45)
		}
		ui.Box(v.list, low, high, imgui.Packed(c))
		if x.push >= 0 && x.push == v.s.Element {
			v.outline(v.list, low, high, ui.Plain(v.Theme.Text))
		}
		v.label(x, low, high, c)
	}
	imgui.PopFont()
	v.list.PopClipRect()
}

// gap returns the pixels between a bar and the next one.
func (v *icicleView) gap(x bar) float32 {
	if x.push < 0 {
		return 0
	}
	return v.Whole(1)
}

// label writes the longest text about a bar that fits.
func (v *icicleView) label(x bar, low, high imgui.Vec2, c color.NRGBA) {
	if x.push < 0 {
		return
	}
	texts := []string{v.mark(x.push)}
	if o := v.s.Sequence.Origins; o != nil {
		texts = append([]string{fmt.Sprintf("%s %v", v.mark(x.push), o[x.push])}, texts...)
	} else {
		texts = append([]string{fmt.Sprintf("%s %s", v.mark(x.push), format.Thousands(x.push))}, texts...)
	}
	for _, text := range texts {
		left := max(low.X, float32(v.a.strip.Min.X)) + v.Px(4)
		if size := imgui.CalcTextSize(text, false, 0); left+size.X+v.Px(3) <= high.X {
			v.Text(v.list, left, (low.Y+high.Y-size.Y)/2, readableOn(c), text)
			return
		}
	}
}

// note says what the rows are, and which of them do not fit.
func (v *icicleView) note(b *bars) {
	text := fmt.Sprintf("a bar is a push and all that is in it; the first row is depth %s", format.Thousands(b.top))
	if b.more {
		text += ", and there are deeper rows: zoom in"
	}
	imgui.PushFont(v.Small)
	v.Text(v.list, float32(v.a.strip.Min.X), float32(v.a.kinds.Max.Y)+v.Px(6), ui.Plain(v.Theme.Dim), text)
	imgui.PopFont()
}

// choose describes the bar under the mouse, and shows it in full width on a click. Of narrow ones it shows an eighth of the window.
func (v *icicleView) choose(b *bars, in input.Frame) {
	at := image.Pt(int(in.X), int(in.Y))
	if v.OverPanel() {
		at = image.Pt(-1, -1)
	}
	hit, isNarrow := -1, false
	if at.In(v.a.strip) {
		depth := b.top + int((float32(in.Y)-float32(v.a.strip.Min.Y))/b.tall)
		for _, x := range b.of {
			if x.depth == depth && float32(in.X) >= x.left && float32(in.X) < x.right {
				if hit, isNarrow = x.push, x.push < 0; hit >= 0 {
					v.hoverElement(hit, fmt.Sprintf("%s\ndepth: %s", v.aboutElement(hit), format.Thousands(x.depth)))
				}
			}
		}
	}
	v.move(in, at.In(v.a.strip) || at.In(v.a.kinds), func() {
		w := &v.panel.window
		switch middle := float64(v.at(in.X)); {
		case hit >= 0:
			v.Do(session.SelectElement{Element: hit})
			w.from, w.span = float64(hit), float64(v.end(hit)-hit)
		case isNarrow:
			w.span /= 8
			w.from = middle - w.span/2
		}
		w.within(v.n)
	})
}

// end returns the element after the pop of a push, or after the last element.
func (v *icicleView) end(push int) int {
	depth := v.s.Heights[push]
	for k := push + 1; k < v.n; k++ {
		if v.s.Sequence.Elements[k]&clipseq.KindMask == clipseq.Pop && v.s.Heights[k+1] <= depth {
			return k + 1
		}
	}
	return v.n
}
