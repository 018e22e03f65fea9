package brackets

import (
	"kernelscope/compute"
	"kernelscope/shaders"
)

// Write holds the arguments of brackets_write.
type Write[B any] struct {
	Input[B]
	Elements, Places B // of each bracket its word as clipseq has it, and its byte
	Parts
}

// MirrorWrite mirrors brackets_write.
func MirrorWrite(g compute.Grid, a Write[[]uint32]) {
	size := Partition(g.Size)
	for p := int(a.FirstPart); p < a.last(g); p++ {
		at := a.Partitions[2*p]
		read(a.Text, p*size, min((p+1)*size, int(a.Blocks)), a.Partitions[2*p+1] != 0, func(s seen) {
			isStrange := s.isLong && s.at%BlockBytes == 0
			switch s.c {
			case '\\', '/', 0:
				isStrange = isStrange || !s.inside
			case '\n':
				isStrange = isStrange || s.inside
			}
			if isStrange {
				a.Control[shaders.BracketsStrange] = min(a.Control[shaders.BracketsStrange], uint32(s.at))
			}
			if kind := kindOf(s.c); kind != shaders.ClipLeaf && !s.inside {
				a.Elements[at], a.Places[at] = kind|at<<2, uint32(s.at)
				at++
			}
		})
	}
}
