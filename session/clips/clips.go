// Package clips drives the matching of clips that is watched: which sequence, by which
// form, with which parameters; and then how it came about, step by step, forward and
// back, from what the device recorded. Windows, pictures and recordings use the
// same session. It knows no device and no panel.
package clips

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"kernelscope/compute"
	"kernelscope/compute/clip"
	"kernelscope/compute/profile"
	"kernelscope/fault"
	"kernelscope/scene/clipseq"
	"kernelscope/timeline"
	"kernelscope/watch"
)

// MaxElements is how many elements can be watched.
const MaxElements = 1 << 24

// Input says what is matched: a shape, or what has a name.
type Input struct {
	Name  string // of the scene or file; empty for a shape
	Shape string // one of clipseq.Shapes
	N     int
	Seed  uint64
}

// Options steer a session.
type Options struct {
	// Wait makes a run wait for the oracle, so that scripts see the same state every
	// time.
	Wait bool
}

// Session owns a sequence and its last run. It has one goroutine, that of its backend.
type Session struct {
	be      compute.Backend
	forms   []clip.Form
	options Options

	input    Input
	sequence clipseq.Sequence
	heights  []int32
	depth    int
	version  int

	lanes   [2]lane // the second one only in a comparison
	compare bool

	element int // -1 for none
	view    View

	transport timeline.Transport
	took      *watch.Kernels // of dispatches; nil if they are not timed
}

// New makes a session that matches nothing yet, with the forms that can be chosen: the
// first one at first.
func New(be compute.Backend, forms []clip.Form, o Options) *Session {
	s := &Session{
		be: be, forms: forms, options: o, transport: timeline.New(20), element: -1,
		input: Input{Shape: "adversarial", N: 1 << 12, Seed: 1}, view: View{Panels: true, Peel: -1, Pinned: -1},
	}
	for i := range s.lanes {
		s.lanes[i] = lane{be: be, form: forms[min(i, len(forms)-1)], chosen: compute.Values{}, judge: &watch.Judge{}, pinned: -1}
	}
	return s
}

// Release releases all resources.
func (s *Session) Release() {
	for i := range s.lanes {
		s.lanes[i].release()
	}
}

// Rebuild moves everything to another backend after the previous one was lost. What was
// recorded of the runs stays.
func (s *Session) Rebuild(be compute.Backend) error {
	s.be = be
	s.took.On(be)
	for i := range s.lanes {
		l := &s.lanes[i]
		if l.be = be; l.run == nil {
			continue
		}
		l.run.states.Release()
		l.run.states = be.NewBuffer(l.run.states.Name(), l.run.states.Len())
		l.timer.release()
	}
	return be.Flush(context.Background())
}

// active lists the lanes that are shown.
func (s *Session) active() []*lane {
	if s.compare {
		return []*lane{&s.lanes[0], &s.lanes[1]}
	}
	return []*lane{&s.lanes[0]}
}

func (s *Session) laneOf(i int) (*lane, error) {
	if active := s.active(); i >= 0 && i < len(active) {
		return active[i], nil
	}
	return nil, fmt.Errorf("clips: there is no lane %d", i)
}

// Apply carries out an action of this package or of the timeline. Where it fails all stays as it was.
func (s *Session) Apply(a any) error {
	switch a := a.(type) {
	case timeline.SetClock:
		s.setClock(a.Clock)
	case timeline.Action:
		s.transport.Apply(a)
	case watch.SetCompare:
		return s.setCompare(a.On)
	case watch.SetProfile:
		s.setProfile(a.On)
	case SetView:
		s.view = a.View
	case SetInput:
		return s.setInput(a.Input)
	case Shuffle:
		in := s.input
		in.Seed, in.Name, in.N = in.Seed+1, "", max(1, in.N)
		return s.setInput(in)
	case SetSequence:
		in := s.input
		in.Name = a.Name
		return s.setSequence(in, a.Sequence)
	case SetForm:
		return s.setForm(a)
	case SetParam:
		return s.setParam(a)
	case Select:
		l, err := s.laneOf(a.Lane)
		if err != nil {
			return err
		}
		s.choose(-1)
		if l.run != nil && a.Partition >= 0 && a.Partition < len(l.run.Partitions) {
			l.pinned = a.Partition
		}
	case SelectElement:
		s.choose(-1)
		if a.Element >= 0 && a.Element < len(s.sequence.Elements) && s.lanes[0].run != nil {
			s.choose(a.Element)
		}
	}
	return nil
}

// setProfile begins to time the dispatches of a run, or ends it.
func (s *Session) setProfile(on bool) {
	s.took = s.took.Switch(s.be, on)
	for i := range s.lanes {
		s.lanes[i].kernels = nil
	}
}

// Dispatches are those of the runs that were timed.
func (s *Session) Dispatches() []profile.Part { return s.took.Parts() }

// Watch times dispatches again, where another session did meanwhile.
func (s *Session) Watch() { s.took.On(s.be) }

// choose shows an element and its partitions; none if it is -1.
func (s *Session) choose(element int) {
	s.element = element
	for _, l := range s.active() {
		if l.pinned = -1; element >= 0 && l.run != nil {
			l.pinned = element / l.run.Size
		}
	}
}

// setInput makes a sequence of a shape.
func (s *Session) setInput(in Input) error {
	in.Name = ""
	if in.N < 1 || in.N > MaxElements {
		return fmt.Errorf("clips: %w: %d elements; between 1 and %d can be watched", fault.Limit, in.N, MaxElements)
	}
	made, err := clipseq.Make(in.Shape, in.N, in.Seed)
	if err != nil {
		return err
	}
	return s.setSequence(in, made)
}

