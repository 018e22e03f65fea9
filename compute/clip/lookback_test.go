package clip

import (
	"testing"

	"kernelscope/compute"
)

// Where shared memory is small, the automatic sizes of a look-back have smaller workgroups, not fewer elements.
func TestLookbackSizes(t *testing.T) {
	for _, c := range []struct {
		shared, capacity int
		boxes            bool
		workgroup, items uint32
	}{
		{48 << 10, 1 << 20, true, 512, 8}, {32 << 10, 1 << 20, true, 512, 8}, {16 << 10, 1 << 20, true, 256, 8}, {32 << 10, 1 << 18, true, 512, 4},
		{32 << 10, 1 << 20, false, 1024, 8}, {16 << 10, 1 << 20, false, 512, 8}, {32 << 10, 1 << 21, false, 512, 8}, {32 << 10, 1 << 17, false, 512, 2},
	} {
		l := compute.Limits{Device: "small", Workgroup: 1024, SharedBytes: c.shared}
		v, err := Lookback{}.sizes(l, c.capacity, c.boxes, nil)
		if err != nil || v[Workgroup] != c.workgroup || v[Items] != c.items {
			t.Errorf("%+v: %d × %d, %v", c, v[Workgroup], v[Items], err)
		}
	}
}
