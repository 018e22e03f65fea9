package sorting

import (
	"kernelscope/compute"
	"kernelscope/shaders"
)

// BatcherTile holds the arguments of batcher_tile.
type BatcherTile[B any] struct {
	Form                 compute.Constant // a Format
	Items                compute.Constant // keys per invocation
	Count, Keys, Payload B
	Run                  uint32 // length of the merged runs
	Stride, LastStride   uint32
	Columns              uint32 // of a tile
	Part                 uint32 // BatcherBlocks: all runs of a block; Heads: the first strides of a run; Bodies: later strides; Seams: comparators inside seams
	First                uint32 // tile of the first workgroup
}

// MirrorBatcherTile mirrors batcher_tile without tiles. It runs the stages in order, each with the
// comparators that belong to the part and to a tile of the dispatch.
func MirrorBatcherTile(g compute.Grid, a BatcherTile[[]uint32]) {
	s := network{Format(a.Form), int(a.Count[0]), a.Keys, a.Payload}
	mine := func(tile int) bool { return tile >= int(a.First) && tile < int(a.First)+g.X*g.Y }
	if a.Part == shaders.BatcherBlocks {
		for run := 2; run <= int(a.Run) && run/2 < s.n; run *= 2 {
			for stride := run / 2; stride > 0; stride /= 2 {
				s.stage(run, stride, func(low, high int) bool { return mine(low / int(a.Run)) })
			}
		}
		return
	}
	last, columns := int(a.LastStride), int(a.Columns)
	height := g.Size * int(a.Items) / columns
	reach := int(a.Stride) / last
	band := 2 * reach
	taken := func(low, high int) bool {
		strip := low % last / columns
		low, high = low/last, high/last
		level, inSeam := low/height, low/band == high/band && low%height >= height-band
		switch a.Part {
		case shaders.BatcherBodies:
			level = (low + reach) / height // a tile begins in the middle of a seam
		case shaders.BatcherSeams:
			level /= height / band // a tile has this number of seams
		}
		return (a.Part == shaders.BatcherHeads || inSeam == (a.Part == shaders.BatcherSeams)) && mine(level*(last/columns)+strip)
	}
	for stride := a.Stride; stride >= a.LastStride; stride /= 2 {
		s.stage(int(a.Run), int(stride), taken)
	}
}
