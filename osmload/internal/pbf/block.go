package pbf

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"unsafe"

	"github.com/klauspost/compress/zstd"
	"github.com/paulmach/osm"

	"kernelscope/source"
)

// Decoder decodes blobs one after another. It keeps its buffers; each worker
// has its own.
type Decoder struct {
	// Keys are the tags of ways to look at.
	Keys []string
	// Budget is charged for the contents of blobs; it may be nil.
	Budget *source.Budget

	ctx         context.Context
	stored, raw []byte
	zlib        io.ReadCloser
	zstd        *zstd.Decoder

	strings [][]byte
	key     []int8 // per string: its index in Keys, or -1
	groups  [][]byte
	way     Way
}

// Visitor receives the objects of a block. A nil function skips their kind.
type Visitor struct {
	Way func(*Way) error
	// Node gets coordinates in units of 1e-7 degrees, possibly out of range.
	Node func(id osm.NodeID, lat, lon int64)
}

// Way is a way as it stands in a block. It is valid during the call only.
type Way struct {
	ID         osm.WayID
	Tags       osm.Tags // those with a key of Decoder.Keys; of several with one key, the first
	Refs       []byte   // packed differences of node ids, for Deltas
	Count      int      // of refs
	Lats, Lons []byte   // packed differences of coordinates, where the file has them on ways
	scale      Scale
}

// Scale returns how a summed-up pair of Lats and Lons converts to units of
// 1e-7 degrees.
func (w *Way) Scale() Scale { return w.scale }

// Counts are the objects of a block.
type Counts struct{ Nodes, Ways, Relations int }

// Scale converts a block's coordinates to units of 1e-7 degrees.
type Scale struct{ granularity, latOffset, lonOffset int64 } // nanodegrees

// Apply converts a latitude and a longitude, possibly to values out of range.
func (s Scale) Apply(lat, lon int64) (int64, int64) {
	if s.granularity == 100 && s.latOffset == 0 && s.lonOffset == 0 {
		return lat, lon
	}
	f := func(v, offset int64) int64 {
		x := math.Round((float64(offset) + float64(s.granularity)*float64(v)) / 100)
		if !(math.Abs(x) < 1<<40) {
			return math.MaxInt64 // out of range, and not to be converted
		}
		return int64(x)
	}
	return f(lat, s.latOffset), f(lon, s.lonOffset)
}

// Decode hands the objects of a block to v.
func (d *Decoder) Decode(raw []byte, v Visitor) (Counts, error) {
	var c Counts
	s := Scale{granularity: 100}
	d.groups, d.strings, d.key = d.groups[:0], d.strings[:0], d.key[:0]
	for rest := raw; len(rest) > 0; {
		var f field
		var err error
		if f, rest, err = nextField(rest); err != nil {
			return c, err
		}
		switch {
		case f.isBytes(1):
			if v.Way != nil {
				if err := d.stringTable(f.bytes); err != nil {
					return c, err
				}
			}
		case f.isBytes(2):
			if err := source.Append(d.Budget, &d.groups, f.bytes); err != nil {
				return c, err
			}
		case f.isNumber(17):
			s.granularity = int64(f.number)
		case f.isNumber(19):
			s.latOffset = int64(f.number)
		case f.isNumber(20):
			s.lonOffset = int64(f.number)
		}
	}
	if s.granularity <= 0 || s.granularity > math.MaxInt32 {
		return c, fmt.Errorf("granularity %d", s.granularity)
	}
	for _, g := range d.groups {
		if err := d.group(g, s, v, &c); err != nil {
			return c, err
		}
	}
	return c, nil
}

func (d *Decoder) stringTable(b []byte) error {
	for len(b) > 0 {
		var f field
		var err error
		if f, b, err = nextField(b); err != nil {
			return err
		}
		if !f.isBytes(1) {
			continue
		}
		key := int8(-1)
		for i, k := range d.Keys {
			if string(f.bytes) == k {
				key = int8(i)
			}
		}
		if err := source.Append(d.Budget, &d.strings, f.bytes); err != nil {
			return err
		}
		d.key = append(d.key, key)
	}
	return nil
}

