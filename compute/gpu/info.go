package gpu

import (
	"cmp"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"

	vk "github.com/vulkan-go/vulkan"

	"kernelscope/compute/gpu/internal/vkx"
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
