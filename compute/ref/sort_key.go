package ref

import "math"

// SortForm is the format of a sort's input: a type of keys, SortU32 to SortU64, with flags for
// descending order and for values.
type SortForm uint32

// Type returns the type without the flags.
func (f SortForm) Type() SortForm { return f & SortTypeMask }

// Words returns the number of words in a key.
func (f SortForm) Words() int {
	if f.Type() == SortU64 {
		return 2
	}
	return 1
}

// Payload reports whether every key has a value.
func (f SortForm) Payload() bool { return f&SortPayload != 0 }

// Key returns key i of an array.
func (f SortForm) Key(words []uint32, i int) uint64 {
	return Numbers{Buffer: words, Words: f.Words()}.At(i)
}

// SetKey stores key i of an array.
func (f SortForm) SetKey(words []uint32, i int, key uint64) {
	Numbers{Buffer: words, Words: f.Words()}.Set(i, key)
}

// Order maps a key to an unsigned number of the same size whose order is that of the sort. For
// floats, -0 comes before +0, and NaNs come after the infinities.
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
