package ui

import (
	"image/color"
	"math"
	"math/bits"

	"github.com/inkyblackness/imgui-go/v4"

	"kernelscope/internal/format"
)

// Histogram counts things by the logarithm of a value. A line separates those up to a value
// from those above it.
type Histogram struct {
	Name         string
	Counts       []int   // by Bin
	Least, Most  uint32  // values at the ends of the axis
	At           uint32  // where the line is; zero for none
	Below, Above Portion // of the line; Above alone where there is none
	Tip          string
	Set          func(x uint32) // is called with values that the line is dragged to
}

// Portion describes the things on one side of the line.
type Portion struct {
	Name   string
	Colour color.NRGBA
}

// Bin returns the bin of a value that is not zero: there are four from a power of two to the
// next, of equal widths.
func Bin(x uint32) int {
	octave := bits.Len32(x) - 1
	return 4*octave + int(uint64(x)<<2>>octave&3)
}

// binFrom returns where a bin begins.
func binFrom(bin int) float64 { return math.Ldexp(float64(4+bin&3)/4, bin>>2) }

// Histogram builds a histogram that fills the remaining room.
func (u *UI) Histogram(h Histogram) {
	imgui.PushFont(u.Small)
	defer imgui.PopFont()
	room, at, list := imgui.ContentRegionAvail(), imgui.CursorScreenPos(), OnPanel()
	line := imgui.TextLineHeight()
	low := imgui.Vec2{X: at.X, Y: at.Y + line + u.Whole(2)}
	high := imgui.Vec2{X: at.X + room.X, Y: at.Y + room.Y - line - u.Whole(6)}
	u.plotCaption(list, at, high.X, Plot{Name: h.Name, Bands: []Band{{Name: h.Below.Name, Colour: h.Below.Colour}, {Name: h.Above.Name, Colour: h.Above.Colour}}})
	Box(list, low, high, imgui.Packed(Plain(u.Theme.Chart)))
	inner := [2]float32{low.X + u.Whole(6), high.X - u.Whole(6)}
	from, to := math.Log2(float64(h.Least)), math.Log2(float64(h.Most))
	column := func(x float64) float32 {
		share := (math.Log2(max(x, 1)) - from) / max(1e-9, to-from)
		return float32(int(inner[0] + float32(max(0, min(1, share)))*(inner[1]-inner[0])))
	}
	u.histogramTicks(list, h, column, high)
	u.histogramBars(list, h, column, low, high)
	imgui.SetCursorScreenPos(low)
	imgui.InvisibleButton("##histogram", high.Minus(low))
	if !imgui.IsItemActive() {
		u.Tip(h.Tip)
	}
	if h.At == 0 || h.Set == nil {
		return
	}
	x, wide := column(float64(h.At)), u.Whole(1)
	Box(list, imgui.Vec2{X: x - wide, Y: low.Y}, imgui.Vec2{X: x + wide, Y: high.Y}, imgui.Packed(Plain(u.Theme.Text)))
	list.AddCircleFilledV(imgui.Vec2{X: x, Y: (low.Y + high.Y) / 2}, u.Px(4.5), imgui.Packed(Plain(u.Theme.Text)), 16)
	if imgui.IsItemActive() {
		share := float64(max(0, min(1, (imgui.MousePos().X-inner[0])/(inner[1]-inner[0]))))
		if to := uint32(math.Round(math.Exp2(from + share*(to-from)))); column(float64(to)) != x {
			h.Set(max(1, to))
		}
	}
}

// histogramTicks draws a line for each power of ten.
func (u *UI) histogramTicks(list List, h Histogram, column func(float64) float32, high imgui.Vec2) {
	free := float32(0) // from where there is room
	for v := 1.0; v <= float64(h.Most); v *= 10 {
		if v < float64(h.Least) {
			continue
		}
		label := format.Scale(v)
		x, width := column(v), imgui.CalcTextSize(label, false, 0).X
		list.AddLine(imgui.Vec2{X: x, Y: high.Y}, imgui.Vec2{X: x, Y: high.Y + u.Whole(3)}, imgui.Packed(Plain(u.Theme.Dim)))
		if left := min(x-width/2, high.X-width); left >= free {
			u.Text(list, left, high.Y+u.Whole(3), Faded(Plain(u.Theme.Dim), 0.8), label)
			free = left + width + u.Px(6)
		}
	}
}

// histogramBars draws the bins, those up to the line in another colour.
func (u *UI) histogramBars(list List, h Histogram, column func(float64) float32, low, high imgui.Vec2) {
	most := 1
	for _, n := range h.Counts {
		most = max(most, n)
	}
	edge := column(float64(h.At))
	for b, n := range h.Counts {
		if n == 0 {
			continue
		}
		left, right := column(binFrom(b)), column(binFrom(b+1))
		right = max(left+u.Whole(1), right-u.Whole(1)) // a gap
		top := high.Y - max(u.Whole(1), float32(int(float32(n)/float32(most)*(high.Y-low.Y-u.Px(6)))))
		part := func(from, to float32, c color.NRGBA) {
			if to > from {
				Box(list, imgui.Vec2{X: from, Y: top}, imgui.Vec2{X: to, Y: high.Y}, imgui.Packed(c))
			}
		}
		if h.At == 0 {
			part(left, right, h.Above.Colour)
			continue
		}
		part(left, min(right, edge), h.Below.Colour)
		part(max(left, edge), right, h.Above.Colour)
	}
}
