// Package session shows prefix sums step by step. It has the smallest subject and session, and is
// the example of CONTRIBUTING.md.
package session

import (
	"context"
	"fmt"
	"time"

	"kernelscope/compute"
	"kernelscope/compute/profile"
	"kernelscope/compute/scan"
	"kernelscope/compute/timing"
	"kernelscope/watch"
	"kernelscope/watch/timeline"
)

// Layers of the subject, a word per entry.
const (
	Values   compute.LayerKind = "values"   // the input
	Partials compute.LayerKind = "partials" // the sum before each partition, after step 1
	Sums     compute.LayerKind = "sums"     // the sum before each value, after step 2
)

// Subject is a scan on its timeline.
type Subject struct {
	be       compute.Backend
	memory   compute.Memory
	scan     *scan.Scan
	values   []uint32
	total    uint64 // of the values
	in, out  compute.Buffer
	steps    []scan.Step
	at       int         // steps done
	ends     timing.Ends // of the steps that were made
	judge    watch.Judge
	profiler *watch.Profiler // nil where dispatches are not timed
	kernels  [][]profile.Row // dispatches of each step that was made, beside ends
}

// New makes a subject at its start. The values are parameters of scan.Algorithm. Errors wrap
// fault.Limit.
func New(be compute.Backend, values []uint32, v compute.Values) (*Subject, error) {
	s := &Subject{be: be, memory: compute.Memory{Backend: be}, values: values, ends: timing.NewEnds(), kernels: make([][]profile.Row, 1)}
	var err error
	if s.scan, err = scan.Sized(be, scan.Kind{}, len(values), v); err != nil {
		return nil, err
	}
	for _, x := range values {
		s.total += uint64(x)
	}
	s.memory.Hold(s.scan)
	s.in, s.out = s.memory.NewBuffer("values to scan", len(values)), s.memory.NewBuffer("sums", len(values))
	if err := s.memory.Ready(); err != nil {
		return nil, err
	}
	s.steps = s.scan.Steps(s.in, s.out, len(values))
	s.restart()
	return s, nil
}

// Release releases all resources.
func (s *Subject) Release() { s.memory.Release() }

// restart goes to the start: the input again, and no sums.
func (s *Subject) restart() {
	partials, _ := s.scan.Partials(len(s.values))
	s.be.Write(s.in, 0, s.values)
	s.be.Fill(partials, 0, partials.Len(), 0)
	s.be.Fill(s.out, 0, s.out.Len(), 0)
	s.at = 0
}

// Length returns the number of steps.
func (s *Subject) Length() (steps int, whole bool) { return len(s.steps), true }

// Made returns the number of steps that were made.
func (s *Subject) Made() int { return s.ends.Made() }

// Known reports whether the times of all steps are known.
func (s *Subject) Known() bool { return s.Made() == len(s.steps) }

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

// Seek goes to the state after some steps. Stepping back starts again: a scan is fast and
// deterministic.
func (s *Subject) Seek(to int, _ time.Time) (there bool, err error) {
	to = min(to, len(s.steps))
	if to < s.at {
		s.restart()
	}
	for s.at < to {
		times, err := s.step(s.steps[s.at])
		if err != nil {
			return false, err
		}
		s.at++
		if s.at == len(s.ends) {
			s.ends.Add(times)
			s.kernels = append(s.kernels, s.profiler.Take(s.at, fmt.Sprintf("step %d: %s", s.at, s.steps[s.at-1].Title)))
		}
	}
	return true, s.conclude()
}

// step makes a step and returns its median time. A step can be repeated: it does not change what
// it reads.
func (s *Subject) step(of scan.Step) (timing.Times, error) {
	if err := s.be.Flush(context.Background()); err != nil { // work before
		return timing.Times{}, err
	}
	return timing.Call(s.be, timing.Runs{Timed: 3}, func() error {
		s.profiler.Drop() // what others, or the run before, have dispatched
		of.Record(s.be)
		return s.be.Flush(context.Background())
	})
}

// conclude passes the sums to the judge, once.
func (s *Subject) conclude() error {
	if s.at < len(s.steps) || s.Verdict().Asked {
		return nil
	}
	sums := make([]uint32, len(s.values))
	if err := s.be.Read(context.Background(), s.out, 0, sums); err != nil {
		return err
	}
	values := s.values
	s.judge.Ask(func() error { return verify(values, sums) })
	return nil
}

// verify adds up in the plain way, modulo 2^32.
func verify(values, sums []uint32) error {
	want := uint32(0)
	for i, x := range values {
		if sums[i] != want {
			return fmt.Errorf("the sum before value %d is %d, not %d", i, sums[i], want)
		}
		want += x
	}
	return nil
}

// Conclude hears the judge.
func (s *Subject) Conclude(wait bool) error {
	s.judge.Hear(wait)
	return nil
}

// Verdict returns the judge's verdict on the sums.
func (s *Subject) Verdict() watch.Verdict { return s.judge.Hear(false) }

// Layers returns the layers to draw and inspect. It records nothing: all layers are the
// scan's own buffers.
func (s *Subject) Layers(compute.Encoder) []compute.Layer {
	partials, count := s.scan.Partials(len(s.values))
	return []compute.Layer{
		{Kind: Values, Name: "values", Buffer: s.in, Count: len(s.values), Stride: 1},
		{Kind: Partials, Name: "sums before partitions", Buffer: partials, Count: count, Stride: 1},
		{Kind: Sums, Name: "sums before values", Buffer: s.out, Count: len(s.values), Stride: 1, Entry: "sum"},
	}
}

// Event returns the event of the last step.
func (s *Subject) Event() compute.Event {
	_, partitions := s.scan.Partials(len(s.values))
	end := s.ends[s.at]
	e := compute.Event{Step: s.at, Title: "the input", Done: s.at == len(s.steps), GPU: end.GPU, Wall: end.Wall, Facts: []compute.Fact{
		{Name: "values", Value: float64(len(s.values)), Unit: "values"},
		{Name: "partitions", Value: float64(partitions), Unit: "partitions"},
	}}
	if s.at > 0 {
		e.Title = s.steps[s.at-1].Title
	}
	return e
}
