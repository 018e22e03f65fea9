package simt

import "math"

// Format is the format of an image's texels, by its number in SPIR-V (section 3.11). These are the formats that
// every device of Vulkan 1.1 has for storage images. All have one, two or four words.
type Format uint32

// The formats.
const (
	Rgba32f    Format = 1
	Rgba16f    Format = 2
	R32f       Format = 3
	Rgba8      Format = 4
	Rgba8Snorm Format = 5
	Rgba32i    Format = 21
	Rgba16i    Format = 22
	Rgba8i     Format = 23
	R32i       Format = 24
	Rgba32ui   Format = 30
	Rgba16ui   Format = 31
	Rgba8ui    Format = 32
	R32ui      Format = 33
)

// texel is how a texel lies in memory, and what its components become in a shader and back.
type texel struct {
	channels, bits int
	shape          shape // of the components
	signed         bool
	get            func(uint32) uint32
	put            func(uint32) uint32
}

var texels = map[Format]texel{
	Rgba32f: {4, 32, isFloat, false, same, same}, R32f: {1, 32, isFloat, false, same, same},
	Rgba16f: {4, 16, isFloat, false, func(x uint32) uint32 { return math.Float32bits(fromHalf(uint16(x))) }, func(x uint32) uint32 {
		return uint32(toHalf(float64(math.Float32frombits(x))))
	}},
	Rgba8:      {4, 8, isFloat, false, func(x uint32) uint32 { return math.Float32bits(float32(x) / 255) }, normal(0, 255)},
	Rgba8Snorm: {4, 8, isFloat, false, func(x uint32) uint32 { return math.Float32bits(max(-1, float32(int8(x))/127)) }, normal(-1, 127)},
	Rgba32i:    {4, 32, isInt, true, same, same}, R32i: {1, 32, isInt, true, same, same},
	Rgba16i:  {4, 16, isInt, true, func(x uint32) uint32 { return uint32(int16(x)) }, same},
	Rgba8i:   {4, 8, isInt, true, func(x uint32) uint32 { return uint32(int8(x)) }, same},
	Rgba32ui: {4, 32, isInt, false, same, same}, R32ui: {1, 32, isInt, false, same, same},
	Rgba16ui: {4, 16, isInt, false, same, same}, Rgba8ui: {4, 8, isInt, false, same, same},
}

func same(x uint32) uint32 { return x }

// normal rounds a float from least to 1 to an integer up to most; NaN gives 0.
func normal(least, most float32) func(uint32) uint32 {
	return func(x uint32) uint32 {
		f := math.Float32frombits(x)
		if f != f {
			return 0
		}
		return uint32(int32(math.RoundToEven(float64(min(max(f, least), 1) * most))))
	}
}

func (t texel) words() int { return t.channels * t.bits / 32 }

// one is what a component of a texel has that its format lacks, if it is the last.
func (t texel) one() uint32 {
	if t.shape == isFloat {
		return math.Float32bits(1)
	}
	return 1
}

// decode returns the four components of a texel.
func (t texel) decode(words []uint32) (out [4]uint32) {
	out[3] = t.one()
	for i := range t.channels {
		bit := i * t.bits
		out[i] = t.get(words[bit/32] >> (bit % 32) & uint32(fieldOf(uint64(t.bits))))
	}
	return out
}

// encode returns the words of a texel. Of integers that do not fit, the low bits are stored.
func (t texel) encode(components [4]uint32) (out [4]uint32) {
	for i := range t.channels {
		bit := i * t.bits
		out[bit/32] |= t.put(components[i]) & uint32(fieldOf(uint64(t.bits))) << (bit % 32)
	}
	return out
}
