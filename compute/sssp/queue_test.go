package sssp

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"kernelscope/compute"
)

// Queues give back what was put in, in order, when nothing nearer is put in than
// what was taken last, nor anything farther than the greatest weight beyond it.
func TestQueues(t *testing.T) {
	dial := &bucketQueue{pool: make([]pooled, 1)}
	dijkstra := &heapQueue{}
	rapid.Check(t, func(rt *rapid.T) {
		width := rapid.SampledFrom([]uint32{1, 2, 1 << 15}).Draw(rt, "width")
		most := width * (buckets - 2) // the greatest weight for it
		for _, q := range []queue{dijkstra, dial} {
			q.begin(nil, Query{}, compute.Values{Delta: width})
			in, out, last, left := []uint64{}, []uint64{}, uint32(0), 0
			for node, take := range rapid.SliceOf(rapid.Bool()).Draw(rt, "takes") {
				if take && left > 0 {
					key, _ := q.pop()
					out = append(out, key)
					_, last = nodeAndDist(key)
					left--
				} else if weight := rapid.Uint32Range(0, most).Draw(rt, "weight"); last <= last+weight {
					key := keyOf(uint32(node), last+weight)
					in = append(in, key)
					q.push(key)
					left++
				}
			}
			for key, ok := q.pop(); ok; key, ok = q.pop() {
				out = append(out, key)
			}
			if !sortedByDist(out) {
				rt.Fatalf("out of order: %x", out)
			}
			slices.Sort(in)
			slices.Sort(out)
			if !slices.Equal(in, out) {
				rt.Fatalf("%x went in, %x came out", in, out)
			}
		}
	})
}

func sortedByDist(keys []uint64) bool {
	return slices.IsSortedFunc(keys, func(a, b uint64) int { return int(a>>32) - int(b>>32) })
}
