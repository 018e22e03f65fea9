package pbfwrite

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"

	"google.golang.org/protobuf/encoding/protowire"

	"kernelscope/osmload/internal/pbf"
)

// Copies are on a square grid of these steps; a small state fits one. Ids grow by more than any
// that OpenStreetMap has.
const (
	stepLat = 1_5000000 // 1e-7 degrees
	stepLon = 1_0000000
	stepID  = 1 << 34
)

// The fields of a group that hold dense nodes, ways and relations, in the order of files.
var kinds = [...]protowire.Number{2, 3, 4}

// Repeat writes a large extract: n copies of a small one with dense nodes, each with ids and a
// place of its own. First come the nodes of all, then the ways, then the relations.
func Repeat(r io.ReaderAt, size int64, w io.Writer, n int) error {
	file, err := pbf.Open(r, size)
	if err != nil {
		return err
	}
	var d pbf.Decoder
	e := Encoder{W: w, Compression: Zlib}
	e.Header("kernelscope", fmt.Sprintf("%d copies of an extract", n))
	columns := int(math.Ceil(math.Sqrt(float64(n))))
	for _, kind := range kinds {
		for k := range n {
			by := shift{id: int64(k) * stepID, lat: int64(k/columns) * stepLat, lon: int64(k%columns) * stepLon}
			for i := range file.Blobs() {
				raw, err := d.Load(context.Background(), file, i)
				if err == nil {
					err = e.shifted(raw, kind, by)
				}
				if err != nil {
					return file.Fail(i, err)
				}
			}
		}
	}
	return e.Err
}

// shift is what a copy adds to each id, whatever its kind, and to each place.
type shift struct{ id, lat, lon int64 }

// shifted writes the objects of one kind of a block, if it has any. Their tags, versions and
// times stay.
func (e *Encoder) shifted(raw []byte, kind protowire.Number, by shift) error {
	found := false
	block, err := edited(raw, func(out []byte, f field) ([]byte, error) {
		b, ok := f.bytes(2)
		if !ok {
			return appendField(out, f), nil
		}
		group, err := by.group(b, kind)
		if err == nil && len(group) > 0 {
			out, found = appendBytes(out, 2, group), true
		}
		return out, err
	})
	if err == nil && found {
		e.blob("OSMData", block)
	}
	return err
}

// field is a field of a message with its value as it is in the file.
type field struct {
	num   protowire.Number
	typ   protowire.Type
	value []byte
}

// edited passes the fields of a message to edit, which appends what replaces them.
func edited(message []byte, edit func(out []byte, f field) ([]byte, error)) (out []byte, err error) {
	for len(message) > 0 && err == nil {
		num, typ, tag := protowire.ConsumeTag(message)
		if tag < 0 {
			return out, protowire.ParseError(tag)
		}
		n := protowire.ConsumeFieldValue(num, typ, message[tag:])
		if n < 0 {
			return out, protowire.ParseError(n)
		}
		out, err = edit(out, field{num, typ, message[tag : tag+n]})
		message = message[tag+n:]
	}
	return out, err
}

// bytes returns the contents of a field of bytes with a number.
func (f field) bytes(num protowire.Number) (b []byte, ok bool) {
	if f.num != num || f.typ != protowire.BytesType {
		return nil, false
	}
	b, _ = protowire.ConsumeBytes(f.value)
	return b, true
}

// group returns the objects of one kind in a group.
func (s shift) group(b []byte, kind protowire.Number) ([]byte, error) {
	lists := map[protowire.Number]map[protowire.Number]int64{
		2: {1: s.id, 8: s.lat, 9: s.lon}, 3: {8: s.id}, 4: {9: s.id},
	}[kind]
	return edited(b, func(out []byte, f field) ([]byte, error) {
		if _, plain := f.bytes(1); plain {
			return nil, errors.New("plain nodes cannot be repeated")
		}
		b, ok := f.bytes(kind)
		if !ok {
			return out, nil
		}
		object, err := s.object(b, lists)
		return appendBytes(out, kind, object), err
	})
}

// object shifts the id of an object and some of its lists of differences, of which the first
// number alone changes.
func (s shift) object(b []byte, lists map[protowire.Number]int64) ([]byte, error) {
	return edited(b, func(out []byte, f field) ([]byte, error) {
		by, listed := lists[f.num]
		list, ok := f.bytes(f.num)
		switch {
		case f.num == 1 && f.typ == protowire.VarintType:
			id, _ := protowire.ConsumeVarint(f.value)
			return appendNumber(out, 1, id+uint64(s.id)), nil
		case !listed || !ok || len(list) == 0:
			return appendField(out, f), nil
		}
		first, n := protowire.ConsumeVarint(list)
		if n < 0 {
			return nil, protowire.ParseError(n)
		}
		shifted := binary.AppendUvarint(nil, protowire.EncodeZigZag(protowire.DecodeZigZag(first)+by))
		return appendBytes(out, f.num, append(shifted, list[n:]...)), nil
	})
}

// appendField appends a field as it is.
func appendField(b []byte, f field) []byte {
	return append(protowire.AppendTag(b, f.num, f.typ), f.value...)
}
