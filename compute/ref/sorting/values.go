package sorting

import (
	"math"

	"kernelscope/compute"
	"kernelscope/shaders"
)

// ValuesRange holds the arguments of values_range.
type ValuesRange[B any] struct {
	Type          compute.Constant // ValuesU32 to ValuesF32
	Words, Range  B                // Range has the least and the greatest, in the order of OrderOfValue
	At            uint32           // word of the first number
	Stride, Count uint32
}

// ValuesLevels holds the arguments of values_levels.
type ValuesLevels[B any] struct {
	Type              compute.Constant
	Words, Levels     B
	At, Stride, Count uint32
	Low, Scale        float32 // the number at level 0, and levels per unit, divided by 65,535
}

// MirrorValuesRange mirrors values_range.
func MirrorValuesRange(_ compute.Grid, a ValuesRange[[]uint32]) {
	for i := range a.Count {
		if word := a.Words[a.At+i*a.Stride]; isFinite(word, a.Type) {
			a.Range[0], a.Range[1] = min(a.Range[0], OrderOfValue(word, a.Type)), max(a.Range[1], OrderOfValue(word, a.Type))
		}
	}
}

// MirrorValuesLevels mirrors values_levels.
func MirrorValuesLevels(_ compute.Grid, a ValuesLevels[[]uint32]) {
	for i := range a.Count {
		word := a.Words[a.At+i*a.Stride]
		share := float32(float32(Value(word, a.Type)-a.Low) * a.Scale)
		level := float32(min(max(share, 0), 1) * 65535)
		if !isFinite(word, a.Type) {
			level = 0
		}
		a.Levels[i] = uint32(level)
	}
}

func isFinite(word uint32, t compute.Constant) bool {
	return t != shaders.ValuesF32 || word>>23&255 != 255
}

// Value returns a word as a number of a type.
func Value(word uint32, t compute.Constant) float32 {
	switch t {
	case shaders.ValuesF32:
		return math.Float32frombits(word)
	case shaders.ValuesI32:
		return float32(int32(word))
	}
	return float32(word)
}

// OrderOfValue returns a word that is less if the number is; UnorderedValue returns the number.
func OrderOfValue(word uint32, t compute.Constant) uint32 {
	switch {
	case t == shaders.ValuesF32 && word>>31 != 0:
		return ^word
	case t != shaders.ValuesU32:
		return word ^ 1<<31
	}
	return word
}

// UnorderedValue is the inverse of OrderOfValue.
func UnorderedValue(order uint32, t compute.Constant) uint32 {
	switch {
	case t == shaders.ValuesF32 && order>>31 == 0:
		return ^order
	case t != shaders.ValuesU32:
		return order ^ 1<<31
	}
	return order
}
