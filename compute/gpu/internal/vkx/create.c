#include "vkx.h"

VkResult vkx_allocate(VkDevice d, uint64_t size, uint32_t type, VkDeviceMemory *out) {
	VKX_INFO(MemoryAllocateInfo, ai, MEMORY_ALLOCATE_INFO);
	ai.allocationSize = size;
	ai.memoryTypeIndex = type;
	return pAllocateMemory(d, &ai, 0, out);
}

VkResult vkx_create_buffer(VkDevice d, uint64_t size, uint32_t usage, VkBuffer *out, uint64_t *need, uint32_t *bits) {
	VKX_INFO(BufferCreateInfo, ci, BUFFER_CREATE_INFO);
	ci.size = size;
	ci.usage = usage;
	VkResult r = pCreateBuffer(d, &ci, 0, out);
	if (r) return r;
	VkMemoryRequirements m;
	pGetBufferMemoryRequirements(d, *out, &m);
	*need = m.size;
	*bits = m.memoryTypeBits;
	return r;
}

VkResult vkx_create_image(VkDevice d, VkFormat format, uint32_t w, uint32_t h, uint32_t usage, uint32_t linear,
	VkImage *out, uint64_t *need, uint32_t *bits) {
	VKX_INFO(ImageCreateInfo, ci, IMAGE_CREATE_INFO);
	ci.imageType = VK_IMAGE_TYPE_2D;
	ci.format = format;
	ci.extent.width = w;
	ci.extent.height = h;
	ci.extent.depth = 1;
	ci.mipLevels = ci.arrayLayers = 1;
	ci.samples = VK_SAMPLE_COUNT_1_BIT;
	ci.usage = usage;
	ci.tiling = linear ? VK_IMAGE_TILING_LINEAR : VK_IMAGE_TILING_OPTIMAL;
	VkResult r = pCreateImage(d, &ci, 0, out);
	if (r) return r;
	VkMemoryRequirements m;
	pGetImageMemoryRequirements(d, *out, &m);
	*need = m.size;
	*bits = m.memoryTypeBits;
	return r;
}

uint64_t vkx_row_pitch(VkDevice d, VkImage i) {
	VkImageSubresource s = { VK_IMAGE_ASPECT_COLOR_BIT, 0, 0 };
	VkSubresourceLayout l;
	pGetImageSubresourceLayout(d, i, &s, &l);
	return l.rowPitch;
}

VkResult vkx_create_view(VkDevice d, VkImage image, VkFormat format, VkImageView *out) {
	VKX_INFO(ImageViewCreateInfo, ci, IMAGE_VIEW_CREATE_INFO);
	ci.image = image;
	ci.viewType = VK_IMAGE_VIEW_TYPE_2D;
	ci.format = format;
	ci.subresourceRange = (VkImageSubresourceRange){ VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1 };
	return pCreateImageView(d, &ci, 0, out);
}

VkResult vkx_create_sampler(VkDevice d, VkFilter filter, VkSampler *out) {
	VKX_INFO(SamplerCreateInfo, ci, SAMPLER_CREATE_INFO);
	ci.magFilter = ci.minFilter = filter;
	ci.addressModeU = ci.addressModeV = ci.addressModeW = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE;
	return pCreateSampler(d, &ci, 0, out);
}

VkResult vkx_create_shader(VkDevice d, const uint32_t *code, size_t bytes, VkShaderModule *out) {
	VKX_INFO(ShaderModuleCreateInfo, ci, SHADER_MODULE_CREATE_INFO);
	ci.pCode = code;
	ci.codeSize = bytes;
	return pCreateShaderModule(d, &ci, 0, out);
}

VkResult vkx_create_set_layout(VkDevice d, uint32_t n, const uint32_t *types, uint32_t stages, VkDescriptorSetLayout *out) {
	VkDescriptorSetLayoutBinding b[32];
	if (n > 32) return VK_ERROR_TOO_MANY_OBJECTS;
	memset(b, 0, sizeof b);
	for (uint32_t i = 0; i < n; i++) {
		b[i].binding = i;
		b[i].descriptorType = types[i];
		b[i].descriptorCount = 1;
		b[i].stageFlags = stages;
	}
	VKX_INFO(DescriptorSetLayoutCreateInfo, ci, DESCRIPTOR_SET_LAYOUT_CREATE_INFO);
	ci.bindingCount = n;
	ci.pBindings = b;
	return pCreateDescriptorSetLayout(d, &ci, 0, out);
}

