package session

import (
	"fmt"
	"maps"
	"time"

	"kernelscope/compute"
	"kernelscope/compute/sssp"
	"kernelscope/watch"
	"kernelscope/watch/timeline"
)

// madeFor returns what the solver of a lane is to be made for.
func (s *Session) madeFor(lane int) made {
	return made{s.Sides[lane], s.Chosen[lane].Algorithm, s.Profiler}
}

// solverOf returns the solver of a lane. It uploads the map if need be.
func (s *Session) solverOf(lane int) (*solver, error) {
	want := s.madeFor(lane)
	if k := s.solvers[lane]; k != nil && k.made == want && k.m == s.m {
		return k, nil
	}
	prepared, err := want.algorithm.Prepare(want.be, s.m)
	if err != nil {
		return nil, err
	}
	s.solvers[lane] = &solver{Solver: prepared, made: want, m: s.m}
	return s.solvers[lane], nil
}

// kept lists the solvers, after it has dropped solvers of no lane.
func (s *Session) kept() (all []watch.Resource) {
	for i, k := range s.solvers {
		if s.Lanes[i] == nil {
			s.solvers[i] = nil
		} else if k != nil {
			all = append(all, k)
		}
	}
	if s.asRun != nil && s.asRun.of != s.Lanes[0] {
		s.asRun = nil
	}
	if s.asRun != nil {
		all = append(all, s.asRun)
	}
	return all
}

// prepare makes the search of a lane, which starts later. One that takes the place of another goes on to where that is.
func (s *Session) prepare(lane int, same *search) (*search, error) {
	if err := s.clockFor(s.Chosen[lane].Algorithm, s.Transport.State().Clock); err != nil {
		return nil, err
	}
	k, err := s.solverOf(lane)
	if err != nil {
		return nil, err
	}
	q := &search{
		solver: k, query: s.query(), chosen: s.Chosen[lane].Values, values: watched(s.Chosen[lane].Values), m: k.m, past: s.past,
		frames: watch.NewKeyframes[keyframe](k.be.Limits()), moments: s.version, onStep: s.options.Observe,
	}
	if err := q.prepare(s.traced); err != nil {
		return nil, err
	}
	s.past.begins(q)
	if same == nil {
		q.resume = s.whereabouts(lane)
	}
	return q, nil
}

// watched are the values of a search that is watched: its buckets are as in the algorithm's
// origin, in which people see what it does.
func watched(v compute.Values) compute.Values {
	out := compute.Values{sssp.Rule: sssp.ByGraph}
	maps.Copy(out, v)
	return out
}

// whereabouts returns how far another search in a lane must go without being watched. In a
// comparison the clock says how far, except at the end of both.
func (s *Session) whereabouts(lane int) resume {
	l, other := s.Lanes[lane], s.Lanes[1-lane]
	switch {
	case l == nil:
		return resume{}
	case l.resume != (resume{}):
		return l.resume
	case !s.Compared:
		return resume{end: l.now.Done, final: l.now.Final}
	case l.now.Done && other != nil && other.now.Done:
		s.Transport.Apply(timeline.End{})
	}
	return resume{}
}

// closeBy is how many steps a search that goes on to where it was makes in one
// submission: it may go too far by as many.
const closeBy = 8

// catchUp goes on to where the search before was, until a time.
func (s *Session) catchUp(l *search, until time.Time) (there bool, err error) {
	if l.resume == (resume{}) {
		return true, nil
	}
	for !l.now.Done && (l.resume.end || l.now.Final < l.resume.final) {
		to := l.At() + closeBy
		if l.resume.end {
			to = 1 << 30
		}
		if _, err := l.Seek(to, until); err != nil {
			return false, err
		}
		if time.Now().After(until) {
			break
		}
	}
	if !l.now.Done && (l.resume.end || l.now.Final < l.resume.final) {
		return false, nil
	}
	l.resume = resume{}
	s.Transport.Reset(l.Reading(s.Transport.State().Clock, l.At()))
	return true, nil
}

// setTrace chooses whether searches that take another course every time go back.
func (s *Session) setTrace(on bool) error {
	if s.traced == on {
		return nil
	}
	if !on {
		watch.SetClock(&s.Transport, timeline.Steps)
	}
	if s.traced = on; !s.Begun() {
		return nil
	}
	return s.Remake()
}

// laneOf returns a search by the number of its lane.
func (s *Session) laneOf(lane int) (*search, error) {
	if active := s.Lanes.Active(); lane >= 0 && lane < len(active) {
		return active[lane], nil
	}
	return nil, fmt.Errorf("session: there is no search %d", lane)
}
