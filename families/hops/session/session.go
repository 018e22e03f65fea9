package session

import (
	"fmt"
	"time"

	"kernelscope/compute"
	"kernelscope/compute/bfs"
	"kernelscope/compute/bfs/pairgen"
	"kernelscope/compute/profile"
	"kernelscope/internal/fault"
	"kernelscope/scene"
	"kernelscope/scene/graph"
	"kernelscope/watch"
	"kernelscope/watch/timeline"
)

// MaxPairs is the greatest number of pairs that can be watched.
const MaxPairs = 1 << 16

// Options configure a session.
type Options struct {
	// Wait makes the end wait for the verdict, so that scripts see the same state every time.
	Wait bool
}

// Session owns the searches that are watched: one scheme, or two that are compared. It has
// one goroutine, that of its backends.
type Session struct {
	sides   watch.Sides
	options Options

	m       *scene.Map    // nil before one is open
	on      [2]*bfs.Graph // of each side; the same where the sides are
	locator *graph.Locator
	input   Input
	file    []bfs.Pair // of the input's file
	pairs   []bfs.Pair
	follow  int

	chosen    [2]choice
	lanes     watch.Lanes[*Subject]
	compare   bool
	view      View
	transport timeline.Transport
	past      *past
	rested    time.Duration  // at the end of a pair
	restedAt  uint64         // the moment of that
	took      *watch.Kernels // of dispatches; nil if they are not timed
}

// choice is a scheme with the values that a person has chosen.
type choice struct {
	scheme bfs.Scheme
	values compute.Values
}

// New returns a session without a map.
func New(be compute.Backend, o Options) *Session {
	return &Session{
		sides: watch.Both(be), options: o, input: Input{N: 64, Seed: 1}, follow: -1, transport: timeline.New(20), view: View{Colour: ByLevel, Panels: true},
		chosen: [2]choice{{bfs.Paired, compute.Values{}}, {bfs.Coalesced, compute.Values{}}},
	}
}

// Open uploads a map and searches between random pairs. On an error the previous map stays.
func (s *Session) Open(m *scene.Map) error {
	if m.Graph.Nodes() == 0 {
		return fmt.Errorf("%w: %s has no roads to search", fault.Input, m.Name)
	}
	on, err := s.put(m)
	if err != nil {
		return err
	}
	next := *s
	next.m, next.on, next.locator, next.past = m, on, graph.NewLocator(m.Graph), newPast()
	next.input.Ends, next.input.File, next.follow, next.lanes = nil, "", -1, watch.Lanes[*Subject]{}
	if err := next.begin(); err != nil {
		release(on)
		return err
	}
	s.Release()
	*s = next
	s.lanes.Link(&s.transport)
	s.transport.Reset(0)
	return nil
}

// Release releases all resources.
func (s *Session) Release() {
	s.lanes.Release()
	release(s.on)
	s.on = [2]*bfs.Graph{}
}

// begin makes the pairs and the lanes of a session that has none.
func (s *Session) begin() error {
	if s.input.File != "" {
		s.pairs = s.file
	} else {
		s.pairs = pairgen.Random(s.input.Seed, s.input.N, s.on[0].Largest())
		if s.input.Ends != nil {
			s.pairs[0] = *s.input.Ends
		}
	}
	lanes, err := watch.NewLanes(s.compare, s.prepare)
	s.lanes = lanes
	return err
}

func (s *Session) prepare(lane int) (*Subject, error) {
	c := s.chosen[lane]
	l, err := NewSubject(s.sides[lane], s.m.Graph, s.on[lane], s.pairs, bfs.Options{Scheme: c.scheme, Values: c.values}, s.follow)
	if err == nil {
		l.took, l.past = s.took, s.past
	}
	return l, err
}

// setProfile begins to time dispatches, or ends it. Searches are prepared anew, and go on to
// where they were.
func (s *Session) setProfile(on bool) error {
	return s.took.Try(s.sides, on, func(took *watch.Kernels) error {
		return s.again(s.transport.Position(), func(n *Session) { n.took = took })
	})
}

// Dispatches returns the dispatches of the steps that were timed.
func (s *Session) Dispatches() []profile.Part { return s.took.Parts() }

// Watch times dispatches again, where another session did meanwhile.
func (s *Session) Watch() { s.took.On(s.sides) }

// again makes all lanes again after a change, and goes to a position. Where that fails all
// stays as it was.
func (s *Session) again(position float64, change func(*Session)) error {
	next := *s
	next.lanes = watch.Lanes[*Subject]{}
	if change(&next); next.input.N < 1 || next.input.N > MaxPairs {
		return fmt.Errorf("hops: %w: %d pairs; between 1 and %d can be watched", fault.Limit, next.input.N, MaxPairs)
	}
	if s.m != nil {
		if err := next.begin(); err != nil {
			return err
		}
	}
	s.lanes.Release()
	*s = next
	s.lanes.Link(&s.transport)
	s.transport.Reset(position)
	return nil
}

