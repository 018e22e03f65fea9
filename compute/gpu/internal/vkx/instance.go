// Package vkx wraps the Vulkan calls that the Go binding cannot make safely under the garbage
// collector: each structure is built on the C stack, so that no finalizer and no Go pointer is
// involved. The C files hold one short function per call.
package vkx

/*
#cgo linux LDFLAGS: -ldl
#include <stdlib.h>
#include "vkx.h"
*/
import "C"

import (
	"strings"
	"unsafe"

	vk "github.com/vulkan-go/vulkan"
)

// as converts a handle of the binding to this package's type and back. All
// handles are pointers or 64-bit words.
func as[To, From any](h From) To { return *(*To)(unsafe.Pointer(&h)) }

// lines joins names for C, each ended by a newline.
func lines(names []string) *C.char {
	if len(names) == 0 {
		return C.CString("")
	}
	return C.CString(strings.Join(names, "\n") + "\n")
}

// Load opens the Vulkan loader and returns its vkGetInstanceProcAddr, or nil
// if there is none.
func Load() unsafe.Pointer { return C.vkx_load() }

// Init resolves this package's functions.
func Init(i vk.Instance) { C.vkx_init(as[C.VkInstance](i)) }

// Trim returns free memory of the C library to the system: a driver's compiler leaves much of
// it.
func Trim() { C.vkx_trim() }

// CreateInstance creates a Vulkan 1.1 instance.
func CreateInstance(app string, extensions []string) (vk.Instance, vk.Result) {
	a, e := C.CString(app), lines(extensions)
	defer C.free(unsafe.Pointer(a))
	defer C.free(unsafe.Pointer(e))
	var out C.VkInstance
	r := C.vkx_create_instance(a, e, &out)
	return as[vk.Instance](out), vk.Result(r)
}

// HasInstanceExtension reports whether an instance extension is available.
func HasInstanceExtension(name string) bool {
	n := C.CString(name)
	defer C.free(unsafe.Pointer(n))
	return C.vkx_has_instance_extension(n) != 0
}

// Messenger receives the messages of validation layers.
type Messenger struct{ handle C.VkDebugUtilsMessengerEXT }

// CreateMessenger begins to collect messages; the instance must have
// VK_EXT_debug_utils.
func CreateMessenger(i vk.Instance) (Messenger, vk.Result) {
	var out C.VkDebugUtilsMessengerEXT
	r := C.vkx_create_messenger(as[C.VkInstance](i), &out)
	return Messenger{out}, vk.Result(r)
}

// Destroy stops collecting.
func (m Messenger) Destroy(i vk.Instance) { C.vkx_destroy_messenger(as[C.VkInstance](i), m.handle) }

// Messages returns the messages since the last call.
func Messages() (out []string) {
	for text := C.vkx_next_message(); text != nil; text = C.vkx_next_message() {
		out = append(out, C.GoString(text))
		C.free(unsafe.Pointer(text))
	}
	return out
}

// Info describes a physical device.
type Info struct {
	Name, Driver, DriverInfo                            string
	Kind                                                vk.PhysicalDeviceType
	API, DriverVersion, Vendor, Device                  uint32
	SubgroupSize, SubgroupStages, SubgroupOperations    uint32
	MaxWorkgroup, MaxWorkgroupX, MaxGroupsX, MaxGroupsY uint32
	MaxShared, MaxPush, MaxBindings, MaxImage           uint32
	Processors, Resident                                uint32 // how many, and the invocations that one of them holds; zero if unknown
	MaxStorage, MaxMemory, Heap                         uint64
	TimestampPeriod, MaxPoint                           float32
	UUID                                                [16]byte
}

// PhysicalDevices lists the devices of an instance.
func PhysicalDevices(i vk.Instance) ([]vk.PhysicalDevice, vk.Result) {
	var handles [32]C.VkPhysicalDevice
	n := C.uint32_t(len(handles))
	r := C.vkx_physical_devices(as[C.VkInstance](i), &n, &handles[0])
	var out []vk.PhysicalDevice
	for _, h := range handles[:n] {
		out = append(out, as[vk.PhysicalDevice](h))
	}
	return out, vk.Result(r)
}

// DeviceInfo returns the properties of a device.
func DeviceInfo(pd vk.PhysicalDevice) Info {
	var c C.vkx_info
	C.vkx_device_info(as[C.VkPhysicalDevice](pd), &c)
	return Info{
		UUID: [16]byte(C.GoBytes(unsafe.Pointer(&c.uuid), 16)),
		Name: C.GoString(&c.name[0]), Driver: C.GoString(&c.driver[0]), DriverInfo: C.GoString(&c.driver_info[0]),
		Kind: vk.PhysicalDeviceType(c.kind),
		API:  uint32(c.api), DriverVersion: uint32(c.driver_version), Vendor: uint32(c.vendor), Device: uint32(c.device),
		SubgroupSize: uint32(c.subgroup_size), SubgroupStages: uint32(c.subgroup_stages), SubgroupOperations: uint32(c.subgroup_operations),
		MaxWorkgroup: uint32(c.max_workgroup), MaxWorkgroupX: uint32(c.max_workgroup_x),
		MaxGroupsX: uint32(c.max_groups_x), MaxGroupsY: uint32(c.max_groups_y),
		MaxShared: uint32(c.max_shared), MaxPush: uint32(c.max_push), MaxBindings: uint32(c.max_bindings), MaxImage: uint32(c.max_image),
		Processors: uint32(c.processors), Resident: uint32(c.resident),
		MaxStorage: uint64(c.max_storage), MaxMemory: uint64(c.max_memory), Heap: uint64(c.heap),
		TimestampPeriod: float32(c.timestamp_period), MaxPoint: float32(c.max_point),
	}
}

