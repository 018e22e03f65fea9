package session

import (
	"context"
	"errors"
	"fmt"
	"sort"
	"time"

	"kernelscope/compute"
	"kernelscope/compute/sssp"
	"kernelscope/compute/timing"
	"kernelscope/internal/clock"
	"kernelscope/scene/graph"
	"kernelscope/watch/timeline"
)

// errForwardOnly is what going back gives for a search that takes another course every
// time.
var errForwardOnly = errors.New("this search takes a different course every time, so it only goes forward: turn on its trace to step back")

// prepare finds what can keep the search from starting. With trace, one whose steps vary makes room for it.
func (s *search) prepare(trace bool) (err error) {
	if s.used, err = s.solver.Choose(s.query, s.values); err != nil {
		return err
	}
	if s.inRun, err = s.solver.Choose(s.query, s.chosen); err != nil {
		return err
	}
	if s.solver.algorithm.About().Varies && trace {
		s.traced = sssp.NewTraced(s.solver.be, s.m.Graph.Nodes(), s.frames.Budget)
		if err := s.solver.be.Flush(context.Background()); err != nil { // there is no room for the trace
			s.traced.Release()
			return err
		}
	}
	s.forget()
	s.atStart()
	return nil
}

// atStart notes that the state is that before the first step.
func (s *search) atStart() {
	s.now = sssp.Event{Near: 1, Target: graph.Unreached, Threshold: s.used[sssp.Delta]}
	s.touch()
}

// touch notes that the layers are others.
func (s *search) touch() {
	*s.moments++
	s.version = *s.moments
}

// start starts the search, unless it runs.
func (s *search) start() error {
	if s.solver.runs == s {
		return nil
	}
	return s.begin()
}

// begin starts the search from its first step.
func (s *search) begin() error {
	run, err := s.solver.Start(s.query, s.values)
	if err != nil {
		return err
	}
	if s.traced != nil {
		s.traced.Begin(run, s.query.Source)
		run = s.traced
	}
	s.run, s.solver.runs = run, s
	s.atStart()
	return nil
}

// Release releases all resources.
func (s *search) Release() {
	s.judge.Drop()
	s.frames.Release()
	if s.traced != nil {
		s.traced.Release()
	} else if s.run != nil {
		s.run.Release()
	}
}

// canRewind reports whether the search goes back.
func (s *search) canRewind() bool {
	return s.traced != nil || !s.solver.algorithm.About().Varies
}

// Length returns the number of recorded steps.
func (s *search) Length() (steps int, whole bool) { return s.furthest().Step, s.whole }

// furthest returns the last mark.
func (s *search) furthest() Mark { return s.marks[len(s.marks)-1] }

// At returns the number of completed steps.
func (s *search) At() int { return int(s.now.Step) }

// Event returns the event of the last step.
func (s *search) Event() compute.Event { return s.now.Report() }

// Busy reports whether a verdict is pending.
func (s *search) Busy() bool { return s.result != nil && !s.result.Checked }

// Known reports whether all steps were made, and each has a mark.
func (s *search) Known() bool { return s.whole && !s.coarse }

// measure selects whether each step is a submission from now on. It reports whether steps that were made otherwise
// are to be made again.
func (s *search) measure(single bool) (remake bool) {
	if s.single = single; !single || !s.coarse {
		return false
	}
	told := s.furthest().Step
	s.forget()
	s.solver.runs, s.told = nil, told
	return true
}

// Reading returns the time on the device or, of a search on the host, by its clock; progress is the settled distance, and
// work the relaxed edges.
func (s *search) Reading(c timeline.Clock, step int) float64 {
	a, b := s.around(step)
	if b.Step <= step {
		a = b
	}
	switch {
	case c == timeline.DeviceTime && s.solver.algorithm.About().OnHost:
		return a.Wall
	case c == timeline.DeviceTime:
		return a.GPU
	case c == timeline.Progress:
		return a.Final
	case c == timeline.Work:
		return float64(a.Relaxed)
	}
	return float64(step)
}

// around returns the marks up to a step and from it on.
func (s *search) around(step int) (a, b Mark) {
	i := sort.Search(len(s.marks), func(i int) bool { return s.marks[i].Step >= step })
	i = min(max(i, 1), len(s.marks)-1)
	return s.marks[max(0, i-1)], s.marks[max(0, i)]
}

// between estimates a value at a step by the marks around it.
func (s *search) between(step int, of func(Mark) float64) float64 {
	a, b := s.around(step)
	if b.Step == a.Step || step >= b.Step {
		return of(b)
	}
	return of(a) + (of(b)-of(a))*float64(step-a.Step)/float64(b.Step-a.Step)
}

// submissions returns in how many the steps up to the present one were made.
func (s *search) submissions() int {
	return sort.Search(len(s.marks)-1, func(i int) bool { return s.marks[i].Step >= s.At() })
}

// Seek goes to the state after some steps.
func (s *search) Seek(to int, until time.Time) (there bool, err error) {
	if err := s.start(); err != nil {
		return false, err
	}
	if n, whole := s.Length(); whole {
		to = min(to, n)
	}
	if to == s.At() {
		return true, nil
	}
	if err := s.jump(to); err != nil {
		return false, err
	}
	for s.At() < to && !s.now.Done {
		if err := s.step(min(to-s.At(), s.fitting(until))); err != nil {
			return false, err
		}
		if time.Now().After(until) {
			break
		}
	}
	return s.At() == to || s.now.Done, nil
}

