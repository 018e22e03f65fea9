package values

import (
	"math"

	"kernelscope/compute"
	"kernelscope/shaders"
)

// Levels holds the arguments of values_levels.
type Levels[B any] struct {
	Type              compute.Constant
	Words, Levels     B
	At, Stride, Count uint32
	Low, Scale        float32 // the number at level 0, and levels per unit, divided by 65,535
}

// MirrorLevels mirrors values_levels.
func MirrorLevels(_ compute.Grid, a Levels[[]uint32]) {
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
