package lens

import (
	"fmt"
	"strings"

	"github.com/inkyblackness/imgui-go/v4"

	"kernelscope/compute/simt"
	"kernelscope/render/input"
	"kernelscope/ui"
	"kernelscope/watch/timeline"
)

// Wrote is who wrote the value that was asked for.
type Wrote struct {
	Text  string
	Group int // workgroup
	Lane  int // of its subgroup
	Step  int // of the timeline
}

// OpenWriter shows the lanes of the workgroup that wrote the value, at the instruction.
type OpenWriter struct{}

func (OpenWriter) Action() {}

// ShowWriter chooses the line at which a value was written.
func (p *Panel) ShowWriter(w *Wrote, at simt.Line) {
	p.Wrote = w
	p.sheet.chooseLine(p.Count, at)
}

// wrote tells who wrote the value, and leads to the lane and to the moment.
func (p *Panel) wrote(u *ui.UI, right float32) {
	w := p.Wrote
	imgui.PushStyleVarVec2(imgui.StyleVarFramePadding, imgui.Vec2{X: u.Whole(8), Y: u.Whole(1)})
	defer imgui.PopStyleVar()
	imgui.PushFont(u.Small)
	defer imgui.PopFont()
	show := fmt.Sprintf("Show step %d", w.Step)
	room := right - imgui.CalcTextSize("Its lane"+show, false, 0).X - u.Px(60)
	imgui.AlignTextToFramePadding()
	u.Coloured(ui.Plain(u.Theme.LaneText[1]), func() { imgui.Text(ui.Fitting(sentence(w.Text), room)) })
	u.Tip(sentence(w.Text))
	imgui.SameLine()
	if imgui.Button("Its lane") {
		p.openWriter(u)
	}
	u.Tip("Shows the invocation's lane at the instruction that wrote it (W).")
	imgui.SameLine()
	if imgui.Button(show) {
		p.showMoment(u)
	}
	u.Tip("Closes the lens and goes to the step that wrote it (M).")
}

// openWriter shows the lane that wrote the value.
func (p *Panel) openWriter(u *ui.UI) {
	p.page, p.group, p.Lanes, p.State = lanesPage, p.Wrote.Group, nil, nil
	p.lanes.lane = p.Wrote.Lane
	u.Do(OpenWriter{})
}

// showMoment goes to the step that wrote the value.
func (p *Panel) showMoment(u *ui.UI) {
	u.Do(timeline.Seek{Step: p.Wrote.Step})
	u.Do(ui.CloseLens{})
}

// wroteKeys are the keys of the write.
func (p *Panel) wroteKeys(u *ui.UI, in input.Frame) {
	switch {
	case p.Wrote == nil || in.Ctrl:
	case strings.EqualFold(in.Text, "w"):
		p.openWriter(u)
	case strings.EqualFold(in.Text, "m"):
		p.showMoment(u)
	}
}
