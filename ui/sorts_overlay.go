package ui

import (
	"fmt"
	"image"
	"image/color"

	"github.com/inkyblackness/imgui-go/v4"

	"kernelscope/compute/session/sorts"
	"kernelscope/format"
	"kernelscope/watch"
)

// sortOverlay draws what belongs to the picture itself, panel or not: titles, times
// and what a step does.
func (u *UI) sortOverlay(s SortState) {
	list := imgui.BackgroundDrawList()
	areas := u.laneAreas(s)
	for i, l := range s.Lanes {
		u.laneHeader(list, s, i, areas[i].header)
		if s.Race && s.Measured < 1 {
			u.centred(list, areas[i].array, fmt.Sprintf("measuring %s: %.0f %%", l.Algorithm.Title(), 100*s.Measured))
			continue
		}
		if areas[i].detail.Empty() {
			continue
		}
		if _, ok := l.Digit(); ok {
			u.digitDetail(list, s, l, areas[i].detail)
		} else {
			u.networkDetail(list, s, l, areas[i].detail)
		}
	}
	if s.Race && len(areas) == 2 {
		u.raceClock(list, s, image.Rect(areas[0].header.Min.X, areas[0].header.Min.Y-int(u.whole(clockHeight)), areas[1].header.Max.X, areas[0].header.Min.Y))
	}
	u.sortHint(list, s)
}

func vec(p image.Point) imgui.Vec2 { return imgui.Vec2{X: float32(p.X), Y: float32(p.Y)} }

// box fills a rectangle with sharp corners. (AddRectFilled rounds them, by a pixel at
// most, and divides by zero where what is left of that is almost nothing.)
func box(list imgui.DrawList, low, high imgui.Vec2, c imgui.PackedColor) {
	list.AddRectFilledV(low, high, c, 0, 0)
}

// text writes at whole pixels.
func (u *UI) text(list imgui.DrawList, x, y float32, c color.NRGBA, text string) {
	list.AddText(imgui.Vec2{X: float32(int(x)), Y: float32(int(y))}, imgui.Packed(c), text)
}

func (u *UI) centred(list imgui.DrawList, r image.Rectangle, text string) {
	size := imgui.CalcTextSize(text, false, 0)
	u.text(list, float32(r.Min.X+r.Max.X)/2-size.X/2, float32(r.Min.Y+r.Max.Y)/2-size.Y/2, plain(u.theme.Dim), text)
}

// fitting cuts a text to a width in pixels.
func fitting(text string, width float32) string {
	r := []rune(text)
	for len(r) > 3 && imgui.CalcTextSize(text, false, 0).X > width {
		r = r[:len(r)-1]
		text = string(r) + ".."
	}
	return text
}

// laneHeader writes the name of a sort, where it is, and how long that took.
func (u *UI) laneHeader(list imgui.DrawList, s SortState, lane int, r image.Rectangle) {
	l := s.Lanes[lane]
	at := vec(r.Min)
	right := float32(r.Max.X)
	if s.Race {
		list.AddRectFilledV(imgui.Vec2{X: at.X, Y: at.Y + u.whole(4)}, imgui.Vec2{X: at.X + u.whole(4), Y: at.Y + u.whole(36)}, imgui.Packed(laneColours[lane]), u.px(2), 0)
		at.X += u.whole(12)
	}
	time := u.milliseconds(s, l.Elapsed)
	imgui.PushFont(u.mono)
	size := imgui.CalcTextSize(time, false, 0)
	u.text(list, right-size.X, at.Y+u.px(4), plain(u.theme.Text), time)
	imgui.PopFont()
	imgui.PushFont(u.bold)
	title := l.Algorithm.Title()
	if !s.Race {
		title += fmt.Sprintf(", %s %s keys", format.Thousands(s.Input.N), s.Input.Type)
	}
	u.text(list, at.X, at.Y, plain(u.theme.Text), fitting(title, right-size.X-u.px(12)-at.X))
	imgui.PopFont()
	imgui.PushFont(u.small)
	verdict, colour := u.inWordsOfVerdict(l.Verdict, "sorted")
	size = imgui.CalcTextSize(verdict, false, 0)
	y := at.Y + u.px(23)
	u.text(list, right-size.X, y, colour, verdict)
	step := "the input: " + inWordsOf(s.Input)
	if now, ok := l.Now(); ok {
		step = fmt.Sprintf("step %d of %d: %s", l.Position, len(l.Steps), now.Title)
	}
	u.text(list, at.X, y, plain(u.theme.Dim), fitting(step, right-size.X-u.px(12)-at.X))
	imgui.PopFont()
}

// inWordsOf says what is sorted.
func inWordsOf(in sorts.Input) string {
	if in.File != "" {
		return in.File
	}
	return in.Distribution
}

// inWordsOfVerdict says what the oracle says, and that something is done where it is right.
func (u *UI) inWordsOfVerdict(v watch.Verdict, done string) (string, color.NRGBA) {
	switch {
	case !v.Asked:
		return "", plain(u.theme.Dim)
	case !v.Heard:
		return "verifying ..", plain(u.theme.Dim)
	case v.Wrong != nil:
		return "WRONG: " + fitting(v.Wrong.Error(), u.px(260)), errorColour
	}
	return done + ", verified", goodColour
}