// fitting returns how many steps fit into one submission before a time, so that windows answer:
// by the time of the last ones, and at least as many as windows can wait for.
func (s *search) fitting(until time.Time) int {
	const wait = 50 * time.Millisecond
	if s.each == 0 {
		s.each = wait / 8 // nothing is known yet
	}
	return int(max(1, max(wait, time.Until(until))/s.each))
}

// Nearby returns the keyframe nearest to a step, or the start, or the present step.
func (s *search) Nearby(step int) int {
	if s.traced != nil || !s.canRewind() {
		return step // a trace shows any step immediately
	}
	best := 0
	if _, k, ok := s.frames.Before(step); ok {
		best = k
	}
	if at := s.At(); at <= step && at > best {
		best = at
	}
	return best
}

// jump goes back, or to a keyframe on the way.
func (s *search) jump(to int) error {
	switch run := s.run.(type) {
	case *sssp.Traced:
		n, _ := s.Length()
		run.SeekTo(min(to, n))
		s.show(run.Event())
	case sssp.Rewinder:
		if k, at, ok := s.frames.Before(to); ok && (to < s.At() || at > s.At()) {
			run.Restore(k.Keyframe)
			s.show(k.event)
			return nil
		}
		if to < s.At() {
			return s.begin()
		}
	default:
		if to > 0 && to < s.At() {
			return errForwardOnly
		}
		if to == 0 {
			s.forget()
			return s.begin()
		}
	}
	return nil
}

// forget drops all knowledge of the steps: another run takes another course.
func (s *search) forget() {
	s.sizes, s.marks, s.whole, s.coarse, s.told, s.result = nil, []Mark{{Target: graph.Unreached}}, false, false, 0, nil
	s.frames.Release()
}

// stop makes a search of which a step has failed start anew, when it moves next: its state on the device is unknown.
func (s *search) stop() {
	if s.solver.runs = nil; s.solver.algorithm.About().Varies {
		s.forget()
	}
}

// show makes an event the present state's, with the times of when it was new.
func (s *search) show(e sssp.Event) {
	e.GPU = s.between(int(e.Step), func(m Mark) float64 { return m.GPU })
	e.Wall = s.between(int(e.Step), func(m Mark) float64 { return m.Wall })
	s.now = e
	s.touch()
}

// step makes one or more steps in one submission.
func (s *search) step(most int) error {
	furthest := s.furthest()
	if s.traced != nil || s.single {
		most = 1 // a trace makes them one by one, and time may be over
	}
	s.solver.profiler.Drop() // what others have dispatched
	gpu, begin := s.solver.be.Elapsed(), clock.Now()
	e, err := sssp.Step(context.Background(), s.run, most)
	if err != nil {
		s.stop()
		return err
	}
	elapsed := clock.Since(begin)
	s.each = elapsed / time.Duration(max(1, int(e.Step)-s.At()))
	if int(e.Step) <= furthest.Step {
		e.Done = s.whole && int(e.Step) == furthest.Step
		s.show(e)
		return nil
	}
	span := float64(int(e.Step)-furthest.Step) / float64(max(1, int(e.Step)-s.At()))
	m := Mark{
		Step: int(e.Step), GPU: furthest.GPU + span*timing.Milliseconds(s.solver.be.Elapsed()-gpu), Wall: furthest.Wall + span*timing.Milliseconds(elapsed),
		Final: max(furthest.Final, float64(e.Final)), Relaxed: e.Relaxed, Phase: e.Phase, Delta: e.Delta, Target: e.Target, Kernels: s.solver.profiler.Take(int(e.Step), fmt.Sprintf("step %d", e.Step)),
	}
	if s.traced != nil {
		m.GPU, m.Wall = e.GPU, e.Wall // without the trace's
	}
	if m.Final >= graph.Unreached { // everything is settled
		dist, err := s.run.Distances(context.Background())
		if err != nil {
			return err
		}
		most, _ := reach(dist)
		m.Final = max(furthest.Final, float64(most))
	}
	s.coarse = s.coarse || !s.single && m.Step-furthest.Step > 1
	s.sizes = append(s.sizes, e.Sizes[len(e.Sizes)-(m.Step-furthest.Step):]...)
	s.marks = append(s.marks, m)
	if s.whole = e.Done; s.whole {
		s.past.note(s)
	}
	e.GPU, e.Wall = m.GPU, m.Wall
	s.now = e
	s.touch()
	if s.onStep != nil && m.Step > s.told {
		s.onStep(e)
	}
	run, ok := s.run.(sssp.Rewinder)
	if !ok || e.Done {
		return nil
	}
	return s.frames.Keep(int(e.Step), elapsed, func() (keyframe, error) {
		k, err := run.Keep()
		e.Sizes = nil
		return keyframe{k, e}, err
	})
}

// stepOf returns the first step, of those that were made, after which a condition holds
// and stays: Length()+1 if it never does. It seeks, so the state is another one after
// it.
func (s *search) stepOf(holds func() (bool, error)) (step int, err error) {
	n, _ := s.Length()
	step = sort.Search(n+1, func(k int) bool {
		if err != nil {
			return true
		}
		if _, err = s.Seek(k, time.Now().Add(time.Minute)); err != nil {
			return true
		}
		var ok bool
		ok, err = holds()
		return ok
	})
	return step, err
}

// Layers updates the layers and returns them.
func (s *search) Layers(e compute.Encoder) []compute.Layer {
	if s.start() != nil {
		return nil // seeking tells why
	}
	s.run.Observe(e)
	return s.run.Layers()
}

// distance returns a node's distance in the present state.
func (s *search) distance(v uint32) (uint32, error) {
	dist, err := s.run.Distances(context.Background())
	if err != nil {
		return 0, err
	}
	return dist[v], nil
}
