package sums

import (
	"fmt"
	"image"

	"github.com/inkyblackness/imgui-go/v4"

	"kernelscope/compute"
	"kernelscope/families/sums/session"
	"kernelscope/internal/format"
	"kernelscope/render/input"
	"kernelscope/ui"
	"kernelscope/watch"
)

// panel is the interface of prefix sums.
type panel struct{ *ui.UI }

// state is the state that a frame shows.
type state struct {
	session.Snapshot
	ui.Status
	Width, Height int // of the target
}

// frame builds a frame and returns the requested actions.
func (u *panel) frame(s state, in input.Frame) []watch.Action {
	return u.Frame(in, s.Width, s.Height, func() {
		if u.Panels {
			u.build(s)
		}
		u.overlay(s)
		if !u.Typing() {
			u.keys(s, in)
		}
	})
}

// keys handles the keys of the view.
func (u *panel) keys(s state, in input.Frame) {
	u.TransportKeys(s.Time, in)
	if u.DockKeys(in, s.Profiled) {
		u.Do(watch.SetProfile{On: !s.Profiled})
	}
}

// build builds the panel, from top to bottom, and the plots.
func (u *panel) build(s state) {
	u.BeginPanel("sums", s.Height)
	u.DeviceNote("Scanning", "the scan", s.Device)
	u.Section(ui.RunSection, 0, func() { u.Transport(s.Time, ui.TransportLook{Step: "Here it is a dispatch.", Hide: s.Steady}) })
	u.Section("Values", 0, func() {
		if x := u.NumberSlider("values", s.Input.N, 4, 24, 17, "How many values are scanned: 16 to 16,777,216."); x != s.Input.N {
			u.Do(session.SetInput{Input: session.Input{N: x, Seed: s.Input.Seed}})
		}
	})
	if len(s.Lanes) > 0 {
		u.Section("Scan", 0, func() { u.scans(s) })
	}
	imgui.End()
	keys := append([]ui.Help{ui.DockHelp}, ui.TransportHelp...)
	u.Hint(keys, float32(s.Height-u.dock(s))-u.Px(10), float32(s.Width)-u.Px(ui.SideMargin))
	if u.dock(s) > 0 {
		l := &s.Lanes[0]
		d := ui.DispatchesOf(l.Kernels)
		u.Dock(s.Width, s.Height, s.Time, len(l.Kernels)-1, []ui.Plot{u.GPUTime(d, s.Steady), u.Moved(d)}, nil, 0, nil)
	}
}

// dock returns the height of the plots at the foot of the picture in pixels, or zero if they do not
// fit.
func (u *panel) dock(s state) int { return u.DockRoom(s.Profiled && len(s.Lanes) > 0, s.Height) }

// scans builds the parameters of the scans.
func (u *panel) scans(s state) {
	params := func(lane int) {
		u.Params(fmt.Sprint(lane), s.Lanes[lane].Effective(), s.Device, func(name string, x uint32) { u.Do(watch.Set{Lane: lane, Values: compute.Values{name: x}}) }, nil)
	}
	params(0)
	u.Compare(s.Compare, s.Time, []string{"steps", "GPU time"}, "Two scans of the same values, side by side, on one clock.")
	if s.Compare {
		params(1)
		u.Ratios(s.Measures(), s.Steady)
	}
}

// layers is the number of arrays drawn for a scan.
const layers = 3

// laneArea is the area of a scan: its header, and an array for each layer below its caption.
type laneArea struct {
	header image.Rectangle
	arrays [layers]image.Rectangle
}

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
		tall := r.Dy() / layers
		for k := range a.arrays {
			a.arrays[k] = image.Rect(r.Min.X, r.Min.Y+k*tall+px(24), r.Max.X, r.Min.Y+(k+1)*tall-px(6))
		}
		out = append(out, a)
	}
	return out
}

// overlay writes a header above each scan and a caption above each array.
func (u *panel) overlay(s state) {
	list := u.OnPicture()
	for i, a := range u.areas(s) {
		l := &s.Lanes[i]
		u.Header(list, a.header, u.header(s, i))
		for k, of := range s.Arrays(l) {
			at := a.arrays[k]
			axis := "0 to " + format.Thousands(of.Most)
			size := imgui.CalcTextSize(axis, false, 0)
			u.Text(list, float32(at.Min.X), float32(at.Min.Y)-u.Px(20), ui.Plain(u.Theme.Dim), ui.Fitting(of.Text+ui.Sampled(of.N, at), float32(at.Dx())-size.X-u.Px(12)))
			u.Text(list, float32(at.Max.X)-size.X, float32(at.Min.Y)-u.Px(20), ui.Plain(u.Theme.Dim), axis)
			u.HoverEntry(i, of.Kind, at)
		}
	}
}

// header describes a scan, its last step and the time of this step.
func (u *panel) header(s state, lane int) ui.Header {
	l := &s.Lanes[lane]
	h := ui.Header{Lane: -1, Title: "Prefix sums of " + format.Count(s.Input.N, "value"), Story: l.Story(), Why: session.Why}
	if s.Compare {
		h.Lane, h.Title = lane, session.Title+ui.Chosen(l.Params, s.Lanes[0].Params, s.Lanes[1].Params)
	}
	if !s.Steady {
		h.Time = format.Milliseconds(l.Event.GPU)
	}
	if l.Event.Done {
		h.Verdict, h.Colour = u.Verdict(l.Verdict, "scanned")
	}
	return h
}
