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

// cut copies the highways, water and settlements of a PBF file to another PBF file, with their
// nodes and the tags that osmload.Read uses. It keeps everything in memory.
func cut(ctx context.Context, r io.ReaderAt, size int64, w io.Writer, source string) error {
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
	var ways []pbfwrite.TaggedWay
	wanted := map[osm.NodeID]bool{}
	if err := each(pbf.Visitor{Way: func(w *pbf.Way) error {
		if !osmload.IsDrawn(w.Tags) {
			return nil
		}
		t := pbfwrite.TaggedWay{ID: w.ID, Tags: cloned(w.Tags, osmload.WayKeys)}
		ways = append(ways, t)
		refs := &ways[len(ways)-1].Refs
		return pbf.Deltas(w.Refs, func(id int64) {
			*refs = append(*refs, osm.NodeID(id))
			wanted[osm.NodeID(id)] = true
		})
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
		if osmload.IsTown(tags) {
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

// cloned copies the tags with the given keys, in the order of the keys.
func cloned(tags osm.Tags, keys []string) (out osm.Tags) {
	for _, key := range keys {
		if v := tags.Find(key); v != "" {
			out = append(out, osm.Tag{Key: key, Value: strings.Clone(v)})
		}
	}
	return out
}
