package watch

import (
	"context"
	"encoding/binary"
	"hash/fnv"
	"slices"

	"kernelscope/compute"
)

// Hash reads layers and returns a number that depends on their kinds and contents. The order of
// entries counts only in ordered layers.
func Hash(ctx context.Context, be compute.Backend, layers []compute.Layer) (uint64, error) {
	h := fnv.New64a()
	for _, l := range layers {
		words := make([]uint32, l.Count*l.Stride)
		if len(words) > 0 {
			if err := be.Read(ctx, l.Buffer, l.First, words); err != nil {
				return 0, err
			}
		}
		entries := slices.Collect(slices.Chunk(words, max(1, l.Stride)))
		if l.Unordered {
			slices.SortFunc(entries, slices.Compare[[]uint32])
		}
		h.Write([]byte(l.Kind))
		for _, e := range entries {
			for _, w := range e {
				h.Write(binary.LittleEndian.AppendUint32(nil, w))
			}
		}
	}
	return h.Sum64(), nil
}
