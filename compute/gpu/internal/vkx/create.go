package vkx

// #include "vkx.h"
import "C"

import (
	"unsafe"

	vk "github.com/vulkan-go/vulkan"
)

// Need is the memory requirement of an object.
type Need struct {
	Size uint64
	Bits uint32
}

// Allocate allocates memory of a type.
func Allocate(d vk.Device, size uint64, memoryType uint32) (vk.DeviceMemory, vk.Result) {
	var m C.VkDeviceMemory
	r := C.vkx_allocate(as[C.VkDevice](d), C.uint64_t(size), C.uint32_t(memoryType), &m)
	return as[vk.DeviceMemory](m), vk.Result(r)
}

// CreateBuffer creates a buffer and returns its memory requirement.
func CreateBuffer(d vk.Device, bytes int, usage vk.BufferUsageFlagBits) (vk.Buffer, Need, vk.Result) {
	var b C.VkBuffer
	var n C.uint64_t
	var t C.uint32_t
	r := C.vkx_create_buffer(as[C.VkDevice](d), C.uint64_t(bytes), C.uint32_t(usage), &b, &n, &t)
	return as[vk.Buffer](b), Need{uint64(n), uint32(t)}, vk.Result(r)
}

// CreateImage creates a 2D colour image and returns its memory requirement.
func CreateImage(d vk.Device, f vk.Format, w, h int, usage vk.ImageUsageFlagBits, linear bool) (vk.Image, Need, vk.Result) {
	var i C.VkImage
	rows := C.uint32_t(0)
	if linear {
		rows = 1
	}
	var n C.uint64_t
	var t C.uint32_t
	r := C.vkx_create_image(as[C.VkDevice](d), C.VkFormat(f), C.uint32_t(w), C.uint32_t(h), C.uint32_t(usage), rows, &i, &n, &t)
	return as[vk.Image](i), Need{uint64(n), uint32(t)}, vk.Result(r)
}

// RowPitch returns the bytes from a row to the next of an image that is in rows.
func RowPitch(d vk.Device, i vk.Image) int {
	return int(C.vkx_row_pitch(as[C.VkDevice](d), as[C.VkImage](i)))
}

// CreateView creates a view of a whole colour image.
func CreateView(d vk.Device, i vk.Image, f vk.Format) (vk.ImageView, vk.Result) {
	var v C.VkImageView
	r := C.vkx_create_view(as[C.VkDevice](d), as[C.VkImage](i), C.VkFormat(f), &v)
	return as[vk.ImageView](v), vk.Result(r)
}

// CreateSampler creates a clamped sampler.
func CreateSampler(d vk.Device, f vk.Filter) (vk.Sampler, vk.Result) {
	var s C.VkSampler
	r := C.vkx_create_sampler(as[C.VkDevice](d), C.VkFilter(f), &s)
	return as[vk.Sampler](s), vk.Result(r)
}

// CreateShader creates a module from SPIR-V. The words are copied, since an
// embedded string need not be aligned.
func CreateShader(d vk.Device, spirv string) (vk.ShaderModule, vk.Result) {
	words := make([]uint32, len(spirv)/4+1)
	copy(unsafe.Slice((*byte)(unsafe.Pointer(&words[0])), len(words)*4), spirv)
	var m C.VkShaderModule
	r := C.vkx_create_shader(as[C.VkDevice](d), (*C.uint32_t)(&words[0]), C.size_t(len(spirv)), &m)
	return as[vk.ShaderModule](m), vk.Result(r)
}

// CreateSetLayout creates a layout whose binding i has types[i].
func CreateSetLayout(d vk.Device, types []vk.DescriptorType, stages vk.ShaderStageFlagBits) (vk.DescriptorSetLayout, vk.Result) {
	var c [32]C.uint32_t
	for i, t := range types {
		c[i] = C.uint32_t(t)
	}
	var out C.VkDescriptorSetLayout
	r := C.vkx_create_set_layout(as[C.VkDevice](d), C.uint32_t(len(types)), &c[0], C.uint32_t(stages), &out)
	return as[vk.DescriptorSetLayout](out), vk.Result(r)
}

