package view

import (
	"fmt"
	"strings"

	"github.com/inkyblackness/imgui-go/v4"

	"kernelscope/families/maps"
	"kernelscope/families/trees/session"
	"kernelscope/ui"
)

// allWhy explains the colours of all nodes.
const allWhy = "While roads change, trees to a sample of destinations estimate the distances of every junction: one tree of the reversed network gives the distance from all junctions to its " +
	"destination. When nothing changes, a tree from every junction replaces the estimate."

// allHeader describes the colours of all nodes.
func (u *panel) allHeader(s state) ui.Header {
	h, a := ui.Header{Lane: -1, Why: allWhy}, s.All
	if h.Title, h.Story = s.Heading(&s.Lane); a == nil {
		return h
	}
	if !a.Exact {
		h.Time = fmt.Sprintf("estimated; exact: %.0f %%", 100*a.Share)
	}
	h.Verdict, h.Colour = u.Verdict(a.Verdict, "a sample")
	return h
}

// allMarks writes what the node under the mouse reaches, and the greatest loss.
func (u *panel) allMarks(list ui.List, s state) {
	u.placeMarks(list, s)
	if s.All == nil {
		return
	}
	if l := s.All.Loss; l != nil && l.Losing > 0 {
		u.nodeText(list, s, l.At, session.Signed(l.Most, session.Amount(s.Map, l.Most)))
	}
	if p := s.All.Pointed; p != nil {
		u.nodeText(list, s, p.Node, p.InWords(s.Snapshot))
	}
}

// nodeText marks a node and writes lines of text beside it, at its left where they would not fit at its right: the field
// or the editor of a road are in the upper corner there. Where they fit on neither side, they are below it.
func (u *panel) nodeText(list ui.List, s state, node uint32, text string) {
	x, y := s.Camera.Pixel(s.Map.Graph.At[node])
	at, wide, lines := imgui.Vec2{X: float32(x), Y: float32(y)}, float32(0), strings.Split(text, "\n")
	for _, line := range lines {
		wide = max(wide, imgui.CalcTextSize(line, false, 0).X)
	}
	list.AddCircleFilledV(at, u.Px(5), imgui.Packed(ui.Plain(u.palette.Background)), 16)
	list.AddCircleFilledV(at, u.Px(3.5), imgui.Packed(ui.Plain(u.palette.Text)), 16)
	right, beside := float32(s.Camera.Width)-u.Px(6), u.Px(14)
	if u.Panels && at.Y < u.Top()+u.Px(cornerBelow) {
		right -= u.Px(maps.Width + ui.PanelMargin)
	}
	left, gap := at.X+beside, u.Px(2)
	tall := imgui.TextLineHeight() + gap
	top := at.Y - (tall*float32(len(lines))-gap)/2
	if left+wide > right {
		left = at.X - beside - wide
	}
	if free, _ := u.Free(s.Camera.Width); left < float32(free)+u.Px(6) {
		left, top = float32(free)+u.Px(6), at.Y+u.Px(10)
	}
	for i, line := range lines {
		u.Backed(list, left, top+tall*float32(i), ui.Plain(u.palette.Text), line)
	}
}

// cornerBelow is where the editor of a road ends, in pixels of a plain display.
const cornerBelow = 250
