// Package input has the user's input to a window between two frames: mouse, keys, text
// and files. The window system fills it in, the interface reads it.
package input

import (
	"fmt"
	"slices"
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
	KeyPageUp
	KeyPageDown
	KeyInsert
	KeyDelete
	KeyBackspace
	KeySpace
	KeyEnter
	KeyEscape
	KeyA
	KeyB
	KeyC
	KeyD
	KeyE
	KeyF
	KeyG
	KeyI
	KeyJ
	KeyK
	KeyL
	KeyN
	KeyO
	KeyP
	KeyR
	KeyS
	KeyT
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
	KeyF9
	KeyF10
	KeyF11
	KeyF12
)

// String names a function key as it is printed on it.
func (k Key) String() string {
	if k >= KeyF1 && k <= KeyF12 {
		return fmt.Sprintf("F%d", k-KeyF1+1)
	}
	return fmt.Sprintf("key %d", int(k))
}

// Clipboard is the window system's.
type Clipboard interface {
	Text() (string, error) // what it holds; empty if that is not text
	SetText(text string)   // replaces what it holds
}

// Frame is what has happened since the frame before.
type Frame struct {
	Seconds          float64 // since the frame before
	Quiet            bool    // nothing has happened, and nothing moves by itself
	X, Y             float64 // of the mouse, pixels of the target; negative outside
	Buttons          [3]bool // left, right, middle
	WheelX, WheelY   float64 // notches
	Ctrl, Shift, Alt bool
	Keys             []KeyEvent
	Text             string
	Files            []string // dropped on the window
	Clipboard        Clipboard
}

// KeyEvent is a key that went down or up.
type KeyEvent struct {
	Key  Key
	Down bool
}

// Pressed returns whether a key went down.
func (f Frame) Pressed(k Key) bool { return slices.Contains(f.Keys, KeyEvent{k, true}) }
