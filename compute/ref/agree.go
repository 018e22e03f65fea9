// Package ref has the code that mirrors share, and the mirrors of kernels that only move words. A
// mirror does in plain Go to each buffer what a kernel does; it needs no device and is not
// optimized. The packages below have the other mirrors, a package for each family of kernels.
package ref

import (
	"fmt"
	"slices"
)

// Same compares two buffers word by word.
func Same(name string, device, mirror []uint32) error {
	for i := range device {
		if device[i] != mirror[i] {
			return fmt.Errorf("%s[%d] is %d on the device, %d in the mirror", name, i, device[i], mirror[i])
		}
	}
	return nil
}

// SameSet compares the n words from index at on as sets and the others word by word.
func SameSet(name string, device, mirror []uint32, at, n int) error {
	d, m := slices.Clone(device), slices.Clone(mirror)
	slices.Sort(d[at : at+n])
	slices.Sort(m[at : at+n])
	return Same(name+" (sorted)", d, m)
}

// SameColours compares packed colours, which may differ by one level.
func SameColours(name string, device, mirror []uint32) error {
	for i, d := range device {
		if ColourDifference(d, mirror[i]) > 1 {
			return fmt.Errorf("%s[%d] is %#x on the device, %#x in the mirror", name, i, d, mirror[i])
		}
	}
	return nil
}

// ColourDifference returns the greatest difference between the bytes of two colours.
func ColourDifference(a, b uint32) (most int) {
	for shift := 0; shift < 32; shift += 8 {
		x, y := int(a>>shift&255), int(b>>shift&255)
		most = max(most, x-y, y-x)
	}
	return most
}
