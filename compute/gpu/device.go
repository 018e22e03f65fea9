// Package gpu runs kernels on a Vulkan 1.1 device; its subpackage draw adds drawing. No other
// package uses Vulkan, and neither depends on an algorithm. One goroutine, locked to its
// thread, owns a Device and everything made by it.
package gpu

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"time"

	vk "github.com/vulkan-go/vulkan"

	"kernelscope/compute"
	"kernelscope/compute/gpu/internal/vkx"
	"kernelscope/internal/fault"
	"kernelscope/shaders"
)

// Options say which device to open. The zero value opens the best one, without
// a window.
type Options struct {
	Device string // index, uuid:… or part of the name; empty for the best
	// Basic avoids subgroup operations, as on devices that lack them.
	Basic bool
	// Code returns the module of a kernel's source; nil stands for the kernels of this program.
	Code func(source string, basic bool) (string, error)
	// Extensions lists the instance extensions that a window needs, and Surface creates its
	// surface and returns the address, as GLFW does.
	Extensions []string
	Surface    func(instance any) (uintptr, error)
	// ComputeOnly prefers a queue that cannot draw. A processor of an NVIDIA H200 gives the workgroups
	// of such a queue about 100 KiB of shared memory instead of 50, but a submission takes 50 µs longer.
	// It is ignored with a Surface.
	ComputeOnly bool
	// Context ends the wait for an unresponsive device; nil waits forever.
	Context context.Context
	Fake    *Fake // nil but in tests
}

// Device is a Vulkan device with one queue. It is a compute.Backend.
type Device struct {
	info      Info
	basic     bool
	code      func(source string, basic bool) (string, error)
	instance  vk.Instance
	messenger *vkx.Messenger
	physical  vk.PhysicalDevice
	handle    vk.Device
	queue     vk.Queue
	surface   vk.Surface
	surfaces  func(instance any) (uintptr, error) // makes one; nil without a window
	canDraw   bool
	stampMask uint64 // of the valid bits of timestamps; 0 if there are none

	queueState
	pipelines map[pipelineKey]*pipeline
	descriptors
	attached Attachment // by package draw; nil until it draws
	readback *Buffer
	staging  []*Buffer // free

	ctx  context.Context
	fake *Fake

	live    map[any]living    // what is not released
	changes map[uint64]uint64 // of a software device: how often commands that write a buffer were recorded or submitted, by its number
	held    int64             // bytes of memory
	err     error             // the first permanent error
	leftOut error             // why a command was omitted, until Err, Read or Flush
	elapsed time.Duration
	lastID  uint64

	note func(compute.Submission) // of a profile; nil for none
	zero uint64                   // timestamp at which the profile begins; 0 before that
}

// living is an object that was not released.
type living struct {
	name    string
	destroy func()
}

// windowExtensions are those of the last instance that was made for a window. The functions of
// surfaces are found in the instance that is made last, so each instance after it has them too.
var windowExtensions []string

// newInstance creates an instance with the extensions that are there.
func newInstance(extensions []string) (vk.Instance, bool, error) {
	separateCache()
	checkCache(writeIndex)
	get := vkx.Load()
	if get == nil {
		return nil, false, fmt.Errorf("%w: the Vulkan loader is not installed; on Debian and Ubuntu install libvulkan1 and mesa-vulkan-drivers", ErrUnavailable)
	}
	vk.SetGetInstanceProcAddr(get)
	if err := vk.Init(); err != nil {
		return nil, false, fmt.Errorf("%w: %v", ErrUnavailable, err)
	}
	if len(extensions) > 0 {
		windowExtensions = extensions
	}
	extensions = slices.Clone(windowExtensions)
	debugging := vkx.HasInstanceExtension("VK_EXT_debug_utils")
	if debugging {
		extensions = append(extensions, "VK_EXT_debug_utils")
	}
	if vkx.HasInstanceExtension("VK_KHR_portability_enumeration") {
		extensions = append(extensions, "VK_KHR_portability_enumeration")
	}
	instance, r := vkx.CreateInstance("kernelscope", extensions)
	if err := ErrorOf(r, "create instance", ""); err != nil {
		return nil, false, err
	}
	if err := vk.InitInstance(instance); err != nil {
		return nil, false, fmt.Errorf("%w: %v", ErrUnavailable, err)
	}
	vkx.Init(instance)
	return instance, debugging, nil
}

// List describes all devices.
func List() ([]Info, error) {
	return described(func(all []candidate) ([]candidate, error) { return all, nil })
}

// Find describes the devices that a list names: wishes for one device each, separated by
// commas, or Everything. A wish has the form of Options.Device; each matches a different
// device.
func Find(list string) ([]Info, error) {
	return described(func(all []candidate) ([]candidate, error) { return find(all, list) })
}

// described describes some of all devices.
func described(some func(all []candidate) ([]candidate, error)) (out []Info, err error) {
	instance, _, err := newInstance(nil)
	if err != nil {
		return nil, err
	}
	defer vk.DestroyInstance(instance, nil)
	all, err := candidates(instance)
	if err != nil {
		return nil, err
	}
	all, err = some(all)
	for _, c := range all {
		out = append(out, c.info)
	}
	return out, err
}

