package sorting

import "kernelscope/compute"

// SortMerge holds the arguments of sort_merge.
type SortMerge[B any] struct {
	Form                               compute.Constant // a Format
	Items                              compute.Constant // keys per invocation
	Count                              B                // word 0: the keys of both arrays
	Low, LowPayload, High, HighPayload B
	Splits                             B // for each end of a tile: the keys of Low before it
	Next, NextPayload                  B
	Full                               uint32 // capacity of Low
	IsSplit                            uint32 // 1: finds splits; 0: merges
	Begin, End                         uint32 // positions in the merged array between which Next is
	FirstSplit                         uint32 // of the tiles of Next
	First                              uint32 // tile of the first workgroup or, for splits, of the first invocation
}

// MirrorSortMerge mirrors sort_merge: it merges all keys, and stores what belongs to the dispatch.
func MirrorSortMerge(g compute.Grid, a SortMerge[[]uint32]) {
	f, tile, count := Format(a.Form), g.Size*int(a.Items), int(a.Count[0])
	begin, last, lows := int(a.Begin), min(count, int(a.End)), min(count, int(a.Full))
	ends := map[int][]int{} // tiles by their first position
	if a.IsSplit != 0 {
		for t := int(a.First); t < int(a.First)+g.Invocations() && (t == 0 || begin+(t-1)*tile < last); t++ {
			d := min(begin+t*tile, last)
			ends[d] = append(ends[d], t)
		}
	}
	first := begin + int(a.First)*tile
	end := min(last, first+g.X*g.Y*tile)
	low, high := 0, 0
	for d := 0; ; d++ {
		for _, t := range ends[d] {
			a.Splits[int(a.FirstSplit)+t] = uint32(low)
		}
		if d == count {
			return
		}
		from, payload, at := a.Low, a.LowPayload, &low
		if low == lows || high < count-lows && f.Order(f.Key(a.High, high)) < f.Order(f.Key(a.Low, low)) {
			from, payload, at = a.High, a.HighPayload, &high
		}
		if a.IsSplit == 0 && d >= first && d < end {
			f.SetKey(a.Next, d-begin, f.Key(from, *at))
			if f.Payload() {
				a.NextPayload[d-begin] = payload[*at]
			}
		}
		*at++
	}
}
