#include "vkx.h"
#ifdef _WIN32
#include <windows.h>
#else
#include <dlfcn.h>
#endif
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define DEFINE(name) PFN_vk##name p##name;
VKX_FUNCTIONS(DEFINE)
static PFN_vkGetInstanceProcAddr get_proc;

// symbol returns a function of a library, or null where there is no such library.
static void *symbol(const char *library, const char *name) {
#ifdef _WIN32
	HMODULE lib = LoadLibraryA(library);
	return lib ? (void *)GetProcAddress(lib, name) : 0;
#else
	void *lib = dlopen(library, RTLD_NOW | RTLD_LOCAL);
	return lib ? dlsym(lib, name) : 0;
#endif
}

// keep_little makes the C library keep at most 1 MiB free at the end of each arena. By itself it
// keeps up to 64 MiB, and vkx_trim gives back only those of the first arena: threads of drivers
// have others, for as long as the program runs.
static void keep_little(void) {
#ifdef __GLIBC__
	mallopt(M_TRIM_THRESHOLD, 1 << 20);
#endif
}

// vkx_load opens the loader by the name that run-time packages install, then by
// the one of development packages.
void *vkx_load(void) {
	keep_little();
	static const char *names[] = {
#ifdef _WIN32
		"vulkan-1.dll"
#else
#ifdef __APPLE__
		"libvulkan.dylib", "libvulkan.1.dylib", "libMoltenVK.dylib",
#endif
		"libvulkan.so.1", "libvulkan.so"
#endif
	};
	for (size_t i = 0; !get_proc && i < sizeof names / sizeof *names; i++)
		get_proc = (PFN_vkGetInstanceProcAddr)symbol(names[i], "vkGetInstanceProcAddr");
	return (void *)get_proc;
}

// vkx_trim gives memory that the C library keeps free back to the system.
void vkx_trim(void) {
#ifdef __GLIBC__
	malloc_trim(0);
#endif
}

void vkx_init(VkInstance instance) {
#define RESOLVE(name) p##name = (PFN_vk##name)get_proc(instance, "vk" #name);
	VKX_FUNCTIONS(RESOLVE)
}

// split cuts a list of names, each ended by a newline, in place.
static uint32_t split(char *list, const char **names, uint32_t cap) {
	uint32_t n = 0;
	for (char *end; n < cap && (end = strchr(list, '\n')); list = end + 1) {
		*end = 0;
		names[n++] = list;
	}
	return n;
}

VkResult vkx_create_instance(const char *app, const char *extensions, VkInstance *out) {
	char list[1024];
	const char *names[16];
	snprintf(list, sizeof list, "%s", extensions);
	VKX_INFO(ApplicationInfo, ai, APPLICATION_INFO);
	ai.pApplicationName = app;
	ai.apiVersion = VK_API_VERSION_1_1;
	VKX_INFO(InstanceCreateInfo, ci, INSTANCE_CREATE_INFO);
	ci.pApplicationInfo = &ai;
	ci.enabledExtensionCount = split(list, names, 16);
	ci.ppEnabledExtensionNames = names;
	if (strstr(extensions, "VK_KHR_portability_enumeration")) ci.flags = 1; // ENUMERATE_PORTABILITY: MoltenVK
	return ((PFN_vkCreateInstance)get_proc(0, "vkCreateInstance"))(&ci, 0, out);
}

static uint32_t listed(const VkExtensionProperties *p, uint32_t n, const char *name) {
	for (uint32_t i = 0; i < n; i++)
		if (!strcmp(p[i].extensionName, name)) return 1;
	return 0;
}

uint32_t vkx_has_instance_extension(const char *name) {
	PFN_vkEnumerateInstanceExtensionProperties list =
		(PFN_vkEnumerateInstanceExtensionProperties)get_proc(0, "vkEnumerateInstanceExtensionProperties");
	uint32_t n = 0;
	list(0, &n, 0);
	VkExtensionProperties *p = calloc(n + 1, sizeof *p);
	uint32_t found = list(0, &n, p) == VK_SUCCESS && listed(p, n, name);
	free(p);
	return found;
}

