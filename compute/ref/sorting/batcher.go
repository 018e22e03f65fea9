package sorting

import (
	"cmp"
	"kernelscope/shaders"
	"math/bits"
)

// network is an array in which comparators exchange keys.
type network struct {
	form         Format
	n            int
	keys, values []uint32
}

// stage applies the comparators of a stage for which taken returns true.
func (s network) stage(run, stride int, taken func(low, high int) bool) {
	for low := range s.n - stride {
		high := low + stride
		joined := low/run == high/run && low/stride%2 == 1
		if stride == run/2 {
			joined = low/stride%2 == 0
		}
		if joined && taken(low, high) {
			s.compare(low, high)
		}
	}
}

// compare exchanges two keys and their values if the first belongs after the second, by key and
// then by value.
func (s network) compare(low, high int) {
	a, b := s.form.Key(s.keys, low), s.form.Key(s.keys, high)
	if !s.form.Payload() {
		if s.form.Rank(a) > s.form.Rank(b) {
			s.form.SetKey(s.keys, low, b)
			s.form.SetKey(s.keys, high, a)
		}
		return
	}
	v, w := s.values[low], s.values[high]
	if cmp.Or(cmp.Compare(s.form.Order(a), s.form.Order(b)), cmp.Compare(v, w)) > 0 {
		s.form.SetKey(s.keys, low, b)
		s.form.SetKey(s.keys, high, a)
		s.values[low], s.values[high] = w, v
	}
}

// Rank returns a number with the same order as Order, but a different one for each key: a NaN with
// a sign comes after the same NaN without one.
func (f Format) Rank(key uint64) uint64 {
	if f.Type() != shaders.SortF32 {
		return f.Order(key)
	}
	const noNumber = 2 * 0x7f800001
	k := uint32(key)
	if turned := bits.RotateLeft32(k, 1); turned >= noNumber {
		k = turned
	} else if k>>31 != 0 {
		k = ^k - 0x007fffff // -infinity comes first
	} else {
		k = (k | 1<<31) - 0x007fffff
	}
	if f&shaders.SortDescending != 0 {
		k = ^k
	}
	return uint64(k)
}
