// Package session shows labs step by step: dispatches of a user's kernels.
package session

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"kernelscope/compute"
	"kernelscope/compute/lab"
	"kernelscope/compute/profile"
	"kernelscope/compute/timing"
	"kernelscope/watch"
	"kernelscope/watch/timeline"
)

// Subject is a run of a lab on its timeline. A step is a dispatch. It steps back by restoring a keyframe, or the
// contents at the start, and repeating the steps after it.
type Subject struct {
	be       compute.Backend
	run      *lab.Run
	number   int // of the run, in its session
	at       int
	whole    bool        // the number of steps is known
	ends     timing.Ends // of the steps that were made
	frames   watch.Keyframes[*keyframe]
	judge    watch.Judge
	cancel   context.CancelFunc  // of the judge's question
	profiler *watch.Profiler     // nil where dispatches are not timed
	kernels  [][]profile.Row     // dispatches of each step that was made, beside ends
	few      map[string][]uint32 // present contents of small buffers
	fewAt    int                 // the step that they are of; -1 before the first
}

// MaxFew is the greatest size of a buffer whose numbers panels write, in words.
const MaxFew = 8

// keyframe is a copy of all buffers.
type keyframe struct {
	memory compute.Memory
	copies []compute.Buffer
	words  int
}

// Bytes returns the size of the copies.
func (k *keyframe) Bytes() int64 { return 4 * int64(k.words) }

// Release releases the copies.
func (k *keyframe) Release() { k.memory.Release() }

// New makes a subject at its start.
func New(be compute.Backend, l *lab.Lab, v compute.Values) (*Subject, error) {
	r, err := l.NewRun(be, v)
	if err != nil {
		return nil, err
	}
	return &Subject{
		be: be, run: r, whole: l.Until == nil, ends: timing.NewEnds(), kernels: make([][]profile.Row, 1),
		frames: watch.NewKeyframes[*keyframe](be.Limits()), cancel: func() {}, fewAt: -1,
	}, nil
}

// Release releases all resources.
func (s *Subject) Release() {
	s.cancel()
	s.frames.Release()
	s.run.Release()
}

// Length returns the number of known steps, and whether these are all.
func (s *Subject) Length() (steps int, whole bool) {
	if s.run.Until == nil {
		return s.run.Passes * s.run.Size, true
	}
	return s.Made(), s.whole
}

// Made returns the number of steps that were made.
func (s *Subject) Made() int { return s.ends.Made() }

// Known reports whether the times of all steps are known.
func (s *Subject) Known() bool {
	n, whole := s.Length()
	return whole && s.Made() == n
}

// At returns how many steps are done.
func (s *Subject) At() int { return s.at }

// Busy reports whether a verdict is pending.
func (s *Subject) Busy() bool { return s.Verdict().Pending() }

// Reading returns the device time of a step's end in ms, as far as it was measured, or the
// number of steps.
func (s *Subject) Reading(c timeline.Clock, step int) float64 {
	if c == timeline.DeviceTime {
		return s.ends.At(step).GPU
	}
	return float64(step)
}

// Seek moves towards the state after some steps.
func (s *Subject) Seek(to int, until time.Time) (there bool, err error) {
	if to < s.at {
		s.back(to)
	}
	for first := true; s.at < to; first = false {
		if !first && time.Now().After(until) {
			return false, nil
		}
		ended, err := s.ended()
		if err != nil {
			return false, err
		}
		if ended {
			break
		}
		if err := s.step(); err != nil {
			return false, err
		}
	}
	if ended, err := s.ended(); err != nil || !ended {
		return true, err
	}
	return true, s.conclude()
}

// ended reports whether the present step is the last one.
func (s *Subject) ended() (bool, error) {
	if n, whole := s.Length(); whole || s.at < s.Made() {
		return whole && s.at >= n, nil
	}
	ended, err := s.run.Ended(context.Background(), s.at)
	s.whole = s.whole || ended
	return ended, err
}

// back restores the last state that is kept before a step.
func (s *Subject) back(to int) {
	s.at = 0
	k, at, ok := s.frames.Before(to)
	if !ok {
		s.run.Restart()
		return
	}
	for i, b := range s.run.Buffers {
		s.be.Copy(b, 0, k.copies[i], 0, b.Len())
	}
	s.at = at
}

