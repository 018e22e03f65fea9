package lab

import (
	"fmt"
	"math"
)

// Type is the type of the numbers of a buffer.
type Type string

// The types. A buffer of another type is words.
const (
	U32 Type = "u32"
	I32 Type = "i32"
	F32 Type = "f32"
)

// Types lists the types.
var Types = []Type{U32, I32, F32}

// Word returns a number as a word of the type. For integers it is truncated and within the bounds of the type; a
// NaN is zero.
func (t Type) Word(x float64) uint32 {
	switch {
	case t == F32:
		return math.Float32bits(float32(x))
	case x != x:
		return 0
	case t == I32:
		return uint32(int32(max(math.MinInt32, min(math.MaxInt32, math.Trunc(x)))))
	}
	if x < 0 { // as a conversion of the same bits
		return uint32(int32(max(math.MinInt32, math.Trunc(x))))
	}
	return uint32(min(math.MaxUint32, math.Trunc(x)))
}

// Number returns a word as a number.
func (t Type) Number(w uint32) float64 {
	switch t {
	case F32:
		return float64(math.Float32frombits(w))
	case I32:
		return float64(int32(w))
	}
	return float64(w)
}

// Text writes a word.
func (t Type) Text(w uint32) string {
	switch t {
	case F32:
		return fmt.Sprintf("%g", math.Float32frombits(w))
	case I32:
		return fmt.Sprint(int32(w))
	}
	return fmt.Sprint(w)
}

// Numbers returns words as numbers, as formulas have them: []int, or []float64 for floats.
func (t Type) Numbers(words []uint32) any {
	if t == F32 {
		out := make([]float64, len(words))
		for i, w := range words {
			out[i] = t.Number(w)
		}
		return out
	}
	out := make([]int, len(words))
	for i, w := range words {
		out[i] = int(t.Number(w))
	}
	return out
}

// floats returns the numbers of a buffer in formulas.
func floats(numbers any) []float64 {
	whole, ok := numbers.([]int)
	if !ok {
		return numbers.([]float64)
	}
	out := make([]float64, len(whole))
	for i, x := range whole {
		out[i] = float64(x)
	}
	return out
}
