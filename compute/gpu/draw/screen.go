package draw

import (
	"context"
	"unsafe"

	vk "github.com/vulkan-go/vulkan"

	"kernelscope/compute/gpu"
	"kernelscope/compute/gpu/internal/vkx"
)

// Screen is a target whose pixels the host reads where the device draws them, for window systems that show pictures of the
// host. It suits devices that share the host's memory.
type Screen struct {
	Target
	memory memory
	pixels []byte
	pitch  int
}

// NewScreen makes a screen of w × h pixels.
func NewScreen(device *gpu.Device, w, h int) (*Screen, error) {
	d, err := drawerOf(device)
	if err != nil {
		return nil, err
	}
	s := &Screen{}
	if s.Target, s.memory, err = d.newTarget(device.Info(), "screen", windowFormat, w, h, vk.ImageUsageTransferDstBit, vk.ImageLayoutGeneral); err != nil {
		return nil, err
	}
	d.Track(s, "screen", s.destroy)
	s.pitch = vkx.RowPitch(d.Handle, s.image)
	var p unsafe.Pointer
	if err := gpu.ErrorOf(vk.MapMemory(d.Handle, s.memory.memory, 0, vk.DeviceSize(vk.WholeSize), 0, &p), "map", "screen"); err != nil {
		s.Release()
		return nil, err
	}
	s.pixels = unsafe.Slice((*byte)(p), s.pitch*h)
	return s, nil
}

// Finish submits the commands of a frame and waits for them. It returns the pixels, of four bytes each: blue, green, red, and
// one that means nothing. A row begins pitch bytes after the one before.
func (s *Screen) Finish(c *gpu.Commands) (pixels []byte, pitch int, err error) {
	if cmd := s.d.Commands(c); cmd != nil {
		vkx.ImageBarrier(cmd, s.image, stages(vk.PipelineStageColorAttachmentOutputBit), stages(vk.PipelineStageHostBit),
			accesses(vk.AccessColorAttachmentWriteBit), accesses(vk.AccessHostReadBit), s.layout, s.layout)
	}
	serial, err := s.d.Present(c, nil, nil)
	if err == nil {
		err = s.d.Wait(context.Background(), serial)
	}
	return s.pixels, s.pitch, err
}

// Release releases the screen once no submitted work uses it.
func (s *Screen) Release() { s.d.Release(s, 0) }

func (s *Screen) destroy() {
	vk.DestroyFramebuffer(s.d.Handle, s.framebuffer, nil)
	s.memory.destroy(s.d.Handle)
}
