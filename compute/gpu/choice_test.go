package gpu

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	vk "github.com/vulkan-go/vulkan"

	"kernelscope/internal/fault"
)

// A list names a device by each wish, and none twice.
func TestFind(t *testing.T) {
	of := func(names ...string) (all []candidate) {
		for i, name := range names {
			c := candidate{info: Info{Index: i, Name: name, UUID: fmt.Sprintf("%d0-ab", i)}, kind: vk.PhysicalDeviceTypeDiscreteGpu}
			if strings.HasPrefix(name, "soft") {
				c.kind, c.info.Software = vk.PhysicalDeviceTypeCpu, true
			}
			all = append(all, c)
		}
		return all
	}
	mixed := of("soft (LLVM 15, 256 bits)", "H200", "H200", "A100")
	for _, c := range []struct {
		all  []candidate
		list string
		want []int // nil for an error
		one  bool  // the list is a wish for one device
		kind error
	}{
		{mixed, "", []int{1}, true, nil},
		{mixed, "3", []int{3}, true, nil},
		{mixed, "h200", []int{1}, true, nil},
		{mixed, "soft (LLVM 15, 256 bits)", []int{0}, true, nil},
		{mixed, "3,1", []int{3, 1}, false, nil},
		{mixed, "H200, H200", []int{1, 2}, false, nil},
		{mixed, "uuid:20,a100,soft", []int{2, 3, 0}, false, nil},
		{mixed, "all", []int{1, 2, 3}, false, nil},
		{of("soft 0", "soft 1"), "all", []int{0, 1}, false, nil},
		{of("H200", "soft"), "all", []int{0}, true, nil},
		{mixed, "1,1", nil, false, ErrUnavailable},
		{mixed, "H200,H200,H200", nil, false, ErrUnavailable},
		{mixed, "1,", nil, false, fault.Usage},
		{mixed, ",,", nil, false, fault.Usage},
		{mixed, "7", nil, false, ErrUnavailable},
		{of("H200"), "0,0", nil, false, ErrUnavailable},
		{nil, "all", nil, false, ErrUnavailable},
		{nil, "0,1", nil, false, ErrUnavailable},
	} {
		found, err := find(c.all, c.list)
		var got []int
		for _, f := range found {
			got = append(got, f.info.Index)
		}
		if fmt.Sprint(got) != fmt.Sprint(c.want) || !errors.Is(err, c.kind) || (err == nil) != (c.kind == nil) {
			t.Errorf("%q of %d: %v (%v), want %v", c.list, len(c.all), got, err, c.want)
		}
		one, err := choose(c.all, c.list)
		switch {
		case c.one && (err != nil || one[0].info.Index != c.want[0]):
			t.Errorf("one device, %q: %v", c.list, err)
		case len(c.want) > 1 && !errors.Is(err, fault.Usage):
			t.Errorf("%q names one device: %v", c.list, err)
		}
	}
}
