package ref

import "kernelscope/compute"

// BatcherTile are the arguments of batcher_tile.
type BatcherTile[B any] struct {
	Form                 compute.Constant // a SortForm
	Items                compute.Constant // keys of an invocation
	Count, Keys, Payload B
	Run                  uint32 // the length of the runs that are made
	Stride, LastStride   uint32
	Columns              uint32 // of a tile
	Part                 uint32 // BatcherBlocks: all runs of a block; Heads: the first strides of a run; Bodies: later strides; Seams: what lies inside seams
}

// MirrorBatcherTile mirrors batcher_tile, without tiles: it makes one stage after
// another, of each the comparators that are of the part.
func MirrorBatcherTile(g compute.Grid, a BatcherTile[[]uint32]) {
	s := network{SortForm(a.Form), int(a.Count[0]), a.Keys, a.Payload}
	if a.Part == BatcherBlocks {
		for run := 2; run <= int(a.Run) && run/2 < s.n; run *= 2 {
			for stride := run / 2; stride > 0; stride /= 2 {
				s.stage(run, stride, func(low, high int) bool { return true })
			}
		}
		return
	}
	height := g.Size * int(a.Items) / int(a.Columns)
	band := 2 * int(a.Stride/a.LastStride)
	taken := func(low, high int) bool {
		if a.Part == BatcherHeads {
			return true
		}
		low, high = low/int(a.LastStride), high/int(a.LastStride)
		inSeam := low/band == high/band && low%height >= height-band
		return inSeam == (a.Part == BatcherSeams)
	}
	for stride := a.Stride; stride >= a.LastStride; stride /= 2 {
		s.stage(int(a.Run), int(stride), taken)
	}
}
