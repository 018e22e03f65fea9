package ref

import "kernelscope/compute"

// ScanAdd are the buffers of scan_add.
type ScanAdd[B any] struct {
	Rows              compute.Constant // vectors of an invocation
	Inclusive         compute.Constant // 1: sums contain the value itself
	In, Partials, Out B
	N                 uint32 // values
}

// MirrorScanAdd mirrors scan_add.
func MirrorScanAdd(g compute.Grid, a ScanAdd[[]uint32]) { scanAdd(1, g, a) }

// scanAdd does so for values of some words.
func scanAdd(words int, g compute.Grid, a ScanAdd[[]uint32]) {
	in, partials, out := values{a.In, words}, values{a.Partials, words}, values{a.Out, words}
	size := ScanPartition(g.Size, int(a.Rows), words)
	for p := range min(g.X*g.Y, partials.len()) {
		sum := partials.at(p)
		for i := p * size; i < min((p+1)*size, int(a.N)); i++ {
			x := in.at(i)
			if a.Inclusive == 0 {
				out.set(i, sum)
			}
			sum += x
			if a.Inclusive != 0 {
				out.set(i, sum)
			}
		}
	}
}
