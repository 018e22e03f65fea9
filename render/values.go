package render

import (
	"context"
	"math"

	"kernelscope/compute"
	ref "kernelscope/compute/ref/values"
	"kernelscope/shaders"
)

// ValueType is the type of the numbers of a buffer.
type ValueType uint32

// The types.
const (
	ValuesU32 ValueType = shaders.ValuesU32
	ValuesI32 ValueType = shaders.ValuesI32
	ValuesF32 ValueType = shaders.ValuesF32
)

// MaxLevel is the greatest level of a number on a scale.
const MaxLevel = 65535

var (
	rangeKernel  = compute.NewKernel[ref.Range[compute.Buffer]]("values_range", ofSort, ref.MirrorRange)
	levelsKernel = compute.NewKernel[ref.Levels[compute.Buffer]]("values_levels", ofSort, ref.MirrorLevels)
)

// Values are numbers in a buffer of words: Count of them, from word At on, Stride words apart.
type Values struct {
	Words             compute.Buffer
	Type              ValueType
	At, Stride, Count int
}

// Scale is a range of numbers on an axis. Low is less than High.
type Scale struct{ Low, High float64 }

// Levels are numbers on a scale as levels from 0 to MaxLevel, which SortPicture draws.
type Levels struct {
	be     compute.Backend
	bounds compute.Buffer
	Buffer compute.Buffer // the levels; nil before the first Place
}

// NewLevels makes levels without memory.
func NewLevels(be compute.Backend) *Levels { return &Levels{be: be} }

// Release releases the memory.
func (l *Levels) Release() {
	for _, b := range []compute.Buffer{l.bounds, l.Buffer} {
		if b != nil {
			b.Release()
		}
	}
	l.bounds, l.Buffer = nil, nil
}

// Range returns the least and the greatest of finite numbers; ok is false without one. It waits for the device.
func (l *Levels) Range(v Values) (s Scale, ok bool, err error) {
	if l.bounds == nil {
		l.bounds = l.be.NewBuffer("range of values", 2)
	}
	l.be.Update(l.bounds, 0, 1<<32-1, 0)
	const each = 64 // elements of an invocation, VALUES_EACH
	rangeKernel.On(l.be.Limits()).Dispatch(l.be, (v.Count+each-1)/each, ref.Range[compute.Buffer]{
		Type: compute.Constant(v.Type), Words: v.Words, Bounds: l.bounds, At: uint32(v.At), Stride: uint32(v.Stride), Count: uint32(v.Count),
	})
	var w [2]uint32
	if err := l.be.Read(context.Background(), l.bounds, 0, w[:]); err != nil || w[0] > w[1] {
		return s, false, err
	}
	number := func(order uint32) float64 { return v.Type.number(ref.Unordered(order, compute.Constant(v.Type))) }
	return Scale{number(w[0]), number(w[1])}, true, nil
}

// number returns a word as a number of the type.
func (t ValueType) number(word uint32) float64 {
	switch t {
	case ValuesF32:
		return float64(math.Float32frombits(word))
	case ValuesI32:
		return float64(int32(word))
	}
	return float64(word)
}

// Place computes the levels of numbers on a scale.
func (l *Levels) Place(e compute.Encoder, v Values, s Scale) {
	if l.Buffer == nil || l.Buffer.Len() < v.Count {
		if l.Buffer != nil {
			l.Buffer.Release()
		}
		l.Buffer = l.be.NewBuffer("levels of values", v.Count)
	}
	levelsKernel.On(l.be.Limits()).Dispatch(e, v.Count, ref.Levels[compute.Buffer]{
		Type: compute.Constant(v.Type), Words: v.Words, Levels: l.Buffer, At: uint32(v.At), Stride: uint32(v.Stride), Count: uint32(v.Count),
		Low: float32(s.Low), Scale: float32(1 / (s.High - s.Low)),
	})
}
