package scan

import (
	"kernelscope/compute"
	"kernelscope/compute/ref"
)

// Add holds the buffers of scan_add.
type Add[B any] struct {
	Rows              compute.Constant // vectors per invocation
	Inclusive         compute.Constant // 1: a sum includes the value itself
	In, Partials, Out B
	N                 uint32 // number of values
}

// MirrorAdd mirrors scan_add.
func MirrorAdd(g compute.Grid, a Add[[]uint32]) { scanAdd(1, g, a) }

// scanAdd mirrors scan_add for values of one or two words.
func scanAdd(words int, g compute.Grid, a Add[[]uint32]) {
	in, partials, out := ref.Numbers{Buffer: a.In, Words: words}, ref.Numbers{Buffer: a.Partials, Words: words}, ref.Numbers{Buffer: a.Out, Words: words}
	size := Partition(g.Size, int(a.Rows), words)
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
