package ref

import (
	"math/bits"

	"kernelscope/compute"
	"kernelscope/scene/clipseq"
)

// ClipShuffle are the buffers of clip_shuffle.
type ClipShuffle[B any] struct {
	ClipLookback[B]
	Levels B // ClipLevel words of each partition, level and slot
}

// Words of a slot in Levels.
const (
	ClipSlot    = iota // the place of a push in the partition, or ClipNone
	ClipFound          // the link of the element, or ClipNone while it is not known
	ClipPending        // then how far below the top of what was open before its block that lies
	ClipCounts         // in the first slot of a block its pops, from bit 16 on, and its pushes
	ClipLevel          // words
)

// ClipLevels returns how many levels the reduction of a partition has, with the one before
// the first combination.
func ClipLevels(workgroup int) int { return bits.Len(uint(workgroup)) }

// MirrorClipShuffle mirrors clip_shuffle.
func MirrorClipShuffle(g compute.Grid, a ClipShuffle[[]uint32]) {
	MirrorClipShuffleBoxes(g, ClipShuffleBoxes[[]uint32]{
		ClipLookbackBoxes: ClipLookbackBoxes[[]uint32]{ClipWalks: a.ClipWalks, Traced: a.Traced, Trace: a.Trace, Groups: a.Groups}, Levels: a.Levels,
	})
}

// reduceBlock follows a block of a partition, and writes its slots as far as there is room.
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

// AgreeOnShuffle compares what clip_shuffle left with its mirror, as AgreeOnLookback does.
func AgreeOnShuffle(_, device, mirror ClipShuffle[[]uint32]) error {
	if err := agreeOnWalks(device.ClipWalks, mirror.ClipWalks, device.Trace); err != nil {
		return err
	}
	return same("Levels", device.Levels, mirror.Levels)
}
