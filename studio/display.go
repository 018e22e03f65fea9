//go:build !nowindow

package studio

import (
	"errors"
	"fmt"
	"strings"

	"kernelscope/compute/gpu"
	"kernelscope/render/window"
	"kernelscope/studio/config"
)

// HasDisplay reports whether a window could be opened.
func HasDisplay() bool { return window.FindDisplay() == nil }

func openDisplay(at config.Window, plain bool, o gpu.Options) (display, *gpu.Device, error) {
	w, err := window.Open("Kernelscope", at.X, at.Y, at.Width, at.Height, plain, o)
	if errors.Is(err, window.ErrNoDisplay) {
		reason := strings.TrimPrefix(err.Error(), window.ErrNoDisplay.Error()+": ")
		return nil, nil, fmt.Errorf("%w: %s; without one, use 'viewer render', 'viewer record', 'viewer run' or 'viewer sort -o'", ErrNoDisplay, reason)
	}
	if err != nil {
		return nil, nil, err
	}
	return w, w.Device, nil
}
