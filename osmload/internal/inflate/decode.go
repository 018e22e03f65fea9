package inflate

import "encoding/binary"

// Far from the ends of its input and output, fast needs no checks: in a turn it reads at most
// inMargin bytes, and writes at most outMargin.
const (
	inMargin  = 16
	outMargin = 3*2 + 258 + 8
)

// fast decodes symbols while it is far from both ends. done is set at the end of the block.
func (r *Reader) fast() (done bool, err error) {
	literals, distances := (*[1 << literalBits]entry)(r.literals[:]), (*[1 << distanceBits]entry)(r.distances[:])
	in, out, at, n, bits, count := r.in, r.out, r.at, r.n, r.bits, r.count
	for at+inMargin <= len(in) && n+outMargin <= len(out) {
		bits |= binary.LittleEndian.Uint64(in[at:]) << (count & 63)
		at += int(63-count) >> 3
		count |= 56
		e := literals[bits&(1<<literalBits-1)]
		for k := 0; k < 3 && e.literal(); k++ { // which leaves enough bits for a length
			binary.LittleEndian.PutUint16(out[n:], uint16(e>>8))
			n += int(e.kind())
			bits >>= e.bits()
			count -= e.bits()
			e = literals[bits&(1<<literalBits-1)]
		}
		if e.kind() == other && e.bits() == 0 {
			e = r.literals[e.symbol()+int(bits>>literalBits&(1<<(longest-literalBits)-1))]
		}
		if e.literal() { // the next turn has more bits, or it has a long code
			binary.LittleEndian.PutUint16(out[n:], uint16(e>>8))
			n += int(e.kind())
			bits >>= e.bits()
			count -= e.bits()
			continue
		}
		length := e.value(bits)
		bits >>= e.bits()
		count -= e.bits()
		if e.kind() != long {
			done = e != 0
			break
		}
		bits |= binary.LittleEndian.Uint64(in[at:]) << (count & 63)
		at += int(63-count) >> 3
		count |= 56
		e = distances[bits&(1<<distanceBits-1)]
		if e.kind() == other {
			e = r.distances[e.symbol()+int(bits>>distanceBits&(1<<(longest-distanceBits)-1))]
		}
		distance := e.value(bits)
		bits >>= e.bits()
		count -= e.bits()
		if e.kind() != long || distance > n {
			return false, ErrDamaged
		}
		repeat(out, n, length, distance)
		n += length
	}
	r.at, r.n, r.bits, r.count = at, n, bits, count
	return done, nil
}

// repeat appends bytes that came before, and up to 7 more that are not valid.
func repeat(out []byte, n, length, distance int) {
	from, end := n-distance, n+length
	switch {
	case distance >= 8:
		for ; n < end; n, from = n+8, from+8 {
			binary.LittleEndian.PutUint64(out[n:], binary.LittleEndian.Uint64(out[from:]))
		}
	case distance == 1:
		eight := uint64(out[from]) * 0x0101010101010101
		for ; n < end; n += 8 {
			binary.LittleEndian.PutUint64(out[n:], eight)
		}
	default:
		for ; n < end; n, from = n+1, from+1 {
			out[n] = out[from]
		}
	}
}

// slow decodes symbols up to the end of the block.
func (r *Reader) slow() error {
	for {
		r.refill()
		e := r.literals[r.bits&(1<<literalBits-1)]
		if e.kind() == other && e.bits() == 0 {
			e = r.literals[e.symbol()+int(r.bits>>literalBits&(1<<(longest-literalBits)-1))]
		}
		length := e.value(r.bits)
		r.take(e.bits())
		switch {
		case e == 0:
			return ErrDamaged
		case r.overrun():
			return ErrSize
		case e.kind() == other:
			return nil
		case e.literal():
			if r.n+int(e.kind()) > len(r.out) {
				return ErrSize
			}
			for k := range uint(e.kind()) {
				r.out[r.n] = uint8(e >> (8 + 8*k))
				r.n++
			}
		default:
			if err := r.copied(length); err != nil {
				return err
			}
		}
	}
}

// copied reads a distance and appends as many of the bytes from there on.
func (r *Reader) copied(length int) error {
	r.refill()
	e := r.distances[r.bits&(1<<distanceBits-1)]
	if e.kind() == other {
		e = r.distances[e.symbol()+int(r.bits>>distanceBits&(1<<(longest-distanceBits)-1))]
	}
	distance := e.value(r.bits)
	r.take(e.bits())
	switch {
	case e.kind() != long || distance > r.n:
		return ErrDamaged
	case r.overrun() || length > len(r.out)-r.n:
		return ErrSize
	}
	for range length {
		r.out[r.n] = r.out[r.n-distance]
		r.n++
	}
	return nil
}
