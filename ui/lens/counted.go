package lens

import (
	"image/color"
	"slices"

	"github.com/inkyblackness/imgui-go/v4"

	"kernelscope/report/inside"
	"kernelscope/ui"
)

// SetCounted counts executions, instructions and lanes on the device of the window, or on the interpreter.
type SetCounted struct{ OnDevice bool }

func (SetCounted) Action() {}

// counters chooses where lines are counted.
func (p *Panel) counters(u *ui.UI) {
	u.Flow(210)
	imgui.AlignTextToFramePadding()
	u.Dimmed("counted by")
	for i, c := range []struct{ name, tip string }{
		{"interpreter", "The interpreter counts (C)."},
		{"this device", "The device executes the dispatch with counters and without, and counts executions, instructions and lanes, in its own subgroups. All other columns stay a model: 32-byte sectors, 32 banks (C)."},
	} {
		imgui.SameLine()
		ink, ground := ui.Plain(u.Theme.Dim), color.NRGBA{}
		if isDevice := p.Count.Device != nil; isDevice == (i == 1) {
			ink, ground = ui.Plain(u.Theme.Text), ui.Plain(u.Theme.Active)
		}
		imgui.PushStyleColor(imgui.StyleColorButton, ui.Vec4(ground))
		u.Coloured(ink, func() {
			if imgui.Button(c.name) && (p.Count.Device != nil) != (i == 1) {
				u.Do(SetCounted{i == 1})
			}
		})
		imgui.PopStyleColor()
		u.Tip(c.tip)
	}
}

// countedBy says where a column comes from, if a device has counted.
func (p *Panel) countedBy(c inside.Column) string {
	switch {
	case p.Count.Device == nil:
		return ""
	case c.Name == inside.Columns[0].Name:
		return "Its instructions are counted by the device, and the rest is a model. "
	case c.Model:
		return "It stays a model: 32-byte sectors, 32 banks. "
	}
	return "The device has counted it. "
}

// models marks the columns that stay a model, if a device has counted.
func (p *Panel) models(u *ui.UI, l columns, at imgui.Vec2) {
	first := slices.IndexFunc(p.sheet.shown, func(k int) bool { return inside.Columns[k].Model })
	if p.Count.Device == nil || first < 1 {
		return
	}
	left, right, y := at.X+l.right[first-1]+u.Whole(10), at.X+l.right[len(l.right)-1], at.Y-u.Whole(1)
	c := ui.Plain(u.Theme.LaneText[1])
	ui.Box(ui.OnPanel(), imgui.Vec2{X: left, Y: y}, imgui.Vec2{X: right, Y: y + u.Whole(1)}, imgui.Packed(c))
	u.Text(ui.OnPanel(), left, at.Y, c, "model")
}