// keep copies all buffers.
func (s *Subject) keep() (*keyframe, error) {
	k := &keyframe{memory: compute.Memory{Backend: s.be}}
	for _, b := range s.run.Buffers {
		k.words += b.Len()
	}
	if 4*int64(k.words) > s.frames.Budget {
		return k, nil
	}
	for _, b := range s.run.Buffers {
		k.copies = append(k.copies, k.memory.NewBuffer("keyframe of "+b.Name(), b.Len()))
	}
	if err := k.memory.Ready(); err != nil {
		return nil, err
	}
	for i, b := range s.run.Buffers {
		s.be.Copy(k.copies[i], 0, b, 0, b.Len())
	}
	return k, nil
}

// step makes a step. Its time counts once.
func (s *Subject) step() error {
	var failed error
	s.profiler.Drop()
	times, err := timing.Once(context.Background(), s.be, func() { failed = s.run.Do(s.at) })
	if failed != nil || err != nil {
		return cmp.Or(failed, err)
	}
	s.at++
	if s.at < len(s.ends) {
		return nil
	}
	s.ends.Add(times)
	s.kernels = append(s.kernels, s.profiler.Take(s.at, fmt.Sprintf("step %d: %s", s.at, s.run.Title(s.at-1))))
	return s.frames.Keep(s.at, time.Duration(times.Wall*float64(time.Millisecond)), s.keep)
}

// conclude passes the contents at the end to the judge, once.
func (s *Subject) conclude() error {
	if len(s.run.Checks) == 0 || s.Verdict().Asked {
		return nil
	}
	end, err := s.run.Read(context.Background(), s.at, func(string) bool { return true })
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(context.Background())
	s.cancel = cancel
	run, start := s.run, s.run.Start()
	s.judge.Ask(func() error { return run.Verify(ctx, run.Env, end, start) })
	return nil
}

// Conclude hears the judge, and reads small buffers.
func (s *Subject) Conclude(wait bool) (err error) {
	s.judge.Hear(wait)
	if s.fewAt == s.at {
		return nil
	}
	s.fewAt = s.at
	s.few, err = s.run.Read(context.Background(), s.at, func(name string) bool {
		i := slices.IndexFunc(s.run.Lab.Buffers, func(b lab.Buffer) bool { return b.Name == name })
		return s.run.Lengths[i]*s.run.Lab.Buffers[i].Stride <= MaxFew
	})
	return err
}

// Verdict returns the judge's verdict on the checks.
func (s *Subject) Verdict() watch.Verdict { return s.judge.Hear(false) }

// Layers returns the buffers by their names at the present step. It records nothing.
func (s *Subject) Layers(compute.Encoder) (out []compute.Layer) {
	for i, b := range s.run.At(s.at) {
		of := s.run.Lab.Buffers[i]
		out = append(out, compute.Layer{Kind: compute.LayerKind(of.Name), Name: of.Name, Buffer: b, Count: s.run.Lengths[i], Stride: of.Stride, Type: string(of.Type), Text: textOf(of.Type)})
	}
	return out
}

// textOf returns what writes an element.
func textOf(t lab.Type) func([]uint32) string {
	return func(entry []uint32) string {
		var words []string
		for _, w := range entry {
			words = append(words, t.Text(w))
		}
		return strings.Join(words, " ")
	}
}

// Event returns the event of the last step.
func (s *Subject) Event() compute.Event {
	n, whole := s.Length()
	end := s.ends[s.at]
	e := compute.Event{Step: s.at, Title: "the input", Done: whole && s.at == n, GPU: end.GPU, Wall: end.Wall}
	if s.at > 0 {
		e.Title = s.run.Title(s.at - 1)
	}
	e.Facts = []compute.Fact{{Name: "pass", Value: float64(max(0, s.at-1) / s.run.Size), Unit: "passes"}}
	if s.at > 0 {
		if c, err := s.run.Call(s.at - 1); err == nil && c.Indirect == nil { // else only the device knows
			e.Facts = append(e.Facts, compute.Fact{Name: "invocations", Value: float64(c.Grid().Invocations()), Unit: "invocations"})
		}
	}
	return e
}
