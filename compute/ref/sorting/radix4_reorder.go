package sorting

import "kernelscope/compute"

// Radix4Reorder holds the buffers of radix4_reorder.
type Radix4Reorder[B any] struct {
	Radix4Constants
	Keys, Payload, Count, Table, NextKeys, NextPayload B

	Shift, Mask, Partitions uint32
	First, End              uint32 // partitions of the dispatch
}

// MirrorRadix4Reorder mirrors radix4_reorder.
func MirrorRadix4Reorder(g compute.Grid, a Radix4Reorder[[]uint32]) {
	d := digits{a.Keys, Format(a.Form), a.Shift, a.Mask, int(a.Count[0])}
	size := g.Size * int(a.Items)
	for p := int(a.First); p < int(a.End); p++ {
		next := make([]uint32, 1<<a.DigitBits)
		for digit := range next {
			next[digit] = a.Table[digit*int(a.Partitions)+p]
		}
		first, end := d.partition(p, size)
		for i := first; i < end; i++ {
			move(d, i, a.Payload, a.NextKeys, a.NextPayload, next)
		}
	}
}
