package watch

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"kernelscope/compute"
	"kernelscope/compute/profile"
	"kernelscope/watch/timeline"
)

// Algorithm is what a lane of a session runs.
type Algorithm interface {
	// Name returns the name that Set takes.
	Name() string
	// Params returns the parameters whose values can be chosen.
	Params() []compute.Param
}

// Choice is the algorithm of a lane, with the values that were chosen for its parameters.
type Choice[A Algorithm] struct {
	Algorithm A
	Values    compute.Values
}

// Session holds what the sessions of all families have: one subject, or two that are compared, their
// algorithms, the backends of both sides, the profiler and the transport. It executes the actions that
// families share. A family embeds it and adds its own state by Hooks. One goroutine uses a session
// and its backends.
type Session[A Algorithm, L Lane] struct {
	Sides      Sides
	Wait       bool // ends wait for their verdicts, so that scripts see the same state every time
	Algorithms []A  // to choose from
	Chosen     [2]Choice[A]
	Compared   bool
	Lanes      Lanes[L]
	Transport  timeline.Transport
	Profiler   *Profiler // nil where dispatches are not timed

	hooks Hooks[L]
}

// NewSession returns a session without lanes.
func NewSession[A Algorithm, L Lane](be compute.Backend, algorithms []A, first, second Choice[A], speed float64, hooks Hooks[L]) Session[A, L] {
	return Session[A, L]{Sides: Both(be), Algorithms: algorithms, Chosen: [2]Choice[A]{first, second}, Transport: timeline.New(speed), hooks: hooks}
}

// Begun reports whether there are lanes.
func (s *Session[A, L]) Begun() bool { return len(s.Lanes.Active()) > 0 }

// held lists the lanes and what the family holds for them.
func (s *Session[A, L]) held() (all []Resource) {
	for _, l := range s.Lanes.Active() {
		all = append(all, l)
	}
	if s.hooks.Kept != nil {
		all = append(all, s.hooks.Kept()...)
	}
	return all
}

// releaseBut releases resources that are not among others.
func releaseBut(all, others []Resource) {
	for i, x := range all {
		if !slices.Contains(others, x) && !slices.Contains(all[:i], x) {
			x.Release()
		}
	}
}

// Release releases all resources.
func (s *Session[A, L]) Release() {
	all := s.held()
	s.Clear()
	releaseBut(all, nil)
}

// link passes the lanes to the transport.
func (s *Session[A, L]) link() {
	var lines []timeline.Line
	for _, l := range s.Lanes.Active() {
		lines = append(lines, l)
	}
	s.Transport.SetLines(lines...)
}

// Change changes the session by do. If do fails, all is as it was before, and lanes that it has made are
// released; otherwise lanes that it has replaced are.
func (s *Session[A, L]) Change(do func() error) error {
	restore, before, sides, profiler := s.hooks.Save(), s.held(), s.Sides, s.Profiler
	err := do()
	now, failed := s.held(), s.Profiler
	if err == nil && !slices.Equal(now, before) {
		err = s.Sides.flush() // there may be no room for what lanes begin with
	}
	if err == nil {
		releaseBut(before, now)
		return nil
	}
	moved := failed != profiler || s.Sides != sides
	_ = s.Sides.flush() // later errors of what has failed
	restore()
	releaseBut(now, before)
	if moved {
		failed.Stop()
		s.Profiler.Observe(s.Sides)
	}
	return err
}

// Remake makes all lanes anew, at the position of the transport. It is for use within Change.
func (s *Session[A, L]) Remake() error { return s.remake(false, s.lanes()...) }

// Clear drops all lanes. It is for use within Change.
func (s *Session[A, L]) Clear() {
	s.Lanes = Lanes[L]{}
	s.link()
}

// lanes lists the numbers of the lanes that there should be.
func (s *Session[A, L]) lanes() []int {
	if s.Compared {
		return []int{0, 1}
	}
	return []int{0}
}

// remake makes lanes anew; same is set if they run the same as before.
func (s *Session[A, L]) remake(same bool, lanes ...int) error {
	for _, i := range lanes {
		var before L
		if same {
			before = s.Lanes[i]
		}
		l, err := s.hooks.Prepare(i, before)
		if err != nil {
			return err
		}
		s.Lanes[i] = l
	}
	s.link()
	return nil
}