func (s *Session) setSequence(in Input, q clipseq.Sequence) error {
	if len(q.Elements) > MaxElements {
		return fmt.Errorf("clips: %w: %d elements; at most %d can be watched", fault.Limit, len(q.Elements), MaxElements)
	}
	if err := q.Check(); err != nil {
		return err
	}
	before := *s
	in.N = len(q.Elements)
	s.input, s.sequence = in, q
	s.version++
	s.choose(-1)
	s.heights, s.depth = heightsOf(q)
	return s.again(before, s.active()...)
}

// heightsOf counts pushes less pops before each element and after the last one, and
// returns how many pushes are open at most.
func heightsOf(q clipseq.Sequence) (heights []int32, depth int) {
	heights = make([]int32, 1, len(q.Elements)+1)
	height, open := int32(0), 0
	for _, e := range q.Elements {
		switch e & clipseq.KindMask {
		case clipseq.Push:
			height++
			open++
		case clipseq.Pop:
			height--
			open = max(0, open-1)
		}
		depth = max(depth, open)
		heights = append(heights, height)
	}
	return heights, depth
}

func (s *Session) setForm(a SetForm) error {
	i := slices.IndexFunc(s.forms, func(f clip.Form) bool { return f.Name() == a.Name })
	if i < 0 {
		return fmt.Errorf("clips: there is no form %q", a.Name)
	}
	l, err := s.laneOf(a.Lane)
	if err != nil {
		return err
	}
	before := *s
	l.form, l.chosen = s.forms[i], l.chosen.Allowed(s.forms[i].Params(), s.be.Limits())
	err = s.again(before, l)
	if errors.Is(err, compute.ErrValue) { // they do not fit together
		l.form, l.chosen = s.forms[i], compute.Values{}
		err = s.again(before, l)
	}
	return err
}

func (s *Session) setParam(a SetParam) error {
	l, err := s.laneOf(a.Lane)
	if err != nil {
		return err
	}
	chosen, err := l.chosen.With(l.form.Params(), s.be.Limits(), a.Name, a.Value)
	if err != nil {
		return err
	}
	before := *s
	l.chosen = chosen
	return s.again(before, l)
}

// setCompare begins a comparison, or ends it.
func (s *Session) setCompare(on bool) error {
	if on == s.compare {
		return nil
	}
	if !on {
		s.compare = false
		s.lanes[1].release()
		watch.SetClock(&s.transport, timeline.Steps)
		s.relink()
		return nil
	}
	before := *s
	s.compare = true
	other := &s.lanes[1]
	other.chosen = s.lanes[0].chosen.Allowed(other.form.Params(), s.be.Limits())
	return s.again(before, other)
}

// relink passes the lanes to the transport.
func (s *Session) relink() {
	var lines []timeline.Line
	for _, l := range s.active() {
		lines = append(lines, l)
	}
	s.transport.SetLines(lines...)
}

// again matches anew in some lanes, once there is a sequence, and goes to the end; where
// that fails all is as it was before.
func (s *Session) again(before Session, lanes ...*lane) error {
	if s.version == 0 {
		return nil
	}
	type made struct {
		run    *Run
		values compute.Values
	}
	var all []made
	for _, l := range lanes {
		run, values, err := match(s.be, l.form, l.chosen, s.sequence)
		if err != nil {
			for _, m := range all {
				m.run.states.Release()
			}
			*s = before
			return err
		}
		all = append(all, made{run, values})
	}
	for i, l := range lanes {
		l.take(all[i].run, all[i].values)
		if s.element >= 0 {
			l.pinned = s.element / l.run.Size
		}
	}
	s.relink()
	s.end()
	for _, l := range lanes {
		l.ask(s.sequence)
	}
	return nil
}

// end goes to the end of all lanes. On the clock of the device the transport follows once
// their times are known.
func (s *Session) end() {
	s.transport.Apply(timeline.End{})
	for _, l := range s.active() {
		n, _ := l.Length()
		l.seek(n)
	}
}

// setClock chooses the clock. What is at its end stays there.
func (s *Session) setClock(c timeline.Clock) {
	ended := true
	for _, l := range s.active() {
		n, _ := l.Length()
		ended = ended && l.position == n
	}
	watch.SetClock(&s.transport, c)
	if ended {
		s.end()
	}
}

// Advance lets time pass: what plays makes the steps that it has earned, and the device is
// timed, for about as long as budget says. On the clock of the device nothing plays before
// its time is known.
func (s *Session) Advance(dt, budget time.Duration) error {
	until := time.Now().Add(budget)
	s.hear()
	if s.transport.State().Clock == timeline.DeviceTime && !s.timed() {
		return s.measure(until)
	}
	if err := s.transport.Advance(dt, budget); err != nil {
		return err
	}
	return s.measure(until)
}

// hear takes the oracle's verdicts.
func (s *Session) hear() {
	for _, l := range s.active() {
		l.judge.Hear(s.options.Wait)
	}
}

// Settle makes whatever there is to make, and does not mind the time.
func (s *Session) Settle() error {
	if err := s.measure(time.Now().Add(time.Hour)); err != nil {
		return err
	}
	s.hear()
	return s.transport.Settle()
}

// Waiting reports whether something goes on without being asked for.
func (s *Session) Waiting() bool { return s.transport.Waiting() }
