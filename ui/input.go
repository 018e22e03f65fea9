package ui

import (
	"fmt"

	"github.com/inkyblackness/imgui-go/v4"
)

// Key names a key, whatever the window system calls it.
type Key int

// The keys that the interface knows.
const (
	KeyNone Key = iota
	KeyTab
	KeyLeft
	KeyRight
	KeyUp
	KeyDown
	KeyHome
	KeyEnd
	KeyInsert
	KeyDelete
	KeyBackspace
	KeySpace
	KeyEnter
	KeyEscape
	KeyA
	KeyC
	KeyF
	KeyR
	KeyV
	KeyX
	KeyY
	KeyZ
	KeyLeftBracket
	KeyRightBracket
	KeyF1
	KeyF2
	KeyF3
	KeyF4
	KeyF5
	KeyF6
	KeyF7
	KeyF8
)

// String names a function key as it is printed on it.
func (k Key) String() string {
	if k >= KeyF1 && k <= KeyF8 {
		return fmt.Sprintf("F%d", k-KeyF1+1)
	}
	return fmt.Sprintf("key %d", int(k))
}

var imguiKeys = map[int]Key{
	imgui.KeyTab: KeyTab, imgui.KeyLeftArrow: KeyLeft, imgui.KeyRightArrow: KeyRight, imgui.KeyUpArrow: KeyUp,
	imgui.KeyDownArrow: KeyDown, imgui.KeyHome: KeyHome, imgui.KeyEnd: KeyEnd, imgui.KeyInsert: KeyInsert,
	imgui.KeyDelete: KeyDelete, imgui.KeyBackspace: KeyBackspace, imgui.KeySpace: KeySpace, imgui.KeyEnter: KeyEnter,
	imgui.KeyEscape: KeyEscape, imgui.KeyA: KeyA, imgui.KeyC: KeyC, imgui.KeyV: KeyV, imgui.KeyX: KeyX,
	imgui.KeyY: KeyY, imgui.KeyZ: KeyZ,
}

func mapKeys(io imgui.IO) {
	for theirs, ours := range imguiKeys {
		io.KeyMap(theirs, int(ours))
	}
}

// Input is what has happened since the frame before.
type Input struct {
	Seconds          float64 // since the frame before
	X, Y             float64 // of the mouse, pixels of the target; negative outside
	Buttons          [3]bool // left, right, middle
	WheelX, WheelY   float64
	Ctrl, Shift, Alt bool
	Keys             []KeyEvent
	Text             string
	Files            []string // dropped on the window
	Clipboard        imgui.Clipboard
}

// KeyEvent is a key that went down or up.
type KeyEvent struct {
	Key  Key
	Down bool
}

// pressed says whether a key went down.
func (in Input) pressed(k Key) bool {
	for _, e := range in.Keys {
		if e.Key == k && e.Down {
			return true
		}
	}
	return false
}

// feed hands the input to Dear ImGui.
func (in Input) feed(width, height int) {
	io := imgui.CurrentIO()
	io.SetDisplaySize(imgui.Vec2{X: float32(width), Y: float32(height)})
	io.SetDeltaTime(float32(max(1e-4, in.Seconds)))
	io.SetMousePosition(imgui.Vec2{X: float32(in.X), Y: float32(in.Y)})
	for i, down := range in.Buttons {
		io.SetMouseButtonDown(i, down)
	}
	io.AddMouseWheelDelta(float32(in.WheelX), float32(in.WheelY))
	for _, e := range in.Keys {
		if e.Down {
			io.KeyPress(int(e.Key))
		} else {
			io.KeyRelease(int(e.Key))
		}
	}
	io.AddInputCharacters(in.Text)
	if in.Clipboard != nil {
		io.SetClipboard(in.Clipboard)
	}
	modifier := func(down bool, set func(int, int)) {
		const key = 400 // not one of ours
		if down {
			io.KeyPress(key)
		} else {
			io.KeyRelease(key)
		}
		set(key, key)
	}
	modifier(in.Ctrl, io.KeyCtrl)
	modifier(in.Shift, io.KeyShift)
	modifier(in.Alt, io.KeyAlt)
}
