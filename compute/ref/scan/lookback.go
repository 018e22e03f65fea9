package scan

import (
	"kernelscope/compute"
	"kernelscope/shaders"
)

// Lookback holds the buffers of scan_lookback.
type Lookback[B any] struct {
	Rows                     compute.Constant // vectors per invocation
	Inclusive                compute.Constant // 1: a sum includes the value itself
	Assign                   compute.Constant // of partitions: by tickets or numbers
	Ahead                    compute.Constant // distance in partitions to the one that a workgroup prefetches; 0: none
	In, Partials, Out, State B                // State has two words, and two per partition
	N                        uint32           // number of values
	Patience                 uint32           // futile looks before a fallback
}

// MirrorLookback mirrors scan_lookback, one partition after another.
func MirrorLookback(g compute.Grid, a Lookback[[]uint32]) {
	const prefix, half = 2 << 30, 1<<16 - 1
	size, sum := Partition(g.Size, int(a.Rows), 1), uint32(0)
	for p := range min(g.X*g.Y, len(a.Partials)) {
		a.Partials[p] = sum
		for i := p * size; i < min((p+1)*size, int(a.N)); i++ {
			x := a.In[i]
			a.Out[i] = sum + uint32(a.Inclusive)*x
			sum += x
		}
		a.State[2*p+2], a.State[2*p+3] = prefix|sum&half, prefix|sum>>16
	}
	if a.Assign == shaders.ScanTickets {
		a.State[0] += uint32(g.X * g.Y)
	}
}
