package sorting

import "kernelscope/compute"

// RadixConstants holds the constants of the kernels that rank the keys of a partition.
type RadixConstants struct {
	Form  compute.Constant // a Format
	Lanes compute.Constant // of a subgroup
	Items compute.Constant // keys per invocation
}

// Radix4Constants holds the constants of both kernels of radix4.
type Radix4Constants struct {
	RadixConstants
	DigitBits compute.Constant
	Radix     compute.Constant // if it is not a power of two, otherwise 0
}

// digits reads the digits of an array with n keys.
type digits struct {
	keys        []uint32
	form        Format
	shift, mask uint32
	n           int
	radix       compute.Constant // of which shift is a power; zero for digits of whole bits
}

func (d digits) at(i int) uint32 {
	order := d.form.Order(d.form.Key(d.keys, i))
	if d.radix > 0 {
		return uint32(order) / d.shift % uint32(d.radix)
	}
	return uint32(order>>d.shift) & d.mask
}

// partition returns the first key of a partition and the one after its last.
func (d digits) partition(p, size int) (first, end int) { return p * size, min((p+1)*size, d.n) }

// move copies a key and its value to the next place for its digit.
func move(d digits, i int, payload, nextKeys, nextPayload, next []uint32) {
	to := int(next[d.at(i)])
	next[d.at(i)]++
	d.form.SetKey(nextKeys, to, d.form.Key(d.keys, i))
	if d.form.Payload() {
		nextPayload[to] = payload[i]
	}
}
