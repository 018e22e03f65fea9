package studio

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kernelscope/compute/gpu"
	"kernelscope/render/input"
	"kernelscope/watch"
)

// A device that is lost is opened again, once, and everything on it made anew: the window
// stays and says so. When that is lost too the window ends with the reason.
func TestWindowRestores(t *testing.T) {
	var to *screen
	lost := false
	w, to := openScreen(t, func(w *Window, frame int) *input.Frame {
		v := w.Shown().(*plain)
		switch frame {
		case 2:
			lost = true
		case 3:
			lost = false
			if v.rebuilt != 1 || w.GPU != to.d || w.Computer.Backend != to.d || !strings.Contains(w.Status().Problem, "lost") {
				t.Errorf("rebuilt %d times, with the message %q", v.rebuilt, w.Status().Problem)
			}
		case 5:
			lost = true
		case 6:
			t.Error("it stays after a second loss")
			return nil
		}
		return &input.Frame{}
	})
	to.fake.Lost = func(int) bool { return lost }
	if err := w.run(t.Context()); !errors.Is(err, gpu.ErrDeviceLost) {
		t.Errorf("it ends with %v", err)
	}
}

// Frames that panic are a message and a file, and the window stays; the third one in a row
// ends it.
func TestWindowSurvivesPanics(t *testing.T) {
	t.Chdir(t.TempDir())
	w, to := openScreen(t, func(w *Window, frame int) *input.Frame {
		v := w.Shown().(*plain)
		switch frame {
		case 1, 2, 4, 5, 6:
			v.panics = true
			v.asks = []watch.Action{refused{}}
		case 3:
			if !strings.Contains(w.Status().Problem, "out of mind") {
				t.Errorf("the message is %q", w.Status().Problem)
			}
		case 7:
			t.Error("it stays after three in a row")
			return nil
		}
		return &input.Frame{}
	})
	err := w.run(t.Context())
	if err == nil || !strings.Contains(err.Error(), "out of mind") || to.renewed != 4 {
		t.Errorf("it ends with %v after %d times", err, to.renewed)
	}
	files, _ := filepath.Glob("kernelscope-panic-*.txt")
	if len(files) != 5 {
		t.Fatalf("there are %d files", len(files))
	}
	text, _ := os.ReadFile(files[0])
	for _, part := range []string{"panic: out of mind", `"view": "One"`, `"device": "llvmpipe`, "mend_test.go"} {
		if !strings.Contains(string(text), part) {
			t.Errorf("the file has no %q:\n%s", part, text)
		}
	}
}

// A minimized window goes on without being drawn.
func TestWindowMinimized(t *testing.T) {
	w, to := openScreen(t, func(w *Window, frame int) *input.Frame {
		switch frame {
		case 1:
			w.display = minimized{w.display}
		case 4:
			return nil
		}
		return &input.Frame{}
	})
	if err := w.run(t.Context()); err != nil || w.Times.Drawn != 1 || to.frames != 5 || w.Width != 320 {
		t.Errorf("%v, %d frames of %d are drawn", err, w.Times.Drawn, to.frames)
	}
}

type minimized struct{ display }

func (minimized) Size() (width, height int) { return 0, 0 }

// A reader that panics is a message.
func TestLoaderPanics(t *testing.T) {
	w, _ := openScreen(t, func(w *Window, frame int) *input.Frame {
		if frame == 0 {
			return &input.Frame{Files: []string{"any"}}
		}
		if w.load != nil {
			return &input.Frame{}
		}
		return nil
	})
	w.Families[0].Read = func(context.Context, string) (any, error) { panic("out of mind") }
	if err := w.run(t.Context()); err != nil || !strings.Contains(w.Status().Problem, "any cannot be read: a bug in the program: out of mind") {
		t.Errorf("%v; the message is %q", err, w.Status().Problem)
	}
}

// A file that was read when the device was lost is opened on the next one.
func TestOpenedAfterLoss(t *testing.T) {
	lost, opened := false, 0
	w, to := openScreen(t, func(w *Window, frame int) *input.Frame {
		if frame == 0 {
			return &input.Frame{Files: []string{"gen:grid,width=3,height=3"}}
		}
		if opened < 2 {
			return &input.Frame{}
		}
		return nil
	})
	w.Families[1].Takes = func(any) bool {
		opened++
		b := w.GPU.NewBuffer("of a view", 8)
		defer b.Release()
		lost = opened == 1
		w.GPU.Fill(b, 0, 8, 1)
		_ = w.GPU.Flush(t.Context())
		lost = false
		return true
	}
	to.fake.Lost = func(int) bool { return lost }
	if err := w.run(t.Context()); err != nil || opened != 2 || !strings.Contains(w.Shown().Title(), "grid") {
		t.Errorf("%v; %s is shown after %d times", err, w.Shown().Title(), opened)
	}
}

// On a monitor of another scale the interface has that.
func TestWindowScales(t *testing.T) {
	var to *screen
	w, to := openScreen(t, func(w *Window, frame int) *input.Frame {
		if frame == 2 {
			to.larger = 0.5
		}
		if want := 1 + to.larger; frame > 2 && (w.UI.Scale() != want || w.Ratio != want || w.UI.Shown != "One") {
			t.Errorf("in frame %d the scale is %g", frame, w.UI.Scale())
		}
		if frame == 5 {
			return nil
		}
		return &input.Frame{}
	})
	if err := w.run(t.Context()); err != nil {
		t.Error(err)
	}
}
