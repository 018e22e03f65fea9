package sorting

import (
	"kernelscope/compute"
	"kernelscope/shaders"
)

// RadixHistogram holds the buffers of radix_histogram.
type RadixHistogram[B any] struct {
	Form                       compute.Constant // a Format
	Passes                     compute.Constant
	Rows                       compute.Constant // keys per invocation
	Keys, Count, Bins, Control B
	LastMask                   uint32 // of the digit of the last pass
	FirstKey, EndKey           uint32 // of this part
	IsLastPart                 uint32
	Earlier                    uint32 // keys of the array in a buffer before this one
}

// MirrorRadixHistogram mirrors radix_histogram.
func MirrorRadixHistogram(_ compute.Grid, a RadixHistogram[[]uint32]) {
	passes := uint32(a.Passes)
	d := digits{keys: a.Keys, form: Format(a.Form), n: int(min(max(a.Count[0], a.Earlier)-a.Earlier, a.EndKey))}
	for pass := range passes {
		d.shift, d.mask = 8*pass, shaders.RadixDigits-1
		if pass == passes-1 {
			d.mask = a.LastMask
		}
		bins := a.Bins[pass*shaders.RadixDigits : (pass+1)*shaders.RadixDigits]
		for i := int(a.FirstKey); i < d.n; i++ {
			bins[d.at(i)]++
		}
		if a.IsLastPart == 0 {
			continue
		}
		sum := uint32(0)
		for i, c := range bins {
			bins[i] = sum
			sum += c
		}
	}
}
