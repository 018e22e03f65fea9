package sorting

import (
	"cmp"
	"slices"

	"kernelscope/compute"
	"kernelscope/compute/ref"
	"kernelscope/shaders"
)

// Radix4Reorder holds the buffers of radix4_reorder.
type Radix4Reorder[B any] struct {
	Radix4Constants
	Places compute.Constant // Radix4Ranks to Radix4OneSet

	Keys, Payload, Count, Table, NextKeys, NextPayload B

	Shift, Mask, Partitions uint32
	First, End              uint32 // partitions of the dispatch
}

// MirrorRadix4Reorder mirrors radix4_reorder. With atomic operations all invocations of a workgroup
// place their first keys, then their second ones, and so on.
func MirrorRadix4Reorder(g compute.Grid, a Radix4Reorder[[]uint32]) {
	d := digits{a.Keys, Format(a.Form), a.Shift, a.Mask, int(a.Count[0]), a.Radix}
	items := int(a.Items)
	size := g.Size * items
	for p := int(a.First); p < int(a.End); p++ {
		next := make([]uint32, 1<<a.DigitBits)
		if a.Places == shaders.Radix4OneSet {
			next = a.Table
		} else {
			for digit := range next {
				next[digit] = a.Table[digit*int(a.Partitions)+p]
			}
		}
		first, end := d.partition(p, size)
		for k := range size {
			if a.Places != shaders.Radix4Ranks {
				k = k%g.Size*items + k/g.Size
			}
			if first+k < end {
				move(d, first+k, a.Payload, a.NextKeys, a.NextPayload, next)
			}
		}
	}
}

// AgreeOnRadix4Reorder compares the results of radix4_reorder with its mirror. With atomic operations
// the order of keys with the same digit is free within a partition or, with one set of counters, in
// the array.
func AgreeOnRadix4Reorder(before, device, mirror Radix4Reorder[[]uint32]) error {
	if device.Places != shaders.Radix4Ranks {
		device, mirror = inOrder(device, before.Table), inOrder(mirror, before.Table)
	}
	if err := ref.Same("Table", device.Table, mirror.Table); err != nil {
		return err
	}
	if err := ref.Same("NextKeys", device.NextKeys, mirror.NextKeys); err != nil {
		return err
	}
	return ref.Same("NextPayload", device.NextPayload, mirror.NextPayload)
}

// inOrder sorts the keys of each digit and partition with their values, given where they begin.
func inOrder(a Radix4Reorder[[]uint32], table []uint32) Radix4Reorder[[]uint32] {
	form, n := Format(a.Form), int(a.Count[0])
	type pair struct {
		key   uint64
		value uint32
	}
	from := slices.Clone(table[:int(a.Partitions)<<a.DigitBits])
	slices.Sort(from) // a row follows another
	a.NextKeys, a.NextPayload = slices.Clone(a.NextKeys), slices.Clone(a.NextPayload)
	for k, first := range from {
		end := uint32(n)
		if k+1 < len(from) {
			end = min(end, from[k+1])
		}
		var pairs []pair
		for i := int(first); i < int(end); i++ {
			p := pair{key: form.Key(a.NextKeys, i)}
			if form.Payload() {
				p.value = a.NextPayload[i]
			}
			pairs = append(pairs, p)
		}
		slices.SortFunc(pairs, func(x, y pair) int { return cmp.Or(cmp.Compare(x.key, y.key), cmp.Compare(x.value, y.value)) })
		for i, p := range pairs {
			form.SetKey(a.NextKeys, int(first)+i, p.key)
			if form.Payload() {
				a.NextPayload[int(first)+i] = p.value
			}
		}
	}
	return a
}
