package gpu

import (
	"errors"
	"fmt"

	vk "github.com/vulkan-go/vulkan"

	"kernelscope/compute/gpu/internal/vkx"
	"kernelscope/fault"
)

// Target is an image that a frame is drawn into.
type Target struct {
	Width, Height int
	pass          vk.RenderPass
	framebuffer   vk.Framebuffer
}

type passKey struct {
	format vk.Format
	final  vk.ImageLayout
}

func (d *Device) passFor(format vk.Format, final vk.ImageLayout) (vk.RenderPass, error) {
	if !d.canDraw {
		return nil, fmt.Errorf("%w: %s can compute but not draw", ErrUnavailable, d.info.Name)
	}
	key := passKey{format, final}
	if p, ok := d.passes[key]; ok {
		return p, nil
	}
	p, r := vkx.CreateRenderPass(d.handle, format, final)
	if err := check(r, "create render pass", ""); err != nil {
		return nil, err
	}
	d.passes[key] = p
	return p, nil
}

// image is an image with its memory and view.
type image struct {
	handle vk.Image
	memory vk.DeviceMemory
	view   vk.ImageView
}

func (d *Device) newImage(name string, format vk.Format, w, h int, usage vk.ImageUsageFlagBits) (i image, err error) {
	if w < 1 || h < 1 || w > d.info.ImageSize || h > d.info.ImageSize {
		return i, fmt.Errorf("%w: an image of %d × %d pixels, but %s allows %d × %d", fault.Limit, w, h, d.info.Name, d.info.ImageSize, d.info.ImageSize)
	}
	defer func() {
		if err != nil {
			i.destroy(d)
		}
	}()
	handle, need, r := vkx.CreateImage(d.handle, format, w, h, usage)
	if err := check(r, "create image", name); err != nil {
		return i, err
	}
	i.handle = handle
	if i.memory, err = d.allocate(need, name, vk.MemoryPropertyDeviceLocalBit, 0); err != nil {
		return i, err
	}
	if err := check(vk.BindImageMemory(d.handle, handle, i.memory, 0), "bind image", name); err != nil {
		return i, err
	}
	vkx.Name(d.handle, vk.ObjectTypeImage, handle, name)
	i.view, r = vkx.CreateView(d.handle, handle, format)
	return i, check(r, "create view", name)
}

func (i *image) destroy(d *Device) {
	vk.DestroyImageView(d.handle, i.view, nil)
	vk.DestroyImage(d.handle, i.handle, nil)
	vk.FreeMemory(d.handle, i.memory, nil)
	*i = image{}
}

// Texture is an image that drawings sample texel by texel: what
// is drawn from it lies on whole pixels, and filtering would cost a software
// device most of the time of an interface.
type Texture struct {
	d  *Device
	id uint64
	image
}

func (t *Texture) number() uint64 { return t.id }
func (t *Texture) write(d *Device, s vk.DescriptorSet, binding int) {
	vkx.WriteTexture(d.handle, s, binding, t.view, d.sampler)
}

// NewTexture makes a texture of one channel, of w × h bytes.
func (d *Device) NewTexture(name string, w, h int, texels []byte) (*Texture, error) {
	return d.newTexture(name, vk.FormatR8Unorm, w, h, texels)
}

// NewPicture makes a texture of w × h texels of four bytes: red, green, blue,
// alpha, by which the others are multiplied.
func (d *Device) NewPicture(name string, w, h int, texels []byte) (*Texture, error) {
	return d.newTexture(name, vk.FormatR8g8b8a8Unorm, w, h, texels)
}

