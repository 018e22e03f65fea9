package draw

import (
	"cmp"
	"context"

	vk "github.com/vulkan-go/vulkan"

	"kernelscope/compute/gpu"
	"kernelscope/compute/gpu/internal/vkx"
)

// windowFormat is the format of windows, unless a surface lacks it.
const windowFormat = vk.FormatB8g8r8a8Unorm

// Swapchain is the sequence of images that a window shows.
type Swapchain struct {
	d      *drawer
	handle vk.Swapchain
	images []shown
	slots  [2]slot // frames in progress
	next   int
	image  uint32 // acquired

	outdated bool
}

// shown is an image of the window.
type shown struct {
	view   vk.ImageView
	target Target
	drawn  vk.Semaphore // signalled when the frame is rendered; one per image
}

// slot is a frame in progress.
type slot struct {
	acquired vk.Semaphore
	serial   uint64
}

// NewSwapchain creates the images of a window; w and h apply if the window system leaves the
// size to the program. Old, which may be nil, is replaced and released in any case.
// gpu.ErrNotReady means that the window has no size now.
func NewSwapchain(device *gpu.Device, old *Swapchain, w, h int) (s *Swapchain, err error) {
	if old != nil {
		defer old.Release()
	}
	d, err := drawerOf(device)
	if err != nil {
		return nil, err
	}
	if d.Surface == nil {
		return nil, errNoSurface
	}
	if err := d.Drain(); err != nil {
		return nil, err
	}
	caps, r := vkx.SurfaceCaps(d.Physical, device.Hooks().Surface)
	if err := gpu.ErrorOf(r, "ask the surface", ""); err != nil {
		return nil, err
	}
	if caps.Width != ^uint32(0) {
		w, h = int(caps.Width), int(caps.Height)
	}
	if w < 1 || h < 1 {
		return nil, gpu.ErrNotReady
	}
	s = &Swapchain{d: d}
	if err := s.create(device.Hooks().Surface, old, caps, w, h); err != nil {
		s.Release()
		return nil, d.Fail(err)
	}
	return s, nil
}

func (s *Swapchain) create(surface vk.Surface, old *Swapchain, caps vkx.Caps, w, h int) error {
	d := s.d
	// The interface's colours are sRGB already: an UNORM format leaves them alone.
	format, space, r := vkx.SurfaceFormat(d.Physical, surface, windowFormat)
	if err := gpu.ErrorOf(r, "ask for formats of the surface", ""); err != nil {
		return err
	}
	count := caps.MinImages + 1
	if caps.MaxImages > 0 {
		count = min(count, caps.MaxImages)
	}
	var before vk.Swapchain
	if old != nil {
		before = old.handle
	}
	usage := caps.Usage & uint32(vk.ImageUsageColorAttachmentBit|vk.ImageUsageTransferDstBit)
	s.handle, r = vkx.CreateSwapchain(d.Handle, surface, before, count, format, space, uint32(w), uint32(h), caps.Transform, usage, vk.PresentModeFifo)
	if err := gpu.ErrorOf(r, "create swapchain", ""); err != nil {
		return err
	}
	return s.makeTargets(format, w, h, usage&uint32(vk.ImageUsageTransferDstBit) != 0)
}

// makeTargets makes the targets, to which images can be copied or not.
func (s *Swapchain) makeTargets(format vk.Format, w, h int, copied bool) error {
	d := s.d
	var n uint32
	if err := gpu.ErrorOf(vk.GetSwapchainImages(d.Handle, s.handle, &n, nil), "count images of", "swapchain"); err != nil {
		return err
	}
	handles := make([]vk.Image, n)
	if err := gpu.ErrorOf(vk.GetSwapchainImages(d.Handle, s.handle, &n, handles), "get images of", "swapchain"); err != nil {
		return err
	}
	for _, image := range handles {
		i := shown{target: Target{Width: w, Height: h, d: d, format: format, layout: vk.ImageLayoutPresentSrc}}
		if copied {
			i.target.image = image
		}
		var a, b vk.Result
		var err error
		i.view, a = vkx.CreateView(d.Handle, image, format)
		if a == vk.Success {
			err = i.target.frame(i.view)
		}
		i.drawn, b = vkx.CreateSemaphore(d.Handle)
		s.images = append(s.images, i)
		if err := cmp.Or(err, gpu.ErrorOf(a, "create view of", "swapchain"), gpu.ErrorOf(b, "create semaphore of", "swapchain")); err != nil {
			return err
		}
	}
	for i := range s.slots {
		var r vk.Result
		if s.slots[i].acquired, r = vkx.CreateSemaphore(d.Handle); r != vk.Success {
			return gpu.ErrorOf(r, "create semaphore of", "swapchain")
		}
	}
	return nil
}

// Slot returns the number of the frame in progress, 0 or 1: buffers that the host writes for a
// frame come in pairs.
func (s *Swapchain) Slot() int { return s.next }

// Size returns the size of the images in pixels; zero if the swapchain no longer
// fits the window.
func (s *Swapchain) Size() (w, h int) {
	if s.outdated || len(s.images) == 0 {
		return 0, 0
	}
	return s.images[0].target.Width, s.images[0].target.Height
}

// Invalidate records that the swapchain no longer fits the window.
func (s *Swapchain) Invalidate() { s.outdated = true }

// Begin waits until the frame before the last has finished and returns the image to draw into.
// The error is gpu.ErrOutOfDate, or gpu.ErrNotReady if there is no image now.
func (s *Swapchain) Begin(ctx context.Context) (*Target, error) {
	slot := &s.slots[s.next]
	if err := s.d.Wait(ctx, slot.serial); err != nil {
		return nil, err
	}
	var r vk.Result
	switch s.image, r = vkx.Acquire(s.d.Handle, s.handle, slot.acquired); r {
	case vk.Success, vk.Suboptimal: // a suboptimal image is shown, and detected then
	default:
		return nil, s.d.Fail(gpu.ErrorOf(r, "acquire an image of", "swapchain"))
	}
	return &s.images[s.image].target, nil
}

// End submits the frame's commands and shows the image; gpu.ErrOutOfDate means that
// a new swapchain is due.
func (s *Swapchain) End(c *gpu.Commands) error {
	d, slot, image := s.d, &s.slots[s.next], &s.images[s.image]
	serial, err := d.Present(c, slot.acquired, image.drawn)
	if err != nil {
		return err
	}
	slot.serial = serial
	s.next = 1 - s.next
	return d.Fail(gpu.ErrorOf(vkx.Present(d.Queue, image.drawn, s.handle, s.image), "present", "swapchain"))
}

// Release destroys the swapchain; the device must be idle or about to be.
func (s *Swapchain) Release() {
	d := s.d
	vk.DeviceWaitIdle(d.Handle)
	for _, i := range s.images {
		vk.DestroyFramebuffer(d.Handle, i.target.framebuffer, nil)
		vk.DestroyImageView(d.Handle, i.view, nil)
		vk.DestroySemaphore(d.Handle, i.drawn, nil)
	}
	for _, slot := range s.slots {
		vk.DestroySemaphore(d.Handle, slot.acquired, nil)
	}
	vk.DestroySwapchain(d.Handle, s.handle, nil)
	*s = Swapchain{d: d}
}
