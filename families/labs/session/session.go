package session

import (
	"context"
	"fmt"
	"slices"

	"kernelscope/compute"
	"kernelscope/compute/lab"
	"kernelscope/compute/profile"
	"kernelscope/internal/format"
	"kernelscope/watch"
)

// SetLabs runs other labs: the first one, and the one that it is compared with at first. A lab in the place of one that
// was edited goes to the same step, with the same values.
type SetLabs struct{ Labs [2]*lab.Lab }

func (SetLabs) Action() {}

// Session owns a run of a lab, or two that are compared, and their timeline.
type Session struct {
	watch.Session[*lab.Lab, *Subject]
	runs int // that were made
}

// NewSession returns a session without a lab. With wait, the end waits for the verdict, so that scripts see the same
// state every time.
func NewSession(be compute.Backend, wait bool) *Session {
	s := &Session{}
	var none watch.Choice[*lab.Lab]
	s.Session = watch.NewSession(be, nil, none, none, 4, watch.Hooks[*Subject]{Save: watch.Saving(s), Prepare: s.prepare, Act: s.act})
	s.Wait = wait
	return s
}

// prepare makes the run of a lane.
func (s *Session) prepare(lane int, _ *Subject) (*Subject, error) {
	c := s.Chosen[lane]
	l, err := New(s.Sides[lane], c.Algorithm, c.Values)
	if err == nil {
		s.runs++
		l.profiler, l.number = s.Profiler, s.runs
	}
	return l, err
}

// act executes an action of this package.
func (s *Session) act(a watch.Action) (taken bool, err error) {
	set, ok := a.(SetLabs)
	if !ok {
		return false, nil
	}
	s.Algorithms = set.Labs[:1]
	if set.Labs[1] != set.Labs[0] {
		s.Algorithms = set.Labs[:]
	}
	for i, l := range set.Labs {
		s.Chosen[i].Algorithm = l
		s.Chosen[i].Values = s.Chosen[i].Values.Allowed(l.Params(), s.Sides[i].Limits())
	}
	return true, s.Remake()
}

// Snapshot is the state that panels show.
type Snapshot struct {
	watch.Common
	Lanes []Lane // one, or two in a comparison; none before the first lab
}

// Lane is a run of a lab.
type Lane struct {
	*lab.Lab
	Params  []compute.ParamState
	Event   compute.Event
	Steps   int // that are known
	Lengths []int
	Env     lab.Env         // numbers of the parameters
	Kernels [][]profile.Row // dispatches of each step that was made, after none for the start; nil where they are not timed
	Verdict watch.Verdict
	Version int                 // another number whenever the buffers may have changed
	Few     map[string][]uint32 // contents of buffers of at most MaxFew words
}

// Story tells what the last step did.
func (l *Lane) Story() string {
	e := l.Event
	if e.Step == 0 {
		return "The buffers as they begin; nothing has run."
	}
	story := fmt.Sprintf("Step %d of %s: %s", e.Step, l.StepsInWords(), e.Title)
	if n := int(e.Fact("invocations")); n > 0 {
		story += ", " + format.Count(n, "invocation")
	}
	return story + "."
}

// StepsInWords writes the number of steps, as far as it is known.
func (l *Lane) StepsInWords() string {
	if l.Until != nil && !l.Event.Done {
		return format.Thousands(l.Steps) + "+"
	}
	return format.Thousands(l.Steps)
}

// Snapshot returns the present state.
func (s *Session) Snapshot() Snapshot {
	n := Snapshot{Common: s.Common()}
	for i, l := range s.Lanes.Active() {
		steps, _ := l.Length()
		n.Lanes = append(n.Lanes, Lane{
			Lab: l.run.Lab, Params: s.Params(i, s.Chosen[i].Algorithm.Used(s.Chosen[i].Values)), Event: l.Event(), Steps: steps,
			Lengths: l.run.Lengths, Env: l.run.Env, Kernels: l.kernels, Verdict: l.Verdict(), Version: l.number*(lab.MaxSteps+1) + l.at, Few: l.few,
		})
	}
	return n
}

// Contents returns the present contents of the written buffers of a lane, unless they have more words than most.
func (s *Session) Contents(lane, most int) (map[string][]uint32, error) {
	l := s.Lanes.Active()[lane]
	words := 0
	for i, b := range l.run.Lab.Buffers {
		if b.Output {
			words += l.run.Lengths[i] * b.Stride
		}
	}
	if words > most {
		return nil, nil
	}
	return l.run.Read(context.Background(), l.at, func(name string) bool {
		return slices.ContainsFunc(l.run.Lab.Buffers, func(b lab.Buffer) bool { return b.Name == name && b.Output })
	})
}

// Measures returns what the runs of a comparison have cost up to the present; none without a comparison.
func (n *Snapshot) Measures() []watch.Measure {
	if len(n.Lanes) < 2 {
		return nil
	}
	of := func(number func(compute.Event) float64) [2]float64 {
		return [2]float64{number(n.Lanes[0].Event), number(n.Lanes[1].Event)}
	}
	return []watch.Measure{
		{Name: "steps", Help: "Dispatches so far.", Of: of(func(e compute.Event) float64 { return float64(e.Step) })},
		{Name: "GPU time", Help: "By timestamps on the device, of the steps so far, each waited for.", Unit: watch.Milliseconds, Of: of(func(e compute.Event) float64 { return e.GPU })},
	}
}
