// Package ui is the toolkit of the interface: fonts, the frame of a panel, widgets, plots, text
// over pictures, and camera control by the mouse. It depends on no family; each builds its panels
// with it and returns the user's requests as actions.
//
// Module imgui-go is Dear ImGui 1.85: it has indices of 16 bits (honour VtxOffset), no docking, and no
// plots of use (PlotLines panics on an empty slice). Vertex colours are sRGB, and C++ assertions become
// panics. The font atlas is sampled without filtering, with glyphs on whole pixels. AddRectFilled
// rounds corners by a pixel, and Dear ImGui divides by zero where a rectangle of about two pixels leaves a
// rounding between 0 and 1e-6, so rectangles of fractional sizes have a rounding of 0. ImGui
// runs without a window, so panels can be golden images.
package ui

import (
	"image"
	"math"

	"github.com/inkyblackness/imgui-go/v4"
	"golang.org/x/image/font/gofont/gomedium"
	"golang.org/x/image/font/gofont/gomono"
	"golang.org/x/image/font/gofont/goregular"

	"kernelscope/internal/vector"
	"kernelscope/osmload"
	"kernelscope/render"
	"kernelscope/render/input"
	"kernelscope/ui/internal/imdraw"
	"kernelscope/watch"
)

// UI holds the interface's context, fonts and unfinished input.
type UI struct {
	context *imgui.Context
	painter *imdraw.Painter
	scale   float32 // pixels for one of a plain display

	Theme                      *render.Theme // in use; SetTheme changes it
	Regular, Bold, Small, Mono imgui.Font

	Backend string // what computes, where that is not the GPU alone

	Devices []string  // to choose from, by index; nil where there is no choice
	Device  int       // index of the one in use
	Second  int       // index of the one that runs the second sides of comparisons
	Sides   [2]string // devices of both sides of a comparison; empty where they are the same

	Places []Tab  // that one can change to
	Shown  string // name of the present one

	Panels bool // panels are shown, not only pictures

	CanRecord bool  // the window makes recordings
	Recording bool  // it remembers the view
	Film      *Film // that is being made; nil for none

	Figure *vector.Figure // receives what the frame draws over the picture; nil for none

	Lens      Overlay  // over the picture; nil for none
	Lesson    *Lesson  // that the window shows; nil for none
	Start     *Start   // card that covers the view; nil for none
	Browser   *Browser // that covers the view; nil while it is closed
	coverOf   string   // what covered it last
	coverTall float32  // how tall that was, in pixels

	Bandwidth float64 // of the memory of what computes, in bytes a second; zero where it is not known

	Probe Probe // of the view that is shown, for the dock

	pointed Value // under the mouse in this frame; zero for none

	Problem string // what went wrong last, for people; empty if nothing did

	width, height int             // of the target of the frame, in pixels
	legend        image.Rectangle // what the legend of the frame covers
	source        imgui.Vec2      // upper left corner of the attribution of the frame; zero for none
	sourceBefore  imgui.Vec2      // of the frame before
	panel         panelState
	hasBar        bool // the frame has tabs
	barRows       int  // of the frame before, as hintRows
	hintRows      int
	keys          []Help // of the view, or of something that covers it
	keysOf        string // its name; empty for the view
	help          bool   // all keys are shown
	sharing       bool   // the menu of sharing opens in this frame
	placing       bool   // so does the menu of places
	escape        bool   // Esc was pressed
	listed        bool   // the frame has an open list
	done          string // what was done last, while that is told
	doneLeft      float64

	pictures map[imgui.TextureID]*image.RGBA // that were uploaded
	fields   map[string]textField
	actions  []watch.Action
	nav      nav
	dock     dock
	seconds  float64 // of all frames
	path     string  // half typed
	count    int32   // exponent of a number, half chosen
	counting bool
	dragged  float32    // where the mouse was on a timeline
	seeking  bool       // a timeline is held
	escaped  bool       // Esc has taken it from the mouse
	step     *stepField // nil while no step is typed
}

