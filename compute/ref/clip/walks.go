package clip

import (
	"fmt"
	"slices"

	"kernelscope/compute"
	"kernelscope/compute/ref"
	"kernelscope/shaders"
)

// Walks holds the buffers that come first in both look-back kernels.
type Walks[B any] struct {
	Items compute.Constant // elements per invocation

	Elements, Control, Partitions, State, Slices, Links B
}

// Words of a partition in Lookback.State.
const (
	Status     = iota // ClipLinked when done, and the numbers of pops and pushes in 14 bits each
	Back              // back-link: the last partition before it that goes lower, or ClipNone
	BackLowest        // lowest height of that partition
	Steps             // partitions looked at
	State             // number of words

	StackSize = BackLowest // of a partition with a snapshot: pushes that are open after it
)

func agreeOnWalks(device, mirror Walks[[]uint32], trace []uint32) error {
	for _, c := range []struct {
		name           string
		device, mirror []uint32
	}{
		{"Control", slices.Clone(device.Control), slices.Clone(mirror.Control)},
		{"State", slices.Clone(device.State), slices.Clone(mirror.State)},
		{"Partitions", device.Partitions, mirror.Partitions},
		{"Slices", device.Slices, mirror.Slices},
		{"Links", device.Links, mirror.Links},
	} {
		for i := range c.device {
			free := c.name == "State" && i%State == Steps || c.name == "Control" && i >= shaders.ClipLongest
			if free {
				c.device[i], c.mirror[i] = 0, 0
			}
		}
		if err := ref.Same(c.name, c.device, c.mirror); err != nil {
			return err
		}
	}
	longest := uint32(0)
	for q := range len(device.State) / State {
		steps := device.State[State*q+Steps]
		if steps > uint32(q) && device.State[State*q] >= shaders.ClipLinked {
			return fmt.Errorf("State: partition %d looked at %d before it", q, steps)
		}
		longest = max(longest, steps)
	}
	if got := device.Control[shaders.ClipLongest]; got != longest {
		return fmt.Errorf("Control: the longest walk looks at %d partitions, not %d", longest, got)
	}
	return checkTrace(device, trace)
}
