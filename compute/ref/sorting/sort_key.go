// Package sorting mirrors the kernels that sort keys and that draw sorts.
package sorting

import (
	"kernelscope/compute/ref"
	"kernelscope/shaders"
	"math"
)

// Format is the format of a sort's input: a type of keys, SortU32 to SortU64, with flags for
// descending order and for values.
type Format uint32

// Type returns the type without the flags.
func (f Format) Type() Format { return f & shaders.SortTypeMask }

// Words returns the number of words in a key.
func (f Format) Words() int {
	if f.Type() == shaders.SortU64 {
		return 2
	}
	return 1
}

// Payload reports whether every key has a value.
func (f Format) Payload() bool { return f&shaders.SortPayload != 0 }

// Key returns key i of an array.
func (f Format) Key(words []uint32, i int) uint64 {
	return ref.Numbers{Buffer: words, Words: f.Words()}.At(i)
}

// SetKey stores key i of an array.
func (f Format) SetKey(words []uint32, i int, key uint64) {
	ref.Numbers{Buffer: words, Words: f.Words()}.Set(i, key)
}

// Order maps a key to an unsigned number of the same size, by which keys are sorted. For
// floats, -0 comes before +0, and NaNs come after the infinities.
func (f Format) Order(key uint64) uint64 {
	k := uint32(key)
	switch f.Type() {
	case shaders.SortU64:
		if f&shaders.SortDescending != 0 {
			return ^key
		}
		return key
	case shaders.SortI32:
		k ^= 1 << 31
	case shaders.SortF32:
		if k>>31 == 0 || math.Float32frombits(k) != math.Float32frombits(k) {
			k |= 1 << 31
		} else {
			k = ^k
		}
	}
	if f&shaders.SortDescending != 0 {
		k = ^k
	}
	return uint64(k)
}
