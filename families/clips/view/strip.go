package view

import (
	"fmt"
	"image/color"
	"math"

	"github.com/inkyblackness/imgui-go/v4"

	"kernelscope/families/clips/session"
	"kernelscope/internal/format"
	"kernelscope/scene/clipseq"
	"kernelscope/ui"
)

// window is the visible part of the sequence, in elements.
type window struct {
	version    int // of the sequence
	from, span float64
}

// within keeps the window inside the sequence and wide enough to tell elements apart.
func (w *window) within(n int) {
	const least = 24
	w.span = max(min(least, float64(n)), min(float64(n), w.span))
	w.from = max(0, min(float64(n)-w.span, w.from))
}

// column summarizes the elements of a column of pixels.
type column struct {
	low, high int32
	kind      uint32 // the most frequent kind
}

// columns summarizes the elements of a window. It is computed once for each window and width.
type columns struct {
	window
	width       int
	first, n    int // the first element and their number
	of          []column
	least, most int32 // extreme heights
}

func (v *stripView) columns() *columns {
	w := v.panel.window
	first, end := int(w.from), min(v.n, int(math.Ceil(w.from+w.span)))
	n := end - first
	width := max(1, min(n, int(float32(v.a.strip.Dx())/max(1, float32(v.Scale())))))
	c := &v.panel.columns
	if c.window == w && c.width == width {
		return c
	}
	*c = columns{window: w, width: width, first: first, n: n, of: make([]column, width), least: v.s.Heights[first], most: v.s.Heights[first]}
	for i := range c.of {
		from, to := c.from(i), max(c.from(i)+1, c.from(i+1))
		x := column{low: v.s.Heights[from], high: v.s.Heights[from]}
		var kinds [3]int
		for k := from; k < to; k++ {
			x.low, x.high = min(x.low, v.s.Heights[k+1]), max(x.high, v.s.Heights[k+1])
			kinds[v.s.Sequence.Elements[k]&clipseq.KindMask]++
		}
		for kind, number := range kinds {
			if number > kinds[x.kind] {
				x.kind = uint32(kind)
			}
		}
		c.of[i] = x
		c.least, c.most = min(c.least, x.low), max(c.most, x.high)
	}
	return c
}

// from returns the first element of column i.
func (c *columns) from(i int) int { return c.first + i*c.n/c.width }

// column returns the left edge of column i.
func (v *stripView) column(i int) float32 {
	c := v.columns()
	return v.x(c.from(i))
}

// y returns the position of a height in the strip.
func (v *stripView) y(height int) float32 {
	c := v.columns()
	tall := float32(v.a.strip.Dy()) - v.Px(14)
	return float32(v.a.strip.Max.Y) - v.Px(4) - tall*float32(height-int(c.least))/float32(max(1, c.most-c.least))
}

// profile draws the height before each element: the number of pushes minus the number of pops.
func (v *stripView) profile() {
	u, c, r := v.panel, v.columns(), v.a.strip
	v.list.AddRectFilledV(ui.Vec(r.Min), ui.Vec(r.Max), imgui.Packed(ui.Plain(v.Theme.Chart)), 0, 0)
	v.band()
	base := v.y(int(max(0, c.least)))
	thick := max(1, u.Whole(1.4))
	for i, x := range c.of {
		left, right := v.column(i), v.column(i+1)
		tint := u.heightColour(float64(x.high-c.least) / float64(max(1, c.most-c.least)))
		high, low := v.y(int(x.high)), v.y(int(x.low))
		ui.Box(v.list, imgui.Vec2{X: left, Y: min(high, base)}, imgui.Vec2{X: right, Y: max(low, base)}, imgui.Packed(ui.Faded(tint, 0.28)))
		ui.Box(v.list, imgui.Vec2{X: left, Y: float32(int(high))}, imgui.Vec2{X: right, Y: float32(int(low)) + thick}, imgui.Packed(tint))
	}
	imgui.PushFont(u.Small)
	u.Backed(v.list, float32(r.Min.X)+u.Px(6), float32(r.Min.Y)+u.Px(4), ui.Plain(u.Theme.Dim), fmt.Sprintf("height: pushes less pops, %s to %s", format.Thousands(c.least), format.Thousands(c.most)))
	imgui.PopFont()
	v.lowestLine()
}

