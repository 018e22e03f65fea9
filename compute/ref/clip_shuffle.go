package ref

import (
	"math/bits"

	"kernelscope/compute"
	"kernelscope/scene/clipseq"
)

// ClipShuffle holds the buffers of clip_shuffle.
type ClipShuffle[B any] struct {
	ClipLookback[B]
	Levels B // ClipLevel words for each partition, level and slot
}

// Words of a slot in Levels.
const (
	ClipSlot    = iota // place of a push in the partition, or ClipNone
	ClipFound          // link of the element, or ClipNone while unknown
	ClipPending        // while unknown, the distance of the link from the top of the stack before the block
	ClipCounts         // in the first slot of a block: its pops, from bit 16 on, and its pushes
	ClipLevel          // number of words
)

// ClipLevels returns the number of levels in the reduction of a partition, including level 0 before
// the first combination.
func ClipLevels(workgroup int) int { return bits.Len(uint(workgroup)) }

// MirrorClipShuffle mirrors clip_shuffle.
func MirrorClipShuffle(g compute.Grid, a ClipShuffle[[]uint32]) {
	MirrorClipShuffleBoxes(g, ClipShuffleBoxes[[]uint32]{
		ClipLookbackBoxes: ClipLookbackBoxes[[]uint32]{ClipWalks: a.ClipWalks, Traced: a.Traced, Trace: a.Trace, Groups: a.Groups}, Levels: a.Levels,
	})
}

// reduceBlock runs through a block of a partition and writes its slots, as far as there is room.
func reduceBlock(elements []uint32, partition, first, side int, slots []uint32) {
	set := func(i, word int, x uint32) {
		if ClipLevel*(i+1) <= len(slots) {
			slots[ClipLevel*i+word] = x
		}
	}
	var open []uint32
	pops := uint32(0)
	for i := first; i < first+side; i++ {
		kind := uint32(clipseq.Leaf)
		if partition+i < len(elements) {
			kind = elements[partition+i] & clipseq.KindMask
		}
		found, pending := uint32(ClipNone), pops
		if len(open) > 0 {
			found, pending = uint32(partition)+open[len(open)-1], 0
		}
		set(i, ClipFound, found)
		set(i, ClipPending, pending)
		set(i, ClipSlot, ClipNone)
		set(i, ClipCounts, 0)
		switch {
		case kind == clipseq.Push:
			open = append(open, uint32(i))
		case kind == clipseq.Pop && len(open) > 0:
			open = open[:len(open)-1]
		case kind == clipseq.Pop:
			pops++
		}
	}
	for k, place := range open {
		set(first+side-len(open)+k, ClipSlot, place)
	}
	set(first, ClipCounts, pops<<16|uint32(len(open)))
}

// AgreeOnShuffle compares the results of clip_shuffle with its mirror, like AgreeOnLookback.
func AgreeOnShuffle(_, device, mirror ClipShuffle[[]uint32]) error {
	if err := agreeOnWalks(device.ClipWalks, mirror.ClipWalks, device.Trace); err != nil {
		return err
	}
	return Same("Levels", device.Levels, mirror.Levels)
}
