// Package inflate decompresses zlib data of a known size, from memory to memory: the blobs of
// map files. Since nothing is streamed, it needs no window, and most of it no checks for the
// ends of its buffers. Sources of the format: RFC 1950 and RFC 1951 (P. Deutsch, 1996).
package inflate

import (
	"encoding/binary"
	"errors"
	"hash/adler32"
)

// Errors of Zlib.
var (
	ErrDamaged = errors.New("the compressed data is damaged")
	ErrSize    = errors.New("the compressed data does not have the size that is claimed")
)

// Reader holds the tables of a block, to be used again. The zero value is ready.
type Reader struct {
	literals  [literalRoom]entry
	distances [distanceRoom]entry
	lengths   [maxLiterals + maxDistances]uint8 // of codes
	out       []byte
	n         int // of out that are written
	bitReader
}

// bitReader holds the next bits of the input, the first one lowest.
type bitReader struct {
	in     []byte
	at     int // of in
	bits   uint64
	count  uint // of bits; above them are bits of in[at:], or zeros
	beyond int  // bytes after the end of in that were read as zeros
}

// Zlib fills dst with the contents of src.
func (r *Reader) Zlib(dst, src []byte) error {
	const header, deflate, dictionary = 2, 8, 1 << 5
	if len(src) < header || src[0]&15 != deflate || src[0]>>4 > 7 || binary.BigEndian.Uint16(src)%31 != 0 || src[1]&dictionary != 0 {
		return ErrDamaged
	}
	r.out, r.n, r.bitReader = dst, 0, bitReader{in: src, at: header}
	defer func() { r.out, r.in = nil, nil }()
	for last := false; !last; {
		r.refill()
		last = r.take(1) == 1
		var err error
		switch r.take(2) {
		case 0:
			err = r.stored()
		case 1:
			err = r.fixed()
		case 2:
			err = r.dynamic()
		default:
			err = ErrDamaged
		}
		if err != nil {
			return err
		}
	}
	end, ok := r.align()
	if !ok || len(src)-end < adler32.Size || r.n < len(dst) {
		return ErrSize
	}
	if adler32.Checksum(dst) != binary.BigEndian.Uint32(src[end:]) {
		return ErrDamaged
	}
	return nil
}

// refill makes sure that there are at least 56 bits, zeros after the end of the input.
func (b *bitReader) refill() {
	if b.at+8 <= len(b.in) {
		b.bits |= binary.LittleEndian.Uint64(b.in[b.at:]) << (b.count & 63)
		b.at += int(63-b.count) >> 3
		b.count |= 56
		return
	}
	for ; b.count < 56; b.count += 8 {
		if b.at < len(b.in) {
			b.bits |= uint64(b.in[b.at]) << b.count
			b.at++
		} else {
			b.beyond++
		}
	}
}

// take returns the next bits, of which there are enough.
func (b *bitReader) take(n uint) uint64 {
	v := b.bits & (1<<n - 1)
	b.bits >>= n
	b.count -= n
	return v
}

// overrun reports whether bits after the end of the input were taken.
func (b *bitReader) overrun() bool { return b.beyond > int(b.count>>3) }

// align drops the rest of a byte and returns the index of the next one. It reports false if that
// is after the end.
func (b *bitReader) align() (at int, ok bool) {
	if b.overrun() {
		return 0, false
	}
	return b.at - (int(b.count>>3) - b.beyond), true
}

// stored copies a block that is not compressed.
func (r *Reader) stored() error {
	at, ok := r.align()
	if !ok || at+4 > len(r.in) {
		return ErrSize
	}
	n := int(binary.LittleEndian.Uint16(r.in[at:]))
	if n^0xffff != int(binary.LittleEndian.Uint16(r.in[at+2:])) {
		return ErrDamaged
	}
	at += 4
	if at+n > len(r.in) || r.n+n > len(r.out) {
		return ErrSize
	}
	r.n += copy(r.out[r.n:], r.in[at:at+n])
	r.bitReader = bitReader{in: r.in, at: at + n}
	return nil
}

// fixed decodes a block with the codes of section 3.2.6 of RFC 1951.
func (r *Reader) fixed() error {
	for i := range r.lengths {
		switch {
		case i < 144:
			r.lengths[i] = 8
		case i < 256:
			r.lengths[i] = 9
		case i < 280:
			r.lengths[i] = 7
		case i < maxLiterals:
			r.lengths[i] = 8
		default:
			r.lengths[i] = 5
		}
	}
	return r.block(maxLiterals, maxDistances)
}

// lengthOrder is the order of the codes for lengths of codes (section 3.2.7 of RFC 1951).
var lengthOrder = [...]uint8{16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15}

// dynamic decodes a block that begins with its codes.
func (r *Reader) dynamic() error {
	r.refill()
	literals, distances, n := int(r.take(5))+257, int(r.take(5))+1, int(r.take(4))+4
	if literals > maxLiterals || distances > maxDistances {
		return ErrDamaged
	}
	var lengths [len(lengthOrder)]uint8
	for _, k := range lengthOrder[:n] {
		r.refill()
		lengths[k] = uint8(r.take(3))
	}
	if !build(r.distances[:], lengthBits, lengths[:], plain) {
		return ErrDamaged
	}
	clear(r.lengths[:])
	for i := 0; i < literals+distances; {
		r.refill()
		e := r.distances[r.bits&(1<<lengthBits-1)]
		r.take(e.bits())
		value, times := uint8(0), 1
		switch symbol := e.symbol(); {
		case e.kind() != one || r.overrun():
			return ErrDamaged
		case symbol < 16:
			value = uint8(symbol)
		case symbol == 16 && i == 0:
			return ErrDamaged
		case symbol == 16:
			value, times = r.lengths[i-1], 3+int(r.take(2))
		case symbol == 17:
			times = 3 + int(r.take(3))
		default:
			times = 11 + int(r.take(7))
		}
		if i+times > literals+distances {
			return ErrDamaged
		}
		for ; times > 0; times-- {
			r.lengths[i] = value
			i++
		}
	}
	return r.block(literals, distances)
}

// block decodes a block by the lengths of its codes.
func (r *Reader) block(literals, distances int) error {
	if r.lengths[endOfBlock] == 0 ||
		!build(r.distances[:], distanceBits, r.lengths[literals:literals+distances], distance) ||
		!build(r.literals[:], literalBits, r.lengths[:literals], literal) {
		return ErrDamaged
	}
	pair((*[1 << literalBits]entry)(r.literals[:]))
	if done, err := r.fast(); done || err != nil {
		return err
	}
	return r.slow()
}
