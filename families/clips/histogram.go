package clips

import (
	"fmt"

	"github.com/inkyblackness/imgui-go/v4"

	"kernelscope/format"
	"kernelscope/ui"
)

// bins sums up a histogram of back-links: the partitions that follow 0, 1, 2 and so on, the last bin
// those that follow more.
func bins(counts []int) (names []string, of []int) {
	const most = 4
	for n, partitions := range counts {
		if n < most {
			names, of = append(names, fmt.Sprint(n)), append(of, partitions)
			continue
		}
		if n == most {
			names, of = append(names, fmt.Sprintf("%d or more", most)), append(of, 0)
		}
		of[most] += partitions
	}
	return names, of
}

// histogram draws how many partitions follow how many back-links.
func (u *panel) histogram(counts []int) {
	names, of := bins(counts)
	all := 0
	for _, n := range of {
		all += n
	}
	if all == 0 || len(of) < 2 {
		return // no partition follows any
	}
	imgui.PushFont(u.Small)
	defer imgui.PopFont()
	for k, name := range names {
		u.Dimmed("    " + name)
		imgui.SameLineV(u.Px(ui.LabelAt), -1)
		at, tall := imgui.CursorScreenPos(), imgui.TextLineHeight()
		wide := u.Px(90) * float32(of[k]) / float32(all)
		ui.Box(imgui.WindowDrawList(), imgui.Vec2{X: at.X, Y: at.Y + u.Px(2)}, imgui.Vec2{X: at.X + max(1, wide), Y: at.Y + tall - u.Px(1)}, imgui.Packed(linkColour))
		imgui.SameLineV(u.Px(ui.LabelAt+96), -1)
		imgui.Text(fmt.Sprintf("%s (%.0f %%)", format.Thousands(of[k]), 100*float64(of[k])/float64(all)))
	}
}
