package ref

import (
	"cmp"
	"math/bits"

	"kernelscope/compute"
)

// BatcherStage are the arguments of batcher_stage.
type BatcherStage[B any] struct {
	Form                 compute.Constant // a SortForm
	Count, Keys, Payload B
	Run                  uint32 // the length of the runs that are made
	Stride               uint32
}

// Batcher mirrors batcher_stage.
func Batcher(_ compute.Grid, a BatcherStage[[]uint32]) {
	s := network{SortForm(a.Form), int(a.Count[0]), a.Keys, a.Payload}
	s.stage(int(a.Run), int(a.Stride), func(low, high int) bool { return true })
}

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

// BatcherTiles mirrors batcher_tile, without tiles: it makes one stage after
// another, of each the comparators that are of the part.
func BatcherTiles(g compute.Grid, a BatcherTile[[]uint32]) {
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

// network is an array in which comparators exchange keys.
type network struct {
	form         SortForm
	n            int
	keys, values []uint32
}

// stage applies those comparators of a stage that are taken.
func (s network) stage(run, stride int, taken func(low, high int) bool) {
	for low := range s.n - stride {
		high := low + stride
		joined := low/run == high/run && low/stride%2 == 1
		if stride == run/2 {
			joined = low/stride%2 == 0
		}
		if joined && taken(low, high) {
			s.compare(low, high)
		}
	}
}

// compare exchanges two keys with their values if the first comes after the
// second: by the keys, and where these are equal by the values.
func (s network) compare(low, high int) {
	a, b := s.form.Key(s.keys, low), s.form.Key(s.keys, high)
	if !s.form.Payload() {
		if s.form.Rank(a) > s.form.Rank(b) {
			s.form.SetKey(s.keys, low, b)
			s.form.SetKey(s.keys, high, a)
		}
		return
	}
	v, w := s.values[low], s.values[high]
	if cmp.Or(cmp.Compare(s.form.Order(a), s.form.Order(b)), cmp.Compare(v, w)) > 0 {
		s.form.SetKey(s.keys, low, b)
		s.form.SetKey(s.keys, high, a)
		s.values[low], s.values[high] = w, v
	}
}

// Rank returns a number as Order does, but another one for every other key: of
// floats that are no numbers and differ in the sign only, that with a sign comes
// later.
func (f SortForm) Rank(key uint64) uint64 {
	if f.Type() != SortF32 {
		return f.Order(key)
	}
	const noNumber = 2 * 0x7f800001
	k := uint32(key)
	if turned := bits.RotateLeft32(k, 1); turned >= noNumber {
		k = turned
	} else if k>>31 != 0 {
		k = ^k - 0x007fffff // -infinity comes first
	} else {
		k = (k | 1<<31) - 0x007fffff
	}
	if f&SortDescending != 0 {
		k = ^k
	}
	return uint64(k)
}
