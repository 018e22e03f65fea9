package pbf

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"unsafe"

	"github.com/klauspost/compress/zstd"
	"github.com/paulmach/osm"

	"kernelscope/internal/source"
)

// Decoder decodes blobs one after another and reuses its buffers. Each worker has its own.
type Decoder struct {
	// Keys are the keys of way tags to read, NodeKeys of node tags. Nodes without the first
	// of NodeKeys are not tagged.
	Keys, NodeKeys []string
	// Budget is charged for the contents of blobs. It may be nil.
	Budget *source.Budget

	ctx         context.Context
	stored, raw []byte
	zlib        io.ReadCloser
	zstd        *zstd.Decoder

	strings [][]byte
	key     []int8 // per string: its index in Keys or NodeKeys, or -1
	tagged  bool   // the block contains the first of NodeKeys
	groups  [][]byte
	way     Way
}

// Visitor receives the objects of a block. A nil function skips objects of its kind. At most one of
// Way and Tagged may be set.
type Visitor struct {
	Way func(*Way) error
	// Node receives coordinates in units of 1e-7 degrees, possibly out of range.
	Node func(id osm.NodeID, lat, lon int64)
	// Tagged receives nodes with tags. The tags are valid only during the call.
	Tagged func(id osm.NodeID, lat, lon int64, tags osm.Tags) error
}

// Way is a way as stored in a block. It is valid only during the call.
type Way struct {
	ID         osm.WayID
	Tags       osm.Tags // tags with a key in Decoder.Keys; the first one if a key is repeated
	Refs       []byte   // packed differences of node ids; see Deltas
	Count      int      // of refs
	Lats, Lons []byte   // packed differences of coordinates, if the file has them on ways
	scale      Scale
}

// Scale returns the conversion of summed Lats and Lons to units of 1e-7 degrees.
func (w *Way) Scale() Scale { return w.scale }

// Counts are the numbers of objects in a block.
type Counts struct{ Nodes, Ways, Relations int }

// Scale converts a block's coordinates to units of 1e-7 degrees.
type Scale struct{ granularity, latOffset, lonOffset int64 } // nanodegrees

// Apply converts a latitude and a longitude. The results may be out of range.
func (s Scale) Apply(lat, lon int64) (int64, int64) {
	if s.granularity == 100 && s.latOffset == 0 && s.lonOffset == 0 {
		return lat, lon
	}
	f := func(v, offset int64) int64 {
		x := math.Round((float64(offset) + float64(s.granularity)*float64(v)) / 100)
		if !(math.Abs(x) < 1<<40) {
			return math.MaxInt64 // out of range, must not be converted
		}
		return int64(x)
	}
	return f(lat, s.latOffset), f(lon, s.lonOffset)
}

// Decode calls the functions of v for the objects of a block.
func (d *Decoder) Decode(raw []byte, v Visitor) (Counts, error) {
	var c Counts
	s := Scale{granularity: 100}
	d.groups, d.strings, d.key, d.tagged = d.groups[:0], d.strings[:0], d.key[:0], false
	keys := d.Keys
	if v.Way == nil {
		keys = d.NodeKeys
	}
	for rest := raw; len(rest) > 0; {
		var f field
		var err error
		if f, rest, err = nextField(rest); err != nil {
			return c, err
		}
		switch {
		case f.isBytes(1):
			if v.Way != nil || v.Tagged != nil && bytes.Contains(f.bytes, []byte(keys[0])) {
				if err := d.stringTable(f.bytes, keys); err != nil {
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

func (d *Decoder) stringTable(b []byte, keys []string) error {
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
		for i, k := range keys {
			if string(f.bytes) == k {
				key = int8(i)
			}
		}
		d.tagged = d.tagged || key == 0
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
				err = d.plainNode(f.bytes, s, v)
			}
		case f.isBytes(2):
			var n int
			n, err = d.denseNodes(f.bytes, s, v)
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
	if err := d.tags(&w.Tags, d.Keys, keys.packed, values.packed); err != nil {
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

// tags appends the tags whose keys are in known.
func (d *Decoder) tags(tags *osm.Tags, known []string, keys, values []byte) error {
	i, j := 0, 0
	for i < len(keys) {
		var k, v uint64
		k, i = varint(keys, i)
		v, j = varint(values, j)
		if i < 0 || j < 0 {
			return errors.New("the lists of keys and values are malformed")
		}
		if err := d.tag(tags, known, k, v); err != nil {
			return err
		}
	}
	if j != len(values) {
		return errors.New("there are more values than keys")
	}
	return nil
}

// tag appends a tag, given by two string numbers, if its key is in known and not yet present.
func (d *Decoder) tag(tags *osm.Tags, known []string, k, v uint64) error {
	if k >= uint64(len(d.strings)) || v >= uint64(len(d.strings)) {
		return fmt.Errorf("tag %d=%d, but the block has %d strings", k, v, len(d.strings))
	}
	if at := d.key[k]; at >= 0 && !tags.HasTag(known[at]) {
		s := d.strings[v]
		value := unsafe.String(unsafe.SliceData(s), len(s)) // the block outlives the call
		*tags = append(*tags, osm.Tag{Key: known[at], Value: value})
	}
	return nil
}
