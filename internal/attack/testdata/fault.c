// A Vulkan layer that makes calls fail: FAULT="vkQueueSubmit:3:-4,vkAllocateMemory:2+:-2" lets
// the third vkQueueSubmit return -4 (VK_ERROR_DEVICE_LOST), and every vkAllocateMemory from
// the second on -2. Each fault is told on the standard error.
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <vulkan/vk_layer.h>
#include <vulkan/vulkan.h>

// A fault is what one call returns, or all calls from it on.
typedef struct {
	char function[64];
	int call, onwards, result;
	atomic_int calls;
} fault;

static fault faults[16];
static int fault_count = -1;

static void read_faults(void) {
	if (fault_count >= 0) return;
	fault_count = 0;
	const char *setting = getenv("FAULT");
	char text[512] = "";
	if (setting) strncpy(text, setting, sizeof text - 1);
	for (char *word = strtok(text, ","); word && fault_count < 16; word = strtok(NULL, ",")) {
		fault *f = &faults[fault_count];
		char call[16];
		if (sscanf(word, "%63[^:]:%15[^:]:%d", f->function, call, &f->result) != 3) continue;
		f->call = atoi(call);
		f->onwards = strchr(call, '+') != NULL;
		fault_count++;
	}
}

// fails counts a call, and returns whether it is to return *result.
static int fails(const char *function, VkResult *result) {
	for (int i = 0; i < fault_count; i++) {
		fault *f = &faults[i];
		if (strcmp(f->function, function)) continue;
		int call = atomic_fetch_add(&f->calls, 1) + 1;
		if (call != f->call && !(f->onwards && call > f->call)) continue;
		fprintf(stderr, "[fault] %s call %d returns %d\n", function, call, f->result);
		*result = f->result;
		return 1;
	}
	return 0;
}

// What the layer passes calls on to.
static PFN_vkGetInstanceProcAddr next_instance_proc;
static PFN_vkGetDeviceProcAddr next_device_proc;
static VkInstance instance;

// FORWARD defines a function that fails if it is to, and calls the next one otherwise.
#define FORWARD(name, parameters, arguments)                          \
	static PFN_vk##name next_##name;                                  \
	static VKAPI_ATTR VkResult VKAPI_CALL layer_##name parameters {   \
		VkResult result;                                              \
		return fails("vk" #name, &result) ? result : next_##name arguments; \
	}

