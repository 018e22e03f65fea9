package gpu

import (
	"time"
	"unsafe"

	vk "github.com/vulkan-go/vulkan"

	"kernelscope/compute/gpu/internal/vkx"
)

// MakeMistake records two copies that overwrite each other, without a barrier.
func MakeMistake(d *Device) {
	a, b := d.NewBuffer("a", 64).(*Buffer), d.NewBuffer("b", 64).(*Buffer)
	defer a.Release()
	defer b.Release()
	d.Fill(a, 0, 64, 1)
	c := d.encoder()
	vkx.CopyBuffer(c.handle, a.handle, 0, b.handle, 0, 256)
	vkx.CopyBuffer(c.handle, b.handle, 0, a.handle, 0, 256)
	d.drain()
}

// Lose makes the device behave as if it was lost.
func Lose(d *Device) { d.fail(&Error{"wait for", "a test", vk.ErrorDeviceLost}) }

// Held returns how many bytes the buffers of a device have.
func Held(d *Device) int64 { return d.held }

// WithAllocations runs f while the device has memory for n allocations more.
func WithAllocations(n int, f func()) {
	defer func() { allocateMemory = vkx.Allocate }()
	allocateMemory = func(d vk.Device, size uint64, kind uint32) (vk.DeviceMemory, vk.Result) {
		if n--; n < 0 {
			return nil, vk.ErrorOutOfDeviceMemory
		}
		return vkx.Allocate(d, size, kind)
	}
	f()
}

// WithTimeouts runs f while no fence is ever signalled, as far as anybody can see. Each wait for
// one calls waited with the time that it is to last.
func WithTimeouts(waited func(time.Duration), f func()) {
	defer func() { waitFence = vkx.WaitFence }()
	waitFence = func(_ vk.Device, _ vk.Fence, most uint64) vk.Result {
		waited(time.Duration(most))
		return vk.Timeout
	}
	f()
}

// WithoutMapping runs f while no memory can be mapped.
func WithoutMapping(f func()) {
	defer func() { mapMemory = vk.MapMemory }()
	mapMemory = func(vk.Device, vk.DeviceMemory, vk.DeviceSize, vk.DeviceSize, vk.MemoryMapFlags, *unsafe.Pointer) vk.Result {
		return vk.ErrorMemoryMapFailed
	}
	f()
}

// Retire has something done once all that was recorded has finished.
func Retire(d *Device, do func()) { d.retire(do) }

// Compiles reports whether kernels are compiled before what will be submitted next.
func Compiles(d *Device) bool { return d.first != nil }
