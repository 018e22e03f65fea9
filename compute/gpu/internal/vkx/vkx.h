// Flat C entry points over Vulkan: scalars, handles and plain arrays in, every
// structure built on the C stack. Nothing here keeps a pointer past its call.
#ifndef VKX_H
#define VKX_H
#define VK_NO_PROTOTYPES
#include <vulkan/vulkan.h>
#include <string.h>

// The functions of the instance and of its device. X-macro: one line a use.
#define VKX_FUNCTIONS(X) \
	X(EnumeratePhysicalDevices) X(GetPhysicalDeviceProperties2) X(GetPhysicalDeviceFeatures) X(GetPhysicalDeviceMemoryProperties) X(GetPhysicalDeviceMemoryProperties2) \
	X(GetPhysicalDeviceQueueFamilyProperties) X(GetPhysicalDeviceSurfaceSupportKHR) \
	X(EnumerateDeviceExtensionProperties) X(CreateDevice) X(GetDeviceQueue) \
	X(GetPhysicalDeviceSurfaceFormatsKHR) X(GetPhysicalDeviceSurfaceCapabilitiesKHR) \
	X(CreateSwapchainKHR) X(AcquireNextImageKHR) X(QueuePresentKHR) \
	X(CreateDebugUtilsMessengerEXT) X(DestroyDebugUtilsMessengerEXT) X(SetDebugUtilsObjectNameEXT) \
	X(AllocateMemory) X(CreateBuffer) X(GetBufferMemoryRequirements) \
	X(CreateImage) X(GetImageSubresourceLayout) X(GetImageMemoryRequirements) X(CreateImageView) X(CreateSampler) \
	X(CreateShaderModule) X(CreateDescriptorSetLayout) X(CreateDescriptorPool) X(AllocateDescriptorSets) X(FreeDescriptorSets) \
	X(UpdateDescriptorSets) X(CreatePipelineLayout) X(CreateRenderPass) X(CreateFramebuffer) \
	X(CreateComputePipelines) X(CreateGraphicsPipelines) X(CreateCommandPool) X(AllocateCommandBuffers) \
	X(CreateFence) X(CreateSemaphore) X(CreateQueryPool) X(GetQueryPoolResults) \
	X(BeginCommandBuffer) X(CmdPipelineBarrier) X(CmdCopyBuffer) X(CmdUpdateBuffer) X(CmdCopyBufferToImage) X(CmdCopyImageToBuffer) X(CmdCopyImage) \
	X(CmdBeginRenderPass) X(CmdClearAttachments) X(CmdSetViewport) X(CmdSetScissor) X(CmdBindDescriptorSets) X(CmdBindVertexBuffers) X(CmdPushConstants) \
	X(QueueSubmit) X(WaitForFences) X(ResetFences)
#define VKX_DECLARE(name) extern PFN_vk##name p##name;
VKX_FUNCTIONS(VKX_DECLARE)

// VKX_INFO declares a zeroed structure with its type filled in.
#define VKX_INFO(type, name, stype) Vk##type name; memset(&name, 0, sizeof name); name.sType = VK_STRUCTURE_TYPE_##stype

// instance.c
void *vkx_load(void);
void vkx_init(VkInstance);
void vkx_trim(void);
VkResult vkx_create_instance(const char *app, const char *extensions, VkInstance *out);
uint32_t vkx_has_instance_extension(const char *name);
VkResult vkx_create_messenger(VkInstance, VkDebugUtilsMessengerEXT *);
void vkx_destroy_messenger(VkInstance, VkDebugUtilsMessengerEXT);
char *vkx_next_message(void); // the oldest message, to be freed, or null

