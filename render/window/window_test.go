//go:build !nowindow

package window

import (
	"reflect"
	"testing"
	"time"

	"kernelscope/compute/gpu"
	"kernelscope/render/input"
)

// All events of a frame have the same modifiers, no key changes twice, and the mouse is at the
// position where a button was pressed.
func TestTake(t *testing.T) {
	key := func(k input.Key, down bool, m modifiers) event { return event{key: k, down: down, with: m} }
	button := func(x float64, down bool, m modifiers) event { return event{x: x, button: 1, down: down, with: m} }
	none, ctrl, shift := modifiers{}, modifiers{ctrl: true}, modifiers{shift: true}
	frame := func(x float64, left bool, m modifiers, keys ...input.KeyEvent) input.Frame {
		return input.Frame{X: x, Buttons: [3]bool{left}, Ctrl: m.ctrl, Shift: m.shift, Keys: keys}
	}
	down, up := func(k input.Key) input.KeyEvent { return input.KeyEvent{Key: k, Down: true} }, func(k input.Key) input.KeyEvent { return input.KeyEvent{Key: k} }
	for name, c := range map[string]struct {
		events []event
		want   []input.Frame
	}{
		"a key pressed and released": {
			[]event{key(input.KeyA, true, none), key(input.KeyC, true, none), key(input.KeyA, false, none)},
			[]input.Frame{frame(0, false, none, down(input.KeyA), down(input.KeyC)), frame(0, false, none, up(input.KeyA))},
		},
		"a quick click with Ctrl": {
			[]event{{x: 5}, button(7, true, ctrl), button(7, false, ctrl), {x: 9}},
			[]input.Frame{frame(5, false, none), frame(7, true, ctrl), frame(7, false, ctrl), frame(9, false, none)},
		},
		"a drag": {
			[]event{button(1, true, none), {x: 2}, {x: 3}, button(4, false, none)},
			[]input.Frame{frame(1, true, none), frame(4, false, none)},
		},
		"Ctrl+A, and then a B": {
			[]event{key(input.KeyA, true, ctrl), key(input.KeyA, false, none), {text: "b"}},
			[]input.Frame{frame(0, false, ctrl, down(input.KeyA)), {Keys: []input.KeyEvent{up(input.KeyA)}, Text: "b"}},
		},
		"the wheel": {
			[]event{{wheelY: 1}, {wheelY: 1}, {wheelY: 1, with: shift}},
			[]input.Frame{{WheelY: 2}, {WheelY: 1, Shift: true}},
		},
	} {
		var got []input.Frame
		x, y, events, buttons := 0.0, 0.0, c.events, [3]bool{}
		for len(events) > 0 {
			in := input.Frame{Buttons: buttons}
			events = take(events, &in, &x, &y)
			in.X, buttons = x, in.Buttons
			got = append(got, in)
		}
		if !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: frames %+v, want %+v", name, got, c.want)
		}
	}
}

// Frames that are slightly late keep their rhythm. After very late ones, the next frames are not
// rushed.
func TestLater(t *testing.T) {
	now := time.Unix(0, 0)
	if due := now.Add(-2 * time.Millisecond); later(due, now) != due {
		t.Error("a frame 2 ms late loses the rhythm")
	}
	if later(now.Add(-time.Second), now) != now {
		t.Error("a second late, the next frames hurry")
	}
}

func TestNoDisplay(t *testing.T) {
	t.Setenv("DISPLAY", "")
	if FindDisplay() == nil {
		t.Skip("this system needs no DISPLAY")
	}
	if _, err := Open("test", 0, 0, 100, 100, false, gpu.Options{}); err == nil {
		t.Error("a window was opened without a display")
	}
}
