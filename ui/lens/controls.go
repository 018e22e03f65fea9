package lens

import (
	"fmt"

	"github.com/inkyblackness/imgui-go/v4"

	"kernelscope/internal/format"
	"kernelscope/ui"
)

// controls chooses the dispatch, the width of subgroups, and all workgroups.
func (p *Panel) controls(u *ui.UI, right float32) {
	if p.Count == nil {
		return
	}
	imgui.PushStyleVarVec2(imgui.StyleVarFramePadding, imgui.Vec2{X: u.Whole(8), Y: u.Whole(1)})
	defer imgui.PopStyleVar()
	imgui.PushFont(u.Small)
	defer imgui.PopFont()
	p.tabs(u)
	if len(p.Choices) > 1 {
		wide := min(u.Whole(330), float32(int(right*0.3)))
		imgui.SetNextItemWidth(wide)
		if u.BeginLongList("##dispatch", ui.Fitting(p.Choices[p.Chosen], wide-u.Px(34))) {
			for i, name := range p.Choices {
				if imgui.SelectableV(fmt.Sprintf("%s##%d", name, i), i == p.Chosen, 0, imgui.Vec2{}) && i != p.Chosen {
					u.Do(Choose{i})
				}
			}
			imgui.EndCombo()
		}
		u.Tip("The dispatches of the step, and their parts of its instructions.")
		imgui.SameLine()
	}
	imgui.AlignTextToFramePadding()
	u.Dimmed("subgroups of")
	imgui.SameLine()
	if !p.holds {
		p.width = int32(exponent(p.Width))
	}
	imgui.SetNextItemWidth(u.Whole(90))
	imgui.SliderIntV("##width", &p.width, minWidth, maxWidth, " ", imgui.SliderFlagsAlwaysClamp|imgui.SliderFlagsNoInput)
	p.holds = imgui.IsItemActive()
	if imgui.IsItemDeactivatedAfterEdit() && 1<<p.width != p.Width {
		u.Do(SetWidth{1 << p.width})
	}
	u.Tip("Executes everything again as on a device with other subgroups, 4 to 128 lanes ([ and ]).")
	imgui.SameLine()
	imgui.AlignTextToFramePadding()
	imgui.Text(fmt.Sprintf("%d lanes", 1<<p.width))
	p.sample(u)
	if p.Wrote == nil {
		p.counters(u)
	}
	if p.Now != p.Step || p.Other {
		u.Flow(110)
		p.elsewhere(u)
	}
}

// sample says that only a sample of workgroups was executed, and executes all.
func (p *Panel) sample(u *ui.UI) {
	if p.Count.Sample == nil {
		return
	}
	imgui.SameLineV(0, u.Whole(14))
	imgui.AlignTextToFramePadding()
	u.Dimmed(fmt.Sprintf("a sample of %s workgroups", format.Thousands(len(p.Count.Sample))))
	imgui.SameLine()
	if p.More != nil {
		u.Dimmed(fmt.Sprintf("%s: %.0f %%", p.More.Doing, 100*p.More.Share))
	} else if imgui.Button("Execute all") {
		u.Do(SetAll{})
	}
	u.Tip("Of more than 2^20 invocations a sample of workgroups is executed, at equal distances: " + p.Count.SampleText() + ". This executes all.")
}
