package lens

import (
	"fmt"
	"image/color"

	"github.com/inkyblackness/imgui-go/v4"

	"kernelscope/report/inside"
	"kernelscope/ui"
)

// Sizes of the foot, pixels of a plain display.
const (
	fieldTall = 46
	maxFound  = 3 // findings that are shown together
)

// footHeight is how high the workgroups and the findings are, in pixels.
func (p *Panel) footHeight(u *ui.UI) float32 {
	line := imgui.TextLineHeight() + imgui.CurrentStyle().ItemSpacing().Y
	tall := line
	if p.Count.Groups() > 1 {
		_, _, field := p.squares(u)
		tall += field + imgui.CurrentStyle().ItemSpacing().Y
	}
	if n := len(p.Count.Events); n > 0 {
		tall += line * float32(1+min(n, maxFound))
	}
	return tall
}

// foot builds the workgroups and the findings.
func (p *Panel) foot(u *ui.UI) {
	p.field(u)
	p.findings(u)
}

// field shows the workgroups in order, coloured by their instructions.
func (p *Panel) field(u *ui.UI) {
	u.Note(ui.Fitting(p.sheet.grid, imgui.ContentRegionAvail().X))
	u.Tip("A workgroup is as long as its longest subgroup, with the waits at barriers. The tail is what is idle after no workgroup is left to begin.")
	if p.Count.Groups() < 2 {
		return
	}
	at, mouse, list := imgui.CursorScreenPos(), imgui.MousePos(), ui.OnPanel()
	across, s, tall := p.squares(u)
	size, gap := imgui.Vec2{X: imgui.ContentRegionAvail().X, Y: tall}, u.Whole(1)
	if s < u.Px(4) {
		gap = 0
	}
	clicked := imgui.InvisibleButton("field", size)
	over := imgui.IsItemHovered()
	for i, place := range p.sheet.squares {
		low := imgui.Vec2{X: at.X + s*float32(i%across), Y: at.Y + s*float32(i/across)}
		high := imgui.Vec2{X: low.X + s - gap, Y: low.Y + s - gap}
		ui.Box(list, low, high, imgui.Packed(ramp(u, float64(place.Heat)/100)))
		if over && mouse.X >= low.X && mouse.X < low.X+s && mouse.Y >= low.Y && mouse.Y < low.Y+s {
			list.AddRectV(low, high, imgui.Packed(ui.Plain(u.Theme.Text)), 0, imgui.DrawCornerFlagsNone, u.Whole(1))
			tell(u, place.Title+". A click shows its lanes.")
			if clicked {
				p.openGroup(u, place.First)
			}
		}
	}
}

// maxPlaces is the number of squares at most, each of which is the longest of several workgroups then.
const maxPlaces = 4096

// squares returns how many squares are beside each other, how wide each is, and how high all are, in pixels.
func (p *Panel) squares(u *ui.UI) (across int, side, tall float32) {
	n := min(p.Count.Groups(), maxPlaces)
	_, s := inside.Squares(n, float64(imgui.ContentRegionAvail().X), float64(u.Px(fieldTall)), float64(u.Px(18)))
	side = max(1, float32(int(s)))
	across = max(1, int(imgui.ContentRegionAvail().X/side))
	return across, side, side * float32((n+across-1)/across)
}

// ramp is the colour of a part of the greatest.
func ramp(u *ui.UI, part float64) color.NRGBA {
	return ui.Between([]color.RGBA{u.Theme.Field, u.Theme.Accent}, part)
}

// findings lists races and undefined behaviour. A click goes to the line.
func (p *Panel) findings(u *ui.UI) {
	if len(p.Count.Events) == 0 {
		return
	}
	undeclared := 0
	for _, e := range p.Count.Events {
		if e.Reason == "" {
			undeclared++
		}
	}
	u.Note(fmt.Sprintf("Findings: %d, of which the kernel does not declare %d", len(p.Count.Events), undeclared))
	imgui.BeginChildV("findings", imgui.Vec2{}, false, imgui.WindowFlagsNone)
	for i, e := range p.Count.Events {
		c := ui.Plain(u.Theme.Dim)
		if e.Reason == "" {
			c = ui.Plain(u.Theme.Error)
		}
		u.Dot(c)
		text := e.String()
		if imgui.SelectableV(fmt.Sprintf("%s##found%d", ui.Fitting(text, imgui.ContentRegionAvail().X), i), false, 0, imgui.Vec2{}) {
			p.sheet.chooseLine(p.Count, e.Line)
		}
		u.Tip(text + "\nA click goes to the line.")
	}
	imgui.EndChild()
}
