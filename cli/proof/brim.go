package proof

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"kernelscope/compute"
	"kernelscope/compute/bfs"
	"kernelscope/compute/prove"
	"kernelscope/compute/simt/onsimt"
	"kernelscope/compute/simt/schedule"
	"kernelscope/internal/fault"
	"kernelscope/shaders"
)

// brims are counters of searches that small inputs never bring near 2^32, a counter that is zero before a search begins, and the
// round at which it pauses, if it has one, by block.
var brims = map[string]struct {
	counters    []int
	zero, pause int
}{
	"Control": {[]int{shaders.ControlRelaxedLow, shaders.ControlShortenedLow, shaders.ControlStalledLow, shaders.ControlRepeatedLow, shaders.ControlDroppedLow,
		shaders.ControlBucketNodes}, shaders.ControlRound, 0},
	"Frontier": {[]int{shaders.FrontierRelaxedLow, shaders.FrontierShortenedLow}, shaders.FrontierRound, shaders.FrontierPauseAt},
	"Joint":    {[]int{shaders.JointServedLow}, shaders.JointLevel, 0},
}

// brim is how far from 2^32 counters begin, and pause the round at which a search pauses first.
const brim, pause = 8, 4

// fill brings the counters of a search near 2^32 before its first dispatch, and its first pause near the beginning.
func fill(c compute.Call, buffers [][]uint32) {
	for i, name := range c.Program.Bindings {
		b, ok := brims[name]
		if !ok || b.zero >= len(buffers[i]) || buffers[i][b.zero] != 0 || buffers[i][b.counters[0]] != 0 {
			continue
		}
		for _, at := range b.counters {
			buffers[i][at] = math.MaxUint32 - brim + 1
		}
		if b.pause > 0 && buffers[i][b.pause] != math.MaxUint32 { // concurrent searches never pause
			buffers[i][b.pause] = pause
		}
	}
}

// small is the limit of a workgroup in half of Frontier's trials. A workgroup shares its entries with others once they are too many for
// it, which in a search of 200 nodes they seldom are for 256 invocations.
const small = 32

// work carries out a run command as trial seed does. In one of four trials counters of searches begin near 2^32. A barrier between
// workgroups that is given up is a fault where all of them run alike, and wait long enough.
func (h Host) work(seed uint64, words []string) prove.Work {
	return func(ctx context.Context, i *onsimt.Interpreter) error {
		if seed%2 == 1 && i.Subgroup <= small && slices.Contains(words, "frontier") {
			i.Workgroup = small
		}
		if before := i.Before; seed%4 == 2 {
			i.Before = func(g compute.Grid, c compute.Call, buffers [][]uint32) {
				fill(c, buffers)
				before(g, c, buffers)
			}
		}
		err := h.Run(ctx, i, words)
		if errors.Is(err, bfs.ErrApart) && schedule.IsFair(prove.Draw(seed).Schedule) && slices.Contains(words, patient) {
			return fmt.Errorf("%w: %w", fault.Wrong, err)
		}
		return err
	}
}
