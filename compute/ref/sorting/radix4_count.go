package sorting

import (
	"kernelscope/compute"
	"kernelscope/shaders"
)

// Radix4Count holds the buffers of radix4_count.
type Radix4Count[B any] struct {
	Radix4Constants
	Counters                compute.Constant // Radix4Global, Radix4Shared or Radix4Subgroup
	Keys, Count, Table      B
	Shift, Mask, Partitions uint32
	First, End              uint32 // partitions of the dispatch
}

// MirrorRadix4Count mirrors radix4_count.
func MirrorRadix4Count(g compute.Grid, a Radix4Count[[]uint32]) {
	d := digits{a.Keys, Format(a.Form), a.Shift, a.Mask, int(a.Count[0]), a.Radix}
	size := g.Size * int(a.Items)
	for p := int(a.First); p < int(a.End); p++ {
		counts := make([]uint32, 1<<a.DigitBits)
		first, end := d.partition(p, size)
		for i := first; i < end; i++ {
			counts[d.at(i)]++
		}
		for digit, c := range counts {
			at := digit*int(a.Partitions) + min(p, int(a.Partitions)-1) // all in one set if there is one
			if a.Counters == shaders.Radix4Global {
				c += a.Table[at]
			}
			a.Table[at] = c
		}
	}
}
