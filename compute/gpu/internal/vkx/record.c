#include "vkx.h"

VkResult vkx_begin(VkCommandBuffer cb, uint32_t once) {
	VKX_INFO(CommandBufferBeginInfo, bi, COMMAND_BUFFER_BEGIN_INFO);
	bi.flags = once ? VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT : 0;
	return pBeginCommandBuffer(cb, &bi);
}

void vkx_barrier(VkCommandBuffer cb, uint32_t ss, uint32_t ds, uint32_t sa, uint32_t da) {
	VkMemoryBarrier b = { VK_STRUCTURE_TYPE_MEMORY_BARRIER, 0, sa, da };
	pCmdPipelineBarrier(cb, ss, ds, 0, 1, &b, 0, 0, 0, 0);
}

void vkx_image_barrier(VkCommandBuffer cb, VkImage image, uint32_t ss, uint32_t ds, uint32_t sa, uint32_t da,
	VkImageLayout from, VkImageLayout to) {
	VKX_INFO(ImageMemoryBarrier, b, IMAGE_MEMORY_BARRIER);
	b.srcAccessMask = sa;
	b.dstAccessMask = da;
	b.oldLayout = from;
	b.newLayout = to;
	b.srcQueueFamilyIndex = b.dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED;
	b.image = image;
	b.subresourceRange = (VkImageSubresourceRange){ VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1 };
	pCmdPipelineBarrier(cb, ss, ds, 0, 0, 0, 0, 0, 1, &b);
}

void vkx_copy_buffer(VkCommandBuffer cb, VkBuffer src, uint64_t src_at, VkBuffer dst, uint64_t dst_at, uint64_t bytes) {
	VkBufferCopy c = { src_at, dst_at, bytes };
	pCmdCopyBuffer(cb, src, dst, 1, &c);
}

void vkx_update_buffer(VkCommandBuffer cb, VkBuffer b, uint64_t at, uint32_t bytes, const uint32_t *words) {
	pCmdUpdateBuffer(cb, b, at, bytes, words);
}

static VkBufferImageCopy whole(uint32_t w, uint32_t h) {
	VkBufferImageCopy c;
	memset(&c, 0, sizeof c);
	c.imageSubresource.aspectMask = VK_IMAGE_ASPECT_COLOR_BIT;
	c.imageSubresource.layerCount = 1;
	c.imageExtent.width = w;
	c.imageExtent.height = h;
	c.imageExtent.depth = 1;
	return c;
}

void vkx_copy_buffer_to_image(VkCommandBuffer cb, VkBuffer b, VkImage i, uint32_t w, uint32_t h) {
	VkBufferImageCopy c = whole(w, h);
	pCmdCopyBufferToImage(cb, b, i, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, 1, &c);
}

void vkx_copy_image_to_buffer(VkCommandBuffer cb, VkImage i, VkBuffer b, uint32_t w, uint32_t h) {
	VkBufferImageCopy c = whole(w, h);
	pCmdCopyImageToBuffer(cb, i, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, b, 1, &c);
}

void vkx_copy_image(VkCommandBuffer cb, VkImage src, VkImage dst, uint32_t w, uint32_t h) {
	VkImageCopy c;
	memset(&c, 0, sizeof c);
	c.srcSubresource = c.dstSubresource = (VkImageSubresourceLayers){ VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1 };
	c.extent = (VkExtent3D){ w, h, 1 };
	pCmdCopyImage(cb, src, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, dst, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, 1, &c);
}

void vkx_begin_pass(VkCommandBuffer cb, VkRenderPass p, VkFramebuffer fb, uint32_t w, uint32_t h, float r, float g, float b) {
	VkClearValue clear = { .color = { .float32 = { r, g, b, 1 } } };
	VKX_INFO(RenderPassBeginInfo, bi, RENDER_PASS_BEGIN_INFO);
	bi.renderPass = p;
	bi.framebuffer = fb;
	bi.renderArea.extent.width = w;
	bi.renderArea.extent.height = h;
	bi.clearValueCount = 1;
	bi.pClearValues = &clear;
	pCmdBeginRenderPass(cb, &bi, VK_SUBPASS_CONTENTS_INLINE);
}

void vkx_clear(VkCommandBuffer cb, int32_t x, int32_t y, uint32_t w, uint32_t h) {
	VkClearAttachment a;
	memset(&a, 0, sizeof a);
	a.aspectMask = VK_IMAGE_ASPECT_COLOR_BIT;
	VkClearRect r = { { { x, y }, { w, h } }, 0, 1 };
	pCmdClearAttachments(cb, 1, &a, 1, &r);
}

void vkx_viewport(VkCommandBuffer cb, float x, float y, float w, float h) {
	VkViewport v = { x, y, w, h, 0, 1 };
	pCmdSetViewport(cb, 0, 1, &v);
}

void vkx_scissor(VkCommandBuffer cb, int32_t x, int32_t y, uint32_t w, uint32_t h) {
	VkRect2D r = { { x, y }, { w, h } };
	pCmdSetScissor(cb, 0, 1, &r);
}

void vkx_bind_set(VkCommandBuffer cb, VkPipelineBindPoint point, VkPipelineLayout l, VkDescriptorSet s) {
	pCmdBindDescriptorSets(cb, point, l, 0, 1, &s, 0, 0);
}

void vkx_bind_vertices(VkCommandBuffer cb, VkBuffer b, uint64_t offset) {
	VkDeviceSize o = offset;
	pCmdBindVertexBuffers(cb, 0, 1, &b, &o);
}

void vkx_push(VkCommandBuffer cb, VkPipelineLayout l, uint32_t stages, uint32_t bytes, const uint32_t *words) {
	pCmdPushConstants(cb, l, stages, 0, bytes, words);
}

VkResult vkx_submit(VkQueue q, uint32_t n, const VkCommandBuffer *cb, VkSemaphore wait, VkSemaphore signal, VkFence fence) {
	VkPipelineStageFlags stage = VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT;
	VKX_INFO(SubmitInfo, s, SUBMIT_INFO);
	s.commandBufferCount = n;
	s.pCommandBuffers = cb;
	s.waitSemaphoreCount = wait ? 1 : 0;
	s.pWaitSemaphores = &wait;
	s.pWaitDstStageMask = &stage;
	s.signalSemaphoreCount = signal ? 1 : 0;
	s.pSignalSemaphores = &signal;
	return pQueueSubmit(q, 1, &s, fence);
}

VkResult vkx_wait_fence(VkDevice d, VkFence f, uint64_t timeout) { return pWaitForFences(d, 1, &f, VK_TRUE, timeout); }

VkResult vkx_reset_fence(VkDevice d, VkFence f) { return pResetFences(d, 1, &f); }
