package session

import (
	"fmt"
	"time"

	"kernelscope/compute"
	"kernelscope/compute/bfs"
	"kernelscope/compute/bfs/pairgen"
	"kernelscope/internal/fault"
	"kernelscope/scene"
	"kernelscope/scene/graph"
	"kernelscope/watch"
	"kernelscope/watch/timeline"
)

// MaxPairs is the greatest number of pairs that can be watched.
const MaxPairs = 1 << 16

// Session owns the searches that are watched: one scheme, or two that are compared.
type Session struct {
	watch.Session[bfs.Scheme, *Subject]

	m       *scene.Map      // nil before one is open
	graphs  [2]*deviceGraph // of each side; the same where the sides are
	locator *graph.Locator
	input   Input
	file    []bfs.Pair // of the input's file
	pairs   []bfs.Pair
	follow  int

	view     View
	past     *past
	rested   time.Duration // at the end of a pair
	restedAt uint64        // the moment of that
}

// New returns a session without a map. With wait, the end waits for the verdict, so that scripts see the same
// state every time.
func New(be compute.Backend, wait bool) *Session {
	s := &Session{input: Input{N: 64, Seed: 1}, follow: -1, view: View{Colour: ByLevel}}
	first, second := watch.Choice[bfs.Scheme]{Algorithm: bfs.Paired, Values: compute.Values{}}, watch.Choice[bfs.Scheme]{Algorithm: bfs.Coalesced, Values: compute.Values{}}
	s.Session = watch.NewSession(be, bfs.Stepped(), first, second, 20, watch.Hooks[*Subject]{
		Save: watch.Saving(s), Prepare: s.prepare, Params: s.params, Act: s.act, Changed: s.changed, Ready: s.ready, Kept: s.kept,
	})
	s.Wait = wait
	return s
}

// Open uploads a map and searches between random pairs. On an error the previous map stays.
func (s *Session) Open(m *scene.Map) error {
	if m.Graph.Nodes() == 0 {
		return fmt.Errorf("%w: %s has no roads to search", fault.Input, m.Name)
	}
	return s.Change(func() error {
		s.m, s.locator, s.past = m, graph.NewLocator(m.Graph), newPast()
		s.input.Ends, s.input.File, s.follow = nil, "", -1
		return s.begin()
	})
}

// begin makes the pairs and the lanes, at the start, if there is a map.
func (s *Session) begin() error {
	if s.input.N < 1 || s.input.N > MaxPairs {
		return fmt.Errorf("hops: %w: %d pairs; between 1 and %d can be watched", fault.Limit, s.input.N, MaxPairs)
	}
	s.Transport.Reset(0)
	if s.m == nil {
		return nil
	}
	on, err := s.graphOf(0)
	if err != nil {
		return err
	}
	if s.input.File != "" {
		s.pairs = s.file
	} else {
		s.pairs = pairgen.Random(s.input.Seed, s.input.N, on.Largest())
		if s.input.Ends != nil {
			s.pairs[0] = *s.input.Ends
		}
	}
	return s.Remake()
}

// prepare makes the searches of a lane.
func (s *Session) prepare(lane int, _ *Subject) (*Subject, error) {
	on, err := s.graphOf(lane)
	if err != nil {
		return nil, err
	}
	c := s.Chosen[lane]
	l, err := NewSubject(s.Sides[lane], s.m.Graph, on.Graph, s.pairs, bfs.Options{Scheme: c.Algorithm, Values: c.Values}, s.follow)
	if err == nil {
		l.profiler, l.past = s.Profiler, s.past
	}
	return l, err
}

// act executes an action of this package.
func (s *Session) act(a watch.Action) (taken bool, err error) {
	switch a := a.(type) {
	case SetView:
		s.view = a.View
		return true, nil
	case SetInput:
		s.input, s.follow = a.Input, -1
		return true, s.begin()
	case SetPairs:
		s.input, s.file, s.follow = Input{N: len(a.Pairs), Seed: s.input.Seed, File: a.Name}, a.Pairs, -1
		return true, s.begin()
	case SetEnds:
		return true, s.setEnds(a)
	case Follow:
		if a.Pair >= len(s.pairs) {
			return true, fmt.Errorf("hops: %w: pair %d; the last one is %d", fault.Limit, a.Pair, len(s.pairs)-1)
		}
		s.follow = a.Pair
		return true, s.Remake()
	}
	return false, nil
}

// changed shows the start of another scheme.
func (s *Session) changed(a watch.Action) {
	if set, ok := a.(watch.Set); ok && set.Algorithm != "" {
		s.Transport.Reset(0)
	}
}

// params returns the parameters of the scheme that runs in a lane, which Auto has chosen.
func (s *Session) params(lane int) []compute.Param {
	if l := s.Lanes[lane]; l != nil {
		return l.steps.Scheme.Params()
	}
	return s.Chosen[lane].Algorithm.Params()
}

// setEnds chooses the first pair, and follows it.
func (s *Session) setEnds(a SetEnds) error {
	if s.m == nil {
		return nil
	}
	ends := s.pairs[0]
	if shown, ok := s.Lanes[0].steps.Followed(); ok {
		ends = s.pairs[shown]
	}
	g := s.m.Graph
	main := func(v uint32) bool { return g.Component[v] == g.Largest }
	if a.Source != nil {
		ends.Source = s.locator.Snap(*a.Source, a.Within, main)
	}
	if a.Target != nil {
		ends.Target = s.locator.Snap(*a.Target, a.Within, main)
	}
	if ends.Source == graph.NoNode || ends.Target == graph.NoNode {
		return graph.ErrFar
	}
	s.input.Ends, s.input.File, s.follow = &ends, "", -1
	if err := s.begin(); err != nil {
		return err
	}
	s.Transport.Apply(timeline.Play{})
	return nil
}

// ready stops playing for a moment after each pair.
func (s *Session) ready(dt time.Duration, _ time.Time) (bool, error) {
	if s.rests(dt) {
		return false, s.Lanes[0].Conclude(s.Wait)
	}
	return true, nil
}

// rests reports whether playing stops for a moment, so that the path of a pair is seen
// before the next pair begins.
func (s *Session) rests(dt time.Duration) bool {
	const pause = 900 * time.Millisecond
	l, t := s.Lanes[0], s.Transport.State()
	if l == nil || s.Wait || s.Compared || !t.Playing || l.steps.Scheme != bfs.Paired || !l.known[l.at].Ended {
		return false
	}
	if s.restedAt != l.version {
		s.rested, s.restedAt = 0, l.version
	}
	s.rested += dt
	return s.rested < pause
}
