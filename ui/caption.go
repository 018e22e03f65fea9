package ui

import (
	"image/color"
	"slices"

	"github.com/inkyblackness/imgui-go/v4"

	"kernelscope/render"
	"kernelscope/render/input"
	"kernelscope/ui/internal/imdraw"
)

// Caption draws the caption below a recording: an optional line of text, and a line that
// describes each run. It has fonts and a context of its own, independent of the interface.
type Caption struct {
	ui *UI
	// Height is the height of the caption, in pixels of the target.
	Height int
	titled bool
}

// Captioned is the content of a caption.
type Captioned struct {
	Text string
	Runs []CaptionedRun // side by side
}

// CaptionedRun is the content of a caption for a run.
type CaptionedRun struct {
	Title    string   // the algorithm with its parameters
	Counters []string // the last ones are left out where there is no room
	Step     string   // the last one that was made
}

// Heights of a caption, pixels of a plain display.
const (
	captionLine  = 32
	captionTitle = 30 // of the line of text, above
)

// NewCaption makes a caption, with room for a line of text or without.
func NewCaption(d *imdraw.Device, theme *render.Theme, scale float64, titled bool) (*Caption, error) {
	before, _ := imgui.CurrentContext()
	u, err := New(d, theme, scale)
	if before != nil {
		_ = before.SetCurrent()
	}
	if err != nil {
		return nil, err
	}
	c := &Caption{ui: u, Height: int(u.Whole(captionLine)), titled: titled}
	if titled {
		c.Height += int(u.Whole(captionTitle))
	}
	return c, nil
}

// Release releases all resources.
func (c *Caption) Release() {
	c.within(func() { c.ui.painter.Release() })
	c.ui.context.Destroy()
}

// within makes the context of the caption the present one during a function.
func (c *Caption) within(do func()) {
	before, _ := imgui.CurrentContext()
	_ = c.ui.context.SetCurrent()
	do()
	if before != nil {
		_ = before.SetCurrent()
	}
}

// Calls returns how to draw the caption into a target of its height.
func (c *Caption) Calls(s Captioned, width int) (calls []imdraw.Call, err error) {
	c.within(func() {
		c.ui.Frame(input.Frame{Seconds: 1.0 / 60, X: -1, Y: -1}, width, c.Height, func() { c.build(s, float32(width)) })
		calls, err = c.ui.Calls(0, width, c.Height)
	})
	return calls, err
}

// build draws the text, and below it the runs, each in its part of the width.
func (c *Caption) build(s Captioned, width float32) {
	u, list := c.ui, c.ui.OnPicture()
	Box(list, imgui.Vec2{}, imgui.Vec2{X: width, Y: u.Whole(1)}, imgui.Packed(Plain(u.Theme.Line)))
	edge, y := u.Whole(PanelMargin), u.Whole(9)
	if c.titled {
		imgui.PushFont(u.Bold)
		u.Text(list, edge, y, Plain(u.Theme.Text), Fitting(s.Text, width-2*edge))
		imgui.PopFont()
		y += u.Whole(captionTitle - 3)
	}
	part := width / float32(max(1, len(s.Runs)))
	for i, r := range s.Runs {
		left, right := float32(i)*part+edge, float32(i+1)*part-edge
		if len(s.Runs) > 1 {
			Box(list, imgui.Vec2{X: left, Y: y}, imgui.Vec2{X: left + u.Whole(4), Y: y + u.Whole(16)}, imgui.Packed(u.LaneColour(i)))
			left += u.Whole(12)
		}
		c.run(list, r, left, right, y)
	}
}

// run writes a line. The last step is left out if it would take more than half of what the
// title leaves.
func (c *Caption) run(list List, r CaptionedRun, left, right, y float32) {
	u := c.ui
	gap := u.Whole(12)
	title := Fitting(r.Title, right-left)
	u.Text(list, left, y-u.Whole(1), Plain(u.Theme.Text), title)
	room := right - left - imgui.CalcTextSize(title, false, 0).X - gap
	left = right - room
	imgui.PushFont(u.Small)
	defer imgui.PopFont()
	if step := imgui.CalcTextSize(r.Step, false, 0).X; r.Step != "" && step < room/2 {
		u.Text(list, right-step, y+u.Whole(1), Plain(u.Theme.Dim), r.Step)
		room -= step + gap
	}
	for _, text := range r.Counters {
		wide := imgui.CalcTextSize(text, false, 0).X
		if wide > room {
			break
		}
		u.Text(list, left, y+u.Whole(1), Plain(u.Theme.Dim), text)
		left, room = left+wide+gap, room-wide-gap
	}
}

// Equal reports whether two captions are the same.
func (s Captioned) Equal(o Captioned) bool {
	return s.Text == o.Text && slices.EqualFunc(s.Runs, o.Runs, func(a, b CaptionedRun) bool {
		return a.Title == b.Title && a.Step == b.Step && slices.Equal(a.Counters, b.Counters)
	})
}

// CaptionColours are the colours of the letters of captions over their ground, in steps.
func (u *UI) CaptionColours() (out []color.RGBA) {
	for _, c := range []color.RGBA{u.Theme.Text, u.Theme.Dim} {
		for i := range 4 {
			out = append(out, color.RGBA(Between([]color.RGBA{u.Theme.Background, c}, float64(i+1)/4)))
		}
	}
	return out
}
