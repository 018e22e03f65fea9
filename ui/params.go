package ui

import (
	"math"
	"math/bits"

	"github.com/inkyblackness/imgui-go/v4"

	"kernelscope/compute"
)

// Widths of a parameter's label with a gap, and of its field, pixels of a plain display. The
// label needs as much in a narrow panel, where slider and field are smaller.
const (
	paramLabel = 70
	paramField = 70
)

// paramColumns returns where label, field and box of parameters are, in pixels.
func (u *UI) paramColumns() (label, field, auto float32) {
	auto = u.AutoColumn()
	field = auto - u.Whole(8) - u.Across(paramField)
	return field - u.Whole(paramLabel), field, auto
}

// Params builds the controls of some parameters: a slider, a field to type in, and a box that
// leaves the choice to the algorithm. id distinguishes lists in one panel. set is called with a
// value that a parameter allows on the device, or zero for the algorithm's choice. meaning,
// which may be nil, says more about the value.
func (u *UI) Params(id string, params []compute.ParamState, l compute.Limits, set func(name string, x uint32), meaning func(compute.ParamState) Meaning) {
	imgui.PushStyleVarVec2(imgui.StyleVarItemSpacing, imgui.Vec2{X: u.Whole(8), Y: u.Whole(2)})
	imgui.PushStyleVarVec2(imgui.StyleVarFramePadding, imgui.Vec2{X: u.Whole(8), Y: u.Whole(2)})
	defer imgui.PopStyleVarV(2)
	labelAt, fieldAt, autoAt := u.paramColumns()
	for _, p := range params {
		tip := p.Help + "\nIt is " + p.Rule(l)
		if p.Unit != "" && p.Choices == nil {
			tip += ", in " + p.Unit
		}
		tip += "."
		var m Meaning
		if meaning != nil {
			m = meaning(p)
		}
		tip += m.Tip
		id := "##" + p.Name + id
		width := labelAt - u.Whole(14+10)
		at := imgui.CursorScreenPos()
		imgui.SetNextItemWidth(width)
		if x := paramSlider(id, p, l); x != p.Value {
			set(p.Name, x)
		}
		u.Tip(tip)
		u.meaning(at, width, m, p, l)
		imgui.SameLineV(labelAt, -1)
		imgui.AlignTextToFramePadding()
		imgui.Text(p.Label)
		u.Tip(tip)
		imgui.SameLineV(fieldAt, -1)
		if x, typed := u.paramField(id+"=", p, l); typed {
			set(p.Name, x)
		}
		u.Tip(tip)
		imgui.SameLineV(autoAt, -1)
		auto := p.IsAuto
		if imgui.Checkbox("auto"+id, &auto) {
			if auto {
				set(p.Name, 0)
			} else {
				set(p.Name, p.Value)
			}
		}
		u.Tip(autoTip(p))
	}
}

// autoTip says what the box does.
func autoTip(p compute.ParamState) string {
	if p.IsAuto {
		return "Chosen: " + p.Text(p.Value) + ". " + p.Auto
	}
	return p.Auto
}

// Meaning says more about the value of a parameter.
type Meaning struct {
	Text  string // in the slider: the value in another unit; empty for none
	Tip   string // at the end of the tooltip
	Costs []Cost // that were measured, by value; drawn over the slider
}

// Cost is the time that was measured with a value of a parameter.
type Cost struct {
	Value uint32
	MS    float64
}

// meaning draws over a slider: measured times as a line, high for long ones, or the text where the knob is not.
func (u *UI) meaning(at imgui.Vec2, width float32, m Meaning, p compute.ParamState, l compute.Limits) {
	least, most := p.Bounds(l)
	share := func(x uint32) float32 {
		return float32(math.Log(float64(max(x, least))/float64(least)) / math.Log(float64(most)/float64(least)))
	}
	costs := m.Costs
	if len(costs) < 2 {
		imgui.PushFont(u.Small)
		size, x := imgui.CalcTextSize(m.Text, false, 0), at.X+u.Px(5)
		if share(p.Value) < 0.5 {
			x = at.X + width - u.Px(5) - size.X
		}
		u.Text(OnPanel(), x, at.Y+float32(int(imgui.FrameHeight()-size.Y)/2), Plain(u.Theme.Dim), m.Text)
		imgui.PopFont()
		return
	}
	low, high := math.Inf(1), 0.0
	for _, c := range costs {
		low, high = min(low, c.MS), max(high, c.MS)
	}
	edge, tall := u.Px(8), imgui.FrameHeight()-u.Px(6)
	point := func(c Cost) imgui.Vec2 {
		return imgui.Vec2{X: at.X + edge + min(1, share(c.Value))*(width-2*edge), Y: at.Y + u.Px(3) + tall*float32(1-(c.MS-low)/max(high-low, 1e-9))}
	}
	for i := range costs[1:] {
		OnPanel().AddLineV(point(costs[i]), point(costs[i+1]), imgui.Packed(Plain(u.Theme.Second)), u.Px(1.5))
	}
}

// paramSlider returns the value that a slider over all allowed values is set to: over the
// exponents of powers of two, and over other numbers on a logarithmic scale.
func paramSlider(id string, p compute.ParamState, l compute.Limits) uint32 {
	const flags = imgui.SliderFlagsAlwaysClamp | imgui.SliderFlagsNoInput
	least, most := p.Bounds(l)
	most = min(most, math.MaxInt32/2) // the widget's limit; the field takes more
	if !p.PowerOfTwo {
		x := int32(p.Value)
		imgui.SliderIntV(id, &x, int32(least), int32(most), " ", flags|imgui.SliderFlagsLogarithmic)
		return uint32(x)
	}
	exponent := int32(bits.Len32(p.Value) - 1)
	if !imgui.SliderIntV(id, &exponent, int32(bits.Len32(least)-1), int32(bits.Len32(most)-1), " ", flags) {
		return p.Value
	}
	return 1 << exponent
}

// paramField returns the value that is typed into the field, once it is entered. One that is
// not allowed is refused with the reason.
func (u *UI) paramField(id string, p compute.ParamState, l compute.Limits) (x uint32, typed bool) {
	text := p.Text(p.Value)
	imgui.SetNextItemWidth(u.Across(paramField))
	imgui.PushStyleVarVec2(imgui.StyleVarFramePadding, imgui.Vec2{X: u.Whole(3), Y: u.Whole(2.7)}) // as tall as the slider, with a smaller font
	imgui.PushFont(u.Mono)
	entered := u.TextField(id, "", &text, imgui.InputTextFlagsEnterReturnsTrue|imgui.InputTextFlagsAutoSelectAll)
	imgui.PopFont()
	imgui.PopStyleVar()
	if !entered {
		return 0, false
	}
	x, err := p.Parse(l, text)
	if err != nil {
		u.Do(Refuse{err.Error()})
	}
	return x, err == nil
}
