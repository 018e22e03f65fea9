// Package session shows sorts step by step, one sort or two compared: play, pause, step, seek to any
// step. Windows, pictures and recordings use the same session and differ only in who requests
// steps. It depends on neither a device nor a panel.
package session

import (
	"cmp"
	"time"

	"kernelscope/compute"
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

// Source names what the keys are from.
func (i Input) Source() string { return cmp.Or(i.File, i.Distribution) }

func (i Input) format() sorting.Format {
	return sorting.Format{Type: i.Type, Payload: i.Payload, Descending: i.Descending, Bits: i.Bits}
}

// Session owns sorts and their arrays.
type Session struct {
	watch.Session[sorting.Algorithm, *lane]

	input  Input
	file   []uint32 // words of the keys of a file
	keys   []uint32 // words of the input
	values []uint32 // nil without a payload
	least  uint64   // of the keys, by their order if ascending
	most   uint64

	warmup timing.Warmup
	view   View
}

// New returns a session without keys, with the available algorithms: the first is the default,
// and the last its partner in a comparison. With wait, the end of a sort waits for the oracle, so that
// scripts see the same state every time.
func New(be compute.Backend, algorithms []sorting.Algorithm, wait bool) *Session {
	s := &Session{input: Input{N: 1 << 16, Distribution: keygen.Distributions()[0], Seed: 1}}
	choice := func(a sorting.Algorithm) watch.Choice[sorting.Algorithm] {
		return watch.Choice[sorting.Algorithm]{Algorithm: a, Values: compute.Values{}}
	}
	s.Session = watch.NewSession(be, algorithms, choice(algorithms[0]), choice(algorithms[len(algorithms)-1]), 2, watch.Hooks[*lane]{
		Save: watch.Saving(s), Prepare: s.prepare, Act: s.act, Changed: s.changed, Ready: s.ready,
	})
	s.Wait = wait
	return s
}

// act executes an action of this package.
func (s *Session) act(a watch.Action) (taken bool, err error) {
	switch a := a.(type) {
	case SetView:
		s.view = a.View
	case SetInput:
		return true, s.setInput(a.Input, s.file)
	case SetKeys:
		in := s.input
		in.File, in.Type, in.Bits = a.Name, a.Type, a.Bits
		return true, s.setInput(in, a.Words)
	case watch.Shuffle:
		in := s.input
		in.Seed++
		return true, s.setInput(in, s.file)
	default:
		return false, nil
	}
	return true, nil
}

// changed begins again, where times or steps are others. The clock of a comparison is device time at first.
func (s *Session) changed(a watch.Action) {
	switch a := a.(type) {
	case watch.Set:
		if a.Algorithm == "" && !s.Compared {
			return
		}
	case watch.SetCompare:
		if !a.On {
			return
		}
		watch.SetClock(&s.Transport, timeline.DeviceTime)
		if s.Begun() {
			s.Lanes[0].forget()
		}
	}
	s.warmup = 0
	s.Transport.Reset(0)
}

// ready measures what a comparison needs, until a time.
func (s *Session) ready(_ time.Duration, until time.Time) (bool, error) {
	if !s.Compared {
		return true, nil
	}
	return s.measure(until)
}
