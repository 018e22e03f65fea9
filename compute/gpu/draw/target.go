package draw

import (
	"context"
	"errors"
	"fmt"
	"unsafe"

	vk "github.com/vulkan-go/vulkan"

	"kernelscope/compute/gpu"
	"kernelscope/compute/gpu/internal/vkx"
	"kernelscope/internal/fault"
)

// Target is an image that a frame is drawn into.
type Target struct {
	Width, Height int // pixels
	d             *drawer
	image         vk.Image // nil if images cannot be copied to it
	format        vk.Format
	layout        vk.ImageLayout // after a pass
	framebuffer   vk.Framebuffer
}

// newTarget makes a target with an image of its own, which has a layout after each pass: the general one for the host to
// read it.
func (d *drawer) newTarget(of gpu.Info, name string, format vk.Format, w, h int, usage vk.ImageUsageFlagBits, layout vk.ImageLayout) (t Target, m memory, err error) {
	where := onDevice
	if layout == vk.ImageLayoutGeneral {
		where = onHost
	}
	if m, err = d.newImage(of, name, format, w, h, usage|vk.ImageUsageColorAttachmentBit, where); err != nil {
		return t, m, err
	}
	t = Target{Width: w, Height: h, d: d, image: m.handle, format: format, layout: layout}
	if err = t.frame(m.view); err != nil {
		m.destroy(d.Handle)
	}
	return t, m, err
}

// frame makes the framebuffer, of a view.
func (t *Target) frame(view vk.ImageView) error {
	pass, err := t.d.passFor(t.format, vk.ImageLayoutUndefined, t.layout)
	if err != nil {
		return err
	}
	var r vk.Result
	t.framebuffer, r = vkx.CreateFramebuffer(t.d.Handle, pass, view, t.Width, t.Height)
	return gpu.ErrorOf(r, "create framebuffer", "target")
}

// memory is an image with its memory and view.
type memory struct {
	handle vk.Image
	memory vk.DeviceMemory
	view   vk.ImageView
}

// memoryKind is where an image lies.
type memoryKind int

const (
	onDevice memoryKind = iota
	onHost              // row by row, for the host to read
)

var memoryKinds = [...][]vk.MemoryPropertyFlagBits{
	onDevice: {vk.MemoryPropertyDeviceLocalBit, 0},
	onHost:   {vk.MemoryPropertyHostVisibleBit | vk.MemoryPropertyHostCoherentBit | vk.MemoryPropertyHostCachedBit},
}

func (d *drawer) newImage(of gpu.Info, name string, format vk.Format, w, h int, usage vk.ImageUsageFlagBits, where memoryKind) (i memory, err error) {
	if w < 1 || h < 1 || w > of.ImageSize || h > of.ImageSize {
		return i, fmt.Errorf("%w: an image of %d × %d pixels, but %s allows %d × %d", fault.Limit, w, h, of.Name, of.ImageSize, of.ImageSize)
	}
	defer func() {
		if err != nil {
			i.destroy(d.Handle)
		}
	}()
	handle, need, r := vkx.CreateImage(d.Handle, format, w, h, usage, where == onHost)
	if err := gpu.ErrorOf(r, "create image", name); err != nil {
		return i, err
	}
	i.handle = handle
	if i.memory, err = d.Allocate(need, name, memoryKinds[where]...); err != nil {
		return i, err
	}
	if err := gpu.ErrorOf(vk.BindImageMemory(d.Handle, handle, i.memory, 0), "bind image", name); err != nil {
		return i, err
	}
	vkx.Name(d.Handle, vk.ObjectTypeImage, handle, name)
	i.view, r = vkx.CreateView(d.Handle, handle, format)
	return i, gpu.ErrorOf(r, "create view", name)
}

func (i *memory) destroy(d vk.Device) {
	vk.DestroyImageView(d, i.view, nil)
	vk.DestroyImage(d, i.handle, nil)
	vk.FreeMemory(d, i.memory, nil)
	*i = memory{}
}

// Texture is an image that drawings sample without filtering: they draw on whole pixels, and
// filtering would take a software device most of the time of an interface.
type Texture struct {
	memory
	d      *drawer
	number uint64
	drawn  uint64 // how often a layer was drawn into
}

