package session

import (
	"slices"
	"time"

	"kernelscope/compute"
	"kernelscope/compute/sssp"
)

// recompute is how long steps take, at most, that are made again between two keyframes.
const recompute = 8 * time.Millisecond

// frames are the keyframes of a run.
type frames struct {
	budget int64 // bytes
	kept   []sssp.Keyframe
	events map[int]sssp.Event // of the kept steps
	bytes  int64
	since  time.Duration // that steps have taken since the last one
	wait   time.Duration // between two; more than recompute where the budget forces it
}

// newFrames takes an eighth of a device's memory, at most a quarter of a GiB.
func newFrames(l compute.Limits) frames {
	return frames{budget: min(l.Memory/8, 256<<20), events: map[int]sssp.Event{}, wait: recompute}
}

// keep takes a keyframe after a new step, if one is due. Where memory is short it keeps
// every other one.
func (f *frames) keep(r sssp.Rewinder, e sssp.Event, took time.Duration) error {
	f.since += took
	if f.since < f.wait || e.Done {
		return nil
	}
	k, err := r.Keep()
	if err != nil {
		return err
	}
	if k.Bytes() > f.budget {
		k.Release()
		return nil
	}
	f.since = 0
	f.kept, f.bytes = append(f.kept, k), f.bytes+k.Bytes()
	e.Sizes = nil
	f.events[k.Step()] = e
	for f.bytes > f.budget {
		f.thin()
	}
	return nil
}

// thin drops every other keyframe.
func (f *frames) thin() {
	i := 0
	f.kept = slices.DeleteFunc(f.kept, func(k sssp.Keyframe) bool {
		i++
		if i%2 == 1 && len(f.kept) > 1 || len(f.kept) == 1 {
			f.bytes -= k.Bytes()
			delete(f.events, k.Step())
			k.Release()
			return true
		}
		return false
	})
	f.wait *= 2
}

// before returns the last keyframe up to a step, nil without one.
func (f *frames) before(step int) sssp.Keyframe {
	i, found := slices.BinarySearchFunc(f.kept, step, func(k sssp.Keyframe, step int) int { return k.Step() - step })
	if found {
		return f.kept[i]
	}
	if i == 0 {
		return nil
	}
	return f.kept[i-1]
}

func (f *frames) release() {
	for _, k := range f.kept {
		k.Release()
	}
	*f = frames{budget: f.budget, events: map[int]sssp.Event{}, wait: recompute}
}
