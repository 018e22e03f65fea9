package view

import (
	"fmt"
	"image"
	"math"

	"github.com/inkyblackness/imgui-go/v4"

	"kernelscope/compute/clip"
	"kernelscope/internal/format"
	"kernelscope/render/input"
	"kernelscope/scene/clipscene"
	"kernelscope/ui"
)

// chain lists the clips and groups around an element, innermost first.
func (p pictureState) chain(element int) (out []int) {
	for l := p.Links[element]; l != clip.None; l = p.Links[l] {
		out = append(out, int(l))
	}
	return out
}

// inWordsOfOrigin describes the position of an element in its file, such that a person can find it
// there.
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
		case o.Line > 0: // at the edge of an embedded picture
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

// pictureArea is the area beside the panel and below the header.
func (u *panel) pictureArea(s state) image.Rectangle {
	area := u.area(s)
	if u.Panels {
		area.Min.Y += int(u.Whole(ui.HeaderHeight))
	}
	return area
}

// pictureHeader explains the picture above it.
func (u *panel) pictureHeader(list ui.List, s state) {
	story := fmt.Sprintf("Clips nest as brackets do, %d deep here, and all are matched in parallel. They hide %s entirely.", s.Depth, format.Count(s.Picture.Culled, "element"))
	left, _ := u.Free(s.Camera.Width)
	u.HalfHeaders(list, []ui.Half{{Area: image.Rect(0, 0, s.Camera.Width, s.Camera.Height)}}, left, 0, func(int) ui.Header { return u.headerOf(s, -1, story) })
}

// overlay draws the chain of clips around the selected element and the legend of the boxes.
func (u *panel) overlay(s state) {
	list := u.OnPicture()
	p := s.Picture
	if u.Panels && p.Scene != nil && s.Run != nil {
		u.pictureHeader(list, s)
	}
	switch {
	case p.Scene == nil && s.Loading == nil:
		text := "There is nothing to paint: drop an SVG file here."
		if len(s.Sequence.Elements) > 0 {
			text = "This sequence has no boxes, or too many to paint."
		}
		u.Centred(list, u.area(s), text)
	case p.Scene != nil:
		if !u.Panels && (s.View.OwnBoxes || s.View.Resolved) {
			u.depthLegend(list, s)
		}
		if p.Hover >= 0 && p.Hover < len(p.Scene.Elements) {
			u.chainList(list, s)
		}
	}
	if p.Unfinished && p.Painted > 0 {
		area := u.pictureArea(s)
		text := fmt.Sprintf("painting, %.0f %% done", 100*p.Painted)
		u.Backed(list, float32(area.Max.X)-imgui.CalcTextSize(text, false, 0).X, float32(area.Min.Y), ui.Plain(u.Theme.Text), text)
	}
	u.hint(s, pictureHelp)
}

// chainList names the selected element and all clips around it.
func (u *panel) chainList(list ui.List, s state) {
	p, area := s.Picture, u.pictureArea(s)
	chain := p.chain(p.Hover)
	pinned := s.View.Pinned >= 0
	imgui.PushFont(u.Small)
	line := imgui.TextLineHeight() + u.Px(4)
	imgui.PopFont()
	at := u.chainArea(s, area, line)
	most := max(1, int((float32(at.Dy())-u.Px(54))/line))
	shown := chain
	if len(shown) > most {
		shown = shown[:most-1]
	}
	rows := len(shown)
	if rows < len(chain) {
		rows++
	}
	left, top, width := float32(at.Min.X), float32(at.Min.Y), float32(at.Dx())
	tall := u.Px(54) + line*float32(rows)
	list.AddRectFilledV(ui.Vec(at.Min), imgui.Vec2{X: left + width, Y: top + tall}, imgui.Packed(ui.Faded(ui.Plain(u.Theme.Panel), 0.93)), u.Px(8), imgui.DrawCornerFlagsAll)
	u.Edge(list, ui.Vec(at.Min), imgui.Vec2{X: left + width, Y: top + tall})
	x, y := left+u.Px(12), top+u.Px(8)
	title := inWordsOfOrigin(p.Scene, p.Hover)
	if pinned {
		title += " (pinned)"
	}
	u.Text(list, x, y, ui.Plain(u.Theme.Text), ui.Fitting(title, width-u.Px(24)))
	y += u.Px(22)
	imgui.PushFont(u.Small)
	defer imgui.PopFont()
	above := "nothing cuts it"
	if len(chain) == 1 {
		above = "1 clip or group around it:"
	} else if len(chain) > 1 {
		above = fmt.Sprintf("%d clips and groups around it, the innermost first:", len(chain))
	}
	u.Text(list, x, y, ui.Plain(u.Theme.Dim), above)
	y += line
	for _, k := range shown {
		c := u.depthColour(int(p.Depths[k]), s.Depth)
		ui.Box(list, imgui.Vec2{X: x, Y: y + u.Px(3)}, imgui.Vec2{X: x + u.Px(8), Y: y + u.Px(11)}, imgui.Packed(c))
		u.Text(list, x+u.Px(15), y, ui.Plain(u.Theme.Text), ui.Fitting(inWordsOfOrigin(p.Scene, k), width-u.Px(40)))
		y += line
	}
	if len(shown) < len(chain) {
		u.Text(list, x+u.Px(15), y, ui.Plain(u.Theme.Dim), fmt.Sprintf("and %s more around these", format.Thousands(len(chain)-len(shown))))
	}
}