// Apply carries out an action of this package or of the timeline. Where it fails all stays
// as it was.
func (s *Session) Apply(a any) error {
	switch a := a.(type) {
	case SetView:
		s.view = a.View
	case timeline.SetClock:
		watch.SetClock(&s.transport, a.Clock)
	case timeline.Action:
		s.transport.Apply(a)
	case watch.SetCompare:
		return s.setCompare(a.On)
	case watch.SetProfile:
		return s.setProfile(a.On)
	case watch.SetSecond:
		return s.move(s.sides.Chosen(a.On))
	case SetScheme:
		return s.choose(a.Lane, choice{a.Scheme, s.chosen[a.Lane].values}, 0)
	case SetParam:
		c := s.chosen[a.Lane]
		values, err := c.values.With(s.scheme(a.Lane).Params(), s.sides[a.Lane].Limits(), a.Name, a.Value)
		if err != nil {
			return err
		}
		return s.choose(a.Lane, choice{c.scheme, values}, s.transport.Position())
	case SetInput:
		return s.again(0, func(n *Session) { n.input, n.follow = a.Input, -1 })
	case SetPairs:
		return s.again(0, func(n *Session) {
			n.input, n.file, n.follow = Input{N: len(a.Pairs), Seed: s.input.Seed, File: a.Name}, a.Pairs, -1
		})
	case SetEnds:
		return s.setEnds(a)
	case Follow:
		if a.Pair >= len(s.pairs) {
			return fmt.Errorf("hops: %w: pair %d; the last one is %d", fault.Limit, a.Pair, len(s.pairs)-1)
		}
		return s.again(s.transport.Position(), func(n *Session) { n.follow = a.Pair })
	}
	return nil
}

// scheme returns that of a lane: where it was left to auto and there is a map, the one that
// runs.
func (s *Session) scheme(lane int) bfs.Scheme {
	if l := s.lanes[lane]; l != nil {
		return l.steps.Scheme
	}
	return s.chosen[lane].scheme
}

// choose gives a lane another scheme or other values.
func (s *Session) choose(lane int, c choice, position float64) error {
	c.values = c.values.Allowed(c.scheme.Params(), s.sides[lane].Limits())
	return s.again(position, func(n *Session) { n.chosen[lane] = c })
}

// setEnds chooses the first pair, and follows it.
func (s *Session) setEnds(a SetEnds) error {
	if s.m == nil {
		return nil
	}
	ends := s.pairs[0]
	if shown, ok := s.lanes[0].steps.Followed(); ok {
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
	if err := s.again(0, func(n *Session) { n.input.Ends, n.input.File, n.follow = &ends, "", -1 }); err != nil {
		return err
	}
	s.transport.Apply(timeline.Play{})
	return nil
}

// Advance lets time pass; it computes for about as long as budget says.
func (s *Session) Advance(dt, budget time.Duration) error {
	if there, err := s.lanes.Survey(s.transport.State().Clock, time.Now().Add(budget)); err != nil || !there {
		return err
	}
	if s.rests(dt) {
		return s.settled(nil)
	}
	return s.settled(s.transport.Advance(dt, budget))
}

// rests reports whether playing stops for a moment, so that the path of a pair is seen
// before the next pair begins.
func (s *Session) rests(dt time.Duration) bool {
	const moment = 900 * time.Millisecond
	l, t := s.lanes[0], s.transport.State()
	if l == nil || s.options.Wait || s.compare || !t.Playing || l.steps.Scheme != bfs.Paired || !l.known[l.at].Ended {
		return false
	}
	if s.restedAt != l.moment {
		s.rested, s.restedAt = 0, l.moment
	}
	s.rested += dt
	return s.rested < moment
}

// Settle completes all remaining work.
func (s *Session) Settle() error {
	if _, err := s.lanes.Survey(s.transport.State().Clock, time.Now().Add(1000*time.Hour)); err != nil {
		return err
	}
	return s.settled(s.transport.Settle())
}

func (s *Session) settled(err error) error {
	for _, l := range s.lanes.Active() {
		l.judge.Hear(s.options.Wait)
		if err == nil {
			err = l.update()
		}
	}
	return err
}

// Waiting reports whether background work is in progress.
func (s *Session) Waiting() bool { return s.transport.Waiting() }

// Layers returns the layers of a lane.
func (s *Session) Layers(e compute.Encoder, lane int) []compute.Layer {
	if s.lanes[lane] == nil {
		return nil
	}
	return s.lanes[lane].Layers(e)
}
