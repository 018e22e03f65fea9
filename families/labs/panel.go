package labs

import (
	"fmt"
	"image"
	"strings"

	"github.com/inkyblackness/imgui-go/v4"

	"kernelscope/compute"
	"kernelscope/compute/lab"
	"kernelscope/families/labs/session"
	"kernelscope/internal/format"
	"kernelscope/open/labload"
	"kernelscope/render"
	"kernelscope/render/input"
	"kernelscope/ui"
	"kernelscope/watch"
)

// panel is the interface of labs.
type panel struct{ *ui.UI }

// state is the state that a frame shows.
type state struct {
	session.Snapshot
	ui.Status
	Labs          [2]*labload.Lab
	Drawn         [2][]drawing // of the lanes
	Scales        map[string]render.Scale
	Problem       error  // of the last edit
	Edit          string // what it has changed
	Width, Height int    // of the target
}

// frame builds a frame and returns the requested actions.
func (u *panel) frame(s state, in input.Frame) []watch.Action {
	return u.Frame(in, s.Width, s.Height, func() {
		if u.Panels {
			u.build(s)
		}
		u.overlay(s)
		if !u.Typing() {
			u.TransportKeys(s.Time, in)
			if u.DockKeys(in, s.Profiled) {
				u.Do(watch.SetProfile{On: !s.Profiled})
			}
		}
	})
}

// build builds the panel, from top to bottom, and the plots.
func (u *panel) build(s state) {
	u.BeginPanel("lab", s.Height)
	u.DeviceNote("Running", "the lab", s.Device)
	if len(s.Lanes) == 0 {
		u.Note("Open a compute shader or a lab file: drop it here, or viewer lab FILE.")
		imgui.End()
		return
	}
	u.Section(ui.RunSection, 0, func() {
		u.Transport(s.Time, ui.TransportLook{Step: "Here it is a dispatch.", Hide: s.Steady})
	})
	if s.Problem != nil {
		u.Section("Edited", 0, func() {
			u.Note("The last good lab is shown.")
			u.Wrapped(s.Problem.Error())
		})
	}
	if s.Problem == nil && s.Edit != "" {
		u.Section("Edited", 0, func() { u.Wrapped(s.Edit) })
	}
	u.Section("Parameters", 0, func() { u.parameters(s) })
	if notes := s.Lanes[0].Notes; len(notes) > 0 {
		u.Section("Assumed", 0, func() { u.Wrapped(strings.Join(notes, " ")) })
	}
	imgui.End()
	keys := append([]ui.Help{ui.DockHelp}, ui.TransportHelp...)
	u.Hint(keys, float32(s.Height-u.dock(s))-u.Px(10), float32(s.Width)-u.Px(ui.SideMargin))
	if u.dock(s) > 0 {
		l := &s.Lanes[0]
		d := ui.DispatchesOf(l.Kernels)
		u.Dock(s.Width, s.Height, s.Time, len(l.Kernels)-1, []ui.Plot{u.GPUTime(d, s.Steady)}, nil, 0, nil)
	}
}

// dock returns the height of the plots at the foot of the picture in pixels, or zero if they do not
// fit.
func (u *panel) dock(s state) int { return u.DockRoom(s.Profiled && len(s.Lanes) > 0, s.Height) }

// parameters builds the parameters of the runs.
func (u *panel) parameters(s state) {
	params := func(lane int) {
		u.Params(fmt.Sprint(lane), s.Lanes[lane].Params, s.Device, func(name string, x uint32) { u.Do(watch.Set{Lane: lane, Values: compute.Values{name: x}}) }, nil)
	}
	params(0)
	u.Compare(s.Compare, s.Time, []string{"steps", "GPU time"}, "Two runs, side by side, on one clock.")
	if s.Compare {
		params(1)
		u.Ratios(s.Measures(), s.Steady)
	}
}

// laneArea is the area of a run: its header, and an array for each drawing below its caption.
type laneArea struct {
	header image.Rectangle
	arrays []image.Rectangle
}

// captionHeight is the height of a caption, in pixels of a plain display.
const captionHeight = 24

