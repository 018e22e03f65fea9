//go:build nowindow

package studio

import (
	"fmt"

	"kernelscope/compute/gpu"
	"kernelscope/studio/config"
)

// HasDisplay reports whether a window could be opened.
func HasDisplay() bool { return false }

func openDisplay(config.Window, bool, gpu.Options) (display, *gpu.Device, error) {
	return nil, nil, fmt.Errorf("%w: this program was built without a window; use the commands (viewer --help), or build it without the tag nowindow", ErrNoDisplay)
}
