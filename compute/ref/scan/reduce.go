package scan

import (
	"kernelscope/compute"
	"kernelscope/compute/ref"
)

// Reduce holds the buffers of scan_reduce.
type Reduce[B any] struct {
	Rows                  compute.Constant // vectors per invocation
	In, Partials, Control B
	N                     uint32 // number of values
}

// MirrorReduce mirrors scan_reduce.
func MirrorReduce(g compute.Grid, a Reduce[[]uint32]) { scanReduce(1, g, a) }

// scanReduce mirrors scan_reduce for values of one or two words.
func scanReduce(words int, g compute.Grid, a Reduce[[]uint32]) {
	in, partials := ref.Numbers{Buffer: a.In, Words: words}, ref.Numbers{Buffer: a.Partials, Words: words}
	size := Partition(g.Size, int(a.Rows), words)
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
