// Package pbfwrite writes PBF files, for tests and for tools that make extracts. The viewer does not
// use it.
package pbfwrite

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"fmt"
	"io"

	"github.com/klauspost/compress/zstd"
	"github.com/paulmach/osm"
	"github.com/pierrec/lz4/v4"
	"google.golang.org/protobuf/encoding/protowire"
)

// Compression is the compression of a blob's contents.
type Compression int

// The values are the field numbers in a Blob message.
const (
	Raw  Compression = 1
	Zlib Compression = 3
	LZ4  Compression = 6
	Zstd Compression = 7
)

// Encoder writes files that package pbf can read. It stops at the first error.
type Encoder struct {
	W           io.Writer
	Compression Compression
	Plain       bool // write single nodes instead of dense ones
	Err         error
}

// Node is a node to write, in units of 1e-7 degrees.
type Node struct {
	ID       osm.NodeID
	Lat, Lon int64
}

// TaggedWay is a way to write. Places are the positions of its nodes if the file has locations on
// ways.
type TaggedWay struct {
	ID     osm.WayID
	Tags   osm.Tags
	Refs   []osm.NodeID
	Places []Node
}

// Header writes the header blob, with the given program and source.
func (e *Encoder) Header(program, source string) {
	var b []byte
	b = appendString(b, 4, "OsmSchema-V0.6")
	b = appendString(b, 4, "DenseNodes")
	b = appendString(b, 16, program)
	b = appendString(b, 17, source)
	e.blob("OSMHeader", b)
}

// TaggedNode is a node to write with its tags.
type TaggedNode struct {
	Node
	Tags osm.Tags
}

// stringTable numbers the strings of a block.
type stringTable struct {
	packed []byte
	index  map[string]uint64
}

func newStringTable() *stringTable {
	return &stringTable{appendString(nil, 1, ""), map[string]uint64{}} // string 0 is reserved
}

// number returns the number of a string.
func (s *stringTable) number(text string) uint64 {
	if _, ok := s.index[text]; !ok {
		s.index[text] = uint64(len(s.index) + 1)
		s.packed = appendString(s.packed, 1, text)
	}
	return s.index[text]
}

// pack appends the numbers of keys and of values.
func (s *stringTable) pack(tags osm.Tags) (keys, values []byte) {
	for _, t := range tags {
		keys = binary.AppendUvarint(keys, s.number(t.Key))
		values = binary.AppendUvarint(values, s.number(t.Value))
	}
	return keys, values
}

// Tagged writes a block of nodes with tags.
func (e *Encoder) Tagged(nodes []TaggedNode) {
	table := newStringTable()
	var ids, lats, lons deltas
	var pairs, group []byte
	for _, n := range nodes {
		if e.Plain {
			keys, values := table.pack(n.Tags)
			b := appendNumber(nil, 1, protowire.EncodeZigZag(int64(n.ID)))
			b = appendBytes(appendBytes(b, 2, keys), 3, values)
			b = appendNumber(b, 8, protowire.EncodeZigZag(n.Lat))
			b = appendNumber(b, 9, protowire.EncodeZigZag(n.Lon))
			group = appendBytes(group, 1, b)
			continue
		}
		ids.add(int64(n.ID))
		lats.add(n.Lat)
		lons.add(n.Lon)
		for _, t := range n.Tags {
			pairs = binary.AppendUvarint(pairs, table.number(t.Key))
			pairs = binary.AppendUvarint(pairs, table.number(t.Value))
		}
		pairs = append(pairs, 0)
	}
	if !e.Plain {
		b := appendBytes(nil, 1, ids.packed)
		b = appendBytes(appendBytes(b, 8, lats.packed), 9, lons.packed)
		group = appendBytes(nil, 2, appendBytes(b, 10, pairs))
	}
	e.block(table.packed, group)
}

