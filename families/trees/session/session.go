package session

import (
	"errors"
	"fmt"
	"time"

	"kernelscope/compute"
	"kernelscope/compute/prepared"
	"kernelscope/compute/profile"
	"kernelscope/families/paths/session"
	"kernelscope/internal/fault"
	"kernelscope/scene"
	"kernelscope/scene/graph"
	"kernelscope/watch"
	"kernelscope/watch/timeline"
)

// Options configure a session.
type Options struct {
	// Wait makes opening wait for the order and the end for the verdict, so that scripts see the
	// same state every time.
	Wait  bool
	Cache prepared.Cache // of orders
}

// Session owns a prepared tree, or two that are compared, the roads that they are by, and the
// timeline of their making. It has one goroutine, that of its backends.
type Session struct {
	sides   watch.Sides
	options Options

	m       *scene.Map // nil before one is open
	main    []uint32   // nodes that sources are chosen from
	locator *graph.Locator
	roads   session.Roadwork
	making  *making         // nil unless the order is being made
	made    *prepared.Made  // nil before it is
	bound   *prepared.Bound // nil before there is a tree, unless roads were changed while the order is made

	chosen    [2]choice // of each lane
	compare   bool
	lanes     watch.Lanes[*Subject] // none before there are fronts
	transport timeline.Transport
	took      *watch.Kernels // of dispatches; nil where they are not timed
	view      View

	source   uint32 // where trees begin, unless they follow the mouse
	target   uint32 // that was chosen; graph.NoNode for none
	mouse    uint32 // the node under it; graph.NoNode for none
	reach    uint32 // distance at the end of the colours
	band     uint32
	given    uint32 // band that was chosen; zero for none
	farthest uint32 // that most nodes are nearer than, of the tree that the scale fits
	widened  uint64 // the moment for which the scale was widened last
	path     *Path
	shown    pathOf
	most     [2]mostOf     // of each lane
	level    int           // depth of the front that is shown; negative for that of the last step
	rest     time.Duration // since the last change
	weighed  time.Duration // that new weights took on the host
}

// choice is where a tree is computed, with the values that a person has chosen.
type choice struct {
	form   Form
	values compute.Values
}

// New makes a session without a map.
func New(be compute.Backend, o Options) *Session {
	chosen := [2]choice{{Auto, compute.Values{}}, {"", compute.Values{}}}
	return &Session{sides: watch.Both(be), options: o, chosen: chosen, level: -1, transport: timeline.New(6), view: View{Colour: Bands, Panels: true}}
}

// Open computes the order of a map, and then its trees. On an error the previous map stays.
func (s *Session) Open(m *scene.Map) error {
	if m.Graph.Nodes() == 0 {
		return fmt.Errorf("%w: %s has no roads to search", fault.Input, m.Name)
	}
	next := *s
	next.m, next.main, next.locator, next.roads = m, m.Graph.Candidates(), graph.NewLocator(m.Graph), s.roads.On(m)
	next.made, next.bound, next.lanes, next.reach, next.given, next.level = nil, nil, watch.Lanes[*Subject]{}, 0, 0, -1
	next.path, next.shown, next.most = nil, pathOf{}, [2]mostOf{}
	next.source, next.target, next.mouse = middle(m, next.main), graph.NoNode, graph.NoNode
	next.making = begin(s.options.Cache, m)
	if s.options.Wait {
		<-next.making.done
		if err := next.hear(); err != nil {
			return err
		}
	}
	s.Release()
	*s = next
	s.lanes.Link(&s.transport)
	return nil
}

// middle returns the node nearest to the middle of a map.
func middle(m *scene.Map, nodes []uint32) (best uint32) {
	x, y := (float64(m.Box.Min.X)+float64(m.Box.Max.X))/2, (float64(m.Box.Min.Y)+float64(m.Box.Max.Y))/2
	least := -1.0
	for _, v := range nodes {
		dx, dy := float64(m.Graph.At[v].X)-x, float64(m.Graph.At[v].Y)-y
		if d := dx*dx + dy*dy; least < 0 || d < least {
			least, best = d, v
		}
	}
	return best
}

// Release releases all resources.
func (s *Session) Release() {
	if s.making != nil {
		s.making.cancel()
		s.making = nil
	}
	s.lanes.Release()
}

// Rebuild puts everything on another backend, since that of the first side was lost. Trees come
// back to the timeline's position.
func (s *Session) Rebuild(be compute.Backend) error { return s.move(s.sides.Rebuilt(be)) }

// move puts everything on other backends. Where that fails all stays as it was.
func (s *Session) move(to watch.Sides) error {
	return s.took.Move(s.sides, to, func() error { return s.again(func(n *Session) { n.sides = to }) })
}

