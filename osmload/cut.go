package osmload

import (
	"context"
	"io"
	"slices"
	"strings"

	"github.com/paulmach/osm"

	"kernelscope/osmload/internal/pbf"
)

// Cut copies the highways of a PBF file, with the tags that Read looks at and
// their nodes, to another PBF file. It is how the embedded map is made; it
// keeps everything in memory.
func Cut(ctx context.Context, r io.ReaderAt, size int64, w io.Writer, source string) error {
	file, err := pbf.Open(r, size)
	if err != nil {
		return err
	}
	decoder := pbf.Decoder{Keys: tagKeys}
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
		if !classify(w.Tags).drawn {
			return nil
		}
		t := pbf.TaggedWay{ID: w.ID}
		for _, key := range tagKeys {
			if v := w.Tags.Find(key); v != "" {
				t.Tags = append(t.Tags, osm.Tag{Key: key, Value: strings.Clone(v)})
			}
		}
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
	if err := each(pbf.Visitor{Node: func(id osm.NodeID, lat, lon int64) {
		if wanted[id] {
			nodes = append(nodes, pbf.Node{ID: id, Lat: lat, Lon: lon})
		}
	}}); err != nil {
		return err
	}
	const perBlock = 16000
	out := pbf.Encoder{W: w, Compression: pbf.Zlib}
	out.Header("kernelscope", source)
	for b := range slices.Chunk(nodes, perBlock) {
		out.Nodes(b)
	}
	for b := range slices.Chunk(ways, perBlock) {
		out.Ways(b)
	}
	return out.Err
}