// Open opens a device.
func Open(o Options) (d *Device, err error) {
	instance, debugging, err := newInstance(o.Extensions)
	if err != nil {
		return nil, err
	}
	d = &Device{
		instance: instance, basic: o.Basic, code: o.Code, live: map[any]living{}, changes: map[uint64]uint64{},
		pipelines: map[pipelineKey]*pipeline{}, ctx: o.Context, fake: o.Fake,
	}
	defer func() {
		if err != nil {
			d.destroy()
			d = nil
		}
	}()
	if d.code == nil {
		d.code = shaders.SPIRV
	}
	if debugging {
		m, r := vkx.CreateMessenger(instance)
		if err := ErrorOf(r, "collect messages", ""); err != nil {
			return d, err
		}
		d.messenger = &m
	}
	if o.Surface != nil {
		if d.surface, err = surfaceOf(instance, o.Surface); err != nil {
			return d, err
		}
	}
	if err := d.pick(o); err != nil {
		return d, err
	}
	if err := d.openQueue(); err != nil {
		return d, err
	}
	o.Fake.limit(&d.info)
	d.surfaces = o.Surface
	d.info.SubgroupOperations = d.info.SubgroupOperations && !o.Basic
	d.basic = !d.info.SubgroupOperations
	return d, nil
}

// surfaceOf creates the window's surface. The returned address has no owner, so nothing may be
// collected until it is read.
func surfaceOf(instance vk.Instance, create func(any) (uintptr, error)) (vk.Surface, error) {
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	address, err := create(instance)
	if err != nil {
		return nil, fmt.Errorf("%w: the window cannot be drawn into by Vulkan: %v", ErrUnavailable, err)
	}
	return vk.SurfaceFromPointer(address), nil
}

// NewSurface replaces the window's lost surface. There must be no swapchain.
func (d *Device) NewSurface() (err error) {
	vk.DestroySurface(d.instance, d.surface, nil)
	d.surface = nil
	d.surface, err = surfaceOf(d.instance, d.surfaces)
	return err
}

// Info describes the device.
func (d *Device) Info() Info { return d.info }

// All describes this device and all that may be opened in its place.
func (d *Device) All() (out []Info, err error) {
	if d.instance == nil {
		return nil, errAbandoned
	}
	all, err := candidates(d.instance)
	for _, c := range all {
		out = append(out, c.info)
	}
	return out, err
}

// Messages returns the messages of the validation layers since the last call.
func (d *Device) Messages() []string { return vkx.Messages() }

// leaveOut records why a command, or the memory of a buffer, was omitted. The device remains
// usable unless it was lost.
func (d *Device) leaveOut(err error) {
	if errors.Is(err, ErrDeviceLost) {
		d.fail(err)
	} else if d.leftOut == nil {
		d.leftOut = err
	}
}

// fail makes an error permanent. Errors after the loss of a device are not recorded.
func (d *Device) fail(err error) {
	if d.err == nil && err != nil {
		d.err = err
	}
}

// Err returns the permanent error, or why something was omitted since the last Err, Read or
// Flush; nil if there is no error.
func (d *Device) Err() error {
	err := cmp.Or(d.err, d.leftOut)
	d.leftOut = nil
	return err
}

// Failed returns the permanent error, after which the device is unusable; nil if there is none.
func (d *Device) Failed() error { return d.err }

// id returns a new number for an object.
func (d *Device) id() uint64 {
	d.lastID++
	return d.lastID
}

// Release waits for the device and destroys it. It returns the names of objects that their
// owners did not release, none for a failed device.
func (d *Device) Release() (leaked []string) {
	if d.handle != nil {
		d.drain()
	}
	if d.err != nil {
		d.Abandon()
		return nil
	}
	if d.handle != nil {
		for _, b := range append(d.staging, d.readback) {
			b.Release()
		}
		d.collect()
	}
	for _, l := range d.live {
		leaked = append(leaked, l.name)
	}
	slices.Sort(leaked)
	d.destroy()
	return leaked
}

// Abandon destroys a lost device and everything on it. Using or releasing its objects has no
// effect afterwards.
func (d *Device) Abandon() {
	if d.handle == nil {
		return
	}
	d.fail(errAbandoned)
	if !d.stuck {
		vk.DeviceWaitIdle(d.handle)
		for _, l := range d.live {
			l.destroy()
		}
	}
	clear(d.live)
	d.destroy()
}

var errAbandoned = fault.Wrong.Errorf("the device was abandoned")

func (d *Device) destroy() {
	if d.stuck {
		d.handle = nil // destroying objects in use would take as long as the work
		return
	}
	if d.handle != nil {
		vk.DeviceWaitIdle(d.handle)
		for len(d.releases) > 0 { // after an error; they need the pools below
			all := d.releases
			d.releases = nil
			for _, r := range all {
				r.do()
			}
		}
		d.closeQueue()
		for _, p := range d.pipelines {
			p.destroy(d)
		}
		if d.attached != nil {
			d.attached.Destroy()
		}
		d.descriptors.destroy(d.handle)
		vk.DestroyDevice(d.handle, nil)
	}
	if d.surface != nil {
		vk.DestroySurface(d.instance, d.surface, nil)
	}
	if d.messenger != nil {
		d.messenger.Destroy(d.instance)
	}
	vk.DestroyInstance(d.instance, nil)
	d.handle, d.instance = nil, nil
	vkx.Trim()
}
