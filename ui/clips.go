package ui

import (
	"image"
	"image/color"
	"math"
	"time"

	"github.com/inkyblackness/imgui-go/v4"

	"kernelscope/compute/session/clips"
	"kernelscope/input"
	"kernelscope/render"
	"kernelscope/scene/clipscene"
	"kernelscope/timeline"
)

// ClipState is what a frame of the clip views shows.
type ClipState struct {
	*clips.Snapshot
	Status
	Camera  render.Camera
	Picture ClipPicture
}

// ClipPicture is what is known of the scene that is painted; without one Scene is nil.
type ClipPicture struct {
	Scene  *clipscene.Scene
	Links  []uint32 // of each element the begin around it
	Depths []uint32 // of each element, how many begins are open before it
	// Hover is the element that is pointed at, or chosen; -1 for none.
	Hover         int
	Pairs, Culled int // of elements and tiles; elements that are not in view
	Took          time.Duration
	Unfinished    bool
	Painted       float64 // the part of an unfinished view that is done
}

// PointAt asks which element is painted at a pixel; if Pin, it stays chosen.
type PointAt struct {
	X, Y float64
	Pin  bool
}

// FrameClips builds a frame of the clip views and returns what the person asks for.
func (u *UI) FrameClips(s ClipState, in input.Frame) []any {
	u.actions = nil
	feed(in, s.Camera.Width, s.Camera.Height)
	u.view = s.View
	imgui.NewFrame()
	imgui.PushFont(u.regular)
	if s.View.Panels {
		u.clipPanel(s)
	}
	if s.View.Partitions {
		u.partitionView(s, in)
	} else {
		u.clipOverlay(s)
	}
	imgui.PopFont()
	io := imgui.CurrentIO()
	if !io.WantTextInput() {
		u.clipKeys(s, in)
	}
	if u.view != s.View {
		u.do(clips.SetView{View: u.view})
	}
	if !s.View.Partitions {
		u.navigateClips(s, in, io.WantCaptureMouse())
	}
	u.nav.before, u.nav.x, u.nav.y = in.Buttons, in.X, in.Y
	imgui.Render()
	return u.actions
}

// clipKeys are the keys of sorts and the map, as far as they mean something here.
func (u *UI) clipKeys(s ClipState, in input.Frame) {
	if in.Pressed(input.KeyF1) {
		u.view.Panels = !u.view.Panels
	}
	if in.Pressed(input.KeyF4) {
		u.view.Partitions = !u.view.Partitions
	}
	if s.View.Partitions {
		u.partitionKeys(s, in)
	} else {
		u.pictureKeys(s, in)
	}
}

// pictureKeys peel the scene, let go of an element, and show all.
func (u *UI) pictureKeys(s ClipState, in input.Frame) {
	view := &u.view
	if in.Pressed(input.KeyF) {
		u.do(FitMap{})
	}
	if in.Pressed(input.KeyEscape) {
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

// partitionKeys move in time, and from partition to partition.
func (u *UI) partitionKeys(s ClipState, in input.Frame) {
	if in.Pressed(input.KeySpace) {
		u.playOrPauseClips(s)
	}
	for _, k := range []struct {
		key input.Key
		do  any
	}{
		{input.KeyRight, timeline.Step{Steps: 1}}, {input.KeyLeft, timeline.Step{Steps: -1}}, {input.KeyR, timeline.Rewind{}},
		{input.KeyHome, timeline.Seek{Step: 0}}, {input.KeyEnd, timeline.Seek{Step: s.Length}}, {input.KeyEscape, clips.Select{Partition: -1}},
		{input.KeyLeftBracket, timeline.SetSpeed{PerSecond: s.Time.Speed / 2}}, {input.KeyRightBracket, timeline.SetSpeed{PerSecond: s.Time.Speed * 2}},
		{input.KeyF, nil}, {input.KeyUp, u.neighbour(s, 1)}, {input.KeyDown, u.neighbour(s, -1)},
	} {
		switch {
		case !in.Pressed(k.key):
		case k.do == nil:
			u.window = window{} // all of the sequence
		default:
			u.do(k.do)
		}
	}
}

// neighbour is the action that shows the next partition, or the one before.
func (u *UI) neighbour(s ClipState, by int) any {
	if s.Run == nil {
		return clips.Select{Partition: -1}
	}
	return clips.Select{Partition: max(0, min(len(s.Run.Partitions)-1, s.Shown+by))}
}

func (u *UI) playOrPauseClips(s ClipState) {
	if s.Time.Playing {
		u.do(timeline.Pause{})
	} else {
		u.do(timeline.Play{})
	}
}

// clipArea is what the panel leaves of the picture, with margins.
func (u *UI) clipArea(s ClipState) image.Rectangle {
	px := func(v float32) int { return int(u.whole(v)) }
	all := image.Rect(px(sortMargin), px(panelMargin), s.Camera.Width-px(sortMargin), s.Camera.Height-px(panelMargin))
	if s.View.Panels && float64(s.Camera.Width) > 2*u.PanelWidth() {
		all.Min.X += int(u.PanelWidth())
	}
	if s.View.Panels {
		all.Max.Y -= px(hintHeight)
	}
	return all
}

// clipHint names the keys, at the foot of the picture beside the panel.
func (u *UI) clipHint(list imgui.DrawList, s ClipState, text string) {
	if !s.View.Panels {
		return
	}
	imgui.PushFont(u.small)
	defer imgui.PopFont()
	size := imgui.CalcTextSize(text, false, 0)
	x := float32(u.PanelWidth()) + u.px(sortMargin)
	if x+size.X > float32(s.Camera.Width)-u.px(sortMargin) {
		return // there is no room
	}
	u.backed(list, x, float32(s.Camera.Height)-u.px(10)-size.Y, faded(plain(u.theme.Dim), 0.8), text)
}

// depthColour is that of a depth in pictures, as the boxes have it: there is more of the
// ramp for the first levels.
func (u *UI) depthColour(depth, deepest int) color.NRGBA {
	return between(u.theme.Depths[:], math.Log1p(float64(depth))/math.Log1p(float64(max(1, deepest))))
}

// heightColour is that of a height in strips. Walks are drawn in other colours.
func (u *UI) heightColour(part float64) color.NRGBA { return between(u.theme.Ramp[:], part) }

// between mixes the colours of a ramp: part is 0 for the first and 1 for the last one.
func between(ramp []color.RGBA, part float64) color.NRGBA {
	x := max(0, min(1, part)) * float64(len(ramp)-1)
	i := min(len(ramp)-2, int(x))
	a, b, t := ramp[i], ramp[i+1], x-float64(i)
	mix := func(p, q uint8) uint8 { return uint8(float64(p)*(1-t) + float64(q)*t + 0.5) }
	return color.NRGBA{mix(a.R, b.R), mix(a.G, b.G), mix(a.B, b.B), 255}
}
