package render

import (
	"cmp"
	"context"
	"slices"

	ref "kernelscope/compute/ref/roads"
	"kernelscope/internal/fault"
	"kernelscope/shaders"
)

// DrawKeys waits for the last frame of quads and returns its keys unsorted: chunk by chunk, segment
// by segment, the casing before the fill. Only their lowest bits differ. It is an error if no frame
// of quads has been drawn.
func (r *Map) DrawKeys(ctx context.Context) (out DrawKeys, err error) {
	k := r.keys
	if err := r.d.Flush(ctx); err != nil {
		return out, err
	}
	n := int(k.counted.Words()[0])
	if k.made == (made{}) || n == 0 {
		return out, fault.Input.Errorf("nothing has draw keys: no roads in view are painted as quads")
	}
	sortedKeys, sorted := k.Sorted()
	keys, payload, err := k.Read(ctx, sortedKeys, sorted, n)
	if err != nil {
		return out, err
	}
	place := map[uint32]int{} // position of each chunk in view
	for i, chunk := range r.list {
		place[chunk] = i
	}
	type key struct {
		place   int
		payload uint32 // the segment and its part
		key     uint32
	}
	all := make([]key, n)
	for i := range all {
		all[i] = key{place[payload[i]>>1/shaders.RoadsChunk], payload[i], keys[i]}
	}
	slices.SortFunc(all, func(a, b key) int { return cmp.Or(cmp.Compare(a.place, b.place), cmp.Compare(a.payload, b.payload)) })
	for i := range all {
		keys[i], payload[i] = all[i].key, all[i].payload
	}
	return DrawKeys{keys, payload, ref.KeyBits(k.levels, k.parts)}, nil
}