// QueueFamily returns the first family with all wanted flags and no unwanted one that can show
// images on the surface, if there is one, and the bits of its timestamps.
func QueueFamily(pd vk.PhysicalDevice, s vk.Surface, want, without vk.QueueFlagBits) (family, timestampBits uint32, ok bool) {
	var bits C.uint32_t
	f := uint32(C.vkx_queue_family(as[C.VkPhysicalDevice](pd), as[C.VkSurfaceKHR](s), C.uint32_t(want), C.uint32_t(without), &bits))
	return f, uint32(bits), f != ^uint32(0)
}

// HasDeviceExtension reports whether a device extension is available.
func HasDeviceExtension(pd vk.PhysicalDevice, name string) bool {
	n := C.CString(name)
	defer C.free(unsafe.Pointer(n))
	return C.vkx_has_device_extension(as[C.VkPhysicalDevice](pd), n) != 0
}

// CreateDevice creates a device with one queue of the family.
func CreateDevice(pd vk.PhysicalDevice, family uint32, extensions []string) (vk.Device, vk.Queue, vk.Result) {
	e := lines(extensions)
	defer C.free(unsafe.Pointer(e))
	var d C.VkDevice
	var q C.VkQueue
	r := C.vkx_create_device(as[C.VkPhysicalDevice](pd), C.uint32_t(family), e, &d, &q)
	return as[vk.Device](d), as[vk.Queue](q), vk.Result(r)
}

// MemoryType returns the first memory type in bits that has all flags.
func MemoryType(pd vk.PhysicalDevice, bits uint32, flags vk.MemoryPropertyFlagBits) (uint32, bool) {
	t := uint32(C.vkx_memory_type(as[C.VkPhysicalDevice](pd), C.uint32_t(bits), C.uint32_t(flags)))
	return t, t != ^uint32(0)
}

// MemoryLeft returns the bytes of device-local memory that the process may still allocate, if
// the device reports them.
func MemoryLeft(pd vk.PhysicalDevice) (bytes int64, known bool) {
	var n C.uint64_t
	known = C.vkx_memory_left(as[C.VkPhysicalDevice](pd), &n) != 0
	return int64(n), known
}

// Name sets an object's name for messages; it has no effect if the instance lacks
// VK_EXT_debug_utils.
func Name[H any](d vk.Device, kind vk.ObjectType, handle H, name string) {
	n := C.CString(name)
	defer C.free(unsafe.Pointer(n))
	C.vkx_name(as[C.VkDevice](d), C.VkObjectType(kind), as[C.uint64_t](handle), n)
}

// SurfaceFormat returns want if the surface offers it, else its first format.
func SurfaceFormat(pd vk.PhysicalDevice, s vk.Surface, want vk.Format) (vk.Format, vk.ColorSpace, vk.Result) {
	var f C.VkFormat
	var c C.VkColorSpaceKHR
	r := C.vkx_surface_format(as[C.VkPhysicalDevice](pd), as[C.VkSurfaceKHR](s), C.VkFormat(want), &f, &c)
	return vk.Format(f), vk.ColorSpace(c), vk.Result(r)
}

// Caps are the capabilities of a surface that a swapchain needs. Width is ^0 if the window
// system leaves the size to the swapchain.
type Caps struct{ MinImages, MaxImages, Width, Height, Transform, Usage uint32 }

// SurfaceCaps returns the surface's current capabilities.
func SurfaceCaps(pd vk.PhysicalDevice, s vk.Surface) (Caps, vk.Result) {
	var a, b, w, h, t, u C.uint32_t
	r := C.vkx_surface_caps(as[C.VkPhysicalDevice](pd), as[C.VkSurfaceKHR](s), &a, &b, &w, &h, &t, &u)
	return Caps{uint32(a), uint32(b), uint32(w), uint32(h), uint32(t), uint32(u)}, vk.Result(r)
}

// CreateSwapchain creates a swapchain; the caller destroys old.
func CreateSwapchain(d vk.Device, s vk.Surface, old vk.Swapchain, images uint32, f vk.Format, space vk.ColorSpace,
	w, h, transform, usage uint32, mode vk.PresentMode) (vk.Swapchain, vk.Result) {
	var out C.VkSwapchainKHR
	r := C.vkx_create_swapchain(as[C.VkDevice](d), as[C.VkSurfaceKHR](s), as[C.VkSwapchainKHR](old), C.uint32_t(images), C.VkFormat(f),
		C.VkColorSpaceKHR(space), C.uint32_t(w), C.uint32_t(h), C.uint32_t(transform), C.uint32_t(usage), C.VkPresentModeKHR(mode), &out)
	return as[vk.Swapchain](out), vk.Result(r)
}

// Acquire acquires the next image, waiting at most a second.
func Acquire(d vk.Device, s vk.Swapchain, ready vk.Semaphore) (image uint32, r vk.Result) {
	var out C.uint32_t
	res := C.vkx_acquire(as[C.VkDevice](d), as[C.VkSwapchainKHR](s), as[C.VkSemaphore](ready), &out)
	return uint32(out), vk.Result(res)
}

// Present shows a swapchain image.
func Present(q vk.Queue, wait vk.Semaphore, s vk.Swapchain, image uint32) vk.Result {
	return vk.Result(C.vkx_present(as[C.VkQueue](q), as[C.VkSemaphore](wait), as[C.VkSwapchainKHR](s), C.uint32_t(image)))
}
