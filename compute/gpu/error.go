package gpu

import (
	"errors"
	"fmt"

	vk "github.com/vulkan-go/vulkan"

	"kernelscope/internal/fault"
)

// Errors of a device, for errors.Is. Others wrap fault.Limit if a device does not allow
// something, or fault.Wrong if any other call failed.
var (
	ErrUnavailable = errors.New("no usable Vulkan device")
	ErrDeviceLost  = fault.Wrong.Errorf("the device was lost")
	ErrOutOfDate   = errors.New("the swapchain no longer fits the window")
	ErrOutOfMemory = fault.Limit.Errorf("out of memory")
	// ErrSurfaceLost is repaired by Device.NewSurface.
	ErrSurfaceLost = errors.New("the window's surface was lost")
	// ErrNotReady means that the window shows nothing now, such as while it is hidden.
	ErrNotReady = errors.New("the window shows nothing now")
)

// Error is a failed Vulkan call, with its operation and object.
type Error struct {
	Op, Object string
	Result     vk.Result
}

// Error names the operation, the object and the result.
func (e *Error) Error() string {
	s := "gpu: " + e.Op
	if e.Object != "" {
		s += fmt.Sprintf(" %q", e.Object)
	}
	return fmt.Sprintf("%s: %s", s, resultText(e.Result))
}

// Unwrap returns the error of the result: one of the above, or fault.Wrong.
func (e *Error) Unwrap() error {
	switch e.Result {
	case vk.ErrorDeviceLost:
		return ErrDeviceLost
	case vk.ErrorOutOfDate, vk.Suboptimal:
		return ErrOutOfDate
	case vk.ErrorSurfaceLost:
		return ErrSurfaceLost
	case vk.Timeout, vk.NotReady:
		return ErrNotReady
	case vk.ErrorOutOfHostMemory, vk.ErrorOutOfDeviceMemory, vk.ErrorOutOfPoolMemory, vk.ErrorFragmentedPool, vk.ErrorMemoryMapFailed:
		return ErrOutOfMemory
	case vk.ErrorIncompatibleDriver, vk.ErrorInitializationFailed, vk.ErrorLayerNotPresent, vk.ErrorExtensionNotPresent:
		return ErrUnavailable
	}
	return fault.Wrong
}

func resultText(r vk.Result) string {
	switch r {
	case vk.ErrorDeviceLost:
		return ErrDeviceLost.Error()
	case vk.ErrorOutOfHostMemory:
		return "out of memory on the host"
	case vk.ErrorOutOfDeviceMemory, vk.ErrorOutOfPoolMemory, vk.ErrorFragmentedPool:
		return "out of memory on the device"
	case vk.ErrorMemoryMapFailed:
		return "no room among the addresses of this process"
	case vk.ErrorOutOfDate, vk.Suboptimal:
		return ErrOutOfDate.Error()
	case vk.ErrorIncompatibleDriver:
		return "no Vulkan driver is installed; install your GPU's, or a software one (on Debian and Ubuntu mesa-vulkan-drivers)"
	case vk.ErrorExtensionNotPresent:
		return "an extension is missing"
	case vk.ErrorLayerNotPresent:
		return "a layer named in VK_INSTANCE_LAYERS is not installed"
	case vk.ErrorSurfaceLost:
		return ErrSurfaceLost.Error()
	}
	return fmt.Sprintf("Vulkan result %d", r)
}

// ErrorOf returns the error of a result, with the operation and its object. It is nil for
// success.
func ErrorOf(r vk.Result, op, object string) error {
	if r == vk.Success {
		return nil
	}
	return &Error{op, object, r}
}
