package clip

import (
	"math/bits"

	"kernelscope/compute"
	"kernelscope/compute/ref"
	"kernelscope/scene/clipseq"
	"kernelscope/shaders"
)

// Shuffle holds the buffers of clip_shuffle.
type Shuffle[B any] struct {
	Lookback[B]
	Levels B // Level words for each partition, level and slot
}

// Words of a slot in Levels.
const (
	Slot    = iota // place of a push in the partition, or ClipNone
	Found          // link of the element, or ClipNone while unknown
	Pending        // while unknown, the distance of the link from the top of the stack before the block
	Counts         // in the first slot of a block: its pops, from bit 16 on, and its pushes
	Level          // number of words
)

// Levels returns the number of levels in the reduction of a partition, including level 0 before
// the first combination.
func Levels(workgroup int) int { return bits.Len(uint(workgroup)) }

// MirrorShuffle mirrors clip_shuffle.
func MirrorShuffle(g compute.Grid, a Shuffle[[]uint32]) {
	MirrorShuffleBoxes(g, ShuffleBoxes[[]uint32]{
		LookbackBoxes: LookbackBoxes[[]uint32]{Walks: a.Walks, Traced: a.Traced, Trace: a.Trace, Groups: a.Groups}, Levels: a.Levels,
	})
}

// reduceBlock runs through a block of a partition and writes its slots, as far as there is room.
func reduceBlock(elements []uint32, partition, first, side int, slots []uint32) {
	set := func(i, word int, x uint32) {
		if Level*(i+1) <= len(slots) {
			slots[Level*i+word] = x
		}
	}
	var open []uint32
	pops := uint32(0)
	for i := first; i < first+side; i++ {
		kind := uint32(clipseq.Leaf)
		if partition+i < len(elements) {
			kind = elements[partition+i] & clipseq.KindMask
		}
		found, pending := uint32(shaders.ClipNone), pops
		if len(open) > 0 {
			found, pending = uint32(partition)+open[len(open)-1], 0
		}
		set(i, Found, found)
		set(i, Pending, pending)
		set(i, Slot, shaders.ClipNone)
		set(i, Counts, 0)
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
		set(first+side-len(open)+k, Slot, place)
	}
	set(first, Counts, pops<<16|uint32(len(open)))
}

// AgreeOnShuffle compares the results of clip_shuffle with its mirror, like AgreeOnLookback.
func AgreeOnShuffle(_, device, mirror Shuffle[[]uint32]) error {
	if err := agreeOnWalks(device.Walks, mirror.Walks, device.Trace); err != nil {
		return err
	}
	return ref.Same("Levels", device.Levels, mirror.Levels)
}
