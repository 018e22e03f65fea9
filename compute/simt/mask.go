package simt

import "math/bits"

// maxLanes is the most lanes of a subgroup (Vulkan 1.1, maxSubgroupSize).
const maxLanes = 128

// mask is a set of lanes.
type mask [2]uint64

// maskOf returns the set of the first n lanes.
func maskOf(n int) mask {
	if n > 64 {
		return mask{^uint64(0), fieldOf(uint64(n - 64))}
	}
	return mask{fieldOf(uint64(n)), 0}
}

func (m mask) and(o mask) mask     { return mask{m[0] & o[0], m[1] & o[1]} }
func (m mask) or(o mask) mask      { return mask{m[0] | o[0], m[1] | o[1]} }
func (m mask) without(o mask) mask { return mask{m[0] &^ o[0], m[1] &^ o[1]} }
func (m mask) empty() bool         { return m[0]|m[1] == 0 }
func (m mask) has(l int) bool      { return m[l>>6]>>(l&63)&1 != 0 }
func (m *mask) add(l int)          { m[l>>6] |= 1 << (l & 63) }
func (m mask) count() int          { return bits.OnesCount64(m[0]) + bits.OnesCount64(m[1]) }

// first and last return the least and the greatest lane, or -1.
func (m mask) first() int {
	if m[0] != 0 {
		return bits.TrailingZeros64(m[0])
	}
	if m[1] != 0 {
		return 64 + bits.TrailingZeros64(m[1])
	}
	return -1
}

func (m mask) last() int {
	if m[1] != 0 {
		return 63 + bits.Len64(m[1])
	}
	return bits.Len64(m[0]) - 1
}

// list appends the lanes of a set.
func (m mask) list(out []uint8) []uint8 {
	for w := range m {
		for x := m[w]; x != 0; x &= x - 1 {
			out = append(out, uint8(w<<6+bits.TrailingZeros64(x)))
		}
	}
	return out
}
