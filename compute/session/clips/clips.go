// Package clips drives the matching of clips that is watched: which sequence, by which
// form, with which parameters; and then how it came about, step by step, forward and
// back, from what the device has taken down. Windows, pictures and recordings use the
// same session. It knows no device and no panel.
package clips

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"kernelscope/compute"
	"kernelscope/compute/clip"
	"kernelscope/compute/oracle"
	"kernelscope/compute/timing"
	"kernelscope/fault"
	"kernelscope/scene/clipseq"
)

// MaxElements is how many elements can be watched.
const MaxElements = 1 << 24

// Limits of what people turn.
const MinSpeed, MaxSpeed = 1.0, 10000.0 // steps a second

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

	form    clip.Form
	chosen  compute.Values
	values  compute.Values // as the form has them
	run     *Run
	verdict oracle.Verdict
	timer   *timer // nil when all times are known

	replay   replay
	position int
	pinned   int // partition, -1 for none
	element  int // -1 for none
	playing  bool
	speed    float64
	due      float64 // steps that time has earned
	view     View
}

// New makes a session that matches nothing yet, with the forms that can be chosen: the
// first one at first.
func New(be compute.Backend, forms []clip.Form, o Options) *Session {
	return &Session{
		be: be, forms: forms, options: o, form: forms[0], chosen: compute.Values{}, speed: 20, pinned: -1, element: -1,
		input: Input{Shape: "adversarial", N: 1 << 12, Seed: 1}, view: View{Panels: true, Peel: -1, Pinned: -1},
	}
}

// Release gives everything back.
func (s *Session) Release() { s.stopTimer() }

// Apply carries out an action. Where it fails all stays as it was.
func (s *Session) Apply(a Action) error {
	switch a := a.(type) {
	case SetSpeed:
		s.speed = max(MinSpeed, min(MaxSpeed, a.StepsPerSecond))
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
	default:
		s.transport(a)
	}
	return nil
}

// transport moves in time.
func (s *Session) transport(a Action) {
	s.due = 0
	switch a := a.(type) {
	case Play:
		s.playing = true
		if s.position == s.length() {
			s.goTo(0)
		}
	case Pause:
		s.playing = false
	case Step:
		s.playing = false
		s.goTo(s.position + a.Steps)
	case Seek:
		s.playing = false
		s.goTo(a.Step)
	case Rewind:
		s.goTo(0)
	}
}

func (s *Session) length() int {
	if s.run == nil {
		return 0
	}
	return s.run.Length()
}

// goTo shows the state after so many steps.
func (s *Session) goTo(position int) {
	s.position = max(0, min(s.length(), position))
	if s.run != nil && s.run.Tree == nil {
		s.replay.seek(s.position)
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
	if s.pinned >= len(run.Partitions) {
		s.pinned = -1
	}
	if s.element >= 0 {
		s.pinned = s.element / run.Size
	}
	s.run, s.values, s.timer = run, values, &timer{}
	s.replay = replay{run: run, states: make([]State, len(run.Partitions))}
	s.goTo(s.length())
	s.ask()
	return nil
}

// ask hands the run to the oracle.
func (s *Session) ask() {
	q, got := s.sequence, s.run.Result
	s.verdict.Ask(func() error { return oracle.VerifyClips(q, got) })
}

// Advance lets time pass: what plays makes the steps that it has earned, and the
// device is timed, for about as long as budget says.
func (s *Session) Advance(dt, budget time.Duration) error {
	s.verdict.Hear(s.options.Wait)
	if s.playing {
		s.due += s.speed * dt.Seconds()
		whole := math.Floor(s.due)
		s.due -= whole
		s.goTo(s.position + int(whole))
		s.playing = s.position < s.length()
	}
	return s.measure(time.Now().Add(budget))
}

// Settle waits for whatever is under way.
func (s *Session) Settle() error {
	s.verdict.Hear(s.options.Wait)
	return s.measure(time.Now().Add(time.Hour))
}

// Waiting says whether something goes on without being asked for.
func (s *Session) Waiting() bool {
	return s.playing || s.verdict.Pending() || s.timer != nil && !s.timer.done && s.run != nil
}

// Snapshot returns the present state.
func (s *Session) Snapshot() *Snapshot {
	n := &Snapshot{
		Device: s.be.Limits(), Forms: s.forms, Form: s.form, Input: s.input, Sequence: s.sequence, Heights: s.heights, Depth: s.depth,
		Version: s.version, Run: s.run, Verdict: s.verdict, Position: s.position, Length: s.length(), Shown: s.pinned, Pinned: s.pinned >= 0,
		Element: s.element, Playing: s.playing, Speed: s.speed, View: s.view,
	}
	n.Params = compute.States(s.form.Params(), s.chosen, s.values)
	if s.timer != nil {
		n.MS, n.Runs, n.Timed = timing.Median(s.timer.ms), len(s.timer.ms), s.timer.done
	}
	if s.run == nil {
		return n
	}
	if s.run.Tree == nil {
		n.States, s.replay.shared = s.replay.states, true
	} else {
		n.States = s.phaseStates()
	}
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