// Loading is an import in progress.
type Loading struct {
	Name string
	osmload.Report
}

// New makes the interface at a scale, in pixels of the target for one of a plain
// display, and uploads its fonts.
func New(d *imdraw.Device, theme *render.Theme, scale float64) (*UI, error) {
	own := *theme
	u := &UI{scale: float32(scale), Theme: &own, Panels: true, pictures: map[imgui.TextureID]*image.RGBA{}, fields: map[string]textField{}, panel: panelState{width: PanelWidth, turned: map[string]bool{}}}
	if err := u.begin(d); err != nil {
		u.context.Destroy()
		return nil, err
	}
	return u, nil
}

// begin makes the context and what it needs on the device.
func (u *UI) begin(d *imdraw.Device) (err error) {
	//lint:ignore SA1019 the module is not worked on any more; version 4.7.0 does what the windows need
	u.context = imgui.CreateContext(nil)
	if err := u.context.SetCurrent(); err != nil { // there may be a caption's
		return err
	}
	io := imgui.CurrentIO()
	io.SetIniFilename("")
	io.SetBackendFlags(imgui.BackendFlagsRendererHasVtxOffset)
	u.Regular = u.font(goregular.TTF, 14.5)
	u.Bold = u.font(gomedium.TTF, 17)
	u.Small = u.font(goregular.TTF, 12.5)
	u.Mono = u.font(gomono.TTF, 13)
	u.applyStyle()
	mapKeys(io)
	u.painter, err = imdraw.New(d)
	return err
}

// Restart restarts the interface at a scale, after a frame that did not end or a change of the
// display. Unfinished input and folded sections are lost.
func (u *UI) Restart(scale float64) error {
	d := u.painter.Device()
	u.painter.Release()
	u.context.Destroy()
	u.scale = float32(scale)
	if err := u.begin(d); err != nil {
		return err
	}
	return u.upload()
}

// Rescaled runs a function while the interface has another scale, and a context of its own: nothing that is half done
// in the present one is lost.
func (u *UI) Rescaled(scale float64, do func() error) error {
	before := *u
	u.painter, u.scale = nil, float32(scale)
	defer func() {
		u.Release()
		*u = before
		_ = u.context.SetCurrent()
	}()
	if err := u.begin(before.painter.Device()); err != nil {
		return err
	}
	if err := u.upload(); err != nil {
		return err
	}
	return do()
}

// upload uploads all pictures to a new painter.
func (u *UI) upload() error {
	for id, m := range u.pictures {
		if err := u.painter.SetPicture(id, m); err != nil {
			return err
		}
	}
	return nil
}

// glyphRanges are the letters that the fonts have: Latin, Greek, Cyrillic, and some signs. They
// live as long as the program.
var glyphRanges = func() imgui.GlyphRanges {
	var b imgui.GlyphRangesBuilder
	for _, r := range [][2]rune{{0x20, 0x17F}, {0x1FA, 0x1FF}, {0x218, 0x21B}, {0x384, 0x3CE}, {0x400, 0x45F}, {0x490, 0x491}, {0x2010, 0x2044}, {0x20AC, 0x20AC}, {0x2116, 0x2116}, {0x2190, 0x2195}, {0x221E, 0x221E}, {0x2248, 0x2248}} {
		b.Add(r[0], r[1])
	}
	return b.Build().GlyphRanges
}()

// font adds a font whose glyphs lie on whole pixels.
func (u *UI) font(ttf []byte, size float32) imgui.Font {
	c := imgui.NewFontConfig()
	defer c.Delete()
	c.SetPixelSnapH(true)
	c.SetOversampleH(1)
	return imgui.CurrentIO().Fonts().AddFontFromMemoryTTFV(ttf, float32(int(size*u.scale+0.5)), c, glyphRanges)
}