// Messages of the validation layers wait in a list until Go asks for them, so
// that no callback enters Go from a driver's thread.
typedef struct message { struct message *next; char *text; } message;
static message *oldest, **newest = &oldest;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static VKAPI_ATTR VkBool32 VKAPI_CALL receive(VkDebugUtilsMessageSeverityFlagBitsEXT severity,
	VkDebugUtilsMessageTypeFlagsEXT types, const VkDebugUtilsMessengerCallbackDataEXT *data, void *user) {
	(void)severity; (void)types; (void)user;
	message *m = malloc(sizeof *m);
	if (!m) return VK_FALSE;
	m->next = 0;
	m->text = strdup(data->pMessage);
	pthread_mutex_lock(&lock);
	*newest = m;
	newest = &m->next;
	pthread_mutex_unlock(&lock);
	return VK_FALSE;
}

char *vkx_next_message(void) {
	pthread_mutex_lock(&lock);
	message *m = oldest;
	if (m && !(oldest = m->next)) newest = &oldest;
	pthread_mutex_unlock(&lock);
	char *text = m ? m->text : 0;
	free(m);
	return text;
}

VkResult vkx_create_messenger(VkInstance instance, VkDebugUtilsMessengerEXT *out) {
	VKX_INFO(DebugUtilsMessengerCreateInfoEXT, ci, DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT);
	ci.messageSeverity = VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT | VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT;
	ci.messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT | VK_DEBUG_UTILS_MESSAGE_TYPE_PERFORMANCE_BIT_EXT;
	ci.pfnUserCallback = receive;
	return pCreateDebugUtilsMessengerEXT(instance, &ci, 0, out);
}

void vkx_destroy_messenger(VkInstance instance, VkDebugUtilsMessengerEXT m) { pDestroyDebugUtilsMessengerEXT(instance, m, 0); }

void vkx_name(VkDevice d, VkObjectType type, uint64_t handle, const char *name) {
	if (!pSetDebugUtilsObjectNameEXT) return;
	VKX_INFO(DebugUtilsObjectNameInfoEXT, ni, DEBUG_UTILS_OBJECT_NAME_INFO_EXT);
	ni.objectType = type;
	ni.objectHandle = handle;
	ni.pObjectName = name;
	pSetDebugUtilsObjectNameEXT(d, &ni);
}

VkResult vkx_physical_devices(VkInstance instance, uint32_t *n, VkPhysicalDevice *out) {
	VkResult r = pEnumeratePhysicalDevices(instance, n, out);
	return r == VK_INCOMPLETE ? VK_SUCCESS : r;
}

uint32_t vkx_has_device_extension(VkPhysicalDevice pd, const char *name) {
	uint32_t n = 0;
	pEnumerateDeviceExtensionProperties(pd, 0, &n, 0);
	VkExtensionProperties *p = calloc(n + 1, sizeof *p);
	uint32_t found = pEnumerateDeviceExtensionProperties(pd, 0, &n, p) == VK_SUCCESS && listed(p, n, name);
	free(p);
	return found;
}

