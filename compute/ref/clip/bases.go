package clip

import (
	"kernelscope/compute"
	"kernelscope/scene/clipseq"
	"kernelscope/shaders"
)

// Bases holds the buffers of clip_bases.
type Bases[B any] struct {
	Control, Partitions, Minima, SliceBoxes, Bases, Chain B

	FirstLeaf, PartitionSize, Room uint32
	FirstRound, EndRound           uint32
}

// MirrorBases mirrors clip_bases.
func MirrorBases(g compute.Grid, a Bases[[]uint32]) {
	n := (int(a.Control[shaders.ClipCount]) + int(a.PartitionSize) - 1) / int(a.PartitionSize)
	room := int(a.Room)
	for round := a.FirstRound; round < a.EndRound; round++ {
		from, to := 0, room
		if round%2 == 1 {
			from, to = room, 0
		}
		for q := range n {
			box, next := clipseq.Everything, uint32(shaders.ClipNone)
			if round == 0 {
				lowest := partitionOf(a.Partitions, q).lowest()
				if before := partitionBelow(a.Partitions, q, lowest); before >= 0 {
					r := lowest - 1 - partitionOf(a.Partitions, before).lowest()
					box, next = boxAt(a.SliceBoxes, before*int(a.PartitionSize)+int(r)), uint32(before)
					if before/g.Size == q/g.Size { // of the same workgroup, which is done there
						box, next = box.Cut(boxAt(a.Bases, to+before)), a.Chain[to+before]
					}
				}
			} else {
				box, next = boxAt(a.Bases, from+q), a.Chain[from+q]
				for hop := 0; hop < shaders.ClipHops && next != shaders.ClipNone; hop++ {
					box, next = box.Cut(boxAt(a.Bases, from+int(next))), a.Chain[from+int(next)]
				}
			}
			setBox(a.Bases, to+q, box)
			a.Chain[to+q] = next
		}
	}
}