// Nodes writes a block of nodes.
func (e *Encoder) Nodes(nodes []Node) {
	var group []byte
	if e.Plain {
		for _, n := range nodes {
			var b []byte
			b = appendNumber(b, 1, protowire.EncodeZigZag(int64(n.ID)))
			b = appendNumber(b, 8, protowire.EncodeZigZag(n.Lat))
			b = appendNumber(b, 9, protowire.EncodeZigZag(n.Lon))
			group = appendBytes(group, 1, b)
		}
	} else {
		var ids, lats, lons deltas
		for _, n := range nodes {
			ids.add(int64(n.ID))
			lats.add(n.Lat)
			lons.add(n.Lon)
		}
		var b []byte
		b = appendBytes(b, 1, ids.packed)
		b = appendBytes(b, 8, lats.packed)
		b = appendBytes(b, 9, lons.packed)
		group = appendBytes(group, 2, b)
	}
	e.block(nil, group)
}

// Ways writes a block of ways.
func (e *Encoder) Ways(ways []TaggedWay) {
	table := newStringTable()
	var group []byte
	for _, w := range ways {
		keys, values := table.pack(w.Tags)
		var refs, lats, lons deltas
		for _, r := range w.Refs {
			refs.add(int64(r))
		}
		b := appendNumber(nil, 1, uint64(w.ID))
		b = appendBytes(b, 2, keys)
		b = appendBytes(b, 3, values)
		b = appendBytes(b, 8, refs.packed)
		if w.Places != nil {
			for _, p := range w.Places {
				lats.add(p.Lat)
				lons.add(p.Lon)
			}
			b = appendBytes(b, 9, lats.packed)
			b = appendBytes(b, 10, lons.packed)
		}
		group = appendBytes(group, 3, b)
	}
	e.block(table.packed, group)
}

func (e *Encoder) block(table, group []byte) {
	e.blob("OSMData", appendBytes(appendBytes(nil, 1, table), 2, group))
}

func (e *Encoder) blob(kind string, raw []byte) {
	if e.Err != nil {
		return
	}
	stored, err := compress(e.Compression, raw)
	if err != nil {
		e.Err = err
		return
	}
	b := appendBytes(nil, protowire.Number(e.Compression), stored)
	if e.Compression != Raw {
		b = appendNumber(b, 2, uint64(len(raw)))
	}
	header := appendNumber(appendString(nil, 1, kind), 3, uint64(len(b)))
	out := binary.BigEndian.AppendUint32(nil, uint32(len(header)))
	_, e.Err = e.W.Write(append(append(out, header...), b...))
}

func compress(c Compression, raw []byte) ([]byte, error) {
	var out bytes.Buffer
	switch c {
	case Raw:
		return raw, nil
	case Zlib:
		w, err := zlib.NewWriterLevel(&out, zlib.BestCompression)
		if err != nil {
			return nil, err
		}
		if _, err := w.Write(raw); err != nil {
			return nil, err
		}
		err = w.Close()
		return out.Bytes(), err
	case LZ4:
		b := make([]byte, lz4.CompressBlockBound(len(raw)))
		n, err := lz4.CompressBlock(raw, b, nil)
		return b[:n], err
	case Zstd:
		w, err := zstd.NewWriter(nil)
		if err != nil {
			return nil, err
		}
		return w.EncodeAll(raw, nil), w.Close()
	}
	return nil, fmt.Errorf("compression %d cannot be written", c)
}

// deltas writes a packed list of signed differences.
type deltas struct {
	packed []byte
	last   int64
}

func (d *deltas) add(v int64) {
	d.packed = binary.AppendUvarint(d.packed, protowire.EncodeZigZag(v-d.last))
	d.last = v
}

func appendNumber(b []byte, n protowire.Number, v uint64) []byte {
	return protowire.AppendVarint(protowire.AppendTag(b, n, protowire.VarintType), v)
}

func appendBytes(b []byte, n protowire.Number, v []byte) []byte {
	return protowire.AppendBytes(protowire.AppendTag(b, n, protowire.BytesType), v)
}

func appendString(b []byte, n protowire.Number, s string) []byte {
	return appendBytes(b, n, []byte(s))
}