// Adapt makes a lane anew after its algorithm, its input or its backend has changed. Values that do not fit
// together are left to the algorithm, except for given ones. It is for use within Change.
func (s *Session[A, L]) Adapt(lane int, given compute.Values) error {
	c := &s.Chosen[lane]
	c.Values = c.Values.Allowed(c.Algorithm.Params(), s.Sides[lane].Limits())
	err := s.remake(false, lane)
	if errors.Is(err, compute.ErrValue) {
		c.Values = maps.Clone(given)
		err = s.remake(false, lane)
	}
	return err
}

// Apply executes an action. If it fails, nothing changes.
func (s *Session[A, L]) Apply(a Action) error {
	return s.Change(func() error {
		if taken, err := s.hooks.Act(a); taken || err != nil {
			return err
		}
		switch a := a.(type) {
		case timeline.SetClock:
			if err := s.checkClock(a.Clock); err != nil {
				return err
			}
			SetClock(&s.Transport, a.Clock)
		case timeline.Control:
			s.Transport.Apply(a)
		case Set:
			return s.set(a)
		case SetCompare:
			return s.compare(a)
		case SetProfile:
			return s.profile(a.On)
		case SetSecond:
			return s.second(a)
		default:
			return NotTaken(a)
		}
		return nil
	})
}

// changed tells the family of an action.
func (s *Session[A, L]) changed(a Action) {
	if s.hooks.Changed != nil {
		s.hooks.Changed(a)
	}
}

// After returns the choice after an action, on a device, and whether it is of another one of the algorithms.
// params are the parameters of the present algorithm.
func (c Choice[A]) After(a Set, algorithms []A, params []compute.Param, l compute.Limits) (next Choice[A], other bool, err error) {
	if other = a.Algorithm != "" && a.Algorithm != c.Algorithm.Name(); other {
		i := slices.IndexFunc(algorithms, func(x A) bool { return x.Name() == a.Algorithm })
		if i < 0 {
			return c, other, fmt.Errorf("watch: there is no algorithm %q", a.Algorithm)
		}
		params = algorithms[i].Params()
		c = Choice[A]{algorithms[i], c.Values.Allowed(params, l)}
	}
	for _, name := range slices.Sorted(maps.Keys(a.Values)) {
		if c.Values, err = c.Values.With(params, l, name, a.Values[name]); err != nil {
			return c, other, err
		}
	}
	return c, other, nil
}

// set gives a lane another algorithm or other values.
func (s *Session[A, L]) set(a Set) error {
	if a.Lane < 0 || a.Lane >= len(s.Chosen) {
		return fmt.Errorf("watch: there is no lane %d", a.Lane)
	}
	before := s.Chosen[a.Lane]
	params := before.Algorithm.Params()
	if s.hooks.Params != nil {
		params = s.hooks.Params(a.Lane)
	}
	c, other, err := before.After(a, s.Algorithms, params, s.Sides[a.Lane].Limits())
	if err != nil || !other && c.Values.Equal(before.Values) {
		return err
	}
	s.Chosen[a.Lane] = c
	switch {
	case !s.Lanes.has(a.Lane):
		return nil
	case other:
		err = s.Adapt(a.Lane, a.Values)
	default:
		err = s.remake(false, a.Lane)
	}
	if err == nil {
		s.changed(a)
	}
	return err
}

// compare begins or ends a comparison. The first lane stays where it is, and the clock is steps.
func (s *Session[A, L]) compare(a SetCompare) error {
	if a.On == s.Compared {
		return nil
	}
	SetClock(&s.Transport, timeline.Steps)
	if s.Compared = a.On; !a.On {
		var none L
		s.Lanes[1] = none
	} else if s.Begun() {
		if err := s.Adapt(1, nil); err != nil {
			return err
		}
	}
	s.link()
	s.changed(a)
	return nil
}

// profile begins or ends the timing of dispatches. Lanes are made anew, up to where they were.
func (s *Session[A, L]) profile(on bool) error {
	if on == (s.Profiler != nil) {
		return nil
	}
	s.Profiler.Stop()
	s.Profiler = nil
	if on {
		if s.Profiler = NewProfiler(s.Sides); s.Profiler == nil {
			return nil // the backend has no times
		}
	}
	return s.remakeAll()
}

