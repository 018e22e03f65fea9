package session

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"kernelscope/compute"
	"kernelscope/compute/clip"
	"kernelscope/compute/oracle"
	"kernelscope/compute/profile"
	"kernelscope/compute/timing"
	"kernelscope/scene/clipseq"
	"kernelscope/watch"
	"kernelscope/watch/timeline"
)

// lane is a form that has matched the sequence: alone, or one of two that are compared.
type lane struct {
	be       compute.Backend
	form     clip.Form
	values   compute.Values // as the form has them
	run      *Run
	states   compute.Buffer // that Layers writes
	links    compute.Buffer // a copy of the result's
	judge    *watch.Judge
	timer    *timer
	profiler *watch.Profiler // nil if dispatches are not timed
	kernels  []profile.Row   // dispatches of a run without a trace; nil if they are not timed

	replay   replay
	position int
	pinned   int // partition, -1 for none
}

// prepare matches the sequence for a lane. The run of a lane that it takes the place of stays.
func (s *Session) prepare(i int, before *lane) (*lane, error) {
	l := &lane{be: s.Sides[i], form: s.Chosen[i].Algorithm, judge: &watch.Judge{}, timer: &timer{done: s.Untimed}, profiler: s.Profiler, pinned: -1}
	if before != nil {
		l.run, l.values, l.judge, l.position = before.run, before.values, before.judge, before.position
		if l.timer.ms, l.timer.done = before.timer.ms, before.timer.done; l.profiler == before.profiler {
			l.kernels = before.kernels
		}
	} else {
		var err error
		if l.run, l.values, err = match(l.be, l.form, s.Chosen[i].Values, s.sequence); err != nil {
			return nil, err
		}
		l.ask(s.sequence)
	}
	l.states = l.be.NewBuffer("states of partitions", max(1, len(l.run.Partitions)))
	l.links = l.be.NewBuffer("links that are shown", max(1, len(l.run.Result.Links)))
	l.be.Write(l.links, 0, l.run.Result.Links)
	if err := l.be.Flush(context.Background()); err != nil {
		l.links.Release()
		l.states.Release()
		return nil, err
	}
	l.replay = replay{run: l.run, states: make([]State, len(l.run.Partitions))}
	l.seek(l.position)
	if old := s.Lanes[i]; old != nil && old.pinned < len(l.run.Partitions) {
		l.pinned = old.pinned
	}
	if s.element >= 0 {
		l.pinned = s.element / l.run.Size
	}
	return l, nil
}

// ask passes the run to the oracle.
func (l *lane) ask(q clipseq.Sequence) {
	got := l.run.Result
	l.judge.Ask(func() error { return oracle.VerifyClips(q, got) })
}

// Release releases all resources.
func (l *lane) Release() {
	l.timer.release()
	l.links.Release()
	l.states.Release()
}

// Length returns the number of steps of the run.
func (l *lane) Length() (steps int, whole bool) { return l.run.Length(), true }

// Known reports that all clocks can be read: the transport waits until runs are timed, if that is the clock.
func (l *lane) Known() bool { return true }

// Conclude hears the oracle.
func (l *lane) Conclude(wait bool) error {
	l.judge.Hear(wait)
	return nil
}

// At returns the number of steps before the present state.
func (l *lane) At() int { return l.position }

// Seek goes to the state after some steps: what the device recorded is replayed.
func (l *lane) Seek(to int, _ time.Time) (there bool, err error) {
	n, _ := l.Length()
	l.seek(max(0, min(n, to)))
	return true, nil
}

func (l *lane) seek(to int) {
	l.position = to
	if l.run.Tree == nil {
		l.replay.seek(to)
	}
}

// Reading returns the number of steps; their equal shares of the run's time, since the device
// does not time single steps; or the percentage of linked partitions.
func (l *lane) Reading(c timeline.Clock, step int) float64 {
	n, _ := l.Length()
	switch {
	case c == timeline.Steps || n == 0:
		return float64(step)
	case c == timeline.DeviceTime:
		return timing.Median(l.timer.ms) * float64(step) / float64(n)
	}
	return 100 * float64(l.run.linked(step)) / float64(max(1, len(l.run.Partitions)))
}

