// Package sorts drives sorts that are watched, one or two side by side: play,
// pause, step, seek to any step, and a race on GPU time. Windows, pictures and
// recordings use the same session and differ in who asks for steps. It knows no
// device and no panel.
package sorts

import (
	"fmt"
	"math"
	"slices"
	"time"

	"kernelscope/compute"
	"kernelscope/compute/sorting"
	"kernelscope/compute/sorting/keygen"
	"kernelscope/compute/timing"
)

// MaxKeys is how many keys can be watched.
const MaxKeys = 1 << 24

// Limits of what people turn.
const (
	MinSpeed, MaxSpeed     = 0.25, 1000.0 // steps a second
	MinSeconds, MaxSeconds = 1.0, 60.0    // of a race
)

// Input says what is sorted.
type Input struct {
	Type         sorting.Type
	N            int
	Distribution string // one of keygen.Distributions
	Seed         uint64
	File         string // name of the file that the keys are from; empty for a distribution
	Payload      bool
	Descending   bool
}

func (i Input) format() sorting.Format {
	return sorting.Format{Type: i.Type, Payload: i.Payload, Descending: i.Descending}
}

// Options steer a session.
type Options struct {
	// Wait makes the end of a sort wait for the oracle, so that scripts see the same
	// state every time.
	Wait bool
}

// Session owns sorts and their arrays. It has one goroutine, that of its backend.
type Session struct {
	be         compute.Backend
	algorithms []sorting.Algorithm
	options    Options

	input  Input
	file   []uint32 // words of the keys of a file
	keys   []uint32 // words of the input
	values []uint32 // nil without a payload
	least  uint64   // of the keys, by their order if ascending
	most   uint64

	lanes   [2]*lane // the second one only in a race
	chosen  [2]choice
	race    bool
	clock   float64 // of a race, ms
	warmup  timing.Warmup
	seconds float64 // that it takes to watch
	playing bool
	speed   float64
	due     float64 // steps that time has earned
	view    View
}

// choice is a sort with its parameters.
type choice struct {
	algorithm sorting.Algorithm
	values    compute.Values
}

// New makes a session that sorts nothing yet, with the algorithms that can be
// chosen: the first one at first, and the last one for its rival.
func New(be compute.Backend, algorithms []sorting.Algorithm, o Options) *Session {
	s := &Session{be: be, algorithms: algorithms, options: o, speed: 2, seconds: 8, view: View{Panels: true}}
	s.chosen[0] = choice{algorithms[0], compute.Values{}}
	s.chosen[1] = choice{algorithms[len(algorithms)-1], compute.Values{}}
	s.input = Input{N: 1 << 16, Distribution: keygen.Distributions()[0], Seed: 1}
	return s
}

// Release gives everything back.
func (s *Session) Release() {
	for i, l := range s.lanes {
		if l != nil {
			l.release()
			s.lanes[i] = nil
		}
	}
}

// Apply carries out an action. Where it fails all stays as it was.
func (s *Session) Apply(a Action) error {
	switch a := a.(type) {
	case SetSpeed:
		s.speed = max(MinSpeed, min(MaxSpeed, a.StepsPerSecond))
	case SetRaceLength:
		s.seconds = max(MinSeconds, min(MaxSeconds, a.Seconds))
	case SetView:
		s.view = a.View
	case SetInput:
		return s.setInput(a.Input, s.file)
	case SetKeys:
		in := s.input
		in.File, in.Type = a.Name, a.Type
		return s.setInput(in, a.Words)
	case Shuffle:
		in := s.input
		in.Seed++
		return s.setInput(in, s.file)
	case SetRace:
		return s.setRace(a.On)
	case SetAlgorithm:
		return s.setAlgorithm(a)
	case SetParam:
		return s.setParam(a)
	default:
		if s.lanes[0] != nil {
			s.transport(a)
		}
	}
	return nil
}

// transport moves in time.
func (s *Session) transport(a Action) {
	s.due = 0
	switch a := a.(type) {
	case Play:
		s.playing = true
		if s.done() {
			s.goTo(0)
		}
	case Pause:
		s.playing = false
	case Step:
		s.playing = false
		s.step(a.Steps)
	case Seek:
		s.playing = false
		if s.race { // to the end of that step of the first sort
			s.goTo(s.lanes[0].endOf(a.Step))
		} else {
			s.goTo(float64(a.Step))
		}
	case SeekTime:
		s.playing = false
		s.goTo(a.MS)
	case Rewind:
		s.goTo(0)
	}
}

