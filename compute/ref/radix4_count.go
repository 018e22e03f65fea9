package ref

import "kernelscope/compute"

// Radix4Count are the buffers of radix4_count.
type Radix4Count[B any] struct {
	RadixConstants
	Keys, Count, Table      B
	Shift, Mask, Partitions uint32
}

// MirrorRadix4Count mirrors radix4_count.
func MirrorRadix4Count(g compute.Grid, a Radix4Count[[]uint32]) {
	d := digits{a.Keys, SortForm(a.Form), a.Shift, a.Mask, int(a.Count[0])}
	size := g.Size * int(a.Items)
	for p := range int(a.Partitions) {
		var counts [Digits4]uint32
		first, end := d.partition(p, size)
		for i := first; i < end; i++ {
			counts[d.at(i)]++
		}
		for digit, c := range counts {
			a.Table[digit*int(a.Partitions)+p] = c
		}
	}
}