// vkx_info is what the program wants to know of a device.
typedef struct {
	char name[256], driver[256], driver_info[256];
	uint32_t kind, api, driver_version, vendor, device;
	uint32_t subgroup_size, subgroup_stages, subgroup_operations;
	uint32_t max_workgroup, max_workgroup_x, max_groups_x, max_groups_y, max_shared, max_push, max_bindings, max_image;
	uint32_t processors, resident; // how many, and the invocations that one of them holds; 0 where the device does not say
	uint64_t max_storage, max_memory, heap;
	float timestamp_period, max_point;
	uint8_t uuid[16];
} vkx_info;
VkResult vkx_physical_devices(VkInstance, uint32_t *n, VkPhysicalDevice *);
void vkx_device_info(VkPhysicalDevice, vkx_info *);
uint32_t vkx_queue_family(VkPhysicalDevice, VkSurfaceKHR, uint32_t want, uint32_t without, uint32_t *timestamp_bits);
uint32_t vkx_has_device_extension(VkPhysicalDevice, const char *name);
VkResult vkx_create_device(VkPhysicalDevice, uint32_t family, const char *extensions, VkDevice *, VkQueue *);
uint32_t vkx_memory_type(VkPhysicalDevice, uint32_t bits, uint32_t flags);
uint32_t vkx_memory_left(VkPhysicalDevice, uint64_t *bytes);
void vkx_name(VkDevice, VkObjectType, uint64_t handle, const char *name);

// swapchain.c
VkResult vkx_surface_format(VkPhysicalDevice, VkSurfaceKHR, VkFormat want, VkFormat *, VkColorSpaceKHR *);
VkResult vkx_surface_caps(VkPhysicalDevice, VkSurfaceKHR, uint32_t *min_images, uint32_t *max_images, uint32_t *w, uint32_t *h, uint32_t *transform, uint32_t *usage);
VkResult vkx_create_swapchain(VkDevice, VkSurfaceKHR, VkSwapchainKHR old, uint32_t images, VkFormat, VkColorSpaceKHR,
	uint32_t w, uint32_t h, uint32_t transform, uint32_t usage, VkPresentModeKHR, VkSwapchainKHR *);
VkResult vkx_acquire(VkDevice, VkSwapchainKHR, VkSemaphore, uint32_t *image);
VkResult vkx_present(VkQueue, VkSemaphore wait, VkSwapchainKHR, uint32_t image);

// create.c
VkResult vkx_allocate(VkDevice, uint64_t size, uint32_t type, VkDeviceMemory *);
VkResult vkx_create_buffer(VkDevice, uint64_t size, uint32_t usage, VkBuffer *, uint64_t *need, uint32_t *type_bits);
VkResult vkx_create_image(VkDevice, VkFormat, uint32_t w, uint32_t h, uint32_t usage, uint32_t linear, VkImage *, uint64_t *need, uint32_t *type_bits);
uint64_t vkx_row_pitch(VkDevice, VkImage);
VkResult vkx_create_view(VkDevice, VkImage, VkFormat, VkImageView *);
VkResult vkx_create_sampler(VkDevice, VkFilter, VkSampler *);
VkResult vkx_create_shader(VkDevice, const uint32_t *code, size_t bytes, VkShaderModule *);
VkResult vkx_create_set_layout(VkDevice, uint32_t n, const uint32_t *types, uint32_t stages, VkDescriptorSetLayout *);
VkResult vkx_create_descriptor_pool(VkDevice, uint32_t sets, uint32_t storage, uint32_t sampled, VkDescriptorPool *);
VkResult vkx_allocate_set(VkDevice, VkDescriptorPool, VkDescriptorSetLayout, VkDescriptorSet *);
void vkx_free_set(VkDevice, VkDescriptorPool, VkDescriptorSet);
void vkx_write_buffer(VkDevice, VkDescriptorSet, uint32_t binding, VkBuffer);
void vkx_write_texture(VkDevice, VkDescriptorSet, uint32_t binding, VkImageView, VkSampler);
VkResult vkx_create_pipeline_layout(VkDevice, VkDescriptorSetLayout, uint32_t push_stages, uint32_t push_bytes, VkPipelineLayout *);
VkResult vkx_create_render_pass(VkDevice, VkFormat, VkImageLayout initial, VkImageLayout final, VkRenderPass *);
VkResult vkx_create_framebuffer(VkDevice, VkRenderPass, VkImageView, uint32_t w, uint32_t h, VkFramebuffer *);
VkResult vkx_create_compute(VkDevice, VkShaderModule, VkPipelineLayout, const uint32_t constants[8], VkPipeline *);
VkResult vkx_create_command_pool(VkDevice, uint32_t family, VkCommandPool *);
VkResult vkx_allocate_commands(VkDevice, VkCommandPool, VkCommandBuffer *);
VkResult vkx_create_fence(VkDevice, VkFence *);
VkResult vkx_create_semaphore(VkDevice, VkSemaphore *);
VkResult vkx_create_query_pool(VkDevice, uint32_t n, VkQueryPool *);
VkResult vkx_query(VkDevice, VkQueryPool, uint32_t first, uint32_t n, uint64_t *out);

