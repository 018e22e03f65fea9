//go:build !nowindow

package window

import (
	"slices"
	"testing"
	"time"

	"kernelscope/compute/gpu"
	"kernelscope/input"
)

func TestOneChange(t *testing.T) {
	down, up := func(k input.Key) input.KeyEvent { return input.KeyEvent{Key: k, Down: true} }, func(k input.Key) input.KeyEvent { return input.KeyEvent{Key: k} }
	now, later := oneChange([]input.KeyEvent{down(input.KeyA), up(input.KeyA), down(input.KeyC), down(input.KeyA), up(input.KeyC)})
	if want := []input.KeyEvent{down(input.KeyA)}; !slices.Equal(now, want) {
		t.Errorf("now %v, want %v", now, want)
	}
	if want := []input.KeyEvent{up(input.KeyA), down(input.KeyC), down(input.KeyA), up(input.KeyC)}; !slices.Equal(later, want) {
		t.Errorf("later %v, want %v", later, want)
	}
}

// Frames that are a little late keep their rhythm; those that are very late do
// not make the next ones hurry.
func TestLater(t *testing.T) {
	now := time.Now()
	if due := now.Add(-2 * time.Millisecond); later(due, now) != due {
		t.Error("a frame 2 ms late loses the rhythm")
	}
	if later(now.Add(-time.Second), now) != now {
		t.Error("a second late, the next frames hurry")
	}
}

func TestNoDisplay(t *testing.T) {
	t.Setenv("DISPLAY", "")
	if HasDisplay() {
		t.Skip("this system needs no DISPLAY")
	}
	if _, err := Open("test", 0, 0, 100, 100, gpu.Options{}); err == nil {
		t.Error("a window was opened without a display")
	}
}
