package gpu

import (
	"errors"
	"fmt"

	vk "github.com/vulkan-go/vulkan"

	"kernelscope/compute"
)

// What can go wrong, for errors.Is.
var (
	ErrUnavailable = errors.New("no usable Vulkan device")
	ErrDeviceLost  = errors.New("the device was lost")
	ErrOutOfDate   = errors.New("the swapchain no longer fits the window")
	ErrOutOfMemory = errors.New("out of memory")
	ErrLimit       = compute.ErrLimit
)

// Error is a Vulkan call that failed: what was done, to which object.
type Error struct {
	Op, Object string
	Result     vk.Result
}

func (e *Error) Error() string {
	s := "gpu: " + e.Op
	if e.Object != "" {
		s += fmt.Sprintf(" %q", e.Object)
	}
	return fmt.Sprintf("%s: %s", s, resultText(e.Result))
}

// Is says whether the result means one of the errors above.
func (e *Error) Is(target error) bool {
	switch e.Result {
	case vk.ErrorDeviceLost:
		return target == ErrDeviceLost
	case vk.ErrorOutOfDate, vk.Suboptimal:
		return target == ErrOutOfDate
	case vk.ErrorOutOfHostMemory, vk.ErrorOutOfDeviceMemory, vk.ErrorOutOfPoolMemory, vk.ErrorFragmentedPool:
		return target == ErrOutOfMemory
	case vk.ErrorIncompatibleDriver, vk.ErrorInitializationFailed, vk.ErrorLayerNotPresent, vk.ErrorExtensionNotPresent:
		return target == ErrUnavailable
	}
	return false
}

func resultText(r vk.Result) string {
	switch r {
	case vk.ErrorDeviceLost:
		return ErrDeviceLost.Error()
	case vk.ErrorOutOfHostMemory:
		return "out of memory on the host"
	case vk.ErrorOutOfDeviceMemory, vk.ErrorOutOfPoolMemory, vk.ErrorFragmentedPool:
		return "out of memory on the device"
	case vk.ErrorOutOfDate, vk.Suboptimal:
		return ErrOutOfDate.Error()
	case vk.ErrorIncompatibleDriver:
		return "no Vulkan driver is installed; install your GPU's, or a software one (on Debian and Ubuntu mesa-vulkan-drivers)"
	case vk.ErrorExtensionNotPresent:
		return "an extension is missing"
	case vk.ErrorLayerNotPresent:
		return "a layer named in VK_INSTANCE_LAYERS is not installed"
	case vk.ErrorSurfaceLost:
		return "the window's surface was lost"
	}
	return fmt.Sprintf("Vulkan result %d", r)
}

// ErrorOf makes an error of a result: what was done to which object. It is nil for
// success.
func ErrorOf(r vk.Result, op, object string) error {
	if r == vk.Success {
		return nil
	}
	return &Error{op, object, r}
}
