package gpu

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	vk "github.com/vulkan-go/vulkan"

	"kernelscope/compute/gpu/internal/vkx"
	"kernelscope/internal/fault"
)

// candidate is a device that can be opened.
type candidate struct {
	handle vk.PhysicalDevice
	info   Info
	kind   vk.PhysicalDeviceType
}

func candidates(instance vk.Instance) ([]candidate, error) {
	handles, r := vkx.PhysicalDevices(instance)
	if err := ErrorOf(r, "list devices", ""); err != nil {
		return nil, err
	}
	var out []candidate
	for i, h := range handles {
		raw := vkx.DeviceInfo(h)
		out = append(out, candidate{h, infoOf(i, raw), raw.Kind})
	}
	return out, nil
}

// uuidWish begins a wish for a device by its UUID.
const uuidWish = "uuid:"

// matches reports whether a device matches a wish: an index, uuid: and a prefix of a UUID, or
// part of a name.
func (i Info) matches(wish string) bool {
	wish = strings.ToLower(wish)
	if id, ok := strings.CutPrefix(wish, uuidWish); ok {
		id = strings.TrimPrefix(id, "gpu-") // as nvidia-smi and Slurm write it
		return id != "" && strings.HasPrefix(i.UUID, id)
	}
	if index, err := strconv.Atoi(wish); err == nil {
		return i.Index == index
	}
	return strings.Contains(strings.ToLower(i.Name), wish)
}

// Everything is the wish for all hardware devices, or for the software devices if there are no
// others.
const Everything = "all"

// choose returns the devices that match a wish, or all without one, best first.
func choose(all []candidate, wish string) ([]candidate, error) {
	if wish != Everything {
		if those, err := matching(all, wish); err == nil || !strings.Contains(wish, ",") {
			return those, err
		}
	}
	named, err := find(all, wish)
	if err == nil && len(named) > 1 {
		err = fault.Usage.Errorf("--device %s names %d devices; this is done on one", wish, len(named))
	}
	return named, err
}

// find returns the devices that a comma-separated list of wishes names, in its order: for each
// wish the best match that no earlier wish has taken.
func find(all []candidate, list string) (named []candidate, err error) {
	if list == Everything && len(all) > 0 {
		hardware := slices.DeleteFunc(slices.Clone(all), func(c candidate) bool { return c.info.Software })
		if len(hardware) > 0 {
			return hardware, nil
		}
		return all, nil
	}
	whole, err := matching(all, list) // a name may have commas
	if err == nil {
		return whole[:1], nil
	}
	if !strings.Contains(list, ",") || len(all) == 0 {
		return nil, err
	}
	left := slices.Clone(all)
	for wish := range strings.SplitSeq(list, ",") {
		wish = strings.TrimSpace(wish)
		if wish == "" {
			return nil, fault.Usage.Errorf("%q is not a list of devices, divided by commas", list)
		}
		if len(left) == 0 {
			return nil, fmt.Errorf("%w: %q names more devices than there are: %s", ErrUnavailable, list, inWords(all))
		}
		those, err := matching(left, wish)
		if err != nil {
			return nil, err
		}
		named = append(named, those[0])
		left = slices.DeleteFunc(left, func(c candidate) bool { return c.info.Index == those[0].info.Index })
	}
	return named, nil
}

// matching returns the devices that match a wish, or all without one, the best first.
func matching(all []candidate, wish string) ([]candidate, error) {
	if len(all) == 0 {
		return nil, fmt.Errorf("%w: no driver is installed; on Debian and Ubuntu the package mesa-vulkan-drivers has drivers for most GPUs and one in software", ErrUnavailable)
	}
	out := slices.DeleteFunc(slices.Clone(all), func(c candidate) bool { return !c.info.matches(wish) })
	if len(out) == 0 {
		return nil, fmt.Errorf("%w: no device matches %q; there are: %s", ErrUnavailable, wish, inWords(all))
	}
	slices.SortStableFunc(out, func(a, b candidate) int {
		return cmp.Compare(slices.Index(preference, a.kind), slices.Index(preference, b.kind))
	})
	return out, nil
}

// inWords lists devices.
func inWords(all []candidate) string {
	var names []string
	for _, c := range all {
		names = append(names, fmt.Sprintf("%d %s", c.info.Index, c.info.Name))
	}
	return strings.Join(names, ", ")
}

// pick opens the best suitable device.
func (d *Device) pick(o Options) error {
	all, err := candidates(d.instance)
	if err != nil {
		return err
	}
	wanted, err := choose(all, o.Device)
	if err != nil {
		return err
	}
	var reasons []string
	for _, c := range wanted {
		if err = d.openDevice(c, o.ComputeOnly && o.Surface == nil); err == nil {
			return nil
		}
		reasons = append(reasons, fmt.Sprintf("%s: %v", c.info.Name, err))
	}
	return fmt.Errorf("%w: %s", ErrUnavailable, strings.Join(reasons, "; "))
}

// openDevice prefers a queue that draws and computes or, with computeOnly, one that cannot draw but
// measures times. Without a window, any queue that computes suffices.
func (d *Device) openDevice(c candidate, computeOnly bool) error {
	const draws, computes = vk.QueueFlagBits(vk.QueueGraphicsBit), vk.QueueFlagBits(vk.QueueComputeBit)
	family, bits, ok := uint32(0), uint32(0), false
	d.canDraw = false
	if computeOnly {
		family, bits, ok = vkx.QueueFamily(c.handle, nil, computes, draws)
		ok = ok && bits > 0
	}
	if !ok {
		family, bits, ok = vkx.QueueFamily(c.handle, d.surface, draws|computes, 0)
		d.canDraw = ok
	}
	if !ok && d.surface == nil {
		family, bits, ok = vkx.QueueFamily(c.handle, nil, computes, 0)
	}
	if !ok {
		return errors.New("no queue can draw and compute for this window")
	}
	var extensions []string
	if d.surface != nil {
		extensions = append(extensions, "VK_KHR_swapchain")
	}
	if vkx.HasDeviceExtension(c.handle, "VK_KHR_portability_subset") {
		extensions = append(extensions, "VK_KHR_portability_subset")
	}
	handle, queue, r := vkx.CreateDevice(c.handle, family, extensions)
	if err := ErrorOf(r, "open device", c.info.Name); err != nil {
		return err
	}
	d.physical, d.handle, d.queue, d.info, d.family = c.handle, handle, queue, c.info, family
	if bits > 0 && c.info.TimestampNS > 0 {
		d.stampMask = ^uint64(0) >> (64 - bits)
	}
	return nil
}
