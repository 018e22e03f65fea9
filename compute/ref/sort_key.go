package ref

import "math"

// SortForm is how the kernels of sorts read what they sort: specialization
// constant 1 of each. It is a type of keys, with marks for descending order and
// for values that go with the keys.
type SortForm uint32

// The types of keys, and the marks.
const (
	SortU32 SortForm = iota
	SortI32
	SortF32
	SortU64 // of two words, the low one first; kernels for it are programs of their own

	sortType       SortForm = 3
	SortDescending SortForm = 4
	SortPayload    SortForm = 8
	SortWide       SortForm = 16 // kernels that rank by ballots use all four words of them
)

// Type returns the type of the keys alone.
func (f SortForm) Type() SortForm { return f & sortType }

// Words returns the words of a key.
func (f SortForm) Words() int {
	if f.Type() == SortU64 {
		return 2
	}
	return 1
}

// Payload says whether every key has a value.
func (f SortForm) Payload() bool { return f&SortPayload != 0 }

// Key returns key i of an array.
func (f SortForm) Key(words []uint32, i int) uint64 {
	return values{words, f.Words()}.at(i)
}

// SetKey stores key i of an array.
func (f SortForm) SetKey(words []uint32, i int, key uint64) {
	values{words, f.Words()}.set(i, key)
}

// Order returns an unsigned number of as many bits that is the less the earlier
// the key comes. Of floats, -0 comes before +0, and all that are no numbers come
// after the infinities.
func (f SortForm) Order(key uint64) uint64 {
	k := uint32(key)
	switch f.Type() {
	case SortU64:
		if f&SortDescending != 0 {
			return ^key
		}
		return key
	case SortI32:
		k ^= 1 << 31
	case SortF32:
		if k>>31 == 0 || math.Float32frombits(k) != math.Float32frombits(k) {
			k |= 1 << 31
		} else {
			k = ^k
		}
	}
	if f&SortDescending != 0 {
		k = ^k
	}
	return uint64(k)
}
