// Package clips drives the matching of clips that is watched: which sequence, by which
// form, with which parameters; and then how it came about, step by step, forward and
// back, from what the device has taken down. Windows, pictures and recordings use the
// same session. It knows no device and no panel.
package clips

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"kernelscope/compute"
	"kernelscope/compute/clip"
	"kernelscope/compute/oracle"
	"kernelscope/compute/timing"
	"kernelscope/fault"
	"kernelscope/scene/clipseq"
	"kernelscope/timeline"
	"kernelscope/watch"
)

// MaxElements is how many elements can be watched.
const MaxElements = 1 << 24

// Input says what is matched: a shape, or what somebody has given a name.
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

	form   clip.Form
	chosen compute.Values
	values compute.Values // as the form has them
	run    *Run
	judge  *watch.Judge
	timer  *timer // nil when all times are known

	replay   replay
	position int
	pinned   int // partition, -1 for none
	element  int // -1 for none
	view     View

	transport timeline.Transport
}

// New makes a session that matches nothing yet, with the forms that can be chosen: the
// first one at first.
func New(be compute.Backend, forms []clip.Form, o Options) *Session {
	return &Session{
		be: be, forms: forms, options: o, form: forms[0], chosen: compute.Values{}, transport: timeline.New(20), judge: &watch.Judge{}, pinned: -1, element: -1,
		input: Input{Shape: "adversarial", N: 1 << 12, Seed: 1}, view: View{Panels: true, Peel: -1, Pinned: -1},
	}
}

// Release gives everything back.
func (s *Session) Release() {
	s.stopTimer()
	if s.run != nil {
		s.run.states.Release()
	}
}

// Apply carries out an action of this package or of the timeline. Where it fails all stays as it was.
func (s *Session) Apply(a any) error {
	switch a := a.(type) {
	case timeline.Action:
		s.transport.Apply(a)
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
		return s.setForm(a.Name)
	case SetParam:
		return s.setParam(a)
	case Select:
		s.element, s.pinned = -1, -1
		if s.run != nil && a.Partition >= 0 && a.Partition < len(s.run.Partitions) {
			s.pinned = a.Partition
		}
	case SelectElement:
		s.element = -1
		if a.Element >= 0 && a.Element < len(s.sequence.Elements) && s.run != nil {
			s.element, s.pinned = a.Element, a.Element/s.run.Size
		}
	}
	return nil
}

// Length returns the steps that the run took, none without one.
func (s *Session) Length() (steps int, whole bool) {
	if s.run == nil {
		return 0, true
	}
	return s.run.Length(), true
}

// At returns after how many steps the present state is.
func (s *Session) At() int { return s.position }

// Seek goes to the state after some steps: what the device wrote down is replayed.
func (s *Session) Seek(to int, _ time.Time) (there bool, err error) {
	n, _ := s.Length()
	s.position = max(0, min(n, to))
	if s.run != nil && s.run.Tree == nil {
		s.replay.seek(s.position)
	}
	return true, nil
}

// Layers writes the state of each partition, a State a word.
func (s *Session) Layers(e compute.Encoder) []compute.Layer {
	if s.run == nil || len(s.run.Partitions) == 0 {
		return nil
	}
	words := make([]uint32, len(s.run.Partitions))
	for q, state := range s.states() {
		words[q] = uint32(state)
	}
	s.be.Write(s.run.states, 0, words)
	return []compute.Layer{{Kind: PartitionStates, Name: "states of partitions", Buffer: s.run.states, Count: len(words), Stride: 1}}
}

// PartitionStates holds the State of each partition, a word each.
const PartitionStates compute.LayerKind = "partition states"

// states returns those of partitions at the present step. They are not changed later.
func (s *Session) states() []State {
	if s.run.Tree == nil {
		s.replay.shared = true
		return s.replay.states
	}
	return s.phaseStates()
}

// Reading returns the number of steps: the device does not time them one by one.
func (s *Session) Reading(_ timeline.Clock, step int) float64 { return float64(step) }

// Busy reports whether a verdict or a measurement is to come.
func (s *Session) Busy() bool {
	return s.judge.Hear(false).Pending() || s.timer != nil && !s.timer.done && s.run != nil
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
	s.element, s.pinned = -1, -1
	s.heights, s.depth = heightsOf(q)
	return s.again(before)
}