// NewTexture makes a texture of one channel, of w × h bytes.
func NewTexture(d *gpu.Device, name string, w, h int, texels []byte) (*Texture, error) {
	return newTexture(d, name, vk.FormatR8Unorm, w, h, texels)
}

// NewPicture makes a texture of w × h texels of four bytes: red, green, blue,
// alpha, by which the others are multiplied.
func NewPicture(d *gpu.Device, name string, w, h int, texels []byte) (*Texture, error) {
	return newTexture(d, name, vk.FormatR8g8b8a8Unorm, w, h, texels)
}

func newTexture(device *gpu.Device, name string, format vk.Format, w, h int, texels []byte) (*Texture, error) {
	d, err := drawerOf(device)
	if err != nil {
		return nil, err
	}
	i, err := d.newImage(device.Info(), name, format, w, h, vk.ImageUsageSampledBit|vk.ImageUsageTransferDstBit, onDevice)
	if err != nil {
		return nil, err
	}
	staging, err := device.NewMapped("staging for "+name, (len(texels)+3)/4)
	if err != nil {
		i.destroy(d.Handle)
		return nil, err
	}
	copy(staging.Bytes(), texels)
	c := d.Encoder()
	if cmd := d.Commands(c); cmd != nil {
		const fragment = stages(vk.PipelineStageFragmentShaderBit)
		from, _, _ := d.Buffer(staging, 0, 0)
		vkx.ImageBarrier(cmd, i.handle, stages(vk.PipelineStageTopOfPipeBit), transferStage, 0, transferWrite,
			vk.ImageLayoutUndefined, vk.ImageLayoutTransferDstOptimal)
		vkx.CopyBufferToImage(cmd, from, i.handle, w, h)
		vkx.ImageBarrier(cmd, i.handle, transferStage, fragment, transferWrite, shaderRead,
			vk.ImageLayoutTransferDstOptimal, vk.ImageLayoutShaderReadOnlyOptimal)
	}
	d.Keep(c, staging)
	t := &Texture{memory: i, d: d}
	t.number = d.Track(t, "texture "+name, func() { t.destroy(d.Handle) })
	return t, nil
}

// Release releases the texture once no submitted work uses it.
func (t *Texture) Release() {
	if t != nil {
		t.d.Release(t, t.number)
	}
}

// bound is a texture as a resource.
type bound struct{ *Texture }

// Number returns the texture's number, which no buffer has.
func (b bound) Number() uint64 { return b.number }

// Write binds the texture with the device's sampler.
func (b bound) Write(s vk.DescriptorSet, binding int) {
	vkx.WriteTexture(b.d.Handle, s, binding, b.view, b.d.sampler)
}

// Canvas is an off-screen image that is drawn into and read by the host. A software device draws it in memory of the host,
// where it is read; another device copies it there.
type Canvas struct {
	Target
	memory memory
	pixels *gpu.Buffer // nil if mapped is not
	mapped []byte
	pitch  int // bytes from a row to the next
}

// NewCanvas makes a canvas of w × h pixels.
func NewCanvas(device *gpu.Device, w, h int) (*Canvas, error) {
	return newCanvas(device, vk.FormatR8g8b8a8Unorm, w, h)
}

// NewWindowCanvas makes a canvas in the format of windows, for which drivers compile shaders anew. Its pixels have
// blue first.
func NewWindowCanvas(device *gpu.Device, w, h int) (*Canvas, error) {
	return newCanvas(device, windowFormat, w, h)
}

func newCanvas(device *gpu.Device, format vk.Format, w, h int) (*Canvas, error) {
	d, err := drawerOf(device)
	if err != nil {
		return nil, err
	}
	layout := vk.ImageLayoutTransferSrcOptimal
	if device.Info().Software {
		layout = vk.ImageLayoutGeneral
	}
	c := &Canvas{pitch: 4 * w}
	if c.Target, c.memory, err = d.newTarget(device.Info(), "canvas", format, w, h, vk.ImageUsageTransferSrcBit|vk.ImageUsageTransferDstBit, layout); err != nil {
		return nil, err
	}
	if layout == vk.ImageLayoutGeneral {
		err = c.mapPixels()
	} else {
		c.pixels, err = d.NewReadable("pixels of the canvas", w*h)
	}
	if err != nil {
		c.destroy()
		return nil, err
	}
	d.Track(c, "canvas", c.destroy)
	return c, nil
}

