package sorting

import (
	"fmt"
	"math"
	"strconv"
)

// Text writes a key as Parse reads it.
func (t Type) Text(key uint64) string {
	switch t {
	case I32:
		return fmt.Sprint(int32(key))
	case F32:
		return strconv.FormatFloat(float64(math.Float32frombits(uint32(key))), 'g', -1, 32)
	}
	return fmt.Sprint(key)
}

// Parse reads a key: a number in decimal, of floats also NaN and Inf.
func (t Type) Parse(text string) (key uint64, err error) {
	switch t {
	case I32:
		i, err := strconv.ParseInt(text, 10, 32)
		return uint64(uint32(i)), err
	case F32:
		f, err := strconv.ParseFloat(text, 32)
		return uint64(math.Float32bits(float32(f))), err
	}
	return strconv.ParseUint(text, 10, 32*Format{Type: t}.Words())
}

// KeyAt returns key i of an array of words.
func (t Type) KeyAt(words []uint32, i int) uint64 {
	if t == U64 {
		return uint64(words[2*i]) | uint64(words[2*i+1])<<32
	}
	return uint64(words[i])
}
