package gpu

import (
	"cmp"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"

	vk "github.com/vulkan-go/vulkan"

	"kernelscope/compute/gpu/internal/vkx"
	"kernelscope/internal/fault"
)

// Info describes a physical device.
type Info struct {
	Index              int     `json:"index"` // for Options.Device
	Name               string  `json:"name"`
	UUID               string  `json:"uuid"` // as nvidia-smi writes it, after GPU-
	Kind               string  `json:"kind"`
	Driver             string  `json:"driver"`              // name and version
	API                string  `json:"vulkan"`              // Vulkan version
	Subgroup           int     `json:"subgroup"`            // invocations of one
	SubgroupOperations bool    `json:"subgroup_operations"` // ballot and arithmetic in kernels
	Workgroup          int     `json:"workgroup"`           // most invocations
	SharedBytes        int     `json:"shared_bytes"`
	Processors         int     `json:"processors,omitempty"` // zero if unknown
	Resident           int     `json:"resident,omitempty"`   // invocations that all processors hold; zero if unknown
	StorageBytes       int64   `json:"storage_bytes"`        // most bytes of a storage buffer
	Memory             int64   `json:"memory_bytes"`         // bytes of device-local heaps
	PushBytes          int     `json:"push_bytes"`
	Bindings           int     `json:"bindings"`
	ImageSize          int     `json:"image_size"`
	PointSize          float64 `json:"point_size"` // of the largest points, pixels; 1 if there is no other
	TimestampNS        float64 `json:"timestamp_ns"`
	Software           bool    `json:"software"`
	Vendor             uint32  `json:"vendor"`
	Device             uint32  `json:"device"`
}

var kinds = map[vk.PhysicalDeviceType]string{
	vk.PhysicalDeviceTypeDiscreteGpu: "discrete", vk.PhysicalDeviceTypeIntegratedGpu: "integrated",
	vk.PhysicalDeviceTypeVirtualGpu: "virtual", vk.PhysicalDeviceTypeCpu: "software", vk.PhysicalDeviceTypeOther: "other",
}

// preference orders kinds of devices, best first.
var preference = []vk.PhysicalDeviceType{
	vk.PhysicalDeviceTypeDiscreteGpu, vk.PhysicalDeviceTypeIntegratedGpu, vk.PhysicalDeviceTypeVirtualGpu,
	vk.PhysicalDeviceTypeCpu, vk.PhysicalDeviceTypeOther,
}

func infoOf(index int, i vkx.Info) Info {
	const fewest = 4 // lanes, for which kernels have room
	const wanted = uint32(vk.SubgroupFeatureBallotBit | vk.SubgroupFeatureArithmeticBit)
	driver := strings.TrimSpace(i.Driver + " " + i.DriverInfo)
	if driver == "" {
		driver = fmt.Sprintf("version %#x", i.DriverVersion)
	}
	return Info{
		Index: index, Name: i.Name, UUID: fmt.Sprintf("%x-%x-%x-%x-%x", i.UUID[:4], i.UUID[4:6], i.UUID[6:8], i.UUID[8:10], i.UUID[10:]), Kind: cmp.Or(kinds[i.Kind], "other"), Driver: driver,
		API:                fmt.Sprintf("%d.%d.%d", i.API>>22, i.API>>12&0x3ff, i.API&0xfff),
		Subgroup:           int(i.SubgroupSize),
		SubgroupOperations: i.SubgroupSize >= fewest && i.SubgroupStages&uint32(vk.ShaderStageComputeBit) != 0 && i.SubgroupOperations&wanted == wanted,
		Workgroup:          int(min(i.MaxWorkgroup, i.MaxWorkgroupX)), SharedBytes: int(i.MaxShared),
		Processors: processors(i), Resident: int(i.Processors * i.Resident),
		StorageBytes: int64(min(i.MaxStorage, i.MaxMemory)), Memory: int64(i.Heap),
		PushBytes: int(i.MaxPush), Bindings: int(i.MaxBindings), ImageSize: int(i.MaxImage), PointSize: float64(i.MaxPoint),
		TimestampNS: float64(i.TimestampPeriod), Software: i.Kind == vk.PhysicalDeviceTypeCpu,
		Vendor: i.Vendor, Device: i.Device,
	}
}

// processors are those of a device, and of a software device the threads of the host that it
// runs on.
func processors(i vkx.Info) int {
	if i.Kind != vk.PhysicalDeviceTypeCpu {
		return int(i.Processors)
	}
	if n, err := strconv.Atoi(os.Getenv("LP_NUM_THREADS")); err == nil && n > 0 {
		return min(n, runtime.NumCPU())
	}
	return runtime.NumCPU()
}

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
