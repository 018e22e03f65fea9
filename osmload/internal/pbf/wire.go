package pbf

import (
	"encoding/binary"
	"errors"
	"math/bits"

	"google.golang.org/protobuf/encoding/protowire"
)

var errWire = errors.New("malformed protocol buffer")

// field is one field of a message: a number for varints, bytes for the rest.
type field struct {
	num    protowire.Number
	typ    protowire.Type
	number uint64
	bytes  []byte
}

func (f field) isNumber(n protowire.Number) bool { return f.num == n && f.typ == protowire.VarintType }
func (f field) isBytes(n protowire.Number) bool  { return f.num == n && f.typ == protowire.BytesType }

// nextField splits off the first field of a message.
func nextField(b []byte) (f field, rest []byte, err error) {
	var n int
	f.num, f.typ, n = protowire.ConsumeTag(b)
	if n < 0 {
		return f, nil, errWire
	}
	b = b[n:]
	switch f.typ {
	case protowire.VarintType:
		f.number, n = protowire.ConsumeVarint(b)
	case protowire.BytesType:
		f.bytes, n = protowire.ConsumeBytes(b)
	default:
		n = protowire.ConsumeFieldValue(f.num, f.typ, b)
	}
	if n < 0 {
		return f, nil, errWire
	}
	return f, b[n:], nil
}

// list collects a repeated numeric field, whose values may be packed in one or several pieces, or
// single.
type list struct {
	packed []byte
	own    bool // packed is a copy that may be extended
}

func (l *list) add(f field) {
	switch {
	case f.typ == protowire.BytesType && l.packed == nil:
		l.packed = f.bytes
	case f.typ == protowire.BytesType:
		l.grow(f.bytes)
	case f.typ == protowire.VarintType:
		l.grow(binary.AppendUvarint(nil, f.number))
	}
}

func (l *list) grow(b []byte) {
	if !l.own {
		l.packed, l.own = append([]byte(nil), l.packed...), true
	}
	l.packed = append(l.packed, b...)
}

// countVarints counts the numbers of a packed field. It fails if the last one is truncated.
func countVarints(b []byte) (int, error) {
	n, i := 0, 0
	for ; i+8 <= len(b); i += 8 {
		n += bits.OnesCount64(^binary.LittleEndian.Uint64(b[i:]) & 0x8080808080808080)
	}
	for ; i < len(b); i++ {
		if b[i] < 0x80 {
			n++
		}
	}
	if len(b) > 0 && b[len(b)-1] >= 0x80 {
		return 0, errWire
	}
	return n, nil
}

// varint decodes the number at b[i:] and returns the index after it, or -1 if it is truncated or
// too long. Most numbers in a map file take one to four bytes, so it loads eight bytes together and
// joins their seven-bit groups.
func varint(b []byte, i int) (uint64, int) {
	if i < 0 || i+8 > len(b) {
		return varintAtEnd(b, i)
	}
	x := binary.LittleEndian.Uint64(b[i:])
	end := ^x & 0x8080808080808080
	if end == 0 {
		return varintAtEnd(b, i)
	}
	x &= end ^ (end - 1)
	x &= 0x7f7f7f7f7f7f7f7f
	n := bits.TrailingZeros64(end)>>3 + 1
	x = x&0x007f007f007f007f | x&0x7f007f007f007f00>>1
	x = x&0x00003fff00003fff | x&0x3fff00003fff0000>>2
	x = x&0x000000000fffffff | x&0x0fffffff00000000>>4
	return x, i + n
}

//go:noinline
func varintAtEnd(b []byte, i int) (uint64, int) {
	if i < 0 || i > len(b) {
		return 0, -1
	}
	v, n := binary.Uvarint(b[i:])
	if n <= 0 {
		return 0, -1
	}
	return v, i + n
}

// zigzag decodes a signed number.
func zigzag(v uint64) int64 { return int64(v>>1) ^ -int64(v&1) }

// Deltas calls yield with the running sums of a packed list of signed differences.
func Deltas(packed []byte, yield func(int64)) error {
	var sum int64
	for i := 0; i < len(packed); {
		var v uint64
		if v, i = varint(packed, i); i < 0 {
			return errWire
		}
		sum += zigzag(v)
		yield(sum)
	}
	return nil
}
