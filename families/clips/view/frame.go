package view

import (
	"image"
	"image/color"
	"math"
	"time"

	"kernelscope/families/clips/session"
	"kernelscope/render"
	"kernelscope/render/input"
	"kernelscope/scene/clipscene"
	"kernelscope/ui"
	"kernelscope/watch"
)

// panel is the interface of clips with its unfinished input.
type panel struct {
	*ui.UI
	view    session.View // starts as the snapshot's and collects the changes of the frame
	mouse   ui.Pointer
	held    bool    // the left button drags the picture or a strip
	strip   int     // the row of a comparison that is dragged
	bottom  float32 // lower edge of the panel, in pixels
	window  window  // visible part of the strip
	columns columns // pixel columns of the window
	bars    bars    // of the icicle
	typed   typed
}

// state is the state that a frame shows.
type state struct {
	*session.Snapshot
	ui.Status
	Camera  render.Camera
	Picture pictureState
}

// pictureState describes the painted scene; Scene is nil if there is none.
type pictureState struct {
	Scene  *clipscene.Scene
	Links  []uint32 // for each element, the begin of the innermost clip around it
	Depths []uint32 // for each element, the number of begins open before it
	// Hover is the element that is selected or under the mouse; -1 for none.
	Hover int
	render.ClipState
}

// mean converts the total time of all painted frames to the time of one.
func (p pictureState) mean(t time.Duration) time.Duration { return t / time.Duration(max(1, p.Made)) }

// frame returns the time of a painted frame: clip step, lists, sorting, painting.
func (p pictureState) frame() time.Duration { return p.mean(p.Clip + p.Bin + p.Sort + p.Paint) }

// pointAt asks for the element painted at a pixel; with Pin, it stays selected.
type pointAt struct {
	X, Y float64
	Pin  bool
}

func (pointAt) Action() {}

// frame builds a frame and returns the requested actions.
func (u *panel) frame(s state, in input.Frame) []watch.Action {
	u.view = s.View
	return u.Frame(in, s.Camera.Width, s.Camera.Height, func() {
		if u.Panels {
			u.build(s)
		}
		switch s.View.Page {
		case session.Partitioned:
			u.partitions(s, in)
		case session.Links:
			u.links(s, in)
		case session.Icicle:
			u.icicle(s, in)
		case session.Levels:
			u.reduction(s, in)
		default:
			u.overlay(s)
		}
		u.why(s)
		if !u.Typing() {
			u.keys(s, in)
		}
		if u.view != s.View {
			u.Do(session.SetView{View: u.view})
		}
		if s.View.Page == session.Picture {
			u.navigate(s, in)
		}
		u.mouse.End(in)
	})
}

// keys handles the keys of the view.
func (u *panel) keys(s state, in input.Frame) {
	if in.Pressed(input.KeyP) && !in.Shift {
		if u.view.Page++; s.View.Page != session.Picture {
			u.view.Page = session.Picture
		}
	}
	if s.View.Page == session.Picture && (in.Pressed(input.KeyB) || in.Pressed(input.KeyD)) && !in.Ctrl {
		u.view.Page = session.Partitioned // which has steps
	}
	open := u.dock(s) > 0
	if (!in.Pressed(input.KeyP) || in.Shift && s.View.Page != session.Picture) && u.DockKeys(in, open) {
		u.Do(watch.SetProfile{On: !open})
	}
	if s.View.Page != session.Picture {
		u.partitionKeys(s, in)
	} else {
		u.pictureKeys(s, in)
	}
}

// pictureKeys handles the keys of the picture: peel, deselect, show all.
func (u *panel) pictureKeys(s state, in input.Frame) {
	view := &u.view
	if in.Pressed(input.KeyF) {
		u.Do(ui.Fit{})
	}
	if u.Escape() {
		view.Pinned = -1
	}
	if in.Pressed(input.KeyRight) && view.Peel >= 0 {
		view.Peel++
		if view.Peel >= s.Depth {
			view.Peel = -1
		}
	}
	if in.Pressed(input.KeyLeft) && view.Peel != 0 {
		if view.Peel < 0 {
			view.Peel = s.Depth
		}
		view.Peel = max(0, view.Peel-1)
	}
}

// partitionKeys handles the keys of time and of the selected partition.
func (u *panel) partitionKeys(s state, in input.Frame) {
	u.TransportKeys(s.Time, in)
	if u.Escape() {
		u.Do(session.Select{Partition: -1})
	}
	for _, k := range []struct {
		key input.Key
		do  watch.Action
	}{
		{input.KeyF, nil}, {input.KeyUp, u.neighbour(s, 1)}, {input.KeyDown, u.neighbour(s, -1)},
	} {
		switch {
		case !in.Pressed(k.key):
		case k.do == nil:
			u.window = window{} // the whole sequence
		default:
			u.Do(k.do)
		}
	}
}

// neighbour is the action that shows the next partition, or the one before.
func (u *panel) neighbour(s state, by int) watch.Action {
	if s.Run == nil {
		return session.Select{Partition: -1}
	}
	return session.Select{Partition: max(0, min(len(s.Run.Partitions)-1, s.Shown+by))}
}

// area returns the part of the picture that the panel does not cover, less margins.
func (u *panel) area(s state) image.Rectangle {
	return u.Area(s.Camera.Width, s.Camera.Height-u.dock(s))
}

// Keys of the picture and of all other pages.
var (
	pictureHelp = []ui.Help{
		{Key: "click", Does: "pin"}, {Key: "Esc", Does: "let go"}, {Key: "Left, Right", Does: "peel"}, {Key: "P", Does: "partitions"}, {Key: "F", Does: "fit"},
		{Key: "wheel", Does: "zoom"}, {Key: "drag", Does: "move"},
	}
	stripKeys = []ui.Help{{Key: "click", Does: "choose"}, {Key: "Esc", Does: "let go"}, {Key: "Up, Down", Does: "partition"}, {Key: "P", Does: "picture"}, {Key: "Shift-P, D, B", Does: ui.DockHelp.Does}}
)

// hint names the keys at the foot of the picture.
func (u *panel) hint(s state, keys []ui.Help) {
	if u.Panels {
		u.Hint(keys, float32(s.Camera.Height-u.dock(s))-u.Px(10), float32(s.Camera.Width)-u.Px(ui.SideMargin))
	}
}

// depthColour returns the colour of a depth in pictures. As in the shader of the boxes, the first
// levels take a larger part of the ramp.
func (u *panel) depthColour(depth, deepest int) color.NRGBA {
	return ui.Between(u.Theme.Depths[:], math.Log1p(float64(depth))/math.Log1p(float64(max(1, deepest))))
}

// heightColour returns the colour of a height in strips; no walk has such a colour.
func (u *panel) heightColour(part float64) color.NRGBA { return ui.Between(u.Theme.Ramp[:], part) }