// processors asks a device for its processors by what vendors have for that.
static void processors(VkPhysicalDevice pd, vkx_info *out) {
	VKX_INFO(PhysicalDeviceShaderSMBuiltinsPropertiesNV, nv, PHYSICAL_DEVICE_SHADER_SM_BUILTINS_PROPERTIES_NV);
	VKX_INFO(PhysicalDeviceShaderCorePropertiesAMD, amd, PHYSICAL_DEVICE_SHADER_CORE_PROPERTIES_AMD);
	VKX_INFO(PhysicalDeviceProperties2, p, PHYSICAL_DEVICE_PROPERTIES_2);
	if (vkx_has_device_extension(pd, "VK_NV_shader_sm_builtins")) p.pNext = &nv;
	else if (vkx_has_device_extension(pd, "VK_AMD_shader_core_properties")) p.pNext = &amd;
	else return;
	pGetPhysicalDeviceProperties2(pd, &p);
	out->processors = nv.shaderSMCount + amd.shaderEngineCount * amd.shaderArraysPerEngineCount * amd.computeUnitsPerShaderArray;
	out->resident = nv.shaderWarpsPerSM * out->subgroup_size + amd.simdPerComputeUnit * amd.wavefrontsPerSimd * amd.wavefrontSize;
}

void vkx_device_info(VkPhysicalDevice pd, vkx_info *out) {
	memset(out, 0, sizeof *out);
	VKX_INFO(PhysicalDeviceDriverProperties, driver, PHYSICAL_DEVICE_DRIVER_PROPERTIES);
	VKX_INFO(PhysicalDeviceMaintenance3Properties, most, PHYSICAL_DEVICE_MAINTENANCE_3_PROPERTIES);
	VKX_INFO(PhysicalDeviceSubgroupProperties, subgroup, PHYSICAL_DEVICE_SUBGROUP_PROPERTIES);
	VKX_INFO(PhysicalDeviceIDProperties, id, PHYSICAL_DEVICE_ID_PROPERTIES);
	VKX_INFO(PhysicalDeviceProperties2, p, PHYSICAL_DEVICE_PROPERTIES_2);
	p.pNext = &id;
	id.pNext = &subgroup;
	subgroup.pNext = &most;
	if (vkx_has_device_extension(pd, "VK_KHR_driver_properties")) most.pNext = &driver;
	pGetPhysicalDeviceProperties2(pd, &p);
	const VkPhysicalDeviceLimits *l = &p.properties.limits;
	memcpy(out->name, p.properties.deviceName, sizeof out->name);
	memcpy(out->driver, driver.driverName, sizeof out->driver);
	memcpy(out->driver_info, driver.driverInfo, sizeof out->driver_info);
	memcpy(out->uuid, id.deviceUUID, sizeof out->uuid);
	out->kind = p.properties.deviceType;
	out->api = p.properties.apiVersion;
	out->driver_version = p.properties.driverVersion;
	out->vendor = p.properties.vendorID;
	out->device = p.properties.deviceID;
	out->subgroup_size = subgroup.subgroupSize;
	out->subgroup_stages = subgroup.supportedStages;
	out->subgroup_operations = subgroup.supportedOperations;
	out->max_workgroup = l->maxComputeWorkGroupInvocations;
	out->max_workgroup_x = l->maxComputeWorkGroupSize[0];
	out->max_groups_x = l->maxComputeWorkGroupCount[0];
	out->max_groups_y = l->maxComputeWorkGroupCount[1];
	out->max_shared = l->maxComputeSharedMemorySize;
	out->max_push = l->maxPushConstantsSize;
	out->max_bindings = l->maxPerStageDescriptorStorageBuffers;
	out->max_image = l->maxImageDimension2D;
	out->max_storage = l->maxStorageBufferRange;
	out->max_memory = most.maxMemoryAllocationSize;
	out->timestamp_period = l->timestampComputeAndGraphics ? l->timestampPeriod : 0;
	processors(pd, out);
	VkPhysicalDeviceFeatures f;
	pGetPhysicalDeviceFeatures(pd, &f);
	out->max_point = f.largePoints ? l->pointSizeRange[1] : 1;
	VkPhysicalDeviceMemoryProperties m;
	pGetPhysicalDeviceMemoryProperties(pd, &m);
	for (uint32_t i = 0; i < m.memoryHeapCount; i++)
		if (m.memoryHeaps[i].flags & VK_MEMORY_HEAP_DEVICE_LOCAL_BIT) out->heap += m.memoryHeaps[i].size;
}

