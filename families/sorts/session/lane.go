package session

import (
	"context"
	"fmt"
	"time"

	"kernelscope/compute"
	"kernelscope/compute/oracle"
	"kernelscope/compute/profile"
	"kernelscope/compute/sorting"
	"kernelscope/compute/timing"
	"kernelscope/watch"
	"kernelscope/watch/timeline"
)

// lane is a sort with how far it is.
type lane struct {
	*Session
	be       compute.Backend
	sort     *sorting.Sort
	before   compute.Buffer // keys before the last step
	warm     bool           // its kernels have run
	written  bool           // the input is on the device
	position int            // steps that are done
	version  int
	pending  float64 // ms of steps that were not waited for

	samples [][]float64     // ms that each step took, of every time that it was measured
	whole   []float64       // ms of all steps in one submission
	kernels [][]profile.Row // dispatches of each step; nil if they are not timed
	// ends and steps follow from these, and are nil when something is new.
	ends   []float64 // when each step ends, ms
	steps  []StepState
	judge  watch.Judge
	passes passes
	shown  shown
	trail  [][]uint32 // few keys before the first step of a network and after each
}

// newLane returns a lane at its start. The sort must be Ready before it is used.
func newLane(s *Session, be compute.Backend, sort *sorting.Sort) *lane {
	l := &lane{Session: s, be: be, sort: sort, before: sort.NewBuffer("keys before the step", sort.Words()*s.input.N)}
	l.forget()
	return l
}

// Release releases all resources.
func (l *lane) Release() { l.sort.Release() }

// Known reports that all clocks can be read: times are measured before a comparison begins.
func (l *lane) Known() bool { return true }

// now returns the buffers that hold the array.
func (l *lane) now() (keys, payload compute.Buffer) {
	if l.position == 0 {
		return l.sort.Keys, l.sort.Payload
	}
	step := l.sort.Steps[l.position-1]
	return step.Keys, step.Payload
}

// warmUp runs steps on no keys: the first use of a kernel takes longer, since
// drivers compile then. The first step and the last one have all kernels.
func (l *lane) warmUp() error {
	if err := l.sort.Write(nil, nil); err != nil {
		return err
	}
	l.sort.Steps[0].Record(l.be)
	l.sort.Steps[len(l.sort.Steps)-1].Record(l.be)
	return l.be.Flush(context.Background())
}

// write puts the input on the device again: what is to be seen of an earlier step is
// made anew, since sorts are fast and always do the same.
func (l *lane) write() error {
	if !l.warm && len(l.sort.Steps) > 0 {
		if err := l.warmUp(); err != nil {
			return err
		}
	}
	l.warm = true
	if err := l.sort.Write(l.keys, l.values); err != nil {
		return err
	}
	l.be.Copy(l.before, 0, l.sort.Keys, 0, len(l.keys))
	l.written, l.position = true, 0
	l.trail = [][]uint32{l.keys}
	l.passes = passes{before: oracle.Array{Keys: l.keys, Words: l.sort.Words()}}
	l.version++
	return nil
}

// Length returns the steps of the sort.
func (l *lane) Length() (steps int, whole bool) { return len(l.sort.Steps), true }

// Made returns the number of steps that were made.
func (l *lane) Made() (steps int) {
	for steps < len(l.samples) && len(l.samples[steps]) > 0 {
		steps++
	}
	return steps
}

// At returns the number of completed steps.
func (l *lane) At() int { return l.position }

// Reading returns the device time of a step's end in ms, or the number of steps.
func (l *lane) Reading(c timeline.Clock, step int) float64 {
	if c == timeline.DeviceTime {
		return l.endOf(step)
	}
	return float64(step)
}