// goTo says where to be: after a number of steps, or at a time of a race.
func (s *Session) goTo(position float64) {
	if !s.race {
		l := s.lanes[0]
		l.goal = max(0, min(len(l.sort.Steps), int(position)))
		return
	}
	s.clock = max(0, min(s.length(), position))
	for _, l := range s.active() {
		l.goal = l.at(s.clock)
	}
}

// step goes some steps on, or back. In a race the clock moves to where a step ends.
func (s *Session) step(n int) {
	if !s.race {
		s.goTo(float64(s.lanes[0].goal + n))
		return
	}
	ends := []float64{0}
	for _, l := range s.active() {
		for i := range l.sort.Steps {
			ends = append(ends, l.endOf(i+1))
		}
	}
	slices.Sort(ends)
	ends = slices.Compact(ends)
	at := slices.IndexFunc(ends, func(ms float64) bool { return ms > s.clock })
	if at < 0 {
		at = len(ends)
	}
	at += n - 1
	if n < 0 && ends[at-n] < s.clock {
		at++ // from the midst of a step back to its beginning
	}
	s.goTo(ends[max(0, min(len(ends)-1, at))])
}

// done says whether all sorts have ended.
func (s *Session) done() bool {
	for _, l := range s.active() {
		if l.position < len(l.sort.Steps) {
			return false
		}
	}
	return s.lanes[0] != nil
}

// active lists the lanes that there are.
func (s *Session) active() []*lane {
	switch {
	case s.lanes[0] == nil:
		return nil
	case s.race:
		return s.lanes[:]
	}
	return s.lanes[:1]
}

// length is the GPU time of the slower sort.
func (s *Session) length() (ms float64) {
	for _, l := range s.active() {
		ms = max(ms, l.endOf(len(l.sort.Steps)))
	}
	return ms
}

// Advance lets time pass: sorts that play make the steps that they have earned. It
// spends about as much time as budget says. A race waits until the times of all
// steps are known, and its clock for those who are behind.
func (s *Session) Advance(dt, budget time.Duration) error {
	until := time.Now().Add(budget)
	if s.race {
		if ready, err := s.measure(until); err != nil || !ready {
			return err
		}
	}
	if there, err := s.catchUp(until); err != nil || !there || !s.playing {
		return err
	}
	if s.race {
		s.goTo(s.clock + dt.Seconds()*s.length()/s.seconds)
		s.playing = s.clock < s.length()
	} else {
		s.due += s.speed * dt.Seconds()
		l := s.lanes[0]
		whole := math.Floor(s.due)
		s.due -= whole
		s.goTo(float64(l.position) + whole)
		s.playing = l.goal < len(l.sort.Steps)
	}
	_, err := s.catchUp(until)
	return err
}

// Settle makes whatever there is to make, and does not mind the time.
func (s *Session) Settle() error {
	never := time.Now().Add(1000 * time.Hour)
	if s.race {
		if _, err := s.measure(never); err != nil {
			return err
		}
	}
	_, err := s.catchUp(never)
	return err
}

// catchUp makes the steps that lanes are behind, until a time. It says whether all
// are where they should be.
func (s *Session) catchUp(until time.Time) (there bool, err error) {
	for _, l := range s.active() {
		for l.position != l.goal || !l.written {
			if err := l.approach(); err != nil {
				return false, err
			}
			if time.Now().After(until) {
				return false, nil
			}
		}
		if err := l.conclude(); err != nil {
			return false, err
		}
		l.verdict.Hear(s.options.Wait)
	}
	return true, nil
}

// Waiting says whether something goes on without being asked for.
func (s *Session) Waiting() bool {
	for _, l := range s.active() {
		if l.position != l.goal || !l.written || l.verdict.Pending() || s.race && !l.measured() {
			return true
		}
	}
	return s.playing
}

// algorithmOf returns the algorithm of a name.
func (s *Session) algorithmOf(name string) (sorting.Algorithm, error) {
	i := slices.IndexFunc(s.algorithms, func(a sorting.Algorithm) bool { return a.Name() == name })
	if i < 0 {
		return nil, fmt.Errorf("sorts: there is no algorithm %q", name)
	}
	return s.algorithms[i], nil
}