// vkx_graphics describes a pipeline: at most one vertex stream, one colour
// target, blending by premultiplied alpha or by a VkBlendOp, dynamic viewport and scissor.
// It draws triangles, or points.
typedef struct {
	VkShaderModule vert, frag;
	VkPipelineLayout layout;
	VkRenderPass pass;
	uint32_t points, stride, attributes, blend;
	VkFormat formats[8];
	uint32_t offsets[8];
} vkx_graphics;
VkResult vkx_create_graphics(VkDevice, const vkx_graphics *, VkPipeline *);

// record.c
VkResult vkx_begin(VkCommandBuffer, uint32_t once);
void vkx_barrier(VkCommandBuffer, uint32_t src_stage, uint32_t dst_stage, uint32_t src_access, uint32_t dst_access);
void vkx_image_barrier(VkCommandBuffer, VkImage, uint32_t src_stage, uint32_t dst_stage, uint32_t src_access, uint32_t dst_access,
	VkImageLayout from, VkImageLayout to);
void vkx_copy_buffer(VkCommandBuffer, VkBuffer src, uint64_t src_at, VkBuffer dst, uint64_t dst_at, uint64_t bytes);
void vkx_update_buffer(VkCommandBuffer, VkBuffer, uint64_t at, uint32_t bytes, const uint32_t *words);
void vkx_copy_buffer_to_image(VkCommandBuffer, VkBuffer, VkImage, uint32_t w, uint32_t h);
void vkx_copy_image(VkCommandBuffer, VkImage src, VkImage dst, uint32_t w, uint32_t h);
void vkx_copy_image_to_buffer(VkCommandBuffer, VkImage, VkBuffer, uint32_t w, uint32_t h);
void vkx_begin_pass(VkCommandBuffer, VkRenderPass, VkFramebuffer, uint32_t w, uint32_t h, float r, float g, float b);
void vkx_clear(VkCommandBuffer, int32_t x, int32_t y, uint32_t w, uint32_t h);
void vkx_viewport(VkCommandBuffer, float x, float y, float w, float h);
void vkx_scissor(VkCommandBuffer, int32_t x, int32_t y, uint32_t w, uint32_t h);
void vkx_bind_set(VkCommandBuffer, VkPipelineBindPoint, VkPipelineLayout, VkDescriptorSet);
void vkx_bind_vertices(VkCommandBuffer, VkBuffer, uint64_t offset);
void vkx_push(VkCommandBuffer, VkPipelineLayout, uint32_t stages, uint32_t bytes, const uint32_t *words);
VkResult vkx_submit(VkQueue, uint32_t n, const VkCommandBuffer *, VkSemaphore wait, VkSemaphore signal, VkFence);
VkResult vkx_wait_fence(VkDevice, VkFence, uint64_t timeout);
VkResult vkx_reset_fence(VkDevice, VkFence);
#endif