// Event returns the event of the last step. Its wall time is not measured.
func (l *lane) Event() compute.Event {
	e := compute.Event{Step: l.position, Title: "the input", Done: l.position == len(l.sort.Steps), GPU: l.endOf(l.position)}
	e.Facts = []compute.Fact{{Name: "keys", Value: float64(l.input.N), Unit: "keys"}}
	if l.position == 0 {
		return e
	}
	step := l.sort.Steps[l.position-1]
	e.Title = step.Title
	digit := step.Digit
	if t := step.Table; t != nil {
		digit = t.Digit
		e.Facts = append(e.Facts, compute.Fact{Name: "partitions", Value: float64(t.Partitions)})
	}
	switch {
	case digit.Radix > 0:
		e.Facts = append(e.Facts, compute.Fact{Name: "lower digits", Value: float64(digit.First)}, compute.Fact{Name: "radix", Value: float64(digit.Radix), Unit: "symbols"})
	case digit.Bits > 0:
		e.Facts = append(e.Facts, compute.Fact{Name: "first bit", Value: float64(digit.First)}, compute.Fact{Name: "digit", Value: float64(digit.Bits), Unit: "bits"})
	}
	if step.Run > 0 {
		e.Facts = append(e.Facts, compute.Fact{Name: "run", Value: float64(step.Run), Unit: "keys"},
			compute.Fact{Name: "stride", Value: float64(step.Stride), Unit: "keys"}, compute.Fact{Name: "last stride", Value: float64(step.LastStride), Unit: "keys"})
	}
	if step.Invocations > 0 {
		e.Facts = append(e.Facts, compute.Fact{Name: "invocations", Value: float64(step.Invocations)}, compute.Fact{Name: "idle", Value: float64(step.Idle), Unit: "invocations"})
	}
	return e
}

// Busy reports whether the array, a verdict or a measurement is pending.
func (l *lane) Busy() bool {
	return !l.written || l.judge.Hear(false).Pending() || l.Compared && !l.measured()
}

// Seek goes to the state after some steps. Stepping back sorts the input again: sorts are fast
// and deterministic.
func (l *lane) Seek(to int, until time.Time) (there bool, err error) {
	to = min(to, len(l.sort.Steps))
	for over := false; !over && (l.position != to || !l.written); {
		over = time.Now().After(until)
		if !l.written || to < l.position {
			err = l.write()
		} else {
			err = l.approach(over || to == l.position+1)
		}
		if err != nil {
			return false, err
		}
	}
	return l.position == to && l.written, nil
}

// approach makes a step. The keys before the last one of several are kept for the picture.
func (l *lane) approach(last bool) error {
	if last {
		keys, _ := l.now()
		l.be.Copy(l.before, 0, keys, 0, len(l.keys))
	}
	return l.make()
}

// make makes the next step, and verifies a pass that may be wrong.
func (l *lane) make() error {
	step := l.sort.Steps[l.position]
	l.version++
	l.position++
	if err := l.execute(l.position-1, step); err != nil {
		return err
	}
	if err := l.leave(step); err != nil {
		return err
	}
	return l.passes.follow(context.Background(), l.sort, step)
}

// execute executes a step, and measures it where its time is not known well.
func (l *lane) execute(i int, step sorting.Step) error {
	if len(l.samples[i]) < l.wanted() || l.Profiler != nil && l.kernels[i] == nil {
		l.Profiler.Drop() // what others have dispatched
		ms, err := l.timed(step.Record)
		if l.ends, l.steps = nil, nil; l.Profiler == nil || len(l.samples[i]) < l.wanted() {
			l.samples[i] = append(l.samples[i], ms)
		}
		l.kernels[i] = l.Profiler.Take(i+1, fmt.Sprintf("step %d: %s", i+1, step.Title))
		return err
	}
	step.Record(l.be)
	const most = 50 // ms that a submission may take, so that windows answer
	if l.pending += timing.Median(l.samples[i]); l.pending < most {
		return nil
	}
	l.pending = 0
	return l.be.Flush(context.Background())
}

// timed returns the GPU time of some work, in ms.
func (l *lane) timed(record func(compute.Encoder)) (ms float64, err error) {
	t, err := timing.Once(context.Background(), l.be, func() { record(l.be) })
	return t.GPU, err
}

const (
	runs     = 5     // that a time is the median of
	longRun  = 500.0 // ms of a run that is made only once
	wholeRun = 100.0 // ms of a run that may be one submission
)

// wanted is how often steps are to be measured.
func (l *lane) wanted() int {
	if sum(l.samples) > longRun {
		return 1
	}
	return runs
}

// sum is the time of a run, as far as it is known.
func sum(samples [][]float64) (ms float64) {
	for _, s := range samples {
		if len(s) > 0 {
			ms += timing.Median(s)
		}
	}
	return ms
}

// forget makes the lane measure all times again.
func (l *lane) forget() {
	l.samples, l.whole, l.ends, l.steps = make([][]float64, len(l.sort.Steps)), nil, nil, nil
	l.kernels = make([][]profile.Row, len(l.sort.Steps))
}

// share is how much of what a comparison must know has been measured.
func (l *lane) share() float64 {
	if len(l.samples) == 0 {
		return 1
	}
	done, wanted := 0, l.wanted()
	for _, s := range l.samples {
		done += min(len(s), wanted)
	}
	return float64(done) / float64(wanted*len(l.samples))
}