VkResult vkx_create_descriptor_pool(VkDevice d, uint32_t sets, uint32_t storage, uint32_t sampled, VkDescriptorPool *out) {
	VkDescriptorPoolSize s[2] = {
		{ VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, storage },
		{ VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, sampled },
	};
	VKX_INFO(DescriptorPoolCreateInfo, ci, DESCRIPTOR_POOL_CREATE_INFO);
	ci.flags = VK_DESCRIPTOR_POOL_CREATE_FREE_DESCRIPTOR_SET_BIT;
	ci.maxSets = sets;
	ci.poolSizeCount = 2;
	ci.pPoolSizes = s;
	return pCreateDescriptorPool(d, &ci, 0, out);
}

VkResult vkx_allocate_set(VkDevice d, VkDescriptorPool p, VkDescriptorSetLayout l, VkDescriptorSet *out) {
	VKX_INFO(DescriptorSetAllocateInfo, ai, DESCRIPTOR_SET_ALLOCATE_INFO);
	ai.descriptorPool = p;
	ai.descriptorSetCount = 1;
	ai.pSetLayouts = &l;
	return pAllocateDescriptorSets(d, &ai, out);
}

void vkx_free_set(VkDevice d, VkDescriptorPool p, VkDescriptorSet s) { pFreeDescriptorSets(d, p, 1, &s); }

static void write_set(VkDevice d, VkDescriptorSet s, uint32_t binding, VkDescriptorType type,
	const VkDescriptorBufferInfo *buffer, const VkDescriptorImageInfo *image) {
	VKX_INFO(WriteDescriptorSet, w, WRITE_DESCRIPTOR_SET);
	w.dstSet = s;
	w.dstBinding = binding;
	w.descriptorCount = 1;
	w.descriptorType = type;
	w.pBufferInfo = buffer;
	w.pImageInfo = image;
	pUpdateDescriptorSets(d, 1, &w, 0, 0);
}

void vkx_write_buffer(VkDevice d, VkDescriptorSet s, uint32_t binding, VkBuffer b) {
	VkDescriptorBufferInfo info = { b, 0, VK_WHOLE_SIZE };
	write_set(d, s, binding, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, &info, 0);
}

void vkx_write_texture(VkDevice d, VkDescriptorSet s, uint32_t binding, VkImageView v, VkSampler sampler) {
	VkDescriptorImageInfo info = { sampler, v, VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL };
	write_set(d, s, binding, VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, 0, &info);
}

VkResult vkx_create_pipeline_layout(VkDevice d, VkDescriptorSetLayout s, uint32_t stages, uint32_t bytes, VkPipelineLayout *out) {
	VkPushConstantRange range = { stages, 0, bytes };
	VKX_INFO(PipelineLayoutCreateInfo, ci, PIPELINE_LAYOUT_CREATE_INFO);
	ci.setLayoutCount = 1;
	ci.pSetLayouts = &s;
	ci.pushConstantRangeCount = bytes ? 1 : 0;
	ci.pPushConstantRanges = &range;
	return pCreatePipelineLayout(d, &ci, 0, out);
}