// raceClock draws the time that both sorts share, with where each of them ends.
func (u *UI) raceClock(list imgui.DrawList, s SortState, r image.Rectangle) {
	if s.Measured < 1 || s.Steady || s.Time.Length <= 0 {
		return
	}
	left, right, y := float32(r.Min.X), float32(r.Max.X), float32(r.Min.Y)+u.whole(26)
	x := func(ms float64) float32 { return float32(int(left + float32(ms/s.Time.Length)*(right-left))) }
	thick := u.whole(4)
	box(list, imgui.Vec2{X: left, Y: y}, imgui.Vec2{X: right, Y: y + thick}, imgui.Packed(fieldColour))
	box(list, imgui.Vec2{X: left, Y: y}, imgui.Vec2{X: max(x(s.Time.Position), left+1), Y: y + thick}, imgui.Packed(plain(u.theme.Text)))
	for i, l := range s.Lanes {
		end := x(l.Total)
		box(list, imgui.Vec2{X: end - u.whole(3), Y: y - u.whole(4)}, imgui.Vec2{X: end, Y: y + thick + u.whole(4)}, imgui.Packed(laneColours[i]))
	}
	u.text(list, left, y-u.px(23), plain(u.theme.Text), fmt.Sprintf("GPU clock %s of %s", format.Milliseconds(s.Time.Position), format.Milliseconds(s.Time.Length)))
	winner := 0
	if s.Lanes[1].Total < s.Lanes[0].Total {
		winner = 1
	}
	fast, slow := s.Lanes[winner], s.Lanes[1-winner]
	if s.Time.Position < fast.Total || fast.Total <= 0 {
		return
	}
	text := fmt.Sprintf("%s wins: %.2f times as fast", fast.Algorithm.Title(), slow.Total/fast.Total)
	u.text(list, right-imgui.CalcTextSize(text, false, 0).X, y-u.px(23), laneTextColour(winner), text)
}

// laneTextColour is a lane's colour, light enough for text.
func laneTextColour(lane int) color.NRGBA {
	return [2]color.NRGBA{{0x9F, 0xBE, 0xF2, 0xFF}, laneColours[1]}[lane]
}

// digitDetail shows which bits of a key are read, and says what the pictures below
// that show: the counts of the digit, and where keys go.
func (u *UI) digitDetail(list imgui.DrawList, s SortState, l sorts.Lane, r image.Rectangle) {
	imgui.PushFont(u.small)
	defer imgui.PopFont()
	step, _ := l.Digit()
	now, _ := l.Now()
	all := 32
	if s.Input.Type.String() == "u64" {
		all = 64
	}
	left, top := float32(r.Min.X), float32(r.Min.Y)
	width := float32(r.Dx())
	label := fmt.Sprintf("bits %d to %d are the digit", step.First, step.First+step.Bits-1)
	if now.Bits == 0 { // passes come after steps that only count
		label = fmt.Sprintf("bits %d to %d are the next digit", step.First, step.First+step.Bits-1)
	}
	u.text(list, left, top, plain(u.theme.Dim), label)
	size := imgui.CalcTextSize("bit 0", false, 0)
	u.text(list, left+width-size.X, top, plain(u.theme.Dim), "bit 0")
	top += u.whole(captionSpace - 2)
	for i := range all {
		bit := all - 1 - i
		x0, x1 := float32(int(left+width*float32(i)/float32(all))), float32(int(left+width*float32(i+1)/float32(all)))
		c := fieldColour
		if bit >= step.First && bit < step.First+step.Bits {
			c = laneColours[1]
		} else if bit < step.First {
			c = accentColour // done
		}
		box(list, imgui.Vec2{X: x0, Y: top}, imgui.Vec2{X: x1 - max(1, u.whole(1)), Y: top + u.whole(14)}, imgui.Packed(c))
	}
	top += u.whole(22)
	middle := left + width*2/5
	if now.Bits == 0 {
		text := "this step moves no keys"
		if l.Position == 0 {
			text = "the first pass will read this digit and move the keys by it"
		}
		u.text(list, left, top, plain(u.theme.Dim), fitting(text, width))
		return
	}
	u.text(list, left, top, plain(u.theme.Dim), fitting(fmt.Sprintf("keys by digit, 0 to %d", 1<<now.Bits-1), middle-left-u.px(10)))
	u.text(list, middle+u.px(10), top, plain(u.theme.Dim), fitting("where keys go in this pass: before, after", left+width-middle-u.px(10)))
}

// sortHint names the keys, at the foot of the picture beside the panel.
func (u *UI) sortHint(list imgui.DrawList, s SortState) {
	if !s.View.Panels {
		return
	}
	text := u.keysOf("Space play   right step   left back   Home, End   [ ] speed   R rewind   F1 panel")
	imgui.PushFont(u.small)
	defer imgui.PopFont()
	size := imgui.CalcTextSize(text, false, 0)
	x := float32(u.PanelWidth()) + u.px(sortMargin)
	if x+size.X > float32(s.Width)-u.px(sortMargin) {
		return // there is no room
	}
	u.text(list, x, float32(s.Height)-u.px(10)-size.Y, faded(plain(u.theme.Dim), 0.8), text)
}
