package clip

import (
	"kernelscope/compute"
	"kernelscope/compute/ref"
	"kernelscope/shaders"
)

// ShuffleBoxes holds the buffers of clip_shuffle_boxes.
type ShuffleBoxes[B any] struct {
	LookbackBoxes[B]
	Levels B
}

// MirrorShuffleBoxes mirrors clip_shuffle_boxes. The results of partitions are the same as of the
// look-back.
func MirrorShuffleBoxes(g compute.Grid, a ShuffleBoxes[[]uint32]) {
	traced := a.Traced
	a.Traced = 0
	MirrorLookbackBoxes(g, a.LookbackBoxes)
	if traced == 0 {
		return
	}
	n, levels := int(a.Control[shaders.ClipCount]), Levels(g.Size)
	end := int(a.Control[shaders.ClipTicket])
	first, number := end-g.X*g.Y, min(end, (n+g.Size-1)/g.Size)
	traceLookback(a.Walks, first, number, levels-1, a.Trace)
	reduceLevels(a.Elements[:n], g.Size, first, number, a.Levels)
}

// reduceLevels writes the levels of the reductions of the partitions from first up to, not including,
// end: each block of each level gets its own stack.
func reduceLevels(elements []uint32, size, first, end int, to []uint32) {
	levels := Levels(size)
	for part := first; part < end; part++ {
		for level := range levels {
			at := (part*levels + level) * size
			for first := 0; first < size; first += 1 << level {
				reduceBlock(elements, part*size, first, 1<<level, to[min(len(to), Level*at):])
			}
		}
	}
}

// AgreeOnShuffleBoxes is like AgreeOnShuffle, for clip_shuffle_boxes.
func AgreeOnShuffleBoxes(before, device, mirror ShuffleBoxes[[]uint32]) error {
	if err := AgreeOnLookbackBoxes(before.LookbackBoxes, device.LookbackBoxes, mirror.LookbackBoxes); err != nil {
		return err
	}
	return ref.Same("Levels", device.Levels, mirror.Levels)
}
