package render

import (
	"cmp"
	"context"
	"slices"

	"kernelscope/compute/ref"
	"kernelscope/fault"
)

// DrawKeys waits for the last frame of quads and returns the keys of what it painted, in the
// order in which they were made: chunk by chunk, segment by segment, the casing before the
// fill. Only their lowest bits differ. It is an error if no frame of quads was drawn.
func (r *Map) DrawKeys(ctx context.Context) (keys []uint32, bits int, err error) {
	k := r.keys
	if err := r.d.Flush(ctx); err != nil {
		return nil, 0, err
	}
	n := int(k.counted.Words()[0])
	if k.made == (made{}) || n == 0 {
		return nil, 0, fault.Input.Errorf("nothing has draw keys: no roads in view are painted as quads")
	}
	keys, payload := make([]uint32, n), make([]uint32, n)
	if err := cmp.Or(r.d.Read(ctx, k.sortedKeys, 0, keys), r.d.Read(ctx, k.sorted, 0, payload)); err != nil {
		return nil, 0, err
	}
	place := map[uint32]int{} // of a chunk in view
	for i, chunk := range r.list {
		place[chunk] = i
	}
	type key struct {
		place   int
		payload uint32 // the segment, and its part
		key     uint32
	}
	all := make([]key, n)
	for i := range all {
		all[i] = key{place[payload[i]>>1/ref.RoadsChunk], payload[i], keys[i]}
	}
	slices.SortFunc(all, func(a, b key) int { return cmp.Or(cmp.Compare(a.place, b.place), cmp.Compare(a.payload, b.payload)) })
	for i := range all {
		keys[i] = all[i].key
	}
	return keys, ref.RoadsKeyBits(k.levels, k.parts), nil
}
