package ref

import "kernelscope/compute"

// ScanReduce holds the buffers of scan_reduce.
type ScanReduce[B any] struct {
	Rows                  compute.Constant // vectors per invocation
	In, Partials, Control B
	N                     uint32 // number of values
}

// MirrorScanReduce mirrors scan_reduce.
func MirrorScanReduce(g compute.Grid, a ScanReduce[[]uint32]) { scanReduce(1, g, a) }

// scanReduce mirrors scan_reduce for values of one or two words.
func scanReduce(words int, g compute.Grid, a ScanReduce[[]uint32]) {
	in, partials := values{a.In, words}, values{a.Partials, words}
	size := ScanPartition(g.Size, int(a.Rows), words)
	for p := range min(g.X*g.Y, partials.len()) {
		sum := uint64(0)
		for i := p * size; i < min((p+1)*size, int(a.N)); i++ {
			sum += in.at(i)
		}
		partials.set(p, sum)
	}
	sum := uint64(0)
	for p := range partials.len() {
		x := partials.at(p)
		partials.set(p, sum)
		sum += x
	}
}
