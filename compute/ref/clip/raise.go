package clip

import (
	"kernelscope/compute"
	"kernelscope/shaders"
)

// Raise holds the buffers of clip_raise.
type Raise[B any] struct {
	Control, Partitions, Minima B

	FirstLeaf     uint32 // first leaf of the tree in Minima
	PartitionSize uint32 // elements
}

// MirrorRaise mirrors clip_raise.
func MirrorRaise(_ compute.Grid, a Raise[[]uint32]) {
	number := (int(a.Control[shaders.ClipCount]) + int(a.PartitionSize) - 1) / int(a.PartitionSize)
	height, lowest := int32(0), int32(0)
	for q := range number {
		p := partitionOf(a.Partitions, q)
		height = p.begin(height)
		a.Minima[int(a.FirstLeaf)+q-1] = p[3]
		lowest = min(lowest, p.lowest())
	}
	buildMinima(a.Minima, int(a.FirstLeaf), number)
	a.Control[shaders.ClipPops], a.Control[shaders.ClipPushes] = uint32(-lowest), uint32(height-lowest)
}

// buildMinima builds a tree above the leaves. Node v is word v-1, and its children are nodes 4v+1
// to 4v+4.
func buildMinima(minima []uint32, first, number int) {
	for first > 1 {
		parent := (first - 1) / 4
		for x := range (number + 3) / 4 {
			least := int32(shaders.ClipNoHeight)
			for c := 4 * x; c < min(4*x+4, number); c++ {
				least = min(least, int32(minima[first+c-1]))
			}
			minima[parent+x-1] = uint32(least)
		}
		first, number = parent, (number+3)/4
	}
}