// chainArea returns the area of the list of clips: below the panel, or beside the element if there
// is no room below.
func (u *panel) chainArea(s state, area image.Rectangle, line float32) image.Rectangle {
	const few, most = 5, 14 // lines
	margin := int(u.Whole(ui.PanelMargin))
	below := image.Rect(margin, int(u.bottom)+margin, margin+int(u.Whole(ui.PanelWidth)), s.Camera.Height-margin)
	if u.Panels && float32(below.Dy()) >= u.Px(54)+few*line {
		return below
	}
	width := min(int(u.Whole(ui.PanelWidth)), area.Dx())
	left := area.Max.X - width
	b := s.Picture.Scene.Elements[s.Picture.Hover].Box
	if x, _ := s.Camera.At(float64(left), 0); float64(b[0]+b[2])/2 > x {
		left = area.Min.X
	}
	return image.Rect(left, area.Min.Y, left+width, min(area.Max.Y, area.Min.Y+int(u.Px(54)+most*line)))
}

// depthLegend shows the colours of depths in the lower right if the panel, which has the legend
// otherwise, is hidden.
func (u *panel) depthLegend(list ui.List, s state) {
	imgui.PushFont(u.Small)
	defer imgui.PopFont()
	area := u.area(s)
	wide, tall := u.Px(150), u.Px(42)
	left, top := float32(area.Max.X)-wide, float32(area.Max.Y)-tall
	u.Veil(list, left-u.Px(8), top, left+wide+u.Px(6), top+tall)
	u.depthRamp(list, left, top+u.Px(4), wide, s.Depth)
}

// depthRamp draws the colours of depths, labelled with the first and the last one. It is 34 pixels
// of a plain display high.
func (u *panel) depthRamp(list ui.List, left, top, wide float32, depth int) {
	u.Text(list, left, top, ui.Plain(u.Theme.Text), "depth 0")
	end := format.Thousands(depth)
	u.Text(list, left+wide-imgui.CalcTextSize(end, false, 0).X, top, ui.Plain(u.Theme.Text), end)
	if half := int(math.Sqrt(float64(1+depth)) - 1 + 0.5); half > 0 && half < depth { // the axis is logarithmic
		at := left + wide*float32(math.Log1p(float64(half))/math.Log1p(float64(depth)))
		u.Text(list, at-imgui.CalcTextSize(format.Thousands(half), false, 0).X/2, top, ui.Plain(u.Theme.Text), format.Thousands(half))
	}
	const steps = 30
	top += u.Px(20)
	for i := range steps {
		a, b := left+wide*float32(i)/steps, left+wide*float32(i+1)/steps
		ui.Box(list, imgui.Vec2{X: a, Y: top}, imgui.Vec2{X: b, Y: top + u.Px(10)}, imgui.Packed(ui.Between(u.Theme.Depths[:], float64(i)/(steps-1))))
	}
}

// navigate converts mouse input over the picture into actions.
func (u *panel) navigate(s state, in input.Frame) {
	m, overPanel := &u.mouse, u.OverPanel()
	if s.Picture.Scene == nil {
		return
	}
	if !overPanel {
		u.Zoom(s.Camera, in)
	}
	if m.WentDown(in, 0) && !overPanel {
		u.held = true
		m.Press(in)
	}
	if s.Picture.Hover >= 0 && !overPanel {
		u.Point(ui.Value{Of: "element", Entry: s.Picture.Hover})
	}
	if !u.held && !overPanel && m.HasMoved(in) {
		u.Do(pointAt{X: in.X, Y: in.Y})
	}
	if !u.held {
		return
	}
	m.Drag(u.UI, in)
	switch {
	case !in.Buttons[0] && !m.Dragged:
		u.Do(pointAt{X: in.X, Y: in.Y, Pin: true})
	case m.Dragged && m.HasMoved(in):
		m.Pan(u.UI, s.Camera, in)
	}
	u.held = in.Buttons[0]
}
