package ref

// Numbers is a buffer of numbers with one or two words, the low word first.
type Numbers struct {
	Buffer []uint32
	Words  int
}

// Len returns the number of numbers.
func (v Numbers) Len() int { return len(v.Buffer) / v.Words }

// At returns number i.
func (v Numbers) At(i int) uint64 {
	if v.Words == 1 {
		return uint64(v.Buffer[i])
	}
	return uint64(v.Buffer[2*i]) | uint64(v.Buffer[2*i+1])<<32
}

// Set stores number i.
func (v Numbers) Set(i int, x uint64) {
	if v.Words == 1 {
		v.Buffer[i] = uint32(x)
		return
	}
	v.Buffer[2*i], v.Buffer[2*i+1] = uint32(x), uint32(x>>32)
}

// Insert adds v to a bit set and reports whether it was new.
func Insert(set []uint32, v uint32) bool {
	bit := uint32(1) << (v & 31)
	old := set[v>>5]
	set[v>>5] |= bit
	return old&bit == 0
}

// Contains reports whether a bit set has v.
func Contains(set []uint32, v uint32) bool { return set[v>>5]>>(v&31)&1 != 0 }

// Remove removes v from a bit set.
func Remove(set []uint32, v uint32) { set[v>>5] &^= 1 << (v & 31) }