// heightsOf counts pushes less pops before each element and behind the last one, and
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

func (s *Session) setForm(name string) error {
	i := slices.IndexFunc(s.forms, func(f clip.Form) bool { return f.Name() == name })
	if i < 0 {
		return fmt.Errorf("clips: there is no form %q", name)
	}
	before := *s
	s.form, s.chosen = s.forms[i], s.chosen.Allowed(s.forms[i].Params(), s.be.Limits())
	err := s.again(before)
	if errors.Is(err, compute.ErrValue) { // they do not fit together
		s.form, s.chosen = s.forms[i], compute.Values{}
		err = s.again(before)
	}
	return err
}

func (s *Session) setParam(a SetParam) error {
	chosen, err := s.chosen.With(s.form.Params(), s.be.Limits(), a.Name, a.Value)
	if err != nil {
		return err
	}
	before := *s
	s.chosen = chosen
	return s.again(before)
}

// again matches anew, once there is a sequence; where that fails all is as it was
// before.
func (s *Session) again(before Session) error {
	if s.version == 0 {
		return nil
	}
	run, values, err := match(s.be, s.form, s.chosen, s.sequence)
	if err != nil {
		*s = before
		return err
	}
	s.stopTimer()
	if s.run != nil {
		s.run.states.Release()
	}
	if s.pinned >= len(run.Partitions) {
		s.pinned = -1
	}
	if s.element >= 0 {
		s.pinned = s.element / run.Size
	}
	s.run, s.values, s.timer = run, values, &timer{}
	s.replay = replay{run: run, states: make([]State, len(run.Partitions))}
	s.transport.SetLines(s)
	s.transport.Apply(timeline.End{})
	if err := s.transport.Settle(); err != nil {
		return err
	}
	s.ask()
	return nil
}

// ask hands the run to the oracle.
func (s *Session) ask() {
	q, got := s.sequence, s.run.Result
	s.judge.Ask(func() error { return oracle.VerifyClips(q, got) })
}

// Advance lets time pass: what plays makes the steps that it has earned, and the
// device is timed, for about as long as budget says.
func (s *Session) Advance(dt, budget time.Duration) error {
	s.judge.Hear(s.options.Wait)
	if err := s.transport.Advance(dt, budget); err != nil {
		return err
	}
	return s.measure(time.Now().Add(budget))
}

// Settle makes whatever there is to make, and does not mind the time.
func (s *Session) Settle() error {
	if err := s.transport.Settle(); err != nil {
		return err
	}
	s.judge.Hear(s.options.Wait)
	return s.measure(time.Now().Add(time.Hour))
}

// Waiting reports whether something goes on without being asked for.
func (s *Session) Waiting() bool { return s.transport.Waiting() }

// Snapshot returns the present state.
func (s *Session) Snapshot() *Snapshot {
	n := &Snapshot{
		Device: s.be.Limits(), Forms: s.forms, Form: s.form, Input: s.input, Sequence: s.sequence, Heights: s.heights, Depth: s.depth,
		Version: s.version, Run: s.run, Verdict: s.judge.Hear(false), Position: s.position, Shown: s.pinned, Pinned: s.pinned >= 0,
		Element: s.element, Time: s.transport.State(), View: s.view,
	}
	n.Length, _ = s.Length()
	n.Params = compute.States(s.form.Params(), s.chosen, s.values)
	if s.timer != nil {
		n.MS, n.Runs, n.Timed = timing.Median(s.timer.ms), len(s.timer.ms), s.timer.done
	}
	if s.run == nil {
		return n
	}
	n.States = s.states()
	if n.Shown < 0 {
		n.Shown = s.actor(n)
	}
	return n
}

// phaseStates are those of partitions of a tree.
func (s *Session) phaseStates() []State {
	states := make([]State, len(s.run.Partitions))
	if s.position > 0 {
		for q := range states {
			states[q] = s.run.Phases[s.position-1].State
		}
	}
	return states
}

// actor is the partition that has acted last; in the end the one that has looked at
// most others.
func (s *Session) actor(n *Snapshot) int {
	if s.run.Tree != nil {
		return -1
	}
	if e, ok := n.Last(); ok && n.Position < n.Length {
		return e.Partition
	}
	return s.run.Longest()
}