// CreateDescriptorPool creates a pool for sets, storage buffers and textures.
func CreateDescriptorPool(d vk.Device, sets, storage, sampled int) (vk.DescriptorPool, vk.Result) {
	var out C.VkDescriptorPool
	r := C.vkx_create_descriptor_pool(as[C.VkDevice](d), C.uint32_t(sets), C.uint32_t(storage), C.uint32_t(sampled), &out)
	return as[vk.DescriptorPool](out), vk.Result(r)
}

// AllocateSet takes one set from the pool.
func AllocateSet(d vk.Device, p vk.DescriptorPool, l vk.DescriptorSetLayout) (vk.DescriptorSet, vk.Result) {
	var out C.VkDescriptorSet
	r := C.vkx_allocate_set(as[C.VkDevice](d), as[C.VkDescriptorPool](p), as[C.VkDescriptorSetLayout](l), &out)
	return as[vk.DescriptorSet](out), vk.Result(r)
}

// FreeSet returns a set to its pool.
func FreeSet(d vk.Device, p vk.DescriptorPool, s vk.DescriptorSet) {
	C.vkx_free_set(as[C.VkDevice](d), as[C.VkDescriptorPool](p), as[C.VkDescriptorSet](s))
}

// WriteBuffer points a binding at a whole storage buffer.
func WriteBuffer(d vk.Device, s vk.DescriptorSet, binding int, b vk.Buffer) {
	C.vkx_write_buffer(as[C.VkDevice](d), as[C.VkDescriptorSet](s), C.uint32_t(binding), as[C.VkBuffer](b))
}

// WriteTexture points a binding at an image to be sampled.
func WriteTexture(d vk.Device, s vk.DescriptorSet, binding int, v vk.ImageView, sampler vk.Sampler) {
	C.vkx_write_texture(as[C.VkDevice](d), as[C.VkDescriptorSet](s), C.uint32_t(binding), as[C.VkImageView](v), as[C.VkSampler](sampler))
}

// CreatePipelineLayout creates a layout of one set and one push range.
func CreatePipelineLayout(d vk.Device, l vk.DescriptorSetLayout, stages vk.ShaderStageFlagBits, pushBytes int) (vk.PipelineLayout, vk.Result) {
	var out C.VkPipelineLayout
	r := C.vkx_create_pipeline_layout(as[C.VkDevice](d), as[C.VkDescriptorSetLayout](l), C.uint32_t(stages), C.uint32_t(pushBytes), &out)
	return as[vk.PipelineLayout](out), vk.Result(r)
}

// CreateRenderPass creates a pass that draws into one target, which it finds in a layout and leaves in another. It keeps
// the target's contents, unless the first layout is undefined: then it clears the target.
func CreateRenderPass(d vk.Device, f vk.Format, initial, final vk.ImageLayout) (vk.RenderPass, vk.Result) {
	var out C.VkRenderPass
	r := C.vkx_create_render_pass(as[C.VkDevice](d), C.VkFormat(f), C.VkImageLayout(initial), C.VkImageLayout(final), &out)
	return as[vk.RenderPass](out), vk.Result(r)
}

// CreateFramebuffer creates a framebuffer of one view.
func CreateFramebuffer(d vk.Device, p vk.RenderPass, v vk.ImageView, w, h int) (vk.Framebuffer, vk.Result) {
	var out C.VkFramebuffer
	r := C.vkx_create_framebuffer(as[C.VkDevice](d), as[C.VkRenderPass](p), as[C.VkImageView](v), C.uint32_t(w), C.uint32_t(h), &out)
	return as[vk.Framebuffer](out), vk.Result(r)
}

// MaxConstants is the greatest number of specialization constants beside the
// workgroup size.
const MaxConstants = 7

