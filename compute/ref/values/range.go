// Package values has the mirrors of the kernels that draw buffers of numbers.
package values

import (
	"kernelscope/compute"
	"kernelscope/shaders"
)

// Range holds the arguments of values_range.
type Range[B any] struct {
	Type          compute.Constant // ValuesU32 to ValuesF32
	Words, Bounds B                // Bounds has the least and the greatest, in the order of OrderOf
	At            uint32           // word of the first number
	Stride, Count uint32
}

// MirrorRange mirrors values_range.
func MirrorRange(_ compute.Grid, a Range[[]uint32]) {
	for i := range a.Count {
		if word := a.Words[a.At+i*a.Stride]; isFinite(word, a.Type) {
			a.Bounds[0], a.Bounds[1] = min(a.Bounds[0], OrderOf(word, a.Type)), max(a.Bounds[1], OrderOf(word, a.Type))
		}
	}
}

// OrderOf returns a word that is less if the number is; Unordered returns the number.
func OrderOf(word uint32, t compute.Constant) uint32 {
	switch {
	case t == shaders.ValuesF32 && word>>31 != 0:
		return ^word
	case t != shaders.ValuesU32:
		return word ^ 1<<31
	}
	return word
}

// Unordered is the inverse of OrderOf.
func Unordered(order uint32, t compute.Constant) uint32 {
	switch {
	case t == shaders.ValuesF32 && order>>31 == 0:
		return ^order
	case t != shaders.ValuesU32:
		return order ^ 1<<31
	}
	return order
}
