package sorting

import (
	"slices"

	"kernelscope/compute"
	"kernelscope/shaders"
)

// RadixPass holds the buffers of radix_pass.
type RadixPass[B any] struct {
	RadixConstants
	Straight                                                 compute.Constant // 1: full partitions have code of their own
	Separate                                                 compute.Constant // 1: shared memory holds the keys beside the counters
	Keys, Payload, Count, Bins, State, NextKeys, NextPayload B

	Shift, Mask uint32
	FirstBin    uint32 // first word of the pass in Bins
	FirstState  uint32 // first word of the pass in State: Digits words, the first of which counts workgroups, then Digits words per partition
	Patience    uint32 // number of failed looks before a fallback
	Page        uint32 // number of keys in the first buffer if the form is paged
}

// MirrorRadixPass mirrors radix_pass.
func MirrorRadixPass(g compute.Grid, a RadixPass[[]uint32]) {
	if a.Form&shaders.SortPaged != 0 { // the keys continue in the buffers of the payload
		whole := a
		whole.Form &^= shaders.SortPaged
		whole.Keys, whole.NextKeys = slices.Concat(a.Keys[:a.Page], a.Payload), slices.Concat(a.NextKeys[:a.Page], a.NextPayload)
		MirrorRadixPass(g, whole)
		copy(a.NextKeys[:a.Page], whole.NextKeys)
		copy(a.NextPayload, whole.NextKeys[a.Page:])
		return
	}
	d := digits{a.Keys, Format(a.Form), a.Shift, a.Mask, int(a.Count[0]), 0}
	next := append([]uint32(nil), a.Bins[a.FirstBin:a.FirstBin+shaders.RadixDigits]...)
	size := g.Size * int(a.Items)
	started := int(a.State[a.FirstState]) // in earlier dispatches
	a.State[a.FirstState] += uint32(g.X * g.Y)
	for p := 0; p*size < d.n && p < started+g.X*g.Y; p++ {
		first, end := d.partition(p, size)
		for i := first; i < end; i++ {
			if p < started {
				next[d.at(i)]++
			} else {
				move(d, i, a.Payload, a.NextKeys, a.NextPayload, next)
			}
		}
		if p < started {
			continue
		}
		for digit, sum := range next {
			a.State[int(a.FirstState)+(1+p)*shaders.RadixDigits+digit] = shaders.RadixPrefix | sum
		}
	}
}
