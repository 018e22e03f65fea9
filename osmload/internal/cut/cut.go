package main

import (
	"context"
	"io"
	"slices"
	"strings"

	"github.com/paulmach/osm"

	"kernelscope/osmload"
	"kernelscope/osmload/internal/pbf"
	"kernelscope/osmload/internal/pbfwrite"
)

// box is a part of the world, in degrees.
type box struct{ west, south, east, north float64 }

// has reports whether a node is in the box.
func (b box) has(lat, lon int64) bool {
	x, y := float64(lon)/1e7, float64(lat)/1e7
	return x >= b.west && x <= b.east && y >= b.south && y <= b.north
}

// cut copies the highways, water and settlements of a PBF file to another PBF file, with their
// nodes and the tags that osmload.Read uses. Of what crosses the edge of a box, a highway keeps its
// longest part inside, and water is whole. It keeps everything in memory.
func cut(ctx context.Context, r io.ReaderAt, size int64, w io.Writer, source string, b box) error {
	file, err := pbf.Open(r, size)
	if err != nil {
		return err
	}
	decoder := pbf.Decoder{Keys: osmload.WayKeys, NodeKeys: osmload.TownKeys}
	each := func(v pbf.Visitor) error {
		for i := range file.Blobs() {
			raw, err := decoder.Load(ctx, file, i)
			if err != nil {
				return file.Fail(i, err)
			}
			if _, err := decoder.Decode(raw, v); err != nil {
				return file.Fail(i, err)
			}
		}
		return nil
	}
	inside := map[osm.NodeID]bool{}
	keep := func(id osm.NodeID, lat, lon int64) {
		if b.has(lat, lon) {
			inside[id] = true
		}
	}
	if err := each(pbf.Visitor{Node: keep, Tagged: func(id osm.NodeID, lat, lon int64, _ osm.Tags) error {
		keep(id, lat, lon)
		return nil
	}}); err != nil {
		return err
	}
	var ways []pbfwrite.TaggedWay
	wanted := map[osm.NodeID]bool{}
	if err := each(pbf.Visitor{Way: func(w *pbf.Way) error {
		if !osmload.IsDrawn(w.Tags) {
			return nil
		}
		t := pbfwrite.TaggedWay{ID: w.ID, Tags: cloned(w.Tags, osmload.WayKeys)}
		if err := pbf.Deltas(w.Refs, func(id int64) { t.Refs = append(t.Refs, osm.NodeID(id)) }); err != nil {
			return err
		}
		if t.Refs = part(t, inside); len(t.Refs) == 0 {
			return nil
		}
		ways = append(ways, t)
		for _, id := range t.Refs {
			wanted[id] = true
		}
		return nil
	}}); err != nil {
		return err
	}
	var nodes []pbfwrite.Node
	var towns []pbfwrite.TaggedNode
	tagged := map[osm.NodeID]bool{}
	if err := each(pbf.Visitor{Node: func(id osm.NodeID, lat, lon int64) {
		if wanted[id] {
			nodes = append(nodes, pbfwrite.Node{ID: id, Lat: lat, Lon: lon})
		}
	}, Tagged: func(id osm.NodeID, lat, lon int64, tags osm.Tags) error {
		if osmload.IsTown(tags) && inside[id] {
			towns = append(towns, pbfwrite.TaggedNode{Node: pbfwrite.Node{ID: id, Lat: lat, Lon: lon}, Tags: cloned(tags, osmload.TownKeys)})
			tagged[id] = true
		}
		return nil
	}}); err != nil {
		return err
	}
	nodes = slices.DeleteFunc(nodes, func(n pbfwrite.Node) bool { return tagged[n.ID] })
	const perBlock = 16000
	out := pbfwrite.Encoder{W: w, Compression: pbfwrite.Zlib}
	out.Header("kernelscope", source)
	for b := range slices.Chunk(nodes, perBlock) {
		out.Nodes(b)
	}
	for b := range slices.Chunk(towns, perBlock) {
		out.Tagged(b)
	}
	for b := range slices.Chunk(ways, perBlock) {
		out.Ways(b)
	}
	return out.Err
}

// part returns the nodes of a way that are kept.
func part(w pbfwrite.TaggedWay, inside map[osm.NodeID]bool) (longest []osm.NodeID) {
	if w.Tags.Find("highway") == "" {
		if slices.ContainsFunc(w.Refs, func(id osm.NodeID) bool { return inside[id] }) {
			return w.Refs
		}
		return nil
	}
	first := 0
	for i := range len(w.Refs) + 1 {
		if i < len(w.Refs) && inside[w.Refs[i]] {
			continue
		}
		if i-first > len(longest) {
			longest = w.Refs[first:i]
		}
		first = i + 1
	}
	return longest
}

// cloned copies the tags with the given keys, in the order of the keys.
func cloned(tags osm.Tags, keys []string) (out osm.Tags) {
	for _, key := range keys {
		if v := tags.Find(key); v != "" {
			out = append(out, osm.Tag{Key: key, Value: strings.Clone(v)})
		}
	}
	return out
}