func (l *lane) measured() bool {
	return l.share() == 1 && (len(l.whole) >= runs || sum(l.samples) > wholeRun)
}

// heat keeps hardware busy before its times are compared, until a time. It says whether that was long enough.
func (s *Session) heat(until time.Time) (warm bool, err error) {
	lanes := s.Lanes[:1]
	if s.Sides[1] != s.Sides[0] {
		lanes = s.Lanes[:]
	}
	for !s.warmup.Over(s.Sides[0]) || !s.warmup.Over(s.Sides[1]) {
		begin := time.Now()
		if begin.After(until) {
			return false, nil
		}
		for _, l := range lanes {
			if err := l.write(); err != nil {
				return false, err
			}
			l.sort.Record(l.be)
			if err := l.be.Flush(context.Background()); err != nil {
				return false, err
			}
			l.written = false
		}
		s.warmup.Add(time.Since(begin) / time.Duration(len(lanes)))
	}
	return true, nil
}

// measure makes runs, until a time, for the times that a comparison needs. It says whether
// all are known.
func (s *Session) measure(until time.Time) (ready bool, err error) {
	if warm, err := s.heat(until); err != nil || !warm {
		return false, err
	}
	for _, l := range s.Lanes.Active() {
		if l.measured() {
			continue
		}
		for !l.measured() {
			if err := l.measureSome(); err != nil {
				return false, err
			}
			if time.Now().After(until) {
				return false, nil
			}
		}
		l.written = false
	}
	return true, nil
}

// measureSome measures the next step, or all in one submission.
func (l *lane) measureSome() error {
	if !l.written || l.position == len(l.sort.Steps) || l.share() == 1 {
		if err := l.write(); err != nil {
			return err
		}
	}
	if l.share() < 1 {
		return l.make()
	}
	ms, err := l.timed(l.sort.Record)
	l.whole, l.ends, l.written = append(l.whole, ms), nil, false
	return err
}

// endOf returns when a step has ended. Where a run of all steps in one submission was
// measured too, they have their shares of it.
func (l *lane) endOf(step int) float64 {
	if l.ends == nil {
		share := 1.0
		if len(l.whole) > 0 {
			share = timing.Median(l.whole) / max(1e-9, sum(l.samples))
		}
		l.ends = []float64{0}
		for i := range l.samples {
			l.ends = append(l.ends, l.ends[i]+share*timing.Median(l.samples[i]))
		}
	}
	return l.ends[max(0, min(step, len(l.samples)))]
}

// Conclude reads what pictures write, and asks and hears the oracle.
func (l *lane) Conclude(wait bool) error {
	if err := l.look(); err != nil {
		return err
	}
	err := l.conclude()
	l.judge.Hear(wait)
	return err
}

// conclude passes a sort that has ended to the oracle, once.
func (l *lane) conclude() error {
	if l.judge.Hear(false).Asked || l.position < len(l.sort.Steps) || !l.written || l.passes.wrong != nil {
		return nil
	}
	keys, payload := l.now()
	k, v, err := l.sort.Read(context.Background(), keys, payload, l.input.N)
	if err != nil {
		return err
	}
	words := l.sort.Words()
	in, out := oracle.Array{Keys: l.keys, Words: words, Values: l.values}, oracle.Array{Keys: k, Words: words, Values: v}
	order, stable := l.sort.Order, l.sort.Algorithm.Stable()
	l.judge.Ask(func() error { return oracle.VerifySort(in, out, order, stable) })
	return nil
}

// verdict returns the present verdict.
func (l *lane) verdict() watch.Verdict {
	if l.passes.wrong != nil {
		return watch.Verdict{Asked: true, Heard: true, Wrong: l.passes.wrong}
	}
	return l.judge.Hear(false)
}

// state describes the lane.
func (l *lane) state() Lane {
	if l.steps == nil {
		for i, step := range l.sort.Steps {
			l.steps = append(l.steps, StepState{step, timing.Median(l.samples[i]), l.kernels[i]})
		}
	}
	n := Lane{Steps: l.steps, Position: l.position, Event: l.Event(), Verdict: l.verdict(), Wrong: l.passes.wrong, Timed: true, Elapsed: l.endOf(l.position), Total: l.endOf(len(l.samples)), Keys: l.shown.keys, Trail: l.trail, From: l.shown.from, Table: l.shown.table, Places: l.places()}
	n.Followed = l.followed(n.Places)
	for _, s := range l.samples {
		n.Timed = n.Timed && len(s) > 0
	}
	return n
}