// The pass clears its one target. What it draws from is ready by barriers
// recorded before it; what it drew may be copied or sampled afterwards.
VkResult vkx_create_render_pass(VkDevice d, VkFormat format, VkImageLayout initial, VkImageLayout final, VkRenderPass *out) {
	VkAttachmentDescription a;
	memset(&a, 0, sizeof a);
	a.format = format;
	a.samples = VK_SAMPLE_COUNT_1_BIT;
	a.loadOp = initial == VK_IMAGE_LAYOUT_UNDEFINED ? VK_ATTACHMENT_LOAD_OP_CLEAR : VK_ATTACHMENT_LOAD_OP_LOAD;
	a.storeOp = VK_ATTACHMENT_STORE_OP_STORE;
	a.stencilLoadOp = VK_ATTACHMENT_LOAD_OP_DONT_CARE;
	a.stencilStoreOp = VK_ATTACHMENT_STORE_OP_DONT_CARE;
	a.initialLayout = initial;
	a.finalLayout = final;
	VkAttachmentReference colour = { 0, VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL };
	VkSubpassDescription s;
	memset(&s, 0, sizeof s);
	s.pipelineBindPoint = VK_PIPELINE_BIND_POINT_GRAPHICS;
	s.colorAttachmentCount = 1;
	s.pColorAttachments = &colour;
	// Passes are compatible only with the same dependencies: these are for copies to and from the target, and for shaders that
	// read it.
	VkSubpassDependency dep[2] = {
		{ VK_SUBPASS_EXTERNAL, 0,
		  VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT | VK_PIPELINE_STAGE_TRANSFER_BIT | VK_PIPELINE_STAGE_FRAGMENT_SHADER_BIT,
		  VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT, VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT | VK_ACCESS_TRANSFER_WRITE_BIT,
		  VK_ACCESS_COLOR_ATTACHMENT_READ_BIT | VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT, 0 },
		{ 0, VK_SUBPASS_EXTERNAL, VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT,
		  VK_PIPELINE_STAGE_TRANSFER_BIT | VK_PIPELINE_STAGE_FRAGMENT_SHADER_BIT,
		  VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT, VK_ACCESS_TRANSFER_READ_BIT | VK_ACCESS_SHADER_READ_BIT, 0 },
	};
	VKX_INFO(RenderPassCreateInfo, ci, RENDER_PASS_CREATE_INFO);
	ci.attachmentCount = 1;
	ci.pAttachments = &a;
	ci.subpassCount = 1;
	ci.pSubpasses = &s;
	ci.dependencyCount = 2;
	ci.pDependencies = dep;
	return pCreateRenderPass(d, &ci, 0, out);
}

VkResult vkx_create_framebuffer(VkDevice d, VkRenderPass p, VkImageView view, uint32_t w, uint32_t h, VkFramebuffer *out) {
	VKX_INFO(FramebufferCreateInfo, ci, FRAMEBUFFER_CREATE_INFO);
	ci.renderPass = p;
	ci.attachmentCount = 1;
	ci.pAttachments = &view;
	ci.width = w;
	ci.height = h;
	ci.layers = 1;
	return pCreateFramebuffer(d, &ci, 0, out);
}

// The specialization constants from 0 on; the workgroup size is number 0.
VkResult vkx_create_compute(VkDevice d, VkShaderModule m, VkPipelineLayout l, const uint32_t constants[8], VkPipeline *out) {
	VkSpecializationMapEntry entries[8];
	for (uint32_t i = 0; i < 8; i++)
		entries[i] = (VkSpecializationMapEntry){ i, 4 * i, 4 };
	VkSpecializationInfo special = { 8, entries, 32, constants };
	VKX_INFO(ComputePipelineCreateInfo, ci, COMPUTE_PIPELINE_CREATE_INFO);
	ci.stage.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO;
	ci.stage.stage = VK_SHADER_STAGE_COMPUTE_BIT;
	ci.stage.module = m;
	ci.stage.pName = "main";
	ci.stage.pSpecializationInfo = &special;
	ci.layout = l;
	return pCreateComputePipelines(d, 0, 1, &ci, 0, out);
}

