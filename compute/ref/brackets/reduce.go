package brackets

import (
	"kernelscope/compute"
	"kernelscope/shaders"
)

// Reduce holds the arguments of brackets_reduce.
type Reduce[B any] struct {
	Input[B]
	Parts
}

// MirrorReduce mirrors brackets_reduce. Only the last dispatch computes where partitions begin.
func MirrorReduce(g compute.Grid, a Reduce[[]uint32]) {
	size, last := Partition(g.Size), a.last(g)
	for p := int(a.FirstPart); p < last; p++ {
		outside, all, quotes := uint32(0), uint32(0), uint32(0)
		read(a.Text, p*size, min((p+1)*size, int(a.Blocks)), false, func(s seen) {
			if kindOf(s.c) != shaders.ClipLeaf {
				all++
				if !s.inside {
					outside++
				}
			}
			if s.quote {
				quotes++
			}
		})
		a.Partitions[2*p], a.Partitions[2*p+1] = outside|all<<16, quotes&1
	}
	a.Control[shaders.BracketsFinished] += uint32(last) - a.FirstPart
	if a.Control[shaders.BracketsFinished] < a.Groups {
		return
	}
	brackets, inside := uint32(0), uint32(0)
	for p := range int(a.Groups) {
		outside, all, odd := a.Partitions[2*p]&(1<<16-1), a.Partitions[2*p]>>16, a.Partitions[2*p+1]
		a.Partitions[2*p], a.Partitions[2*p+1] = brackets, inside
		if inside != 0 {
			outside = all - outside
		}
		brackets += outside
		inside ^= odd
	}
	a.Control[shaders.BracketsFinished], a.Control[shaders.BracketsBrackets] = 0, brackets
	a.Control[shaders.BracketsIsOpen], a.Control[shaders.BracketsStrange] = inside, shaders.BracketsNowhere
}
