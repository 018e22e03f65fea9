package lens

import (
	"math"

	"github.com/inkyblackness/imgui-go/v4"

	"kernelscope/ui"
)

// scroll is where a list of lines is. It is kept beside the interface's own state, which a picture in more pixels has not.
type scroll struct {
	to      int     // line that is scrolled to; -1 for none
	near    bool    // it only has to be visible, with lines around it
	top     float32 // first visible line
	visible int     // lines
	scale   float64 // of the interface
}

// lines builds lines of equal height within a size, and calls line for those that are visible, in the font of the source.
func (s *scroll) lines(u *ui.UI, id string, size imgui.Vec2, n int, line func(at imgui.Vec2, each float32, i int, isHovered bool)) {
	imgui.BeginChildV(id, size, false, imgui.WindowFlagsNone)
	imgui.PushFont(u.Mono)
	each := imgui.TextLineHeight() + u.Whole(2)
	s.visible = max(1, int(size.Y/each))
	switch {
	case s.scale != u.Scale() && s.scale > 0:
		imgui.SetScrollY(s.top * each)
	case s.to >= 0:
		top := max(0, float32(s.to)-float32(s.visible)/3)
		if s.near {
			around := min(4, s.visible/3)
			top = max(float32(s.to-s.visible+1+around), min(float32(s.to-around), s.top), 0)
		}
		imgui.SetScrollY(top * each)
		s.top = top
	default:
		s.top = imgui.ScrollY() / each
	}
	s.to, s.near, s.scale = -1, false, u.Scale()
	at, mouse := imgui.CursorScreenPos(), imgui.MousePos()
	hovered := -1
	if imgui.IsWindowHovered() {
		hovered = int(math.Floor(float64((mouse.Y - at.Y) / each)))
	}
	first := int(imgui.ScrollY() / each)
	for i := max(0, first); i < min(n, first+s.visible+2); i++ {
		line(imgui.Vec2{X: at.X, Y: at.Y + float32(i)*each}, each, i, i == hovered)
	}
	imgui.Dummy(imgui.Vec2{X: 1, Y: float32(n) * each})
	imgui.PopFont()
	imgui.EndChild()
}

// tell explains what the mouse rests on, in the letters of panels.
func tell(u *ui.UI, text string) {
	imgui.PushFont(u.Regular)
	u.Told(text)
	imgui.PopFont()
}

// spark draws numbers as a line.
func spark(u *ui.UI, list ui.List, values []float64, at, size imgui.Vec2) {
	most := 0.0
	for _, v := range values {
		most = max(most, v)
	}
	if most == 0 {
		return
	}
	c := imgui.Packed(ui.Plain(u.Theme.LaneText[0]))
	point := func(i int) imgui.Vec2 {
		return imgui.Vec2{X: at.X + size.X*float32(i)/float32(len(values)-1), Y: at.Y + size.Y*float32(1-values[i]/most)}
	}
	for i := range values[1:] {
		list.AddLineV(point(i), point(i+1), c, u.Px(1.2))
	}
}
