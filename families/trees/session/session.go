package session

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"kernelscope/compute"
	"kernelscope/compute/prepared"
	"kernelscope/families/paths/session"
	"kernelscope/internal/fault"
	"kernelscope/scene"
	"kernelscope/scene/graph"
	"kernelscope/watch"
	"kernelscope/watch/timeline"
)

// Session owns a prepared tree, or two that are compared, the roads that they are by, and the
// timeline of their making.
type Session struct {
	watch.Session[Processor, *Subject] // without lanes before there are fronts
	orders                             Orders
	AllOnHost                          bool // trees of all nodes are the host's, where its mirrors are the device

	m       *scene.Map // nil before one is open
	main    []uint32   // nodes that sources are chosen from
	locator *graph.Locator
	roads   session.Roadwork
	making  *making         // nil unless the order is being made
	made    *prepared.Made  // nil before it is
	bound   *prepared.Bound // nil before there is a tree, unless roads were changed while the order is made
	view    View

	before   *scene.Map // before the last change of roads
	survey   *survey    // of all nodes; nil until their colours are shown
	within   uint32     // distance of Within that was chosen; zero for none
	places   SetPlaces
	listed   int // changes of places
	painting painting
	words    []uint32 // colours of all nodes, as states
	colours  Scale    // of all nodes
	fitted   bool     // the scale fits exact results
	loss     *Losses
	painted  uint64 // the number of the words

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
	most     [2]longestFront // of each lane
	level    int             // depth of the front that is shown; negative for the last step's
	rest     time.Duration   // since the last change
	weighed  time.Duration   // that new weights took on the host
}

// Orders makes the fronts of a map, or has them. A prepared.Cache is one.
type Orders interface {
	// Fronts returns the fronts of a map.
	Fronts(ctx context.Context, m *scene.Map, how prepared.Making) (*prepared.Made, error)
}

// New returns a session without a map, which makes fronts by orders. With wait, opening waits for the order and the end for
// the verdict, so that scripts see the same state every time.
func New(be compute.Backend, orders Orders, wait bool) *Session {
	s := &Session{orders: orders, level: -1, view: View{Colour: Bands}}
	first, second := watch.Choice[Processor]{Algorithm: Auto, Values: compute.Values{}}, watch.Choice[Processor]{Values: compute.Values{}}
	s.Session = watch.NewSession(be, Forms, first, second, 6, watch.Hooks[*Subject]{
		Save: s.save, Prepare: s.prepare, Act: s.act, Ready: s.ready, Moved: s.moved, Kept: s.kept,
		Busy: func() bool { return s.making != nil || s.surveying() },
	})
	s.Wait = wait
	return s
}

// save returns a function that restores the present state, with the state of the trees, which actions change in place.
func (s *Session) save() (restore func()) {
	restores := []func(){watch.Saving(s)()}
	for _, l := range s.Lanes.Active() {
		restores = append(restores, l.save())
	}
	return func() {
		for _, restore := range restores {
			restore()
		}
	}
}

// Open computes the order of a map, and then its trees. On an error the previous map stays.
func (s *Session) Open(m *scene.Map) error {
	if m.Graph.Nodes() == 0 {
		return fmt.Errorf("%w: %s has no roads to search", fault.Input, m.Name)
	}
	before := s.making
	err := s.Change(func() error {
		s.m, s.main, s.locator, s.roads = m, m.Graph.Candidates(), graph.NewLocator(m.Graph), s.roads.On(m)
		s.made, s.bound, s.reach, s.given, s.level = nil, nil, 0, 0, -1
		s.before, s.survey, s.within, s.places, s.words = m, nil, 0, SetPlaces{}, nil
		s.path, s.shown, s.most = nil, pathOf{}, [2]longestFront{}
		s.source, s.target, s.mouse = middle(m, s.main), graph.NoNode, graph.NoNode
		s.Clear()
		if s.making = begin(s.orders, m); s.Wait {
			<-s.making.done
			return s.hear()
		}
		return nil
	})
	if err == nil && before != nil {
		before.cancel()
	}
	return err
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
	s.Session.Release()
}

// hear takes the fronts when they are made, and begins at the end of the timeline.
func (s *Session) hear() error {
	k := s.making
	s.making = nil
	if k.err != nil {
		return k.err
	}
	return s.Change(func() error {
		s.made = k.made
		if s.bound == nil {
			s.bound = k.bound
		}
		if err := s.Remake(); err != nil {
			return err
		}
		s.Transport.Reset(0)
		s.Transport.Apply(timeline.End{})
		return nil
	})
}

// prepare makes the tree of a lane, from where it should begin.
func (s *Session) prepare(lane int, _ *Subject) (*Subject, error) {
	c := s.Chosen[lane]
	l, err := NewSubject(s.Sides[lane], s.made.Fronts, s.m.Graph, s.root(), c.Algorithm, c.Values)
	if err != nil {
		return nil, err
	}
	l.profiler, l.level, l.focus = s.Profiler, s.level, s.focus()
	if lane == 0 {
		err = s.beginSurvey(l)
	}
	if err = cmp.Or(err, l.paint(s.words, s.painted)); err != nil {
		l.Release()
	}
	return l, err
}

// ready takes the fronts when they are made. Settling waits for them.
func (s *Session) ready(dt time.Duration, until time.Time) (bool, error) {
	if s.rest += dt; s.making == nil {
		return true, nil
	}
	if dt > 0 {
		until = time.Now()
	}
	if !s.making.ended(until) {
		return false, nil
	}
	return true, s.hear()
}

// moved finds what follows from the distances: the scale of the colours, the path, and,
// when nothing has changed for a moment, what the oracle says.
func (s *Session) moved(until time.Time, err error) error {
	const stillness = 300 * time.Millisecond
	if err != nil {
		return err
	}
	rests, complete := s.rest > stillness || watch.Settles(until), s.complete()
	judges := rests || s.Wait
	if complete == nil {
		s.path, s.shown = nil, pathOf{}
	} else {
		err = errors.Join(s.scale(complete), s.findPath(complete))
	}
	for i, l := range s.Lanes.Active() {
		if err == nil {
			err = s.measureFront(i, l)
		}
		if err == nil && judges && l.Done() {
			err = l.conclude()
		}
		l.judge.Hear(s.Wait)
	}
	if err == nil && judges && complete != nil {
		err = s.widen(complete)
	}
	if err == nil {
		err = s.advanceSurvey(until, rests)
	}
	return err
}

// complete returns a tree that is complete, the first one of two; nil where none is.
func (s *Session) complete() *Subject {
	for _, l := range s.Lanes.Active() {
		if l.Done() {
			return l
		}
	}
	return nil
}
