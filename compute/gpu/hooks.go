package gpu

import (
	"context"
	"errors"
	"fmt"

	vk "github.com/vulkan-go/vulkan"

	"kernelscope/compute"
	"kernelscope/compute/gpu/internal/vkx"
	"kernelscope/shaders/spirv"
)

// Hooks give package draw, and no other, access to the internals of a device.
type Hooks struct {
	d        *Device
	Physical vk.PhysicalDevice
	Handle   vk.Device
	Queue    vk.Queue
	Surface  vk.Surface // nil without a window
}

// Hooks returns the device's hooks.
func (d *Device) Hooks() Hooks { return Hooks{d, d.physical, d.handle, d.queue, d.surface} }

// Attachment is draw's state of a device. It is destroyed with the device.
type Attachment interface {
	Destroy() // once nothing is in progress
}

// Attached returns the device's attachment, made on first use. The device must be
// able to draw.
func (h Hooks) Attached(attach func() (Attachment, error)) (Attachment, error) {
	if !h.d.canDraw {
		return nil, fmt.Errorf("%w: %s can compute but not draw", ErrUnavailable, h.d.info.Name)
	}
	if h.d.attached == nil {
		a, err := attach()
		if err != nil {
			return nil, err
		}
		h.d.attached = a
	}
	return h.d.attached, nil
}

// Track registers an object that must be released before the device and returns its number;
// destroy is called once no submitted work uses it.
func (h Hooks) Track(object any, name string, destroy func()) uint64 {
	h.d.live[object] = living{name, destroy}
	return h.d.id()
}

// Release destroys a tracked object once no submitted work uses it, and forgets the descriptor sets
// that hold it. No set can hold an object with number 0, which marks unused places. A second call
// does nothing.
func (h Hooks) Release(object any, number uint64) {
	if l, live := h.d.live[object]; live {
		delete(h.d.live, object)
		if number != 0 {
			h.d.dropSets(h.d, number)
		}
		h.d.retire(l.destroy)
	}
}

// Allocate allocates memory of the first kind of flags that the device has and that is not
// exhausted.
func (h Hooks) Allocate(need vkx.Need, name string, flags ...vk.MemoryPropertyFlagBits) (vk.DeviceMemory, error) {
	return h.d.allocate(need, name, flags...)
}

// NewReadable makes a buffer that the device writes and the host reads.
func (h Hooks) NewReadable(name string, words int) (*Buffer, error) {
	return h.d.newBuffer(name, words, hostRead)
}

// Layouts makes the layouts of an interface.
func (h Hooks) Layouts(name string, face spirv.Interface, stages vk.ShaderStageFlagBits) (vk.DescriptorSetLayout, vk.PipelineLayout, error) {
	return h.d.layouts(name, face, stages)
}

// Set returns the descriptor set of a layout that holds some resources.
func (h Hooks) Set(layout vk.DescriptorSetLayout, resources []Resource) (vk.DescriptorSet, error) {
	return h.d.setFor(layout, resources)
}

// Buffer returns the handle of a buffer whose words are used, its resource, and an error if it
// has no memory.
func (h Hooks) Buffer(b compute.Buffer, at, words int) (vk.Buffer, Resource, error) {
	x := h.d.own(b, at, words)
	return x.handle, bound{x}, x.lacks
}

// Version of a buffer on a software device is another one after each command that writes the buffer. known is false for buffers
// that the host writes.
func (h Hooks) Version(b compute.Buffer) (version [2]uint64, known bool) {
	x := b.(*Buffer)
	return [2]uint64{x.id, h.d.changes[x.id]}, x.mapped == nil
}

// Encoder returns the commands that the next submission begins with.
func (h Hooks) Encoder() *Commands { return h.d.encoder() }

// Commands returns the handle of a command buffer, nil after a permanent error.
func (h Hooks) Commands(c *Commands) vk.CommandBuffer {
	if !c.ready() {
		return nil
	}
	return c.handle
}

// Read is a buffer that a draw reads: in which stages, and how.
type Read struct {
	Number uint64 // of the resource
	Stages vk.PipelineStageFlagBits
	Access vk.AccessFlagBits
}

// Before records the barrier that commands with these reads need.
func (h Hooks) Before(c *Commands, reads []Read) {
	uses := make([]use, len(reads))
	for i, r := range reads {
		uses[i] = use{r.Number, r.Stages, r.Access, 0}
	}
	c.before(uses)
}

// Keep holds a buffer until the commands have finished, then releases it.
func (h Hooks) Keep(c *Commands, b *Buffer) { c.keep = append(c.keep, b) }

// LeaveOut records why a command was omitted; the next Err, Read or Flush returns it.
func (h Hooks) LeaveOut(err error) { h.d.leaveOut(err) }

// Fail records the loss of the device that a call reported, and returns its error.
func (h Hooks) Fail(err error) error {
	if errors.Is(err, ErrDeviceLost) {
		h.d.fail(err)
	}
	return err
}

// Present submits a frame's commands separately, after one semaphore and before another, and
// returns the number of the submission.
func (h Hooks) Present(c *Commands, wait, signal vk.Semaphore) (serial uint64, err error) {
	c.close()
	h.d.flush() // what the frame draws from need not wait for the image
	h.d.pending = append(h.d.pending, c)
	h.d.submit(wait, signal)
	return h.d.submitted, h.d.err
}

// Wait waits until a submission has finished.
func (h Hooks) Wait(ctx context.Context, serial uint64) error { return h.d.wait(ctx, serial) }

// Drain submits everything and waits for it.
func (h Hooks) Drain() error {
	h.d.drain()
	return h.d.err
}
