package watch

import (
	"slices"
	"time"

	"kernelscope/compute"
)

// Keyframe is a copy of a subject's state on the device.
type Keyframe interface {
	// Bytes returns its size.
	Bytes() int64
	// Release releases that.
	Release()
}

// recompute is how long steps take, at most, that are made again between two keyframes.
const recompute = 8 * time.Millisecond

// Keyframes are copies of states of a run, from which later steps can be repeated. Use
// NewKeyframes.
type Keyframes[K Keyframe] struct {
	Budget int64         // bytes on the device
	Wait   time.Duration // between two; more than recompute where the budget forces it
	kept   []kept[K]
	bytes  int64
	since  time.Duration // that steps have taken since the last one
}

type kept[K Keyframe] struct {
	step  int
	frame K
}

// NewKeyframes returns keyframes that use at most an eighth of a device's memory and a quarter
// of a GiB.
func NewKeyframes[K Keyframe](l compute.Limits) Keyframes[K] {
	return Keyframes[K]{Budget: min(l.Memory/8, 256<<20), Wait: recompute}
}

// Keep keeps a keyframe after a new step that took some time, if one is due. If memory is
// short, it drops every other one.
func (f *Keyframes[K]) Keep(step int, elapsed time.Duration, copy func() (K, error)) error {
	if f.since += elapsed; f.since < f.Wait {
		return nil
	}
	k, err := copy()
	if err != nil {
		return err
	}
	if k.Bytes() > f.Budget {
		k.Release()
		return nil
	}
	f.since = 0
	f.kept, f.bytes = append(f.kept, kept[K]{step, k}), f.bytes+k.Bytes()
	for f.bytes > f.Budget {
		f.thin()
	}
	return nil
}

// thin drops every other keyframe.
func (f *Keyframes[K]) thin() {
	i := 0
	f.kept = slices.DeleteFunc(f.kept, func(k kept[K]) bool {
		i++
		if i%2 == 1 && len(f.kept) > 1 || len(f.kept) == 1 {
			f.bytes -= k.frame.Bytes()
			k.frame.Release()
			return true
		}
		return false
	})
	f.Wait *= 2
}

// Before returns the last keyframe up to a step, and its own; ok is false without one.
func (f *Keyframes[K]) Before(step int) (k K, at int, ok bool) {
	i, found := slices.BinarySearchFunc(f.kept, step, func(k kept[K], step int) int { return k.step - step })
	if !found {
		i--
	}
	if i < 0 {
		return k, 0, false
	}
	return f.kept[i].frame, f.kept[i].step, true
}

// Bytes returns the memory of the keyframes on the device.
func (f *Keyframes[K]) Bytes() int64 { return f.bytes }

// Release releases all keyframes.
func (f *Keyframes[K]) Release() {
	for _, k := range f.kept {
		k.frame.Release()
	}
	*f = Keyframes[K]{Budget: f.Budget, Wait: recompute}
}
