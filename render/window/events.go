//go:build !nowindow

package window

import (
	"github.com/go-gl/glfw/v3.3/glfw"

	"kernelscope/render/input"
)

// modifiers are the pressed modifier keys.
type modifiers struct{ ctrl, shift, alt bool }

// event is an event of the window system: a button, a key, a text or the wheel, or a movement of
// the mouse if all these are zero.
type event struct {
	with   modifiers // pressed at the time of the event
	x, y   float64   // position of the mouse in units of the window system
	button int       // 1 for the left one
	key    input.Key
	down   bool // whether the button or the key went down
	text   string
	wheelX float64
	wheelY float64
}

// isMouse reports whether the event is a movement or a button.
func (e event) isMouse() bool {
	return e.key == input.KeyNone && e.text == "" && e.wheelX == 0 && e.wheelY == 0
}

// take adds events to a frame in order, with the position of the mouse, and returns the events for
// the next frame. All events of a frame have the same modifiers, so that a click with Ctrl stays
// one even if it is processed late. A key changes at most once per frame, so that short presses are
// not missed. After a button has changed, the mouse does not move, so that a drag shorter than a
// frame is still a drag.
func take(events []event, in *input.Frame, x, y *float64) (rest []event) {
	button, changed := false, map[input.Key]bool{}
	for i, e := range events {
		was, twice := changed[e.key]
		if i > 0 && e.with != events[0].with || button && e.isMouse() || e.key != input.KeyNone && twice && was != e.down {
			return events[i:]
		}
		in.Ctrl, in.Shift, in.Alt = e.with.ctrl, e.with.shift, e.with.alt
		switch {
		case e.key != input.KeyNone:
			changed[e.key] = e.down
			in.Keys = append(in.Keys, input.KeyEvent{Key: e.key, Down: e.down})
		case e.isMouse():
			*x, *y = e.x, e.y
			if e.button > 0 {
				button, in.Buttons[e.button-1] = true, e.down
			}
		}
		in.Text += e.text
		in.WheelX, in.WheelY = in.WheelX+e.wheelX, in.WheelY+e.wheelY
	}
	return nil
}

// queue stores an event.
func (w *Window) queue(e event) {
	e.with, w.awake = w.held, linger
	w.events = append(w.events, e)
}

// hold records the modifiers of an event. On some systems, the event of a modifier key does not
// include the key itself.
func (w *Window) hold(m glfw.ModifierKey, key glfw.Key, down bool) {
	w.held = modifiers{m&glfw.ModControl != 0, m&glfw.ModShift != 0, m&glfw.ModAlt != 0}
	switch key {
	case glfw.KeyLeftControl, glfw.KeyRightControl:
		w.held.ctrl = down
	case glfw.KeyLeftShift, glfw.KeyRightShift:
		w.held.shift = down
	case glfw.KeyLeftAlt, glfw.KeyRightAlt:
		w.held.alt = down
	}
}

// listen collects the events that GLFW reports between frames.
func (w *Window) listen() {
	w.window.SetScrollCallback(func(_ *glfw.Window, x, y float64) { w.queue(event{wheelX: x, wheelY: y}) })
	w.window.SetKeyCallback(func(_ *glfw.Window, key glfw.Key, _ int, action glfw.Action, m glfw.ModifierKey) {
		w.hold(m, key, action != glfw.Release)
		w.awake = linger
		if k, ok := keys[key]; ok && (action != glfw.Repeat || repeated[k]) {
			w.queue(event{key: k, down: action != glfw.Release})
		}
	})
	w.window.SetCharCallback(func(_ *glfw.Window, c rune) { w.queue(event{text: string(c)}) })
	w.window.SetDropCallback(func(_ *glfw.Window, files []string) {
		w.input.Files, w.awake = append(w.input.Files, files...), linger
	})
	w.window.SetCursorPosCallback(func(_ *glfw.Window, x, y float64) { w.queue(event{x: x, y: y}) })
	w.window.SetMouseButtonCallback(func(window *glfw.Window, b glfw.MouseButton, a glfw.Action, m glfw.ModifierKey) {
		w.hold(m, glfw.KeyUnknown, false)
		if x, y := window.GetCursorPos(); b <= glfw.MouseButtonMiddle {
			w.queue(event{x: x, y: y, button: int(b) + 1, down: a == glfw.Press})
		}
	})
	wake := func() { w.awake = linger }
	w.window.SetPosCallback(func(_ *glfw.Window, x, y int) { w.place[0], w.place[1] = x, y })
	w.window.SetSizeCallback(func(_ *glfw.Window, width, height int) { w.place[2], w.place[3] = width, height })
	w.window.SetRefreshCallback(func(*glfw.Window) { wake() })
	w.window.SetFramebufferSizeCallback(func(*glfw.Window, int, int) { wake() })
	w.window.SetFocusCallback(func(*glfw.Window, bool) { w.held = modifiers{}; wake() })
	w.input.Clipboard = clipboard{}
}

// repeated are the keys that repeat while held.
var repeated = map[input.Key]bool{input.KeyLeft: true, input.KeyRight: true, input.KeyBackspace: true, input.KeyDelete: true}
