package pbf

import (
	"errors"
	"fmt"

	"github.com/paulmach/osm"
)

// plainNode decodes a Node message.
func (d *Decoder) plainNode(b []byte, s Scale, v Visitor) error {
	var id, lat, lon int64
	var keys, values list
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
		case f.num == 2:
			keys.add(f)
		case f.num == 3:
			values.add(f)
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
	v.Node(osm.NodeID(id), lat, lon)
	if v.Tagged == nil || !d.tagged {
		return nil
	}
	tags := d.way.Tags[:0]
	defer func() { d.way.Tags = tags }()
	if err := d.tags(&tags, d.NodeKeys, keys.packed, values.packed); err != nil {
		return fmt.Errorf("node %d: %w", id, err)
	}
	return d.offer(v, osm.NodeID(id), lat, lon, tags)
}

// offer passes a node to Tagged if it has a tag with the first of NodeKeys.
func (d *Decoder) offer(v Visitor, id osm.NodeID, lat, lon int64, tags osm.Tags) error {
	if !tags.HasTag(d.NodeKeys[0]) {
		return nil
	}
	return v.Tagged(id, lat, lon, tags)
}

// denseNodes decodes a DenseNodes message, three lists of differences and one of tags, and returns
// the number of nodes.
func (d *Decoder) denseNodes(b []byte, s Scale, v Visitor) (int, error) {
	var ids, lats, lons, tags list
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
		case 10:
			tags.add(f)
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
	if v.Node == nil {
		return n, nil
	}
	pairs := tags.packed
	if v.Tagged == nil || !d.tagged {
		pairs = nil
	}
	var id, lat, lon int64
	i, j, k, at := 0, 0, 0, 0
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
		v.Node(osm.NodeID(id), y, x)
		switch {
		case at >= len(pairs):
		case pairs[at] == 0: // most nodes have no tags
			at++
		default:
			if at, err = d.denseTags(v, pairs, at, osm.NodeID(id), y, x); err != nil {
				return 0, fmt.Errorf("node %d: %w", id, err)
			}
		}
	}
	return n, nil
}

// denseTags offers a node with its tags, which are pairs of string numbers up to a zero. It returns
// where the tags of the next node begin.
func (d *Decoder) denseTags(v Visitor, pairs []byte, at int, id osm.NodeID, lat, lon int64) (next int, err error) {
	tags := d.way.Tags[:0]
	defer func() { d.way.Tags = tags }()
	for at < len(pairs) {
		var key, value uint64
		if key, at = varint(pairs, at); key == 0 && at >= 0 {
			break
		}
		if value, at = varint(pairs, at); at < 0 {
			return 0, errWire
		}
		if err := d.tag(&tags, d.NodeKeys, key, value); err != nil {
			return 0, err
		}
	}
	if at < 0 {
		return 0, errWire
	}
	return at, d.offer(v, id, lat, lon, tags)
}
