package view

import (
	"fmt"
	"image"
	"math"

	"github.com/inkyblackness/imgui-go/v4"

	"kernelscope/families/sorts/session"
	"kernelscope/internal/format"
	"kernelscope/render"
	"kernelscope/ui"
	"kernelscope/watch/timeline"
)

// overlay draws what belongs to the picture itself, with or without the panel: titles, times and
// the details of steps.
func (u *panel) overlay(s state) {
	list := u.OnPicture()
	areas := u.laneAreas(s)
	for i, l := range s.Lanes {
		u.laneHeader(list, s, i, areas[i].header)
		if s.Compare && s.Measured < 1 {
			u.Centred(list, areas[i].array, fmt.Sprintf("measuring %s: %.0f %%", l.Algorithm.Title(), 100*s.Measured))
			continue
		}
		u.barValues(list, s, i, areas[i].array)
		u.follow(list, s, i, u.areas(s)[i])
		if u.look(s, i).View != render.SortField {
			u.HoverEntry(i, session.Keys, areas[i].array)
		}
		if areas[i].detail.Empty() {
			continue
		}
		if _, ok := l.Digit(); ok {
			u.digitDetail(list, s, l, areas[i].detail)
			u.moves(list, s, l, u.areas(s)[i].Lines)
		} else {
			u.networkDetail(list, s, l, areas[i].detail, areas[i].array)
		}
	}
	if s.Compare && len(areas) == 2 {
		u.sharedClock(list, s, image.Rect(areas[0].header.Min.X, areas[0].header.Min.Y-int(u.Whole(clockHeight)), areas[1].header.Max.X, areas[0].header.Min.Y))
	}
	if u.Panels {
		keys := append([]ui.Help{ui.DockHelp}, ui.TransportHelp...)
		u.Hint(keys, float32(s.Height-u.dock(s))-u.Px(10), float32(s.Width)-u.Px(ui.SideMargin))
	}
}

// laneHeader describes a sort, its last step and the time of this step.
func (u *panel) laneHeader(list ui.List, s state, lane int, r image.Rectangle) {
	l := s.Lanes[lane]
	h := ui.Header{Lane: -1, Title: l.Algorithm.Title() + fmt.Sprintf(", %s %s keys", format.Thousands(s.Input.N), s.Input.Type), Time: u.milliseconds(s, l.Elapsed), Story: s.Story(&l), Why: l.Algorithm.About()}
	if s.Compare {
		h.Lane, h.Title = lane, l.Algorithm.Title()+ui.Chosen(l.Params, s.Lanes[0].Params, s.Lanes[1].Params)
	}
	if l.Done() || l.Verdict.Wrong != nil {
		h.Verdict, h.Colour = u.Verdict(l.Verdict, "sorted")
		if l.Wrong != nil { // the story tells why
			h.Verdict = "WRONG"
		}
	}
	u.Header(list, r, h)
}

// sharedClock draws the clock of a comparison with the end of each sort.
func (u *panel) sharedClock(list ui.List, s state, r image.Rectangle) {
	if s.Measured < 1 || s.Steady && s.Time.Clock != timeline.Steps || s.Time.Length <= 0 {
		return
	}
	end := func(l session.Lane) float64 { return l.Total }
	text := fmt.Sprintf("GPU clock %s of %s", format.Milliseconds(s.Time.Position), format.Milliseconds(s.Time.Length))
	if s.Time.Clock == timeline.Steps {
		end = func(l session.Lane) float64 { return float64(len(l.Steps)) }
		text = fmt.Sprintf("step %.0f of %.0f", math.Floor(s.Time.Position), s.Time.Length)
	}
	left, right, y := float32(r.Min.X), float32(r.Max.X), float32(r.Min.Y)+u.Whole(26)
	x := func(ms float64) float32 { return float32(int(left + float32(ms/s.Time.Length)*(right-left))) }
	thick := u.Whole(4)
	ui.Box(list, imgui.Vec2{X: left, Y: y}, imgui.Vec2{X: right, Y: y + thick}, imgui.Packed(ui.Plain(u.Theme.Field)))
	ui.Box(list, imgui.Vec2{X: left, Y: y}, imgui.Vec2{X: max(x(s.Time.Position), left+1), Y: y + thick}, imgui.Packed(ui.Plain(u.Theme.Text)))
	for i, l := range s.Lanes {
		at := x(end(l))
		ui.Box(list, imgui.Vec2{X: at - u.Whole(3), Y: y - u.Whole(4)}, imgui.Vec2{X: at, Y: y + thick + u.Whole(4)}, imgui.Packed(u.LaneColour(i)))
	}
	u.Text(list, left, y-u.Px(23), ui.Plain(u.Theme.Text), text)
	winner := 0
	if s.Lanes[1].Total < s.Lanes[0].Total {
		winner = 1
	}
	fast, slow := s.Lanes[winner], s.Lanes[1-winner]
	if !fast.Done() || fast.Total <= 0 || s.Steady {
		return
	}
	text = fmt.Sprintf("%s takes %.2f times as long", slow.Algorithm.Title()+ui.Chosen(slow.Params, s.Lanes[0].Params, s.Lanes[1].Params), slow.Total/fast.Total)
	u.Text(list, right-imgui.CalcTextSize(text, false, 0).X, y-u.Px(23), ui.Plain(u.Theme.LaneText[1-winner]), text)
}