// hear takes the fronts when they are made, and begins at the end of the timeline.
func (s *Session) hear() error {
	k := s.making
	s.making = nil
	if k.err != nil {
		return k.err
	}
	s.made = k.made
	if s.bound == nil {
		s.bound = k.bound
	}
	lanes, err := watch.NewLanes(s.compare, s.prepare)
	if err != nil {
		s.made = nil
		return err
	}
	s.lanes = lanes
	s.lanes.Link(&s.transport)
	s.transport.Reset(0)
	s.transport.Apply(timeline.End{})
	return nil
}

// prepare makes the tree of a lane, from where it should begin.
func (s *Session) prepare(lane int) (*Subject, error) {
	c := s.chosen[lane]
	l, err := NewSubject(s.sides[lane], s.made.Fronts, s.m.Graph, s.root(), c.form, c.values)
	if err == nil {
		l.took, l.level, l.focus = s.took, s.level, s.focus()
	}
	return l, err
}

// again makes all lanes again after a change. Where that fails all stays as it was.
func (s *Session) again(change func(*Session)) (err error) {
	next := *s
	if change(&next); s.lanes[0] != nil {
		if next.lanes, err = watch.NewLanes(next.compare, next.prepare); err != nil {
			return err
		}
		s.lanes.Release()
	}
	*s = next
	s.lanes.Link(&s.transport)
	return nil
}

// choose makes a lane again, if there is one, by another choice. Where that fails all stays as it
// was.
func (s *Session) choose(lane int, c choice) error {
	before := s.chosen[lane]
	s.chosen[lane] = c
	if s.lanes[lane] == nil {
		return nil
	}
	made, err := s.prepare(lane)
	if err != nil {
		s.chosen[lane] = before
		return err
	}
	s.lanes[lane].Release()
	s.lanes[lane] = made
	s.lanes.Link(&s.transport)
	return nil
}

// setProfile begins to time dispatches, or ends it. Trees are made again, up to where they were.
func (s *Session) setProfile(on bool) error {
	return s.took.Try(s.sides, on, func(took *watch.Kernels) error { return s.again(func(n *Session) { n.took = took }) })
}

// Dispatches are those of the steps that were made since they are timed.
func (s *Session) Dispatches() []profile.Part { return s.took.Parts() }

// Watch times dispatches again, where another session did meanwhile.
func (s *Session) Watch() { s.took.On(s.sides) }

// Advance advances time, and computes for about the budget.
func (s *Session) Advance(dt, budget time.Duration) error {
	s.rest += dt
	if s.making != nil {
		if !s.making.ended(time.Now()) {
			return nil
		}
		if err := s.hear(); err != nil {
			return err
		}
	}
	if there, err := s.lanes.Survey(s.transport.State().Clock, time.Now().Add(budget)); err != nil || !there {
		return err
	}
	return s.settled(s.transport.Advance(dt, budget))
}

// Settle completes all remaining work.
func (s *Session) Settle() error {
	if s.making != nil {
		<-s.making.done
		if err := s.hear(); err != nil {
			return err
		}
	}
	if _, err := s.lanes.Survey(s.transport.State().Clock, time.Now().Add(1000*time.Hour)); err != nil {
		return err
	}
	return s.settled(s.transport.Settle())
}

// settled finds what follows from the distances: the scale of the colours, the path, and,
// when nothing has changed for a moment, what the oracle says.
func (s *Session) settled(err error) error {
	const moment = 300 * time.Millisecond
	if err != nil {
		return err
	}
	rests, complete := s.options.Wait || s.rest > moment, s.complete()
	if complete == nil {
		s.path, s.shown = nil, pathOf{}
	} else {
		err = errors.Join(s.scale(complete), s.findPath(complete))
	}
	for i, l := range s.lanes.Active() {
		if err == nil {
			err = s.measureFront(i, l)
		}
		if err == nil && rests && l.Done() {
			err = l.conclude()
		}
		l.judge.Hear(s.options.Wait)
	}
	if err == nil && rests && complete != nil {
		err = s.widen(complete)
	}
	return err
}

// complete returns a tree that is complete, the first one of two; nil where none is.
func (s *Session) complete() *Subject {
	for _, l := range s.lanes.Active() {
		if l.Done() {
			return l
		}
	}
	return nil
}

// Waiting reports whether something goes on without being asked for.
func (s *Session) Waiting() bool {
	for _, l := range s.lanes.Active() {
		if l.Done() && !l.Verdict().Heard {
			return true
		}
	}
	return s.making != nil || s.transport.Waiting()
}

// Layers returns those of a lane; nil where there is none.
func (s *Session) Layers(e compute.Encoder, lane int) []compute.Layer {
	if s.lanes[lane] == nil {
		return nil
	}
	return s.lanes[lane].Layers(e)
}
