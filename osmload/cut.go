package osmload

import (
	"context"
	"io"
	"slices"
	"strings"

	"github.com/paulmach/osm"

	"kernelscope/osmload/internal/pbf"
	"kernelscope/scene"
)

// Cut copies the highways, water and settlements of a PBF file to another PBF file, with their
// nodes and the tags that Read uses. It makes the embedded map. It keeps everything in memory.
func Cut(ctx context.Context, r io.ReaderAt, size int64, w io.Writer, source string) error {
	file, err := pbf.Open(r, size)
	if err != nil {
		return err
	}
	decoder := pbf.Decoder{Keys: tagKeys, NodeKeys: townKeys}
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
	var ways []pbf.TaggedWay
	wanted := map[osm.NodeID]bool{}
	if err := each(pbf.Visitor{Way: func(w *pbf.Way) error {
		if _, water := waterOf(w.Tags); !water && !Car.classify(w.Tags).drawn {
			return nil
		}
		t := pbf.TaggedWay{ID: w.ID, Tags: cloned(w.Tags, tagKeys)}
		ways = append(ways, t)
		refs := &ways[len(ways)-1].Refs
		return pbf.Deltas(w.Refs, func(id int64) {
			*refs = append(*refs, osm.NodeID(id))
			wanted[osm.NodeID(id)] = true
		})
	}}); err != nil {
		return err
	}
	var nodes []pbf.Node
	var towns []pbf.TaggedNode
	tagged := map[osm.NodeID]bool{}
	if err := each(pbf.Visitor{Node: func(id osm.NodeID, lat, lon int64) {
		if wanted[id] {
			nodes = append(nodes, pbf.Node{ID: id, Lat: lat, Lon: lon})
		}
	}, Tagged: func(id osm.NodeID, lat, lon int64, tags osm.Tags) error {
		var kept []scene.Settlement
		err := keepTown(nil, &kept, id, placeAt(lat, lon), tags)
		if len(kept) > 0 {
			towns = append(towns, pbf.TaggedNode{Node: pbf.Node{ID: id, Lat: lat, Lon: lon}, Tags: cloned(tags, townKeys)})
			tagged[id] = true
		}
		return err
	}}); err != nil {
		return err
	}
	nodes = slices.DeleteFunc(nodes, func(n pbf.Node) bool { return tagged[n.ID] })
	const perBlock = 16000
	out := pbf.Encoder{W: w, Compression: pbf.Zlib}
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