// areas divides the picture beside the panel.
func (u *panel) areas(s state) (out []laneArea) {
	px := func(v float32) int { return int(u.Whole(v)) }
	all := u.Area(s.Width, s.Height-u.dock(s))
	n, gap := max(1, len(s.Lanes)), px(24)
	wide := (all.Dx() - (n-1)*gap) / n
	for i := range s.Lanes {
		r := all
		r.Min.X += i * (wide + gap)
		r.Max.X = r.Min.X + wide
		a := laneArea{header: r}
		r.Min.Y += px(ui.HeaderHeight)
		pictures := 0
		for _, d := range s.Drawn[i] {
			if r.Max.Y -= px(captionHeight); !d.isText {
				pictures++
			}
		}
		tall, y := r.Dy()/max(1, pictures), r.Min.Y
		for _, d := range s.Drawn[i] {
			of := image.Rect(r.Min.X, y+px(captionHeight), r.Max.X, y+px(captionHeight))
			if !d.isText {
				of.Max.Y += tall - px(6)
				y += tall
			}
			a.arrays, y = append(a.arrays, of), y+px(captionHeight)
		}
		out = append(out, a)
	}
	return out
}

// overlay writes a header above each run and a caption above each drawing.
func (u *panel) overlay(s state) {
	list := u.OnPicture()
	for i, a := range u.areas(s) {
		u.Header(list, a.header, u.header(s, i))
		for k, d := range s.Drawn[i] {
			u.caption(list, s, i, d, a.arrays[k])
		}
	}
}

// caption writes the caption of a drawing: the buffer, and its scale at the right, or its few numbers.
func (u *panel) caption(list ui.List, s state, lane int, d drawing, at image.Rectangle) {
	l := &s.Lanes[lane]
	b := l.Buffers[d.of]
	n := l.Lengths[d.of] * b.Stride
	text, axis := fmt.Sprintf("%s: %s %s", b.Name, format.Thousands(n), b.Type), ""
	if scale := d.scale(s); !d.isText && scale.Low < scale.High {
		axis = number(b.Type, scale.Low) + " to " + number(b.Type, scale.High)
	}
	switch {
	case d.isText:
		text = b.Name + ":"
		for _, w := range l.Few[b.Name] {
			text += " " + b.Type.Text(w)
		}
	case d.Kind == labload.Bars:
		text += ui.Sampled(n, at)
		u.HoverEntry(lane, compute.LayerKind(b.Name), at)
	}
	if d.Map != nil && d.Map.Attribution != "" {
		u.Attribution(list, d.Map.Attribution, float32(at.Max.X)+u.Px(ui.PanelMargin), float32(at.Max.Y))
	}
	y := float32(at.Min.Y) - u.Px(20)
	size := imgui.CalcTextSize(axis, false, 0)
	u.Text(list, float32(at.Min.X), y, ui.Plain(u.Theme.Dim), ui.Fitting(text, float32(at.Dx())-size.X-u.Px(12)))
	u.Text(list, float32(at.Max.X)-size.X, y, ui.Plain(u.Theme.Dim), axis)
}

// number writes a number of a type on a scale.
func number(t lab.Type, x float64) string {
	if t == lab.F32 {
		return fmt.Sprintf("%.4g", x)
	}
	return format.Thousands(int(x))
}

// header describes a run, its last step and the time of this step.
func (u *panel) header(s state, lane int) ui.Header {
	l := &s.Lanes[lane]
	h := ui.Header{Lane: -1, Title: l.Title, Story: l.Story()}
	if s.Compare {
		h.Lane, h.Title = lane, l.Title+ui.Chosen(l.Params, s.Lanes[0].Params, s.Lanes[1].Params)
	}
	if !s.Steady {
		h.Time = format.Milliseconds(l.Event.GPU)
	}
	switch {
	case !l.Event.Done:
	case len(l.Checks) == 0:
		h.Verdict, h.Colour = "no check", ui.Plain(u.Theme.Dim)
	default:
		h.Verdict, h.Colour = u.Verdict(l.Verdict, "computed")
	}
	return h
}
