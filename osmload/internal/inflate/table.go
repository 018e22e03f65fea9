package inflate

import "math/bits"

// entry is what some next bits of the input stand for. Bits 0 to 5 are how many of them it takes,
// with extra bits; bits 6 and 7 are its kind. The others are for one and two the literals, from
// bit 8 on; for long the least length or distance, from bit 8 on, and the number of extra bits,
// from bit 24 on; for other the place of a table of longer codes, from bit 8 on, if it takes no
// bits, else it is the end of the block. No code has the entry zero.
type entry uint32

// Kinds of entries.
const (
	other entry = iota
	one
	two
	long
)

func (e entry) bits() uint  { return uint(e & 63) }
func (e entry) kind() entry { return e >> 6 & 3 }
func (e entry) symbol() int { return int(e >> 8 & 0xffff) }
func (e entry) extra() uint { return uint(e >> 24) }

// literal reports whether e is of one or two literals.
func (e entry) literal() bool { return e.kind()-one <= two-one }

// value adds the extra bits to the least length or distance.
func (e entry) value(next uint64) int {
	return e.symbol() + int(next>>(e.bits()-e.extra()&63)&(1<<(e.extra()&31)-1))
}

// The numbers of next bits that are looked up together. Longer codes need a second look, into a
// table of their own for the bits that follow. There is one for at least two codes.
const (
	literalBits  = 11
	distanceBits = 8
	lengthBits   = 7
	longest      = 15 // code, bits
	maxLiterals  = 288
	maxDistances = 32
	literalRoom  = 1<<literalBits + maxLiterals/2<<(longest-literalBits)
	distanceRoom = 1<<distanceBits + maxDistances/2<<(longest-distanceBits)
	endOfBlock   = 256
)

// The least lengths and distances, and their extra bits (section 3.2.5 of RFC 1951).
var (
	baseLength    = [...]uint16{3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258}
	extraLength   = [...]uint8{0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0}
	baseDistance  = [...]uint16{1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577}
	extraDistance = [...]uint8{0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13}
)

// plain is the entry of a symbol that stands for itself, but for the bits that its code takes,
// as are literal and distance.
func plain(symbol int) entry { return one<<6 | entry(symbol)<<8 }

// literal is the entry of a literal, the end of a block or a length; zero of an unused symbol.
func literal(symbol int) entry {
	switch i := symbol - endOfBlock - 1; {
	case symbol < endOfBlock:
		return plain(symbol)
	case symbol == endOfBlock:
		return other<<6 | 1<<8
	case i < len(baseLength):
		return ranging(baseLength[i], extraLength[i])
	}
	return 0
}

// distance is the entry of a distance; zero of an unused symbol.
func distance(symbol int) entry {
	if symbol >= len(baseDistance) {
		return 0
	}
	return ranging(baseDistance[symbol], extraDistance[symbol])
}

func ranging(least uint16, extra uint8) entry {
	return entry(extra)<<24 | entry(least)<<8 | long<<6 | entry(extra)
}

// build fills a table that is looked up by size bits from the lengths of the codes of symbols. It
// reports whether each sequence of bits has one meaning. As in other readers, a single code of
// one bit passes, and so does none.
func build(table []entry, size uint, lengths []uint8, of func(symbol int) entry) bool {
	var count, next [longest + 1]int
	for _, n := range lengths {
		count[n]++
	}
	used := len(lengths) - count[0]
	count[0] = 0
	for n := 1; n <= longest; n++ {
		next[n] = (next[n-1] + count[n-1]) << 1
		if next[n]+count[n] > 1<<n {
			return false
		}
	}
	if next[longest]+count[longest] < 1<<longest && used > 0 && (used > 1 || count[1] == 0) {
		return false
	}
	free := 1 << size // where the next table of longer codes begins
	clear(table[:free])
	for symbol, n := range lengths {
		if n == 0 {
			continue
		}
		e := of(symbol)
		if e != 0 {
			e += entry(n)
		}
		code := int(bits.Reverse16(uint16(next[n])) >> (16 - n)) // its first bit lowest
		next[n]++
		if uint(n) <= size {
			for i := code; i < 1<<size; i += 1 << n {
				table[i] = e
			}
			continue
		}
		first, room := &table[code&(1<<size-1)], 1<<(longest-size)
		if *first == 0 {
			*first = other<<6 | entry(free)<<8
			free += room
		}
		for i := code >> size; i < room; i += 1 << (uint(n) - size) {
			table[first.symbol()+i] = e
		}
	}
	return true
}

// pair joins entries of two literals that fit the bits of one look.
func pair(table *[1 << literalBits]entry) {
	for i := len(table) - 1; i >= 0; i-- { // what follows a literal has a smaller index, or is itself
		a := table[i]
		if a.kind() != one {
			continue
		}
		if b := table[i>>a.bits()]; b.kind() == one && a.bits()+b.bits() <= literalBits {
			table[i] = b&0xff00<<8 | a&0xff00 | two<<6 | entry(a.bits()+b.bits())
		}
	}
}
