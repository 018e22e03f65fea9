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
	in, partials := Numbers{Buffer: a.In, Words: words}, Numbers{Buffer: a.Partials, Words: words}
	size := ScanPartition(g.Size, int(a.Rows), words)
	for p := range min(g.X*g.Y, partials.Len()) {
		sum := uint64(0)
		for i := p * size; i < min((p+1)*size, int(a.N)); i++ {
			sum += in.At(i)
		}
		partials.Set(p, sum)
	}
	sum := uint64(0)
	for p := range partials.Len() {
		x := partials.At(p)
		partials.Set(p, sum)
		sum += x
	}
}
