package sums

import (
	"fmt"
	"math/rand/v2"
	"time"

	"kernelscope/compute"
	"kernelscope/compute/scan"
	"kernelscope/fault"
	"kernelscope/timeline"
	"kernelscope/watch"
)

// MaxValues is the greatest number of values that can be watched; Most is the greatest value.
// Their sum fits a word.
const MaxValues, Most = 1 << 24, 15

// Action is a request by a user or a flag, besides those of the timeline.
type Action interface{ action() }

type (
	// SetInput scans other values.
	SetInput struct{ Input Input }
	// SetParam sets a parameter of scan.Algorithm; zero leaves it to the scan.
	SetParam struct {
		Name  string
		Value uint32
	}
)

func (SetInput) action() {}
func (SetParam) action() {}

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

// Session owns a subject and its timeline. It has one goroutine, that of its backend.
type Session struct {
	be        compute.Backend
	wait      bool
	input     Input
	chosen    compute.Values
	subject   *Subject // nil before the first input
	transport timeline.Transport
}

// NewSession makes a session without a subject. With wait, the end waits for the verdict, so
// that scripts see the same state every time.
func NewSession(be compute.Backend, wait bool) *Session {
	return &Session{be: be, wait: wait, input: Input{N: 1 << 16, Seed: 1}, transport: timeline.New(1)}
}

// Release releases all resources.
func (s *Session) Release() {
	if s.subject != nil {
		s.subject.Release()
	}
}

// Rebuild moves everything to another backend after the previous one was lost. The scan
// returns to the timeline's position.
func (s *Session) Rebuild(be compute.Backend) error {
	if s.be = be; s.subject == nil {
		return nil
	}
	return s.prepare(s.input, s.chosen)
}

// Apply executes an action of this package or of the timeline. On an error nothing changes.
func (s *Session) Apply(a any) error {
	switch a := a.(type) {
	case timeline.Action:
		s.transport.Apply(a)
	case SetInput:
		return s.prepare(a.Input, s.chosen)
	case SetParam:
		chosen, err := s.chosen.With(scan.Algorithm{}.Params(), s.be.Limits(), a.Name, a.Value)
		if err != nil {
			return err
		}
		return s.prepare(s.input, chosen)
	}
	return nil
}

// prepare makes another subject; the timeline stays where it is.
func (s *Session) prepare(in Input, chosen compute.Values) error {
	values, err := in.Values()
	if err != nil {
		return err
	}
	subject, err := New(s.be, values, chosen)
	if err != nil {
		return err
	}
	s.Release()
	s.input, s.chosen, s.subject = in, chosen, subject
	s.transport.SetLines(subject)
	return nil
}

// Advance advances time, and computes for about the budget.
func (s *Session) Advance(dt, budget time.Duration) error {
	return s.settled(s.transport.Advance(dt, budget))
}

// Settle completes all remaining work.
func (s *Session) Settle() error { return s.settled(s.transport.Settle()) }

func (s *Session) settled(err error) error {
	if s.subject != nil && s.wait {
		s.subject.judge.Hear(true)
	}
	return err
}

// Waiting reports whether background work is in progress.
func (s *Session) Waiting() bool { return s.transport.Waiting() }

// Layers returns the layers of the subject; nil before the first input.
func (s *Session) Layers(e compute.Encoder) []compute.Layer {
	if s.subject == nil {
		return nil
	}
	return s.subject.Layers(e)
}

// Snapshot is the state that panels show.
type Snapshot struct {
	Device  compute.Limits
	Input   Input
	Params  []compute.ParamState
	Time    timeline.State
	Event   compute.Event
	Steps   int
	Total   uint64 // of all values
	Verdict watch.Verdict
}

// Snapshot returns the present state.
func (s *Session) Snapshot() Snapshot {
	n := Snapshot{Device: s.be.Limits(), Input: s.input, Time: s.transport.State()}
	if s.subject != nil {
		used := compute.Values{scan.Workgroup: uint32(s.subject.scan.Size())}
		n.Params = compute.States(scan.Algorithm{}.Params(), s.chosen, used)
		n.Event, n.Steps, n.Total, n.Verdict = s.subject.Event(), len(s.subject.steps), s.subject.total, s.subject.Verdict()
	}
	return n
}