// PRESENT is FORWARD for calls that may return VK_SUBOPTIMAL_KHR, which is a success: the
// driver does its work first, or its semaphore would never be signalled.
#define PRESENT(name, parameters, arguments)                        \
	static PFN_vk##name next_##name;                                \
	static VKAPI_ATTR VkResult VKAPI_CALL layer_##name parameters { \
		VkResult result, real;                                      \
		if (!fails("vk" #name, &result)) return next_##name arguments; \
		if (result != VK_SUBOPTIMAL_KHR) return result;             \
		real = next_##name arguments;                               \
		return real ? real : result;                                \
	}

typedef const VkAllocationCallbacks *callbacks;
FORWARD(QueueSubmit, (VkQueue q, uint32_t n, const VkSubmitInfo *s, VkFence f), (q, n, s, f))
FORWARD(QueueWaitIdle, (VkQueue q), (q))
FORWARD(DeviceWaitIdle, (VkDevice d), (d))
FORWARD(WaitForFences, (VkDevice d, uint32_t n, const VkFence *f, VkBool32 all, uint64_t t), (d, n, f, all, t))
FORWARD(GetFenceStatus, (VkDevice d, VkFence f), (d, f))
FORWARD(AllocateMemory, (VkDevice d, const VkMemoryAllocateInfo *i, callbacks a, VkDeviceMemory *m), (d, i, a, m))
FORWARD(MapMemory, (VkDevice d, VkDeviceMemory m, VkDeviceSize o, VkDeviceSize s, VkMemoryMapFlags f, void **p), (d, m, o, s, f, p))
FORWARD(CreateBuffer, (VkDevice d, const VkBufferCreateInfo *i, callbacks a, VkBuffer *b), (d, i, a, b))
FORWARD(CreateImage, (VkDevice d, const VkImageCreateInfo *i, callbacks a, VkImage *b), (d, i, a, b))
FORWARD(CreateShaderModule, (VkDevice d, const VkShaderModuleCreateInfo *i, callbacks a, VkShaderModule *b), (d, i, a, b))
FORWARD(CreateComputePipelines, (VkDevice d, VkPipelineCache c, uint32_t n, const VkComputePipelineCreateInfo *i, callbacks a, VkPipeline *p), (d, c, n, i, a, p))
FORWARD(CreateSwapchainKHR, (VkDevice d, const VkSwapchainCreateInfoKHR *i, callbacks a, VkSwapchainKHR *s), (d, i, a, s))
FORWARD(EnumeratePhysicalDevices, (VkInstance i, uint32_t *n, VkPhysicalDevice *p), (i, n, p))
PRESENT(AcquireNextImageKHR, (VkDevice d, VkSwapchainKHR s, uint64_t t, VkSemaphore e, VkFence f, uint32_t *i), (d, s, t, e, f, i))
PRESENT(QueuePresentKHR, (VkQueue q, const VkPresentInfoKHR *p), (q, p))

// The result 1000 stands for success with a surface of 0 × 0.
static PFN_vkGetPhysicalDeviceSurfaceCapabilitiesKHR next_GetPhysicalDeviceSurfaceCapabilitiesKHR;
static VKAPI_ATTR VkResult VKAPI_CALL layer_GetPhysicalDeviceSurfaceCapabilitiesKHR(VkPhysicalDevice p, VkSurfaceKHR s, VkSurfaceCapabilitiesKHR *c) {
	const VkExtent2D none = {0, 0};
	VkResult result = VK_SUCCESS;
	int hit = fails("vkGetPhysicalDeviceSurfaceCapabilitiesKHR", &result);
	if (hit && result != 1000) return result;
	result = next_GetPhysicalDeviceSurfaceCapabilitiesKHR(p, s, c);
	if (hit) c->currentExtent = c->minImageExtent = c->maxImageExtent = none;
	return result;
}

// link_of finds the loader's entry in a chain of structures, whose function must be that of a link.
#define LINK_OF(type, link_type, chain)                                                                \
	type *link = (type *)(chain);                                                                      \
	while (link && !(link->sType == link_type && link->function == VK_LAYER_LINK_INFO)) link = (type *)link->pNext; \
	if (!link) return VK_ERROR_INITIALIZATION_FAILED;

static VKAPI_ATTR VkResult VKAPI_CALL layer_CreateInstance(const VkInstanceCreateInfo *info, callbacks a, VkInstance *out) {
	LINK_OF(VkLayerInstanceCreateInfo, VK_STRUCTURE_TYPE_LOADER_INSTANCE_CREATE_INFO, info->pNext)
	next_instance_proc = link->u.pLayerInfo->pfnNextGetInstanceProcAddr;
	link->u.pLayerInfo = link->u.pLayerInfo->pNext;
	read_faults();
	VkResult result;
	if (fails("vkCreateInstance", &result)) return result;
	result = ((PFN_vkCreateInstance)next_instance_proc(NULL, "vkCreateInstance"))(info, a, out);
	if (result) return result;
	instance = *out;
	next_EnumeratePhysicalDevices = (PFN_vkEnumeratePhysicalDevices)next_instance_proc(*out, "vkEnumeratePhysicalDevices");
	next_GetPhysicalDeviceSurfaceCapabilitiesKHR =
		(PFN_vkGetPhysicalDeviceSurfaceCapabilitiesKHR)next_instance_proc(*out, "vkGetPhysicalDeviceSurfaceCapabilitiesKHR");
	return result;
}

// DEVICE lists the functions of a device that may fail.
#define DEVICE(F) F(QueueSubmit) F(QueueWaitIdle) F(DeviceWaitIdle) F(WaitForFences) F(GetFenceStatus) F(AllocateMemory) F(MapMemory) F(CreateBuffer) \
	F(CreateImage) F(CreateShaderModule) F(CreateComputePipelines) F(CreateSwapchainKHR) F(AcquireNextImageKHR) F(QueuePresentKHR)

static VKAPI_ATTR VkResult VKAPI_CALL layer_CreateDevice(VkPhysicalDevice p, const VkDeviceCreateInfo *info, callbacks a, VkDevice *out) {
	VkResult result;
	if (fails("vkCreateDevice", &result)) return result;
	LINK_OF(VkLayerDeviceCreateInfo, VK_STRUCTURE_TYPE_LOADER_DEVICE_CREATE_INFO, info->pNext)
	PFN_vkGetInstanceProcAddr instance_proc = link->u.pLayerInfo->pfnNextGetInstanceProcAddr;
	next_device_proc = link->u.pLayerInfo->pfnNextGetDeviceProcAddr;
	link->u.pLayerInfo = link->u.pLayerInfo->pNext;
	result = ((PFN_vkCreateDevice)instance_proc(instance, "vkCreateDevice"))(p, info, a, out);
	if (result) return result;
#define NEXT(name) next_##name = (PFN_vk##name)next_device_proc(*out, "vk" #name);
	DEVICE(NEXT)
	return result;
}

static PFN_vkVoidFunction of_device(const char *name) {
#define OF(function) if (!strcmp(name, "vk" #function)) return (PFN_vkVoidFunction)layer_##function;
	DEVICE(OF)
	return NULL;
}

static VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL layer_GetDeviceProcAddr(VkDevice d, const char *name) {
	PFN_vkVoidFunction own = of_device(name);
	OF(GetDeviceProcAddr)
	return own ? own : next_device_proc ? next_device_proc(d, name) : NULL;
}

static VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL layer_GetInstanceProcAddr(VkInstance i, const char *name) {
	OF(GetInstanceProcAddr)
	OF(GetDeviceProcAddr)
	OF(CreateInstance)
	OF(CreateDevice)
	OF(EnumeratePhysicalDevices)
	OF(GetPhysicalDeviceSurfaceCapabilitiesKHR)
	PFN_vkVoidFunction own = of_device(name);
	return own ? own : next_instance_proc ? next_instance_proc(i, name) : NULL;
}

VK_LAYER_EXPORT VkResult VKAPI_CALL vkNegotiateLoaderLayerInterfaceVersion(VkNegotiateLayerInterface *v) {
	v->loaderLayerInterfaceVersion = 2;
	v->pfnGetInstanceProcAddr = layer_GetInstanceProcAddr;
	v->pfnGetDeviceProcAddr = layer_GetDeviceProcAddr;
	v->pfnGetPhysicalDeviceProcAddr = NULL;
	return VK_SUCCESS;
}