// vkx_queue_family returns the first family that can do all that is wanted, nothing unwanted and,
// where a surface is given, show images on it; UINT32_MAX where none can.
uint32_t vkx_queue_family(VkPhysicalDevice pd, VkSurfaceKHR surface, uint32_t want, uint32_t without, uint32_t *timestamp_bits) {
	VkQueueFamilyProperties p[32];
	uint32_t n = 32;
	pGetPhysicalDeviceQueueFamilyProperties(pd, &n, p);
	for (uint32_t i = 0; i < n; i++) {
		VkBool32 shows = VK_TRUE;
		if (surface) pGetPhysicalDeviceSurfaceSupportKHR(pd, i, surface, &shows);
		if ((p[i].queueFlags & (want | without)) == want && shows) {
			*timestamp_bits = p[i].timestampValidBits;
			return i;
		}
	}
	return UINT32_MAX;
}

// vkx_create_device creates a device with one queue, and with large points and integers of 64
// bits where it has them.
VkResult vkx_create_device(VkPhysicalDevice pd, uint32_t family, const char *extensions, VkDevice *d, VkQueue *q) {
	char list[1024];
	const char *names[16];
	float priority = 1;
	snprintf(list, sizeof list, "%s", extensions);
	VKX_INFO(DeviceQueueCreateInfo, qi, DEVICE_QUEUE_CREATE_INFO);
	qi.queueFamilyIndex = family;
	qi.queueCount = 1;
	qi.pQueuePriorities = &priority;
	VkPhysicalDeviceFeatures has, want = { 0 };
	pGetPhysicalDeviceFeatures(pd, &has);
	want.largePoints = has.largePoints;
	want.shaderInt64 = has.shaderInt64;
	VKX_INFO(DeviceCreateInfo, ci, DEVICE_CREATE_INFO);
	ci.pEnabledFeatures = &want;
	ci.queueCreateInfoCount = 1;
	ci.pQueueCreateInfos = &qi;
	ci.enabledExtensionCount = split(list, names, 16);
	ci.ppEnabledExtensionNames = names;
	VkResult r = pCreateDevice(pd, &ci, 0, d);
	if (r == VK_SUCCESS) pGetDeviceQueue(*d, family, 0, q);
	return r;
}

// vkx_memory_left returns how many bytes of the device's own memory a process may still take,
// where the device knows; 0 where it does not.
uint32_t vkx_memory_left(VkPhysicalDevice pd, uint64_t *bytes) {
	if (!vkx_has_device_extension(pd, "VK_EXT_memory_budget")) return 0;
	VKX_INFO(PhysicalDeviceMemoryBudgetPropertiesEXT, budget, PHYSICAL_DEVICE_MEMORY_BUDGET_PROPERTIES_EXT);
	VKX_INFO(PhysicalDeviceMemoryProperties2, p, PHYSICAL_DEVICE_MEMORY_PROPERTIES_2);
	p.pNext = &budget;
	pGetPhysicalDeviceMemoryProperties2(pd, &p);
	*bytes = 0;
	for (uint32_t i = 0; i < p.memoryProperties.memoryHeapCount; i++)
		if ((p.memoryProperties.memoryHeaps[i].flags & VK_MEMORY_HEAP_DEVICE_LOCAL_BIT) && budget.heapBudget[i] > budget.heapUsage[i])
			*bytes += budget.heapBudget[i] - budget.heapUsage[i];
	return 1;
}

uint32_t vkx_memory_type(VkPhysicalDevice pd, uint32_t bits, uint32_t flags) {
	VkPhysicalDeviceMemoryProperties p;
	pGetPhysicalDeviceMemoryProperties(pd, &p);
	for (uint32_t i = 0; i < p.memoryTypeCount; i++)
		if ((bits >> i & 1) && (p.memoryTypes[i].propertyFlags & flags) == flags) return i;
	return UINT32_MAX;
}