// CreateCompute creates a compute pipeline with entry point main, whose specialization constant
// 0 is the workgroup size; the others, from 1, are as given. The shader may lack some of them.
func CreateCompute(d vk.Device, m vk.ShaderModule, l vk.PipelineLayout, workgroup int, constants [MaxConstants]uint32) (vk.Pipeline, vk.Result) {
	var out C.VkPipeline
	words := [1 + MaxConstants]C.uint32_t{C.uint32_t(workgroup)}
	for i, c := range constants {
		words[i+1] = C.uint32_t(c)
	}
	r := C.vkx_create_compute(as[C.VkDevice](d), as[C.VkShaderModule](m), as[C.VkPipelineLayout](l), &words[0], &out)
	return as[vk.Pipeline](out), vk.Result(r)
}

// Graphics describes a pipeline that draws triangles, or points. Formats and Offsets describe its
// vertices, of Stride bytes each; they are empty where the vertex shader pulls vertices from a
// storage buffer.
type Graphics struct {
	Vert, Frag vk.ShaderModule
	Layout     vk.PipelineLayout
	Pass       vk.RenderPass
	Points     bool
	Blend      vk.BlendOp // 0: premultiplied alpha
	Stride     int
	Formats    []vk.Format
	Offsets    []int
}

// CreateGraphics creates a pipeline with dynamic viewport and scissor.
func CreateGraphics(d vk.Device, g Graphics) (vk.Pipeline, vk.Result) {
	c := C.vkx_graphics{
		vert: as[C.VkShaderModule](g.Vert), frag: as[C.VkShaderModule](g.Frag), layout: as[C.VkPipelineLayout](g.Layout),
		pass: as[C.VkRenderPass](g.Pass), stride: C.uint32_t(g.Stride), blend: C.uint32_t(g.Blend), attributes: C.uint32_t(len(g.Formats)),
	}
	if g.Points {
		c.points = 1
	}
	for i := range g.Formats {
		c.formats[i] = C.VkFormat(g.Formats[i])
		c.offsets[i] = C.uint32_t(g.Offsets[i])
	}
	var out C.VkPipeline
	r := C.vkx_create_graphics(as[C.VkDevice](d), &c, &out)
	return as[vk.Pipeline](out), vk.Result(r)
}

// CreateCommandPool creates a pool whose buffers can be reset one by one.
func CreateCommandPool(d vk.Device, family uint32) (vk.CommandPool, vk.Result) {
	var out C.VkCommandPool
	r := C.vkx_create_command_pool(as[C.VkDevice](d), C.uint32_t(family), &out)
	return as[vk.CommandPool](out), vk.Result(r)
}

// AllocateCommands takes one command buffer from the pool.
func AllocateCommands(d vk.Device, p vk.CommandPool) (vk.CommandBuffer, vk.Result) {
	var out C.VkCommandBuffer
	r := C.vkx_allocate_commands(as[C.VkDevice](d), as[C.VkCommandPool](p), &out)
	return as[vk.CommandBuffer](out), vk.Result(r)
}

// CreateFence creates a fence that is not signalled.
func CreateFence(d vk.Device) (vk.Fence, vk.Result) {
	var out C.VkFence
	r := C.vkx_create_fence(as[C.VkDevice](d), &out)
	return as[vk.Fence](out), vk.Result(r)
}

// CreateSemaphore creates a semaphore.
func CreateSemaphore(d vk.Device) (vk.Semaphore, vk.Result) {
	var out C.VkSemaphore
	r := C.vkx_create_semaphore(as[C.VkDevice](d), &out)
	return as[vk.Semaphore](out), vk.Result(r)
}

// CreateQueryPool creates a pool of n timestamps.
func CreateQueryPool(d vk.Device, n int) (vk.QueryPool, vk.Result) {
	var out C.VkQueryPool
	r := C.vkx_create_query_pool(as[C.VkDevice](d), C.uint32_t(n), &out)
	return as[vk.QueryPool](out), vk.Result(r)
}

// Query reads a pair of timestamps; vk.NotReady if they are not written yet.
func Query(d vk.Device, p vk.QueryPool, first int) (pair [2]uint64, r vk.Result) {
	var out [2]C.uint64_t
	res := C.vkx_query(as[C.VkDevice](d), as[C.VkQueryPool](p), C.uint32_t(first), 2, &out[0])
	return [2]uint64{uint64(out[0]), uint64(out[1])}, vk.Result(res)
}