// mapPixels maps the memory of the image.
func (c *Canvas) mapPixels() error {
	var p unsafe.Pointer
	if err := gpu.ErrorOf(vk.MapMemory(c.d.Handle, c.memory.memory, 0, vk.DeviceSize(vk.WholeSize), 0, &p), "map", "canvas"); err != nil {
		return err
	}
	c.pitch = vkx.RowPitch(c.d.Handle, c.image)
	c.mapped = unsafe.Slice((*byte)(p), c.pitch*c.Height)
	return nil
}

// Download lets the host read the canvas when the commands have finished.
func (c *Canvas) Download(to *gpu.Commands) {
	cmd := c.d.Commands(to)
	if cmd == nil {
		return
	}
	if c.mapped != nil {
		vkx.ImageBarrier(cmd, c.image, stages(vk.PipelineStageColorAttachmentOutputBit), stages(vk.PipelineStageHostBit),
			accesses(vk.AccessColorAttachmentWriteBit), accesses(vk.AccessHostReadBit), c.layout, c.layout)
		return
	}
	pixels, _, _ := c.d.Buffer(c.pixels, 0, 0)
	vkx.CopyImageToBuffer(cmd, c.image, pixels, c.Width, c.Height)
	to.ToHost()
}

// Finish submits the commands of a frame, and waits until the host may read the canvas.
func (c *Canvas) Finish(commands *gpu.Commands) error {
	c.Download(commands)
	serial, err := c.d.Present(commands, nil, nil)
	if err != nil {
		return err
	}
	return c.d.Wait(context.Background(), serial)
}

// Rows are the bytes of the downloaded picture: red, green, blue, alpha. A row begins pitch bytes after the one before.
func (c *Canvas) Rows() (rows []byte, pitch int) {
	if c.mapped != nil {
		return c.mapped, c.pitch
	}
	return c.pixels.Bytes()[:c.pitch*c.Height], c.pitch
}

// Pixels are Rows without anything between.
func (c *Canvas) Pixels() []byte {
	rows, pitch := c.Rows()
	if pitch == 4*c.Width {
		return rows
	}
	out := make([]byte, 0, 4*c.Width*c.Height)
	for ; len(rows) >= pitch; rows = rows[pitch:] {
		out = append(out, rows[:4*c.Width]...)
	}
	return out
}

// Release releases the canvas once no submitted work uses it.
func (c *Canvas) Release() {
	c.pixels.Release()
	c.d.Release(c, 0)
}

func (c *Canvas) destroy() {
	vk.DestroyFramebuffer(c.d.Handle, c.framebuffer, nil)
	c.memory.destroy(c.d.Handle)
}

// Layer is an image that keeps its contents between frames: Redraw draws parts of it, and drawings sample its texture.
type Layer struct {
	Target
	Texture *Texture
}

// NewLayer makes a layer of w × h pixels with any contents.
func NewLayer(device *gpu.Device, name string, w, h int) (*Layer, error) {
	d, err := drawerOf(device)
	if err != nil {
		return nil, err
	}
	const sampled = vk.ImageLayoutShaderReadOnlyOptimal
	t, i, err := d.newTarget(device.Info(), name, vk.FormatR8g8b8a8Unorm, w, h, vk.ImageUsageSampledBit, sampled)
	if err != nil {
		return nil, err
	}
	if cmd := d.Commands(d.Encoder()); cmd != nil {
		vkx.ImageBarrier(cmd, i.handle, stages(vk.PipelineStageTopOfPipeBit), stages(vk.PipelineStageColorAttachmentOutputBit), 0, accesses(vk.AccessColorAttachmentWriteBit),
			vk.ImageLayoutUndefined, sampled)
	}
	l := &Layer{t, &Texture{memory: i, d: d}}
	l.Texture.number = d.Track(l.Texture, "layer "+name, func() {
		vk.DestroyFramebuffer(d.Handle, t.framebuffer, nil)
		l.Texture.destroy(d.Handle)
	})
	return l, nil
}

// Release releases the layer once no submitted work uses it.
func (l *Layer) Release() {
	if l != nil {
		l.Texture.Release()
	}
}

var errNoSurface = errors.New("draw: the device was opened without a window")