VkResult vkx_create_graphics(VkDevice d, const vkx_graphics *g, VkPipeline *out) {
	VkPipelineShaderStageCreateInfo st[2];
	memset(st, 0, sizeof st);
	for (int i = 0; i < 2; i++) {
		st[i].sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO;
		st[i].stage = i ? VK_SHADER_STAGE_FRAGMENT_BIT : VK_SHADER_STAGE_VERTEX_BIT;
		st[i].module = i ? g->frag : g->vert;
		st[i].pName = "main";
	}
	VkVertexInputBindingDescription vb = { 0, g->stride, VK_VERTEX_INPUT_RATE_VERTEX };
	VkVertexInputAttributeDescription va[8];
	for (uint32_t i = 0; i < g->attributes; i++)
		va[i] = (VkVertexInputAttributeDescription){ i, 0, g->formats[i], g->offsets[i] };
	VKX_INFO(PipelineVertexInputStateCreateInfo, vi, PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO);
	vi.vertexBindingDescriptionCount = g->attributes ? 1 : 0;
	vi.pVertexBindingDescriptions = &vb;
	vi.vertexAttributeDescriptionCount = g->attributes;
	vi.pVertexAttributeDescriptions = va;
	VKX_INFO(PipelineInputAssemblyStateCreateInfo, ia, PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO);
	ia.topology = g->points ? VK_PRIMITIVE_TOPOLOGY_POINT_LIST : VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST;
	VKX_INFO(PipelineViewportStateCreateInfo, vp, PIPELINE_VIEWPORT_STATE_CREATE_INFO);
	vp.viewportCount = vp.scissorCount = 1;
	VKX_INFO(PipelineRasterizationStateCreateInfo, rs, PIPELINE_RASTERIZATION_STATE_CREATE_INFO);
	rs.lineWidth = 1;
	VKX_INFO(PipelineMultisampleStateCreateInfo, ms, PIPELINE_MULTISAMPLE_STATE_CREATE_INFO);
	ms.rasterizationSamples = VK_SAMPLE_COUNT_1_BIT;
	VkPipelineColorBlendAttachmentState ba;
	memset(&ba, 0, sizeof ba);
	ba.blendEnable = VK_TRUE;
	ba.colorWriteMask = 15;
	ba.colorBlendOp = ba.alphaBlendOp = g->blend; // 0 adds
	ba.srcColorBlendFactor = ba.srcAlphaBlendFactor = VK_BLEND_FACTOR_ONE;
	ba.dstColorBlendFactor = ba.dstAlphaBlendFactor = VK_BLEND_FACTOR_ONE_MINUS_SRC_ALPHA;
	VKX_INFO(PipelineColorBlendStateCreateInfo, bs, PIPELINE_COLOR_BLEND_STATE_CREATE_INFO);
	bs.attachmentCount = 1;
	bs.pAttachments = &ba;
	VkDynamicState dyn[2] = { VK_DYNAMIC_STATE_VIEWPORT, VK_DYNAMIC_STATE_SCISSOR };
	VKX_INFO(PipelineDynamicStateCreateInfo, ds, PIPELINE_DYNAMIC_STATE_CREATE_INFO);
	ds.dynamicStateCount = 2;
	ds.pDynamicStates = dyn;
	VKX_INFO(GraphicsPipelineCreateInfo, ci, GRAPHICS_PIPELINE_CREATE_INFO);
	ci.stageCount = 2;
	ci.pStages = st;
	ci.pVertexInputState = &vi;
	ci.pInputAssemblyState = &ia;
	ci.pViewportState = &vp;
	ci.pRasterizationState = &rs;
	ci.pMultisampleState = &ms;
	ci.pColorBlendState = &bs;
	ci.pDynamicState = &ds;
	ci.layout = g->layout;
	ci.renderPass = g->pass;
	return pCreateGraphicsPipelines(d, 0, 1, &ci, 0, out);
}

VkResult vkx_create_command_pool(VkDevice d, uint32_t family, VkCommandPool *out) {
	VKX_INFO(CommandPoolCreateInfo, ci, COMMAND_POOL_CREATE_INFO);
	ci.flags = VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT;
	ci.queueFamilyIndex = family;
	return pCreateCommandPool(d, &ci, 0, out);
}

VkResult vkx_allocate_commands(VkDevice d, VkCommandPool p, VkCommandBuffer *out) {
	VKX_INFO(CommandBufferAllocateInfo, ai, COMMAND_BUFFER_ALLOCATE_INFO);
	ai.commandPool = p;
	ai.level = VK_COMMAND_BUFFER_LEVEL_PRIMARY;
	ai.commandBufferCount = 1;
	return pAllocateCommandBuffers(d, &ai, out);
}

VkResult vkx_create_fence(VkDevice d, VkFence *out) {
	VKX_INFO(FenceCreateInfo, ci, FENCE_CREATE_INFO);
	return pCreateFence(d, &ci, 0, out);
}

VkResult vkx_create_semaphore(VkDevice d, VkSemaphore *out) {
	VKX_INFO(SemaphoreCreateInfo, ci, SEMAPHORE_CREATE_INFO);
	return pCreateSemaphore(d, &ci, 0, out);
}

VkResult vkx_create_query_pool(VkDevice d, uint32_t n, VkQueryPool *out) {
	VKX_INFO(QueryPoolCreateInfo, ci, QUERY_POOL_CREATE_INFO);
	ci.queryType = VK_QUERY_TYPE_TIMESTAMP;
	ci.queryCount = n;
	return pCreateQueryPool(d, &ci, 0, out);
}

VkResult vkx_query(VkDevice d, VkQueryPool p, uint32_t first, uint32_t n, uint64_t *out) {
	return pGetQueryPoolResults(d, p, first, n, n * sizeof *out, out, sizeof *out, VK_QUERY_RESULT_64_BIT);
}
