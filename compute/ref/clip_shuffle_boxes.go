package ref

import "kernelscope/compute"

// ClipShuffleBoxes holds the buffers of clip_shuffle_boxes.
type ClipShuffleBoxes[B any] struct {
	ClipLookbackBoxes[B]
	Levels B
}

// MirrorClipShuffleBoxes mirrors clip_shuffle_boxes. The results of partitions are those of the
// look-back; each block of each level gets its own stack.
func MirrorClipShuffleBoxes(g compute.Grid, a ClipShuffleBoxes[[]uint32]) {
	traced := a.Traced
	a.Traced = 0
	MirrorClipLookbackBoxes(g, a.ClipLookbackBoxes)
	if traced == 0 {
		return
	}
	n, levels := int(a.Control[ClipCount]), ClipLevels(g.Size)
	end := int(a.Control[ClipTicket])
	first, number := end-g.X*g.Y, min(end, (n+g.Size-1)/g.Size)
	traceLookback(a.ClipWalks, first, number, levels-1, a.Trace)
	for part := first; part < number; part++ {
		for level := range levels {
			at := (part*levels + level) * g.Size
			for first := 0; first < g.Size; first += 1 << level {
				reduceBlock(a.Elements[:n], part*g.Size, first, 1<<level, a.Levels[min(len(a.Levels), ClipLevel*at):])
			}
		}
	}
}

// AgreeOnShuffleBoxes is like AgreeOnShuffle, for clip_shuffle_boxes.
func AgreeOnShuffleBoxes(before, device, mirror ClipShuffleBoxes[[]uint32]) error {
	if err := AgreeOnLookbackBoxes(before.ClipLookbackBoxes, device.ClipLookbackBoxes, mirror.ClipLookbackBoxes); err != nil {
		return err
	}
	return Same("Levels", device.Levels, mirror.Levels)
}
