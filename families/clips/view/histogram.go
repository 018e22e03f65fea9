package view

import (
	"fmt"

	"github.com/inkyblackness/imgui-go/v4"

	"kernelscope/internal/format"
	"kernelscope/ui"
)

// Bins groups partitions by the number of back-links that they follow: 0, 1, 2, 3, and 4 or more.
func Bins(counts []int) (names []string, of []int) {
	const most = 4
	for n, partitions := range counts {
		if n < most {
			names, of = append(names, fmt.Sprint(n)), append(of, partitions)
			continue
		}
		if n == most {
			names, of = append(names, fmt.Sprintf("%d+", most)), append(of, 0)
		}
		of[most] += partitions
	}
	return names, of
}

// histogram draws the number of partitions by the number of back-links that they follow.
func (u *panel) histogram(counts []int) {
	names, of := Bins(counts)
	all := 0
	for _, n := range of {
		all += n
	}
	if all == 0 || len(of) < 2 {
		return // no partition follows a back-link
	}
	imgui.PushFont(u.Small)
	defer imgui.PopFont()
	list, at := ui.OnPanel(), imgui.CursorScreenPos()
	wide, tall := u.Whole(30), u.Whole(24)
	left, tip := at.X+u.Px(ui.LabelAt-14), "Partitions that follow"
	for k, name := range names {
		share := float32(of[k]) / float32(all)
		low := imgui.Vec2{X: float32(int(left)) + float32(k)*wide, Y: at.Y + float32(int(tall*(1-share)))}
		ui.Box(list, low, imgui.Vec2{X: low.X + wide - u.Whole(6), Y: at.Y + tall + 1}, imgui.Packed(linkColour))
		u.Text(list, low.X+(wide-u.Whole(6)-imgui.CalcTextSize(name, false, 0).X)/2, at.Y+tall+u.Px(2), ui.Plain(u.Theme.Dim), name)
		tip += fmt.Sprintf("\n%s back-links: %s, %.1f %%", name, format.Thousands(of[k]), 100*share)
	}
	u.Dimmed("of each partition")
	imgui.Dummy(imgui.Vec2{X: 1, Y: tall - u.Px(5)})
	u.Tip(tip)
}
