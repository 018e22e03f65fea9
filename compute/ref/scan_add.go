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
