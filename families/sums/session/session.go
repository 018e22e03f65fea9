package session

import (
	"fmt"
	"math/rand/v2"
	"time"

	"kernelscope/compute"
	"kernelscope/compute/profile"
	"kernelscope/compute/scan"
	"kernelscope/internal/fault"
	"kernelscope/watch"
	"kernelscope/watch/timeline"
)

// MaxValues is the greatest number of values that can be watched; Most is the greatest value.
// Their sum fits a word.
const MaxValues, Most = 1 << 24, 15

// Action is what a person or a flag asks for, beside those of the timeline and those that
// families share.
type Action interface{ action() }

type (
	// SetInput scans other values.
	SetInput struct{ Input Input }
	// SetParam sets a parameter of scan.Algorithm.
	SetParam = watch.SetParam
)

func (SetInput) action() {}

// Input describes the scanned values, which are random.
type Input struct {
	N    int
	Seed uint64
}

// Values returns n random values from 0 to Most. Errors wrap fault.Limit.
func (i Input) Values() ([]uint32, error) {
	if i.N < 1 || i.N > MaxValues {
		return nil, fmt.Errorf("sums: %w: %d values; between 1 and %d can be watched", fault.Limit, i.N, MaxValues)
	}
	rnd, values := rand.New(rand.NewPCG(i.Seed, 0)), make([]uint32, i.N)
	for k := range values {
		values[k] = rnd.Uint32N(Most + 1)
	}
	return values, nil
}

// Session owns a scan, or two of the same values that are compared, and their timeline. It has
// one goroutine, that of its backends.
type Session struct {
	sides     watch.Sides
	wait      bool
	input     Input
	values    []uint32
	chosen    [2]compute.Values // of each lane
	compare   bool
	lanes     watch.Lanes[*Subject]
	transport timeline.Transport
	took      *watch.Kernels // of dispatches; nil where they are not timed
}

// NewSession makes a session that scans nothing yet; its first comparison is with small
// workgroups. With wait, the end waits for the verdict, so that scripts see the same state every
// time.
func NewSession(be compute.Backend, wait bool) *Session {
	chosen := [2]compute.Values{{}, {scan.Workgroup: 64}}
	return &Session{sides: watch.Both(be), wait: wait, input: Input{N: 1 << 16, Seed: 1}, chosen: chosen, transport: timeline.New(1)}
}

// Release gives everything back.
func (s *Session) Release() { s.lanes.Release() }

// Rebuild puts everything on another backend, since that of the first side was lost. Scans come
// back to the timeline's position.
func (s *Session) Rebuild(be compute.Backend) error { return s.move(s.sides.Rebuilt(be)) }

// move puts everything on other backends. Where that fails all stays as it was.
func (s *Session) move(to watch.Sides) error {
	return s.took.Move(s.sides, to, func() error { return s.again(func(n *Session) { n.sides = to }) })
}

// Apply carries out an action of this package, of the timeline, or of those that families
// share. Where it fails all stays as it was.
func (s *Session) Apply(a any) error {
	switch a := a.(type) {
	case timeline.SetClock:
		watch.SetClock(&s.transport, a.Clock)
	case timeline.Action:
		s.transport.Apply(a)
	case SetInput:
		values, err := a.Input.Values()
		if err != nil {
			return err
		}
		return s.again(func(n *Session) { n.input, n.values = a.Input, values })
	case SetParam:
		chosen, err := s.chosen[a.Lane].With(scan.Algorithm{}.Params(), s.sides[a.Lane].Limits(), a.Name, a.Value)
		if err != nil {
			return err
		}
		return s.again(func(n *Session) { n.chosen[a.Lane] = chosen })
	case watch.SetCompare:
		if a.On == s.compare {
			return nil
		}
		err := s.lanes.Compare(a.On, &s.transport, s.prepare)
		if err == nil {
			s.compare = a.On
		}
		return err
	case watch.SetProfile:
		return s.setProfile(a.On)
	case watch.SetSecond:
		return s.move(s.sides.Chosen(a.On))
	}
	return nil
}

// setProfile begins to time dispatches, or ends it. Scans begin again, and go on to where they
// were.
func (s *Session) setProfile(on bool) error {
	return s.took.Try(s.sides, on, func(took *watch.Kernels) error { return s.again(func(n *Session) { n.took = took }) })
}

// Dispatches are those of the steps that were made since they are timed.
func (s *Session) Dispatches() []profile.Part { return s.took.Parts() }

// Watch times dispatches again, where another session did meanwhile.
func (s *Session) Watch() { s.took.On(s.sides) }

// again makes the scans anew after a change, if there are values; the timeline stays where it
// is. Where that fails all stays as it was.
func (s *Session) again(change func(*Session)) (err error) {
	next := *s
	if change(&next); next.values != nil {
		if next.lanes, err = watch.NewLanes(next.compare, next.prepare); err != nil {
			return err
		}
		s.lanes.Release()
	}
	*s = next
	s.lanes.Link(&s.transport)
	return nil
}

func (s *Session) prepare(lane int) (*Subject, error) {
	l, err := New(s.sides[lane], s.values, s.chosen[lane])
	if err == nil {
		l.took = s.took
	}
	return l, err
}

// Advance lets time pass; it computes for about as long as budget says.
func (s *Session) Advance(dt, budget time.Duration) error {
	if there, err := s.lanes.Survey(s.transport.State().Clock, time.Now().Add(budget)); err != nil || !there {
		return err
	}
	return s.settled(s.transport.Advance(dt, budget))
}

// Settle makes all that is left to make.
func (s *Session) Settle() error {
	if _, err := s.lanes.Survey(s.transport.State().Clock, time.Now().Add(1000*time.Hour)); err != nil {
		return err
	}
	return s.settled(s.transport.Settle())
}

func (s *Session) settled(err error) error {
	for _, l := range s.lanes.Active() {
		l.judge.Hear(s.wait)
	}
	return err
}

// Waiting reports whether background work is in progress.
func (s *Session) Waiting() bool { return s.transport.Waiting() }

// Layers returns those of a lane; nil where there is none.
func (s *Session) Layers(e compute.Encoder, lane int) []compute.Layer {
	if s.lanes[lane] == nil {
		return nil
	}
	return s.lanes[lane].Layers(e)
}
