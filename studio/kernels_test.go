package studio

import (
	"testing"

	"kernelscope/render/input"
)

// A place whose kernels are not prepared opens when they are, or when Esc is pressed; another place opens
// immediately.
func TestKernelsFirst(t *testing.T) {
	press := func(k input.Key) *input.Frame {
		return &input.Frame{Keys: []input.KeyEvent{{Key: k, Down: true}}}
	}
	for name, waits := range map[string]bool{"prepared": true, "Esc": false} {
		names := make(chan string, 2)
		w, _ := openScreen(t, func(w *Window, frame int) *input.Frame {
			switch {
			case frame == 0:
				return press(input.KeyF4)
			case frame == 3 && (w.shown != 0 || w.preparing.due == nil || !w.UI.Fading()):
				t.Errorf("%s: place %d is shown, due is %v", name, w.shown, w.preparing.due)
			case frame == 3 && waits:
				names <- "Two"
			case frame == 3:
				return press(input.KeyEscape)
			case frame == 6 && (w.shown != 1 || w.views[1].(*plain).begun != 1 || w.preparing == nil):
				t.Errorf("%s: then place %d is shown", name, w.shown)
			case frame == 6:
				close(names)
				return press(input.KeyF3)
			case frame == 9 && (w.shown != 0 || w.preparing != nil || w.Later != nil):
				t.Errorf("%s: at the end place %d is shown", name, w.shown)
			case frame == 9:
				return nil
			}
			return &input.Frame{}
		})
		p := &preparing{left: []string{"Two"}, all: 2, names: names, stop: func() {}}
		w.preparing, w.Later = p, p.later
		if err := w.run(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
}