func (d *Decoder) group(b []byte, s Scale, v Visitor, c *Counts) error {
	for len(b) > 0 {
		var f field
		var err error
		if f, b, err = nextField(b); err != nil {
			return err
		}
		switch {
		case f.isBytes(1):
			c.Nodes++
			if v.Node != nil {
				err = plainNode(f.bytes, s, v.Node)
			}
		case f.isBytes(2):
			var n int
			n, err = denseNodes(f.bytes, s, v.Node)
			c.Nodes += n
		case f.isBytes(3):
			c.Ways++
			if v.Way != nil {
				err = d.readWay(f.bytes, s, v.Way)
			}
		case f.isBytes(4):
			c.Relations++
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func plainNode(b []byte, s Scale, visit func(id osm.NodeID, lat, lon int64)) error {
	var id, lat, lon int64
	have := 0
	for len(b) > 0 {
		var f field
		var err error
		if f, b, err = nextField(b); err != nil {
			return err
		}
		switch {
		case f.isNumber(1):
			id, have = zigzag(f.number), have|1
		case f.isNumber(8):
			lat, have = zigzag(f.number), have|2
		case f.isNumber(9):
			lon, have = zigzag(f.number), have|4
		}
	}
	if have != 7 {
		return errors.New("a node lacks its id or its place")
	}
	lat, lon = s.Apply(lat, lon)
	visit(osm.NodeID(id), lat, lon)
	return nil
}

// denseNodes visits the nodes of a DenseNodes message, three lists of
// differences, and returns their number; visit may be nil.
func denseNodes(b []byte, s Scale, visit func(id osm.NodeID, lat, lon int64)) (int, error) {
	var ids, lats, lons list
	for len(b) > 0 {
		var f field
		var err error
		if f, b, err = nextField(b); err != nil {
			return 0, err
		}
		switch f.num {
		case 1:
			ids.add(f)
		case 8:
			lats.add(f)
		case 9:
			lons.add(f)
		}
	}
	n, err := countVarints(ids.packed)
	if err != nil {
		return 0, err
	}
	for _, l := range [2]list{lats, lons} {
		if k, err := countVarints(l.packed); err != nil {
			return 0, err
		} else if k != n {
			return 0, fmt.Errorf("%d nodes with %d coordinates", n, k)
		}
	}
	if visit == nil {
		return n, nil
	}
	var id, lat, lon int64
	i, j, k := 0, 0, 0
	for i < len(ids.packed) {
		var a, la, lo uint64
		a, i = varint(ids.packed, i)
		la, j = varint(lats.packed, j)
		lo, k = varint(lons.packed, k)
		if i < 0 || j < 0 || k < 0 {
			return 0, errWire
		}
		id, lat, lon = id+zigzag(a), lat+zigzag(la), lon+zigzag(lo)
		y, x := s.Apply(lat, lon)
		visit(osm.NodeID(id), y, x)
	}
	return n, nil
}

func (d *Decoder) readWay(b []byte, s Scale, visit func(*Way) error) error {
	var keys, values, refs, lats, lons list
	w := &d.way
	*w = Way{Tags: w.Tags[:0], scale: s}
	for len(b) > 0 {
		var f field
		var err error
		if f, b, err = nextField(b); err != nil {
			return err
		}
		switch f.num {
		case 1:
			w.ID = osm.WayID(f.number)
		case 2:
			keys.add(f)
		case 3:
			values.add(f)
		case 8:
			refs.add(f)
		case 9:
			lats.add(f)
		case 10:
			lons.add(f)
		}
	}
	if err := d.tags(w, keys.packed, values.packed); err != nil {
		return fmt.Errorf("way %d: %w", w.ID, err)
	}
	w.Refs, w.Lats, w.Lons = refs.packed, lats.packed, lons.packed
	var err error
	if w.Count, err = countVarints(w.Refs); err != nil {
		return fmt.Errorf("way %d: %w", w.ID, err)
	}
	for _, l := range [2][]byte{w.Lats, w.Lons} {
		if n, err := countVarints(l); err != nil || len(l) > 0 && n != w.Count {
			return fmt.Errorf("way %d: %d nodes with %d coordinates", w.ID, w.Count, n)
		}
	}
	if len(w.Lats) == 0 || len(w.Lons) == 0 {
		w.Lats, w.Lons = nil, nil
	}
	return visit(w)
}

func (d *Decoder) tags(w *Way, keys, values []byte) error {
	i, j := 0, 0
	for i < len(keys) {
		var k, v uint64
		k, i = varint(keys, i)
		v, j = varint(values, j)
		if i < 0 || j < 0 {
			return errors.New("the lists of keys and values are malformed")
		}
		if k >= uint64(len(d.strings)) || v >= uint64(len(d.strings)) {
			return fmt.Errorf("tag %d=%d, but the block has %d strings", k, v, len(d.strings))
		}
		if at := d.key[k]; at >= 0 && !w.Tags.HasTag(d.Keys[at]) {
			s := d.strings[v]
			value := unsafe.String(unsafe.SliceData(s), len(s)) // the block outlives the call
			w.Tags = append(w.Tags, osm.Tag{Key: d.Keys[at], Value: value})
		}
	}
	if j != len(values) {
		return errors.New("there are more values than keys")
	}
	return nil
}