// Release releases all resources.
func (u *UI) Release() {
	if u.painter != nil { // nil after a failed Rebuild
		u.painter.Release()
	}
	u.context.Destroy()
}

// Scale returns the scale of the interface.
func (u *UI) Scale() float64 { return float64(u.scale) }

// Frame builds a frame for a target of a size in pixels, and returns the requested actions.
func (u *UI) Frame(in input.Frame, width, height int, build func()) []watch.Action {
	u.seconds += in.Seconds
	u.dock.buffers.stale = u.dock.buffers.stale || len(u.actions) > 0
	u.actions = nil
	u.sourceBefore, u.source = u.source, imgui.Vec2{}
	u.legend = image.Rectangle{}
	u.width, u.height, u.hasBar, u.keys, u.keysOf = width, height, false, nil, ""
	u.escape, u.listed = in.Pressed(input.KeyEscape), false
	feed(u.navigate(in), width, height)
	imgui.NewFrame()
	imgui.PushFont(u.Regular)
	u.helpKeys(in)
	u.lessonKeys(in)
	build()
	u.overlay(in)
	u.cover(in, width, height)
	u.allKeys()
	u.toasts(in.Seconds)
	imgui.PopFont()
	imgui.Render()
	return u.actions
}

// OverPanel reports whether the mouse is over a panel, or over something that covers the view.
func (u *UI) OverPanel() bool { return u.Covered() || imgui.CurrentIO().WantCaptureMouse() }

// Typing reports whether the keyboard belongs to a field or a panel, or to something that covers the view.
func (u *UI) Typing() bool { return u.Entering() || u.Lens != nil }

// Entering is Typing but for a lens, which has the keyboard where no field has it.
func (u *UI) Entering() bool { return u.Covered() || u.nav.on || imgui.CurrentIO().WantTextInput() }

// SetChart uploads a chart, which Chart draws.
func (u *UI) SetChart(m *image.RGBA) error { return u.setPicture(imdraw.ChartID, m) }

// SetLens uploads a picture of a lens, which LensImage draws.
func (u *UI) SetLens(m *image.RGBA) error { return u.setPicture(imdraw.LensID, m) }

func (u *UI) setPicture(id imgui.TextureID, m *image.RGBA) error {
	u.pictures[id] = m
	return u.painter.SetPicture(id, m)
}

// Rebuild uploads everything to another device after the previous one was lost.
func (u *UI) Rebuild(d *imdraw.Device) error {
	u.painter.Release()
	var err error
	if u.painter, err = imdraw.New(d); err != nil {
		return err
	}
	return u.upload()
}

// Chart draws the chart that was uploaded last, as large as a size in pixels, with an opacity.
func (u *UI) Chart(size image.Point, opacity float32) {
	imgui.ImageV(imdraw.ChartID, imgui.Vec2{X: float32(size.X), Y: float32(size.Y)}, imgui.Vec2{}, imgui.Vec2{X: 1, Y: 1}, imgui.Vec4{X: 1, Y: 1, Z: 1, W: opacity}, imgui.Vec4{})
}

// Calls returns how to draw the last frame, with the buffers of slot 0 or 1.
func (u *UI) Calls(slot, width, height int) ([]imdraw.Call, error) {
	return u.painter.Calls(slot, width, height)
}

// Kept returns calls as Calls does, which show a picture of the interface that is kept from frame to frame: on a software
// device they cost little where the interface does not change.
func (u *UI) Kept(cmd *imdraw.Commands, slot, width, height int) ([]imdraw.Call, error) {
	return u.painter.Kept(cmd, slot, width, height)
}

// Do requests an action.
func (u *UI) Do(a watch.Action) { u.actions = append(u.actions, a) }

// Px converts pixels of a plain display.
func (u *UI) Px(v float32) float32 { return v * u.scale }

// Whole converts to whole pixels: with fractions, a window can be slightly too small for its
// content and scroll.
func (u *UI) Whole(v float32) float32 { return float32(math.Round(float64(v * u.scale))) }
