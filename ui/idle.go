package ui

import (
	"github.com/inkyblackness/imgui-go/v4"
)

// Idle is a stretch of steps whose dispatches did nothing in part.
type Idle struct {
	From, To int
	Share    float64 // of the dispatches
}

// idleBands draws a band for each run below the plot of a timeline: the columns of a stretch are as high as its share.
func (u *UI) idleBands(l TransportLook, left, right float32, column func(float64) float32) {
	for _, run := range l.Idle {
		list, at := OnPanel(), imgui.CursorScreenPos()
		size := imgui.Vec2{X: imgui.ContentRegionAvail().X, Y: u.Whole(6)}
		Box(list, imgui.Vec2{X: left, Y: at.Y}, imgui.Vec2{X: right, Y: at.Y + size.Y}, imgui.Packed(Plain(u.Theme.Field)))
		shares := make([]float64, max(1, int(right-left)))
		for _, s := range run {
			for x := column(float64(s.From)); x < max(column(float64(s.To)), column(float64(s.From))+1); x++ {
				i := max(0, min(len(shares)-1, int(x-left)))
				shares[i] = max(shares[i], s.Share)
			}
		}
		for i := 0; i < len(shares); {
			end := i + 1
			for end < len(shares) && shares[end] == shares[i] {
				end++
			}
			if shares[i] > 0 {
				tall := max(u.Whole(1), float32(int(float64(size.Y)*shares[i]+0.5)))
				Box(list, imgui.Vec2{X: left + float32(i), Y: at.Y + size.Y - tall}, imgui.Vec2{X: left + float32(end), Y: at.Y + size.Y}, imgui.Packed(Plain(u.Theme.Error)))
			}
			i = end
		}
		imgui.Dummy(size)
		u.Tip(l.IdleTip)
	}
}
