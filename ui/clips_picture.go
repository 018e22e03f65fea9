package ui

import (
	"fmt"
	"image"
	"math"

	"github.com/inkyblackness/imgui-go/v4"

	"kernelscope/compute/clip"
	"kernelscope/format"
	"kernelscope/input"
	"kernelscope/scene/clipscene"
)

// chain lists the clips and groups around an element, the innermost first.
func (p ClipPicture) chain(element int) (out []int) {
	for l := p.Links[element]; l != clip.None; l = p.Links[l] {
		out = append(out, int(l))
	}
	return out
}

// inWordsOfOrigin names where an element comes from, as people would look for it in
// the file.
func inWordsOfOrigin(s *clipscene.Scene, element int) string {
	e := s.Elements[element]
	o := s.Origins[e.Origin]
	name := o.Tag
	if o.ID != "" {
		name += "#" + o.ID
	}
	switch e.Kind {
	case clipscene.BeginClip:
		switch {
		case o.Clip != "":
			name = "clip #" + o.Clip + " of " + name
		case o.Line > 0: // of a picture in the picture
			name = "edge of " + name
		default:
			name = "clip of " + name
		}
	case clipscene.BeginGroup:
		name = "group " + name
	}
	if o.Line > 0 {
		name += fmt.Sprintf(", line %d", o.Line)
	}
	return name
}

// clipOverlay draws what belongs to the picture itself: the chain of clips above the
// element that is pointed at, and what the colours of boxes mean.
func (u *UI) clipOverlay(s ClipState) {
	list := imgui.BackgroundDrawList()
	p := s.Picture
	switch {
	case p.Scene == nil && s.Loading == nil:
		text := "There is nothing to paint: drop an SVG file here."
		if len(s.Sequence.Elements) > 0 {
			text = "This sequence has no boxes, or too many, to be painted."
		}
		u.centred(list, u.clipArea(s), text)
	case p.Scene != nil:
		if !s.View.Panels && (s.View.OwnBoxes || s.View.Resolved) {
			u.depthLegend(list, s)
		}
		if p.Hover >= 0 && p.Hover < len(p.Scene.Elements) {
			u.chainList(list, s)
		}
	}
	if p.Unfinished && p.Painted > 0 {
		area := u.clipArea(s)
		u.backed(list, float32(area.Min.X), float32(area.Min.Y), plain(u.theme.Text), fmt.Sprintf("painting, %.0f %% done", 100*p.Painted))
	}
	u.clipHint(list, s, u.keysOf("click pin   Esc let go   left, right peel   wheel zoom   drag move   F fit   F1 panel   F4 partitions"))
}

// chainList names the element that is pointed at, and all clips above it.
func (u *UI) chainList(list imgui.DrawList, s ClipState) {
	p, area := s.Picture, u.clipArea(s)
	chain := p.chain(p.Hover)
	pinned := s.View.Pinned >= 0
	imgui.PushFont(u.small)
	line := imgui.TextLineHeight() + u.px(4)
	imgui.PopFont()
	at := u.chainArea(s, area, line)
	most := max(1, int((float32(at.Dy())-u.px(54))/line))
	shown := chain
	if len(shown) > most {
		shown = shown[:most-1]
	}
	rows := len(shown)
	if rows < len(chain) {
		rows++
	}
	left, top, width := float32(at.Min.X), float32(at.Min.Y), float32(at.Dx())
	tall := u.px(54) + line*float32(rows)
	list.AddRectFilledV(vec(at.Min), imgui.Vec2{X: left + width, Y: top + tall}, imgui.Packed(faded(panelColour, 0.93)), u.px(8), 0)
	x, y := left+u.px(12), top+u.px(8)
	title := inWordsOfOrigin(p.Scene, p.Hover)
	if pinned {
		title += " (pinned)"
	}
	u.text(list, x, y, plain(u.theme.Text), fitting(title, width-u.px(24)))
	y += u.px(22)
	imgui.PushFont(u.small)
	defer imgui.PopFont()
	above := "nothing cuts it"
	if len(chain) == 1 {
		above = "1 clip or group around it:"
	} else if len(chain) > 1 {
		above = fmt.Sprintf("%d clips and groups around it, the innermost first:", len(chain))
	}
	u.text(list, x, y, plain(u.theme.Dim), above)
	y += line
	for _, k := range shown {
		c := u.depthColour(int(p.Depths[k]), s.Depth)
		box(list, imgui.Vec2{X: x, Y: y + u.px(3)}, imgui.Vec2{X: x + u.px(8), Y: y + u.px(11)}, imgui.Packed(c))
		u.text(list, x+u.px(15), y, plain(u.theme.Text), fitting(inWordsOfOrigin(p.Scene, k), width-u.px(40)))
		y += line
	}
	if len(shown) < len(chain) {
		u.text(list, x+u.px(15), y, plain(u.theme.Dim), fmt.Sprintf("and %s more around these", format.Thousands(len(chain)-len(shown))))
	}
}

