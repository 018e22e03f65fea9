package studio

import (
	"strings"
	"testing"

	"kernelscope/compute/gpu/gputest"
	"kernelscope/render/input"
	"kernelscope/ui"
	"kernelscope/watch"
)

// A window changes to the device that is chosen, with all views made anew, and stays on the one
// before where that is not possible.
func TestWindowDevice(t *testing.T) {
	for _, pair := range gputest.TwoDevices(t) {
		name, value, _ := strings.Cut(pair, "=")
		t.Setenv(name, value)
	}
	var to *screen
	w, to := openScreen(t, func(w *Window, frame int) *input.Frame {
		v := w.Shown().(*plain)
		switch frame {
		case 1:
			if len(w.UI.Devices) != 2 || w.UI.Device != 0 {
				t.Errorf("there are %q; in use is %d", w.UI.Devices, w.UI.Device)
			}
			v.asks = []watch.Action{ui.SetDevice{Index: 1}}
		case 3:
			if w.GPU.Info().Index != 1 || w.UI.Device != 1 || w.GPU != to.d || v.rebuilt != 1 || w.Status().Problem != "" {
				t.Errorf("on device %d, rebuilt %d times, with the message %q", w.GPU.Info().Index, v.rebuilt, w.Status().Problem)
			}
			v.asks = []watch.Action{ui.SetDevice{Index: 1}} // which it is already
		case 5:
			if v.rebuilt != 1 {
				t.Error("it changed to the device that it is on")
			}
			to.broken = "0"
			v.asks = []watch.Action{ui.SetDevice{Index: 0}}
		case 7:
			if w.GPU.Info().Index != 1 || v.rebuilt != 2 || !strings.Contains(w.Status().Problem, "device 0 cannot be used") {
				t.Errorf("on device %d, rebuilt %d times, with the message %q", w.GPU.Info().Index, v.rebuilt, w.Status().Problem)
			}
			return nil
		}
		return &input.Frame{}
	})
	if err := w.run(t.Context()); err != nil {
		t.Error(err)
	}
	if w.GPU.Failed() != nil {
		t.Error(w.GPU.Failed())
	}
}
