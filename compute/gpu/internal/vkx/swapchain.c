#include "vkx.h"

VkResult vkx_surface_format(VkPhysicalDevice pd, VkSurfaceKHR s, VkFormat want, VkFormat *format, VkColorSpaceKHR *space) {
	VkSurfaceFormatKHR f[64];
	uint32_t n = 64, pick = 0;
	VkResult r = pGetPhysicalDeviceSurfaceFormatsKHR(pd, s, &n, f);
	if (r < 0) return r;
	if (n == 0) return VK_ERROR_FORMAT_NOT_SUPPORTED;
	for (uint32_t i = n; i-- > 0;)
		if (f[i].format == want) pick = i;
	*format = f[pick].format;
	*space = f[pick].colorSpace;
	return VK_SUCCESS;
}

VkResult vkx_surface_caps(VkPhysicalDevice pd, VkSurfaceKHR s, uint32_t *min_images, uint32_t *max_images, uint32_t *w, uint32_t *h, uint32_t *transform, uint32_t *usage) {
	VkSurfaceCapabilitiesKHR c;
	VkResult r = pGetPhysicalDeviceSurfaceCapabilitiesKHR(pd, s, &c);
	if (r) return r;
	*min_images = c.minImageCount;
	*max_images = c.maxImageCount;
	*w = c.currentExtent.width;
	*h = c.currentExtent.height;
	*transform = c.currentTransform;
	*usage = c.supportedUsageFlags;
	return r;
}

VkResult vkx_create_swapchain(VkDevice d, VkSurfaceKHR s, VkSwapchainKHR old, uint32_t images, VkFormat format, VkColorSpaceKHR space,
	uint32_t w, uint32_t h, uint32_t transform, uint32_t usage, VkPresentModeKHR mode, VkSwapchainKHR *out) {
	VKX_INFO(SwapchainCreateInfoKHR, ci, SWAPCHAIN_CREATE_INFO_KHR);
	ci.surface = s;
	ci.minImageCount = images;
	ci.imageFormat = format;
	ci.imageColorSpace = space;
	ci.imageExtent.width = w;
	ci.imageExtent.height = h;
	ci.imageArrayLayers = 1;
	ci.imageUsage = usage;
	ci.preTransform = transform;
	ci.compositeAlpha = VK_COMPOSITE_ALPHA_OPAQUE_BIT_KHR;
	ci.presentMode = mode;
	ci.clipped = VK_TRUE;
	ci.oldSwapchain = old;
	return pCreateSwapchainKHR(d, &ci, 0, out);
}

VkResult vkx_acquire(VkDevice d, VkSwapchainKHR chain, VkSemaphore ready, uint32_t *image) {
	const uint64_t second = 1000000000;
	return pAcquireNextImageKHR(d, chain, second, ready, 0, image);
}

VkResult vkx_present(VkQueue q, VkSemaphore wait, VkSwapchainKHR chain, uint32_t image) {
	VKX_INFO(PresentInfoKHR, p, PRESENT_INFO_KHR);
	p.waitSemaphoreCount = 1;
	p.pWaitSemaphores = &wait;
	p.swapchainCount = 1;
	p.pSwapchains = &chain;
	p.pImageIndices = &image;
	return pQueuePresentKHR(q, &p);
}
