//go:build (!linux || wayland) && !nowindow

package window

import (
	"github.com/go-gl/glfw/v3.3/glfw"

	"kernelscope/compute/gpu"
	"kernelscope/compute/gpu/draw"
)

// shared is a picture in memory that an X server shares; here there is none.
type shared struct {
	*draw.Canvas
	width, height int
}

func newShared(*gpu.Device, *glfw.Window, int, int) *shared { return nil }

func (*shared) release() {}

func (*shared) show(*gpu.Commands) error { return nil }