// remakeAll makes the lanes that there are anew, up to where they were.
func (s *Session[A, L]) remakeAll() error {
	if !s.Begun() {
		return nil
	}
	return s.remake(true, s.lanes()...)
}

// second chooses the backend of the second side.
func (s *Session[A, L]) second(a SetSecond) error {
	to := s.Sides.Chosen(a.On)
	if to == s.Sides {
		return nil
	}
	s.Sides = to
	s.Profiler.Observe(to)
	if !s.Lanes.has(1) {
		return nil
	}
	err := s.Adapt(1, nil)
	if err == nil {
		s.changed(a)
	}
	return err
}

// Rebuild recreates everything on another backend in place of the first side's, which was lost. Lanes come
// back to the position of the transport.
func (s *Session[A, L]) Rebuild(be compute.Backend) error {
	return s.Change(func() error {
		s.Sides = s.Sides.Rebuilt(be)
		s.Profiler.Observe(s.Sides)
		return s.remakeAll()
	})
}

// ready reports whether the transport can move, after work on that until a time.
func (s *Session[A, L]) ready(dt time.Duration, until time.Time) (bool, error) {
	if s.hooks.Ready != nil {
		if ready, err := s.hooks.Ready(dt, until); err != nil || !ready {
			return false, err
		}
	}
	return s.Lanes.Survey(s.Transport.State().Clock, until)
}

// moved concludes a move of the transport.
func (s *Session[A, L]) moved(until time.Time, err error) error {
	for _, l := range s.Lanes.Active() {
		if err == nil {
			err = l.Conclude(s.Wait)
		}
	}
	if s.hooks.Moved != nil {
		err = s.hooks.Moved(until, err)
	}
	return err
}

// Advance advances time: playing lanes execute the steps that are due, for about the budget, at least a
// little.
func (s *Session[A, L]) Advance(dt, budget time.Duration) error {
	until := time.Now().Add(budget)
	if ready, err := s.ready(dt, until); err != nil || !ready {
		return err
	}
	return s.moved(until, s.Transport.Advance(dt, budget))
}

// forever is longer than any work takes.
const forever = 1000 * time.Hour

// Settle completes all remaining work, however long it takes.
func (s *Session[A, L]) Settle() error {
	until := time.Now().Add(forever)
	for ready := false; !ready; {
		var err error
		if ready, err = s.ready(0, until); err != nil {
			return err
		}
	}
	return s.moved(until, s.Transport.Settle())
}

// Waiting reports whether background work is in progress.
func (s *Session[A, L]) Waiting() bool {
	return s.hooks.Busy != nil && s.hooks.Busy() || !s.Lanes.surveyed(s.Transport.State().Clock) || s.Transport.Waiting()
}

// Dispatches returns the dispatches of the steps that were timed.
func (s *Session[A, L]) Dispatches() []profile.Part { return s.Profiler.Parts() }

// Watch times dispatches again, where another session did meanwhile.
func (s *Session[A, L]) Watch() { s.Profiler.Observe(s.Sides) }

// Layers updates the layers of a lane and returns them; nil where there is no such lane.
func (s *Session[A, L]) Layers(e compute.Encoder, lane int) []compute.Layer {
	if !s.Lanes.has(lane) {
		return nil
	}
	return s.Lanes[lane].Layers(e)
}

// Common is the part of a snapshot that all families have.
type Common struct {
	Device   compute.Limits // of the first side
	Compare  bool           // two lanes are compared
	Profiled bool           // dispatches are timed
	Time     timeline.State
}

// Common returns that part of the present state.
func (s *Session[A, L]) Common() Common {
	return Common{Device: s.Sides[0].Limits(), Compare: s.Compared, Profiled: s.Profiler != nil, Time: s.Transport.State()}
}

// Params returns the parameters of a lane with the values that it uses, nil where they are not known.
func (s *Session[A, L]) Params(lane int, used compute.Values) []compute.ParamState {
	return compute.States(s.Chosen[lane].Algorithm.Params(), s.Chosen[lane].Values, used)
}
