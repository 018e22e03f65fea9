package vkx

// #include "vkx.h"
import "C"

import vk "github.com/vulkan-go/vulkan"

// Begin starts recording, for one submission only or for many.
func Begin(cb vk.CommandBuffer, once bool) vk.Result {
	o := C.uint32_t(0)
	if once {
		o = 1
	}
	return vk.Result(C.vkx_begin(as[C.VkCommandBuffer](cb), o))
}

// Barrier records a global memory barrier.
func Barrier(cb vk.CommandBuffer, ss, ds vk.PipelineStageFlagBits, sa, da vk.AccessFlagBits) {
	C.vkx_barrier(as[C.VkCommandBuffer](cb), C.uint32_t(ss), C.uint32_t(ds), C.uint32_t(sa), C.uint32_t(da))
}

// ImageBarrier records a layout transition of a whole colour image.
func ImageBarrier(cb vk.CommandBuffer, i vk.Image, ss, ds vk.PipelineStageFlagBits, sa, da vk.AccessFlagBits, from, to vk.ImageLayout) {
	C.vkx_image_barrier(as[C.VkCommandBuffer](cb), as[C.VkImage](i), C.uint32_t(ss), C.uint32_t(ds), C.uint32_t(sa), C.uint32_t(da),
		C.VkImageLayout(from), C.VkImageLayout(to))
}

// CopyBuffer copies bytes from one buffer to another.
func CopyBuffer(cb vk.CommandBuffer, src vk.Buffer, srcAt int, dst vk.Buffer, dstAt, bytes int) {
	C.vkx_copy_buffer(as[C.VkCommandBuffer](cb), as[C.VkBuffer](src), C.uint64_t(srcAt), as[C.VkBuffer](dst), C.uint64_t(dstAt), C.uint64_t(bytes))
}

// UpdateBuffer records the words themselves, 16,384 at most.
func UpdateBuffer(cb vk.CommandBuffer, b vk.Buffer, at int, words []uint32) {
	C.vkx_update_buffer(as[C.VkCommandBuffer](cb), as[C.VkBuffer](b), C.uint64_t(at), C.uint32_t(4*len(words)), (*C.uint32_t)(&words[0]))
}

// CopyBufferToImage copies tightly packed texels into a whole image.
func CopyBufferToImage(cb vk.CommandBuffer, b vk.Buffer, i vk.Image, w, h int) {
	C.vkx_copy_buffer_to_image(as[C.VkCommandBuffer](cb), as[C.VkBuffer](b), as[C.VkImage](i), C.uint32_t(w), C.uint32_t(h))
}

// CopyImageToBuffer copies a whole image into tightly packed texels.
func CopyImageToBuffer(cb vk.CommandBuffer, i vk.Image, b vk.Buffer, w, h int) {
	C.vkx_copy_image_to_buffer(as[C.VkCommandBuffer](cb), as[C.VkImage](i), as[C.VkBuffer](b), C.uint32_t(w), C.uint32_t(h))
}

// CopyImage copies an image of w × h pixels, in the layout for it, to another of the same format.
func CopyImage(cb vk.CommandBuffer, src, dst vk.Image, w, h int) {
	C.vkx_copy_image(as[C.VkCommandBuffer](cb), as[C.VkImage](src), as[C.VkImage](dst), C.uint32_t(w), C.uint32_t(h))
}

// BeginPass starts a render pass, cleared to a colour unless it keeps the target's contents.
func BeginPass(cb vk.CommandBuffer, p vk.RenderPass, f vk.Framebuffer, w, h int, clear [3]float32) {
	C.vkx_begin_pass(as[C.VkCommandBuffer](cb), as[C.VkRenderPass](p), as[C.VkFramebuffer](f), C.uint32_t(w), C.uint32_t(h),
		C.float(clear[0]), C.float(clear[1]), C.float(clear[2]))
}

// Clear makes a rectangle of the pass transparent.
func Clear(cb vk.CommandBuffer, x, y, w, h int) {
	C.vkx_clear(as[C.VkCommandBuffer](cb), C.int32_t(x), C.int32_t(y), C.uint32_t(w), C.uint32_t(h))
}

// Viewport sets the viewport to w × h pixels at x, y.
func Viewport(cb vk.CommandBuffer, x, y, w, h int) {
	C.vkx_viewport(as[C.VkCommandBuffer](cb), C.float(x), C.float(y), C.float(w), C.float(h))
}

// Scissor limits drawing to a rectangle.
func Scissor(cb vk.CommandBuffer, x, y, w, h int) {
	C.vkx_scissor(as[C.VkCommandBuffer](cb), C.int32_t(x), C.int32_t(y), C.uint32_t(w), C.uint32_t(h))
}

// BindSet binds set 0.
func BindSet(cb vk.CommandBuffer, point vk.PipelineBindPoint, l vk.PipelineLayout, s vk.DescriptorSet) {
	C.vkx_bind_set(as[C.VkCommandBuffer](cb), C.VkPipelineBindPoint(point), as[C.VkPipelineLayout](l), as[C.VkDescriptorSet](s))
}

// BindVertices binds vertex stream 0.
func BindVertices(cb vk.CommandBuffer, b vk.Buffer, offset int) {
	C.vkx_bind_vertices(as[C.VkCommandBuffer](cb), as[C.VkBuffer](b), C.uint64_t(offset))
}

// Push records push constants.
func Push(cb vk.CommandBuffer, l vk.PipelineLayout, stages vk.ShaderStageFlagBits, words []uint32) {
	C.vkx_push(as[C.VkCommandBuffer](cb), as[C.VkPipelineLayout](l), C.uint32_t(stages), C.uint32_t(4*len(words)), (*C.uint32_t)(&words[0]))
}

// Submit submits up to sixteen command buffers; wait and signal may be nil. Only
// writing to the target waits.
func Submit(q vk.Queue, buffers []vk.CommandBuffer, wait, signal vk.Semaphore, f vk.Fence) vk.Result {
	var c [16]C.VkCommandBuffer
	for i, b := range buffers {
		c[i] = as[C.VkCommandBuffer](b)
	}
	return vk.Result(C.vkx_submit(as[C.VkQueue](q), C.uint32_t(len(buffers)), &c[0], as[C.VkSemaphore](wait), as[C.VkSemaphore](signal), as[C.VkFence](f)))
}

// WaitFence waits for a fence, at most for some nanoseconds, and then returns vk.Timeout.
func WaitFence(d vk.Device, f vk.Fence, timeout uint64) vk.Result {
	return vk.Result(C.vkx_wait_fence(as[C.VkDevice](d), as[C.VkFence](f), C.uint64_t(timeout)))
}

// ResetFence makes a fence ready for reuse.
func ResetFence(d vk.Device, f vk.Fence) vk.Result {
	return vk.Result(C.vkx_reset_fence(as[C.VkDevice](d), as[C.VkFence](f)))
}
