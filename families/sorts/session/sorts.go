// Package session drives sorts for watching, one or two compared: play, pause, step, seek to any
// step. Windows, pictures and recordings use the same session and differ only in the source of
// steps. It knows no device and no panel.
package session

import (
	"fmt"
	"slices"
	"time"

	"kernelscope/compute"
	"kernelscope/compute/profile"
	"kernelscope/compute/sorting"
	"kernelscope/compute/sorting/keygen"
	"kernelscope/compute/timing"
	"kernelscope/watch"
	"kernelscope/watch/timeline"
)

// MaxKeys is the greatest number of keys that can be watched.
const MaxKeys = 1 << 24

// Input describes the keys.
type Input struct {
	Type         sorting.Type
	N            int
	Distribution string // one of keygen.Distributions
	Seed         uint64
	File         string // name of what the keys are from, such as a file; empty for a distribution
	Bits         int    // how many of the lowest bits of a key differ; all if zero; of a File alone
	Payload      bool
	Descending   bool
}

func (i Input) format() sorting.Format {
	return sorting.Format{Type: i.Type, Payload: i.Payload, Descending: i.Descending, Bits: i.Bits}
}

// Options configure a session.
type Options struct {
	// Wait makes the end of a sort wait for the oracle, so that scripts see the same
	// state every time.
	Wait bool
}

// Session owns sorts and their arrays. It has one goroutine, that of its backends.
type Session struct {
	sides      watch.Sides
	algorithms []sorting.Algorithm
	options    Options

	input  Input
	file   []uint32 // words of the keys of a file
	keys   []uint32 // words of the input
	values []uint32 // nil without a payload
	least  uint64   // of the keys, by their order if ascending
	most   uint64

	lanes     [2]*lane // the second one only in a comparison
	chosen    [2]choice
	compare   bool
	warmup    timing.Warmup
	transport timeline.Transport
	view      View
	took      *watch.Kernels // of dispatches; nil if they are not timed
}

// choice is a sort with its parameters.
type choice struct {
	algorithm sorting.Algorithm
	values    compute.Values
}

// New returns a session without keys, with the available algorithms: the first is the default,
// and the last its partner in a comparison.
func New(be compute.Backend, algorithms []sorting.Algorithm, o Options) *Session {
	s := &Session{sides: watch.Both(be), algorithms: algorithms, options: o, transport: timeline.New(2), view: View{Panels: true}}
	s.chosen[0] = choice{algorithms[0], compute.Values{}}
	s.chosen[1] = choice{algorithms[len(algorithms)-1], compute.Values{}}
	s.input = Input{N: 1 << 16, Distribution: keygen.Distributions()[0], Seed: 1}
	return s
}

// Release releases all resources.
func (s *Session) Release() {
	for i, l := range s.lanes {
		if l != nil {
			l.release()
			s.lanes[i] = nil
		}
	}
	s.relink()
}

// Rebuild puts everything on another backend, since that of the first side was lost. Sorts come back
// to the timeline's position, and their times stay.
func (s *Session) Rebuild(be compute.Backend) error {
	s.sides = s.sides.Rebuilt(be)
	s.took.On(s.sides)
	if s.lanes[0] == nil {
		return nil
	}
	before := s.lanes
	if err := s.prepareAll(); err != nil {
		return err
	}
	for i, l := range s.active() {
		if len(before[i].samples) == len(l.samples) {
			l.samples, l.whole = before[i].samples, before[i].whole
		}
	}
	return nil
}

// relink passes the lanes to the transport.
func (s *Session) relink() {
	var lines []timeline.Line
	for _, l := range s.active() {
		lines = append(lines, l)
	}
	s.transport.SetLines(lines...)
}

// Apply executes an action of this package or of the timeline. On an error nothing changes.
func (s *Session) Apply(a any) error {
	switch a := a.(type) {
	case timeline.SetClock:
		watch.SetClock(&s.transport, a.Clock)
	case timeline.Action:
		s.transport.Apply(a)
	case SetView:
		s.view = a.View
	case SetInput:
		return s.setInput(a.Input, s.file)
	case SetKeys:
		in := s.input
		in.File, in.Type, in.Bits = a.Name, a.Type, a.Bits
		return s.setInput(in, a.Words)
	case Shuffle:
		in := s.input
		in.Seed++
		return s.setInput(in, s.file)
	case watch.SetCompare:
		return s.setCompare(a.On)
	case SetAlgorithm:
		return s.setAlgorithm(a)
	case SetParam:
		return s.setParam(a)
	case watch.SetProfile:
		s.setProfile(a.On)
	case watch.SetSecond:
		return s.setSecond(a.On)
	}
	return nil
}

// setProfile begins to time dispatches, or ends it. Sorts are made again up to where they were.
func (s *Session) setProfile(on bool) {
	s.took = s.took.Switch(s.sides, on)
	for _, l := range s.active() {
		l.kernels, l.steps, l.written = make([][]profile.Row, len(l.sort.Steps)), nil, false
	}
	s.transport.Reset(s.transport.Position())
}

// Dispatches returns the dispatches of the steps that were timed.
func (s *Session) Dispatches() []profile.Part { return s.took.Parts() }

// Watch times dispatches again, where another session did meanwhile.
func (s *Session) Watch() { s.took.On(s.sides) }

// active lists the lanes that there are.
func (s *Session) active() []*lane {
	switch {
	case s.lanes[0] == nil:
		return nil
	case s.compare:
		return s.lanes[:]
	}
	return s.lanes[:1]
}

// Advance advances time: playing sorts execute the steps that are due, for about the budget. A
// comparison waits until the times of all steps are known.
func (s *Session) Advance(dt, budget time.Duration) error {
	until := time.Now().Add(budget)
	if s.compare {
		if ready, err := s.measure(until); err != nil || !ready {
			return err
		}
	}
	if err := s.transport.Advance(dt, budget); err != nil {
		return err
	}
	return s.judge()
}

// judge asks and hears the oracle, and reads what is written in pictures.
func (s *Session) judge() error {
	for _, l := range s.active() {
		if err := l.look(); err != nil {
			return err
		}
		if err := l.conclude(); err != nil {
			return err
		}
		l.judge.Hear(s.options.Wait)
	}
	return nil
}

// Settle completes all remaining work, however long it takes.
func (s *Session) Settle() error {
	if s.compare {
		if _, err := s.measure(time.Now().Add(1000 * time.Hour)); err != nil {
			return err
		}
	}
	if err := s.transport.Settle(); err != nil {
		return err
	}
	return s.judge()
}

// Waiting reports whether background work is in progress.
func (s *Session) Waiting() bool { return s.transport.Waiting() }

// algorithmOf returns the algorithm of a name.
func (s *Session) algorithmOf(name string) (sorting.Algorithm, error) {
	i := slices.IndexFunc(s.algorithms, func(a sorting.Algorithm) bool { return a.Name() == name })
	if i < 0 {
		return nil, fmt.Errorf("sorts: there is no algorithm %q", name)
	}
	return s.algorithms[i], nil
}