// chainArea is where the list of clips goes: below the panel, or where that leaves no
// room beside what the list tells about.
func (u *UI) chainArea(s ClipState, area image.Rectangle, line float32) image.Rectangle {
	const few, most = 5, 14 // lines
	margin := int(u.whole(panelMargin))
	below := image.Rect(margin, int(u.panelBottom)+margin, margin+int(u.whole(panelWidth)), s.Camera.Height-margin)
	if s.View.Panels && float32(below.Dy()) >= u.px(54)+few*line {
		return below
	}
	width := min(int(u.whole(panelWidth)), area.Dx())
	left := area.Max.X - width
	b := s.Picture.Scene.Elements[s.Picture.Hover].Box
	if x, _ := s.Camera.At(float64(left), 0); float64(b.Min.X+b.Max.X)/2 > x {
		left = area.Min.X
	}
	return image.Rect(left, area.Min.Y, left+width, min(area.Max.Y, area.Min.Y+int(u.px(54)+most*line)))
}

// depthLegend shows the colours of depths, in the lower right where there is no panel to
// show them in.
func (u *UI) depthLegend(list imgui.DrawList, s ClipState) {
	imgui.PushFont(u.small)
	defer imgui.PopFont()
	area := u.clipArea(s)
	wide, tall := u.px(150), u.px(42)
	left, top := float32(area.Max.X)-wide, float32(area.Max.Y)-tall
	u.veil(list, left-u.px(8), top, left+wide+u.px(6), top+tall)
	u.depthRamp(list, left, top+u.px(4), wide, s.Depth)
}

// depthRamp draws the colours of depths, with the first and the last one. It is 34
// pixels of a plain display high.
func (u *UI) depthRamp(list imgui.DrawList, left, top, wide float32, depth int) {
	u.text(list, left, top, plain(u.theme.Text), "depth 0")
	end := format.Thousands(depth)
	u.text(list, left+wide-imgui.CalcTextSize(end, false, 0).X, top, plain(u.theme.Text), end)
	if half := int(math.Sqrt(float64(1+depth)) - 1 + 0.5); half > 0 && half < depth { // the axis is logarithmic
		at := left + wide*float32(math.Log1p(float64(half))/math.Log1p(float64(depth)))
		u.text(list, at-imgui.CalcTextSize(format.Thousands(half), false, 0).X/2, top, plain(u.theme.Text), format.Thousands(half))
	}
	const steps = 30
	top += u.px(20)
	for i := range steps {
		a, b := left+wide*float32(i)/steps, left+wide*float32(i+1)/steps
		box(list, imgui.Vec2{X: a, Y: top}, imgui.Vec2{X: b, Y: top + u.px(10)}, imgui.Packed(between(u.theme.Depths[:], float64(i)/(steps-1))))
	}
}

// navigateClips turns the mouse over the picture into actions.
func (u *UI) navigateClips(s ClipState, in input.Frame, overPanel bool) {
	n := &u.nav
	if s.Picture.Scene == nil {
		return
	}
	if !overPanel && in.WheelY != 0 {
		u.zoom(s.Camera, in)
	}
	if in.Buttons[0] && !n.before[0] && !overPanel {
		n.held, n.moved, n.pressedX, n.pressedY = heldMap, false, in.X, in.Y
	}
	if n.held == heldNothing && !overPanel && (in.X != n.x || in.Y != n.y) {
		u.do(PointAt{X: in.X, Y: in.Y})
	}
	if n.held == heldNothing {
		return
	}
	n.moved = n.moved || math.Hypot(in.X-n.pressedX, in.Y-n.pressedY) > still*float64(u.scale)
	switch {
	case !in.Buttons[0] && !n.moved:
		u.do(PointAt{X: in.X, Y: in.Y, Pin: true})
	case n.moved && (in.X != n.x || in.Y != n.y):
		c := s.Camera
		c.Pan(in.X-n.x, in.Y-n.y)
		u.do(MoveCamera{c})
	}
	if !in.Buttons[0] {
		n.held = heldNothing
	}
}