func (d *Device) newTexture(name string, format vk.Format, w, h int, texels []byte) (*Texture, error) {
	i, err := d.newImage(name, format, w, h, vk.ImageUsageSampledBit|vk.ImageUsageTransferDstBit)
	if err != nil {
		return nil, err
	}
	staging, err := d.newBuffer("staging for "+name, (len(texels)+3)/4, hostWrite)
	if err != nil {
		i.destroy(d)
		return nil, err
	}
	copy(staging.Bytes(), texels)
	c := d.encoder()
	if c.ready() {
		vkx.ImageBarrier(c.handle, i.handle, stages(vk.PipelineStageTopOfPipeBit), transferStage, 0, transferWrite,
			vk.ImageLayoutUndefined, vk.ImageLayoutTransferDstOptimal)
		vkx.CopyBufferToImage(c.handle, staging.handle, i.handle, w, h)
		vkx.ImageBarrier(c.handle, i.handle, transferStage, stages(vk.PipelineStageFragmentShaderBit), transferWrite, shaderRead,
			vk.ImageLayoutTransferDstOptimal, vk.ImageLayoutShaderReadOnlyOptimal)
	}
	c.keep = append(c.keep, staging)
	t := &Texture{d: d, id: d.id(), image: i}
	d.live[t] = "texture " + name
	return t, nil
}

// Release gives the texture back once no submitted work uses it.
func (t *Texture) Release() {
	if t == nil {
		return
	}
	if _, live := t.d.live[t]; live {
		delete(t.d.live, t)
		t.d.dropSets(t.d, t.id)
		t.d.retire(func() { t.destroy(t.d) })
	}
}

// Canvas is an image off the screen that is drawn into and read back.
type Canvas struct {
	Target
	d      *Device
	image  image
	pixels *Buffer
}

// NewCanvas makes a canvas.
func (d *Device) NewCanvas(w, h int) (*Canvas, error) {
	const format = vk.FormatR8g8b8a8Unorm
	pass, err := d.passFor(format, vk.ImageLayoutTransferSrcOptimal)
	if err != nil {
		return nil, err
	}
	i, err := d.newImage("canvas", format, w, h, vk.ImageUsageColorAttachmentBit|vk.ImageUsageTransferSrcBit)
	if err != nil {
		return nil, err
	}
	c := &Canvas{d: d, image: i, Target: Target{Width: w, Height: h, pass: pass}}
	f, r := vkx.CreateFramebuffer(d.handle, pass, i.view, w, h)
	c.framebuffer = f
	if err = check(r, "create framebuffer", "canvas"); err == nil {
		c.pixels, err = d.newBuffer("pixels of the canvas", w*h, hostRead)
	}
	if err != nil {
		c.destroy()
		return nil, err
	}
	d.live[c] = "canvas"
	return c, nil
}

// Download copies the canvas to the host. Its pixels may be read when the
// commands have finished.
func (c *Canvas) Download(cmd *Commands) {
	if cmd.ready() {
		vkx.CopyImageToBuffer(cmd.handle, c.image.handle, c.pixels.handle, c.Width, c.Height)
		cmd.ToHost()
	}
}

// Pixels are the bytes of the downloaded picture: red, green, blue, alpha, row
// by row.
func (c *Canvas) Pixels() []byte { return c.pixels.Bytes()[:4*c.Width*c.Height] }

// Release gives the canvas back.
func (c *Canvas) Release() {
	if _, live := c.d.live[c]; live {
		delete(c.d.live, c)
		c.pixels.Release()
		c.d.retire(c.destroy)
	}
}

func (c *Canvas) destroy() {
	vk.DestroyFramebuffer(c.d.handle, c.framebuffer, nil)
	c.image.destroy(c.d)
}

// Frame begins the commands of a frame; Commands.Clock takes its time.
func (d *Device) Frame() *Commands { return d.newCommands("frame", true, nil) }

// Finish submits a frame's commands, after everything taken down before.
func (d *Device) Finish(c *Commands) {
	c.close()
	d.enqueue(c)
	d.flush(nil, nil)
}

// Ticket numbers the last submission, for Wait.
func (d *Device) Ticket() uint64 { return d.submitted }

var errNoSurface = errors.New("gpu: the device was opened without a window")