// lowestLine draws the shown partition's lowest height, or the bottom of its snapshot, as a line back
// to the target of its back-link: the last earlier partition that goes lower.
func (v *stripView) lowestLine() {
	if v.s.Shown < 0 || v.run.Tree != nil || v.s.States[v.s.Shown] < session.Linked {
		return
	}
	p := v.run.Partitions[v.s.Shown]
	_, right := v.ends(v.s.Shown)
	left := float32(v.a.strip.Min.X)
	if p.Back >= 0 {
		_, left = v.ends(p.Back)
	}
	lowest := p.Lowest
	if v.hasSnapshots() {
		if p.Back < 0 {
			return // the snapshot has the whole stack
		}
		lowest = int(v.s.Heights[min(v.n, (v.s.Shown+1)*v.run.Size)]) - v.run.Size
	}
	y := float32(int(v.y(lowest)))
	for x := left; x < right; x += v.Px(7) {
		ui.Box(v.list, imgui.Vec2{X: x, Y: y}, imgui.Vec2{X: min(right, x+v.Px(4)), Y: y + max(1, v.Whole(1))}, imgui.Packed(linkColour))
	}
}

// kindColours are the colours of leaves, pushes and pops.
var kindColours = [...]color.NRGBA{
	clipseq.Leaf: {0x9A, 0xA3, 0xAB, 0xFF}, clipseq.Push: {0x3D, 0xDC, 0x97, 0xFF}, clipseq.Pop: {0xFF, 0x8A, 0x65, 0xFF},
}

func (v *stripView) kindStrip() {
	c, r := v.columns(), v.a.kinds
	for i := 0; i < c.width; {
		end := i + 1
		for end < c.width && c.of[end].kind == c.of[i].kind {
			end++
		}
		left, right := v.column(i), v.column(end)
		ui.Box(v.list, imgui.Vec2{X: left, Y: float32(r.Min.Y) + v.Whole(2)}, imgui.Vec2{X: right, Y: float32(r.Max.Y)}, imgui.Packed(kindColours[c.of[i].kind]))
		i = end
	}
}

// band marks the elements of the partition that is shown.
func (v *stripView) band() {
	if v.s.Shown < 0 {
		return
	}
	left, right := v.ends(v.s.Shown)
	ui.Box(v.list, imgui.Vec2{X: left, Y: float32(v.a.strip.Min.Y)}, imgui.Vec2{X: max(right, left+1), Y: float32(v.a.strip.Max.Y)},
		imgui.Packed(color.NRGBA{0xFF, 0xFF, 0xFF, 0x16}))
}

// overview shows which part of the sequence is visible, unless all of it is.
func (v *stripView) overview() {
	w, r := v.panel.window, v.a.kinds
	if w.span >= float64(v.n) {
		return
	}
	x := func(element float64) float32 { return float32(r.Min.X) + float32(float64(r.Dx())*element/float64(v.n)) }
	y, thick := float32(r.Max.Y)+v.Whole(1), v.Whole(3)
	ui.Box(v.list, imgui.Vec2{X: float32(r.Min.X), Y: y}, imgui.Vec2{X: float32(r.Max.X), Y: y + thick}, imgui.Packed(ui.Plain(v.Theme.Field)))
	ui.Box(v.list, imgui.Vec2{X: x(w.from), Y: y}, imgui.Vec2{X: max(x(w.from+w.span), x(w.from)+v.Px(3)), Y: y + thick}, imgui.Packed(ui.Plain(v.Theme.Text)))
}
