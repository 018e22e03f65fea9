// Package ui is the interface: panels that take a snapshot of the session and
// return actions, the legend and markers on the map, and navigation by mouse and
// keyboard. Only what is half typed or folded open is kept here; all else is the
// session's.
package ui

import (
	"math"
	"time"

	"github.com/inkyblackness/imgui-go/v4"
	"golang.org/x/image/font/gofont/gomedium"
	"golang.org/x/image/font/gofont/gomono"
	"golang.org/x/image/font/gofont/goregular"

	"kernelscope/compute/session"
	"kernelscope/compute/session/clips"
	"kernelscope/input"
	"kernelscope/osmload"
	"kernelscope/render"
	"kernelscope/ui/internal/imdraw"
)

// UI holds the interface's context, fonts and what is half typed.
type UI struct {
	context *imgui.Context
	painter *imdraw.Painter
	scale   float32 // pixels for one of a plain display
	theme   *render.Theme

	regular, bold, small, mono imgui.Font

	Places []Place // that one can change to
	Shown  string  // name of the present one

	path    string // half typed in the map section
	lab     laboratory
	actions []any
	nav     navigator

	count    int32 // exponent of the number of keys or elements, half chosen
	counting bool
	view     clips.View // of clips, as the frame that is built leaves it
	// panelBottom is where the panel of clips ends, in pixels.
	panelBottom float32
	window      window  // of the strip of clips
	columns     columns // in it
}

// State is what a frame of the interface shows.
type State struct {
	*session.Snapshot
	Status
	Camera  render.Camera
	Painter string // in use
	// DrawOrder is how quads were put in order.
	DrawOrder DrawOrder
}

// DrawOrder is how quads were put in order, and what that and a whole frame take
// on the device; zero while that is not known.
type DrawOrder struct {
	render.Keys
	Took, Frame time.Duration
}

// Loading is an import under way.
type Loading struct {
	Name string
	osmload.Report
}

// Actions beyond those of a session.
type (
	// MoveCamera shows another part of the map.
	MoveCamera struct{ render.Camera }
	// FitMap shows the whole map.
	FitMap struct{}
	// SaveChart saves the chart and its data.
	SaveChart struct{}
)

// New makes the interface at a scale, in pixels of the target for one of a plain
// display, and uploads its fonts.
func New(d *imdraw.Device, theme *render.Theme, scale float64) (*UI, error) {
	u := &UI{context: imgui.CreateContext(nil), scale: float32(scale), theme: theme}
	io := imgui.CurrentIO()
	io.SetIniFilename("")
	io.SetBackendFlags(imgui.BackendFlagsRendererHasVtxOffset)
	u.regular = u.font(goregular.TTF, 14.5)
	u.bold = u.font(gomedium.TTF, 17)
	u.small = u.font(goregular.TTF, 12.5)
	u.mono = u.font(gomono.TTF, 13)
	u.applyStyle()
	mapKeys(io)
	var err error
	if u.painter, err = imdraw.New(d); err != nil {
		u.context.Destroy()
		return nil, err
	}
	return u, nil
}

// font adds a font whose glyphs lie on whole pixels.
func (u *UI) font(ttf []byte, size float32) imgui.Font {
	c := imgui.NewFontConfig()
	defer c.Delete()
	c.SetPixelSnapH(true)
	c.SetOversampleH(1)
	return imgui.CurrentIO().Fonts().AddFontFromMemoryTTFV(ttf, float32(int(size*u.scale+0.5)), c, imgui.CurrentIO().Fonts().GlyphRangesDefault())
}

// Release gives everything back.
func (u *UI) Release() {
	u.painter.Release()
	u.context.Destroy()
}

// Check compares the declarations of the interface's drawing with its shaders.
func Check() error { return imdraw.Check() }

// Scale returns the scale of the interface.
func (u *UI) Scale() float64 { return float64(u.scale) }

// Frame builds a frame and returns what the person asks for: actions of the
// session and of this package.
func (u *UI) Frame(s State, in input.Frame) []any {
	u.actions = nil
	feed(in, s.Camera.Width, s.Camera.Height)
	imgui.NewFrame()
	imgui.PushFont(u.regular)
	if s.View.Panels {
		u.panel(s)
		u.road(s)
		u.experiments(s)
	}
	u.overlay(s)
	imgui.PopFont()
	io := imgui.CurrentIO()
	u.navigate(s, in, io.WantCaptureMouse(), io.WantTextInput())
	imgui.Render()
	return u.actions
}

// Calls returns how to draw the last frame, with the buffers of slot 0 or 1.
func (u *UI) Calls(slot, width, height int) ([]imdraw.Call, error) {
	return u.painter.Calls(slot, width, height)
}

// do asks for an action.
func (u *UI) do(a any) { u.actions = append(u.actions, a) }

// px converts pixels of a plain display.
func (u *UI) px(v float32) float32 { return v * u.scale }

// whole converts to whole pixels: sizes that are not make a window that is too
// small for its content by a fraction, and then it scrolls.
func (u *UI) whole(v float32) float32 { return float32(math.Round(float64(v * u.scale))) }

// PanelWidth is how much of the picture's left the panel hides, in pixels.
func (u *UI) PanelWidth() float64 { return float64(u.px(panelMargin + panelWidth)) }
