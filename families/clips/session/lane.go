package session

import (
	"fmt"
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
	be      compute.Backend
	form    clip.Form
	chosen  compute.Values // as a person has chosen them
	values  compute.Values // as the form has them
	run     *Run           // nil before the first one
	judge   *watch.Judge
	timer   *timer        // nil before the first run
	kernels []profile.Row // dispatches of a run without a trace; nil if they are not timed

	replay   replay
	position int
	pinned   int // partition, -1 for none
}

// take replaces the run.
func (l *lane) take(run *Run, values compute.Values) {
	l.release()
	if l.pinned >= len(run.Partitions) {
		l.pinned = -1
	}
	l.run, l.values, l.timer, l.kernels = run, values, &timer{}, nil
	l.replay = replay{run: run, states: make([]State, len(run.Partitions))}
}

// ask passes the run to the oracle.
func (l *lane) ask(q clipseq.Sequence) {
	got := l.run.Result
	l.judge.Ask(func() error { return oracle.VerifyClips(q, got) })
}

// release gives the run back.
func (l *lane) release() {
	if l.timer != nil {
		l.timer.release()
	}
	if l.run != nil {
		l.run.states.Release()
	}
	l.run, l.timer, l.position = nil, nil, 0
	l.judge.Drop()
}

// Length returns the steps that the run took, none without one.
func (l *lane) Length() (steps int, whole bool) {
	if l.run == nil {
		return 0, true
	}
	return l.run.Length(), true
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
	if l.run != nil && l.run.Tree == nil {
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

// Event returns the event of the last step, with its share of the run's time.
func (l *lane) Event() compute.Event {
	e := compute.Event{Step: l.position, Title: "nothing is known yet"}
	if l.run == nil {
		return e
	}
	n, _ := l.Length()
	e.Done, e.GPU = l.position == n, l.Reading(timeline.DeviceTime, l.position)
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
	return l.judge.Hear(false).Pending() || l.timer != nil && !l.timer.done
}

// Layers writes the state of each partition, one State per word.
func (l *lane) Layers(compute.Encoder) []compute.Layer {
	if l.run == nil || len(l.run.Partitions) == 0 {
		return nil
	}
	words := make([]uint32, len(l.run.Partitions))
	for q, state := range l.states() {
		words[q] = uint32(state)
	}
	l.be.Write(l.run.states, 0, words)
	return []compute.Layer{{Kind: PartitionStates, Name: "states of partitions", Buffer: l.run.states, Count: len(words), Stride: 1}}
}

// PartitionStates holds the State of each partition, one word each.
const PartitionStates compute.LayerKind = "partition states"

// states returns those of partitions at the present step. They are not changed later.
func (l *lane) states() []State {
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

// state describes the lane.
func (l *lane) state() Lane {
	n := Lane{On: l.be.Limits(), Form: l.form, Params: compute.States(l.form.Params(), l.chosen, l.values), Run: l.run, Verdict: l.judge.Hear(false), Position: l.position, Event: l.Event(), Kernels: l.kernels, Shown: l.pinned, Pinned: l.pinned >= 0}
	n.Length, _ = l.Length()
	if l.timer != nil {
		n.MS, n.Runs, n.Timed = timing.Median(l.timer.ms), len(l.timer.ms), l.timer.done
	}
	if l.run == nil {
		return n
	}
	n.States = l.states()
	if n.Shown < 0 {
		n.Shown = n.actor()
	}
	return n
}