// unknown is the title of the state before the first step.
const unknown = "nothing is known yet"

// Event returns the event of the last step, with its share of the run's time.
func (l *lane) Event() compute.Event {
	e := compute.Event{Step: l.position, Title: unknown, Done: l.position == l.run.Length(), GPU: l.Reading(timeline.DeviceTime, l.position)}
	e.Facts = []compute.Fact{
		{Name: "partitions", Value: float64(len(l.run.Partitions)), Unit: "partitions"},
		{Name: "linked", Value: float64(l.run.linked(l.position)), Unit: "partitions"},
	}
	switch {
	case l.position == 0:
	case l.run.Tree != nil:
		phase := l.run.Phases[l.position-1]
		e.Title = phase.Title
		if phase.Level >= 0 {
			e.Facts = append(e.Facts, compute.Fact{Name: "level", Value: float64(phase.Level)})
		}
	default:
		last := l.run.Events[l.position-1]
		e.Title = fmt.Sprintf("partition %d %s", last.Partition, last.Does())
		e.Facts = append(e.Facts, compute.Fact{Name: "partition", Value: float64(last.Partition)})
	}
	return e
}

// linked returns how many partitions are linked after some steps.
func (r *Run) linked(step int) int { return r.reachedBy(Linked, step) }

// Busy reports whether a verdict or a measurement is pending.
func (l *lane) Busy() bool {
	return l.judge.Hear(false).Pending() || !l.timer.done
}

// Layers writes the state of each partition, one State per word. The links are the result's, also before they are known.
func (l *lane) Layers(compute.Encoder) []compute.Layer {
	if len(l.run.Partitions) == 0 {
		return nil
	}
	words := make([]uint32, len(l.run.Partitions))
	for q, state := range l.statesNow() {
		words[q] = uint32(state)
	}
	l.be.Write(l.states, 0, words)
	return []compute.Layer{
		{Kind: PartitionStates, Name: "states of partitions", Buffer: l.states, Count: len(words), Stride: 1, Type: "state", Text: func(e []uint32) string { return State(e[0]).String() }},
		{Kind: ElementLinks, Name: "links", Buffer: l.links, Count: len(l.run.Result.Links), Stride: 1, Entry: "element", Type: "element", Text: linkText, Of: func(element int) compute.Source {
			return compute.Source{Buffer: l.run.links, Word: element, Step: l.run.linkedAt(element / l.run.Size)}
		}},
	}
}

// linkText writes a link.
func linkText(e []uint32) string {
	if e[0] == clip.None {
		return "none"
	}
	return strconv.FormatUint(uint64(e[0]), 10)
}

// Kinds of layers.
const (
	PartitionStates compute.LayerKind = "partition states" // the State of each partition
	ElementLinks    compute.LayerKind = "links"            // of each element
)

// statesNow returns the states of partitions at the present step. They are not changed later.
func (l *lane) statesNow() []State {
	if l.run.Tree == nil {
		l.replay.shared = true
		return l.replay.states
	}
	states := make([]State, len(l.run.Partitions))
	if l.position > 0 {
		for q := range states {
			states[q] = l.run.Phases[l.position-1].State
		}
	}
	return states
}

// state describes a lane.
func (s *Session) state(i int) Lane {
	l := s.Lanes[i]
	if l == nil {
		return Lane{On: s.Sides[i].Limits(), Form: s.Chosen[i].Algorithm, Params: s.Params(i, nil), Event: compute.Event{Title: unknown}, Shown: -1}
	}
	n := Lane{
		On: l.be.Limits(), Form: l.form, Params: s.Params(i, l.values), Run: l.run, Verdict: l.judge.Hear(false), Position: l.position, Length: l.run.Length(), Event: l.Event(),
		MS: timing.Median(l.timer.ms), Runs: len(l.timer.ms), Timed: l.timer.done, Kernels: l.kernels, Shown: l.pinned, Pinned: l.pinned >= 0, States: l.statesNow(),
	}
	if n.Shown < 0 {
		n.Shown = n.actor()
	}
	return n
}
