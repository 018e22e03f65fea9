package ref

import "kernelscope/compute"

// ScanAdd holds the buffers of scan_add.
type ScanAdd[B any] struct {
	Rows              compute.Constant // vectors per invocation
	Inclusive         compute.Constant // 1: a sum includes the value itself
	In, Partials, Out B
	N                 uint32 // number of values
}

// MirrorScanAdd mirrors scan_add.
func MirrorScanAdd(g compute.Grid, a ScanAdd[[]uint32]) { scanAdd(1, g, a) }

// scanAdd mirrors scan_add for values of one or two words.
func scanAdd(words int, g compute.Grid, a ScanAdd[[]uint32]) {
	in, partials, out := Numbers{Buffer: a.In, Words: words}, Numbers{Buffer: a.Partials, Words: words}, Numbers{Buffer: a.Out, Words: words}
	size := ScanPartition(g.Size, int(a.Rows), words)
	for p := range min(g.X*g.Y, partials.Len()) {
		sum := partials.At(p)
		for i := p * size; i < min((p+1)*size, int(a.N)); i++ {
			x := in.At(i)
			if a.Inclusive == 0 {
				out.Set(i, sum)
			}
			sum += x
			if a.Inclusive != 0 {
				out.Set(i, sum)
			}
		}
	}
}
