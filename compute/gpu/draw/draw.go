// Package draw draws on a device of package gpu, into off-screen canvases and the images of a
// window, with pairs of shaders whose arguments are the fields of a structure, as for kernels.
package draw

import (
	vk "github.com/vulkan-go/vulkan"

	"kernelscope/compute/gpu"
	"kernelscope/compute/gpu/internal/vkx"
)

// drawer is this package's state of a device.
type drawer struct {
	gpu.Hooks
	pipelines map[pipelineKey]*pipeline
	passes    map[passKey]vk.RenderPass
	sampler   vk.Sampler
}

// drawerOf returns the drawer of a device, made on first use.
func drawerOf(d *gpu.Device) (*drawer, error) {
	h := d.Hooks()
	a, err := h.Attached(func() (gpu.Attachment, error) {
		sampler, r := vkx.CreateSampler(h.Handle, vk.FilterNearest)
		if err := gpu.ErrorOf(r, "create sampler", ""); err != nil {
			return nil, err
		}
		return &drawer{h, map[pipelineKey]*pipeline{}, map[passKey]vk.RenderPass{}, sampler}, nil
	})
	if err != nil {
		return nil, err
	}
	return a.(*drawer), nil
}

// Destroy is called by the device.
func (d *drawer) Destroy() {
	for _, p := range d.pipelines {
		p.destroy(d.Handle)
	}
	for _, p := range d.passes {
		vk.DestroyRenderPass(d.Handle, p, nil)
	}
	vk.DestroySampler(d.Handle, d.sampler, nil)
}

type passKey struct {
	format         vk.Format
	initial, final vk.ImageLayout
}

// passFor returns the pass that draws into an image of a format, from one layout to another. Passes of a format are
// compatible: pipelines and framebuffers of one are for all.
func (d *drawer) passFor(format vk.Format, initial, final vk.ImageLayout) (vk.RenderPass, error) {
	key := passKey{format, initial, final}
	if p, ok := d.passes[key]; ok {
		return p, nil
	}
	p, r := vkx.CreateRenderPass(d.Handle, format, initial, final)
	if err := gpu.ErrorOf(r, "create render pass", ""); err != nil {
		return nil, err
	}
	d.passes[key] = p
	return p, nil
}
