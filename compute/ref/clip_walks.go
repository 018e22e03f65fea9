package ref

import (
	"fmt"
	"slices"

	"kernelscope/compute"
)

// ClipWalks holds the buffers that come first in both look-back kernels.
type ClipWalks[B any] struct {
	Items compute.Constant // elements per invocation

	Elements, Control, Partitions, State, Slices, Links B
}

// Words of a partition in ClipLookback.State.
const (
	ClipStatus     = iota // ClipLinked when done, and the numbers of pops and pushes in 14 bits each
	ClipBack              // back-link: the last partition before it that goes lower, or ClipNone
	ClipBackLowest        // lowest height of that partition
	ClipSteps             // partitions looked at
	ClipState             // number of words
)

func agreeOnWalks(device, mirror ClipWalks[[]uint32], trace []uint32) error {
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
			free := c.name == "State" && i%ClipState == ClipSteps || c.name == "Control" && i >= ClipLongest
			if free {
				c.device[i], c.mirror[i] = 0, 0
			}
		}
		if err := Same(c.name, c.device, c.mirror); err != nil {
			return err
		}
	}
	for q := range len(device.State) / ClipState {
		if steps := device.State[ClipState*q+ClipSteps]; steps > uint32(q) && device.State[ClipState*q] >= ClipLinked {
			return fmt.Errorf("State: partition %d looked at %d before it", q, steps)
		}
	}
	return checkTrace(device, trace)
}
