package trees

import (
	"errors"
	"fmt"
	"time"

	"kernelscope/clock"
	"kernelscope/compute"
	"kernelscope/compute/prepared"
	"kernelscope/fault"
	"kernelscope/scene"
	"kernelscope/scene/geom"
	"kernelscope/scene/graph"
	"kernelscope/session"
	"kernelscope/timeline"
)

// Options steer a session.
type Options struct {
	// Wait makes everything wait for what it needs, so that scripts see the same state every
	// time: opening for the order, the end for the verdict.
	Wait  bool
	Cache prepared.Cache // of orders
}

// Session owns a prepared tree, the roads that it is by, and the timeline of its making. It
// has one goroutine, that of its backend.
type Session struct {
	be      compute.Backend
	options Options

	m       *scene.Map // nil before one is open
	main    []uint32   // nodes that sources are chosen from
	locator *graph.Locator
	roads   session.Roadwork
	making  *making         // nil unless the order is being made
	made    *prepared.Made  // nil before it is
	bound   *prepared.Bound // nil before there is a tree, unless roads were changed while the order is made

	form      Form
	chosen    compute.Values
	subject   *Subject // nil before there are fronts
	transport timeline.Transport
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
	most     mostOf
	rest     time.Duration // since the last change
	weighed  time.Duration // that new weights took on the host
}

// New makes a session without a map.
func New(be compute.Backend, o Options) *Session {
	return &Session{be: be, options: o, form: Auto, transport: timeline.New(6), view: View{Colour: Bands, Panels: true}}
}

// Open makes the order of a map, and then its trees. Where that fails the map before stays.
func (s *Session) Open(m *scene.Map) error {
	if m.Graph.Nodes() == 0 {
		return fmt.Errorf("%w: %s has no roads to search", fault.Input, m.Name)
	}
	next := *s
	next.m, next.main, next.locator, next.roads = m, m.Graph.Candidates(), graph.NewLocator(m.Graph), s.roads.On(m)
	next.made, next.bound, next.subject, next.reach, next.given, next.path, next.shown, next.most = nil, nil, nil, 0, 0, nil, pathOf{}, mostOf{}
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
	s.relink()
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

// Release gives everything back.
func (s *Session) Release() {
	if s.making != nil {
		s.making.cancel()
		s.making = nil
	}
	if s.subject != nil {
		s.subject.Release()
		s.subject = nil
	}
}

// Rebuild puts everything on another backend, since that before was lost. The tree comes
// back to the timeline's position.
func (s *Session) Rebuild(be compute.Backend) error {
	if s.be = be; s.subject == nil {
		return nil
	}
	return s.again(func(*Session) {})
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
	if err := s.prepare(); err != nil {
		s.made = nil
		return err
	}
	s.relink()
	s.transport.Reset(0)
	s.transport.Apply(timeline.End{})
	return nil
}

// prepare makes the subject of a session that has none.
func (s *Session) prepare() (err error) {
	s.subject, err = NewSubject(s.be, s.made.Fronts, s.m.Graph, s.bound, s.source, s.form, s.chosen)
	return err
}

// again makes the subject again after a change. Where that fails all stays as it was.
func (s *Session) again(change func(*Session)) error {
	next := *s
	change(&next)
	if s.subject != nil {
		if err := next.prepare(); err != nil {
			return err
		}
		s.subject.Release()
	}
	*s = next
	s.relink()
	return nil
}

// relink hands the subject to the transport.
func (s *Session) relink() {
	if s.subject == nil {
		s.transport.SetLines()
		return
	}
	s.transport.SetLines(s.subject)
}

// Apply carries out an action of this package, of the timeline or of roads. Where it fails
// all stays as it was.
func (s *Session) Apply(a any) error {
	switch a := a.(type) {
	case SetView:
		s.view = a.View
		return s.root()
	case timeline.Action:
		s.transport.Apply(a)
	case CancelOrder:
		if s.making != nil {
			s.making.cancel()
		}
	case SetForm:
		return s.again(func(n *Session) { n.form = a.Form })
	case SetParam:
		chosen, err := s.chosen.With(prepared.Params(), s.be.Limits(), a.Name, a.Value)
		if err != nil {
			return err
		}
		return s.again(func(n *Session) { n.chosen = chosen })
	}
	if s.m == nil {
		return nil // everything else is about a map
	}
	switch a := a.(type) {
	case SetSource:
		return s.setSource(a)
	case SetTarget:
		return s.setTarget(a)
	case PointAt:
		s.mouse = graph.NoNode
		if a.At != nil {
			s.mouse = s.near(*a.At, a.Within)
		}
		return s.root()
	case SetBand:
		s.given, s.reach = a.Width, 0
	case SetLevel:
		if s.subject != nil {
			s.subject.level = a.Depth
		}
	case session.Action:
		return s.work(a)
	}
	return nil
}

// near returns the node that a person means, graph.NoNode where there is none.
func (s *Session) near(p geom.Point, within float64) uint32 {
	g := s.m.Graph
	return s.locator.Snap(p, within, func(v uint32) bool { return g.Component[v] == g.Largest })
}

func (s *Session) setSource(a SetSource) error {
	v := s.near(a.At, a.Within)
	if v == graph.NoNode {
		if a.Drag {
			return nil // until the mouse comes near to a road again
		}
		return graph.ErrFar
	}
	s.source = v
	if !a.Drag {
		s.reach = 0 // the colours fit the new tree
	}
	return s.root()
}

func (s *Session) setTarget(a SetTarget) error {
	if a.At == nil {
		s.target = graph.NoNode
		return nil
	}
	v := s.near(*a.At, a.Within)
	if v == graph.NoNode {
		return graph.ErrFar
	}
	s.target = v
	return nil
}

// root makes the tree begin where it should: at the mouse, or at the source.
func (s *Session) root() error {
	if s.subject == nil {
		return nil
	}
	root := s.source
	if s.view.Follow && s.mouse != graph.NoNode {
		root = s.mouse
	}
	s.subject.focus = s.source
	if s.mouse != graph.NoNode {
		s.subject.focus = s.mouse
	}
	if root != s.subject.source {
		s.rest = 0
	}
	return s.subject.from(root)
}

// work carries out an action on roads: new weights, customization, the tree, and its colours.
func (s *Session) work(a session.Action) error {
	start, next := clock.Now(), s.roads
	m, edges, err := next.Work(s.m, a)
	if err != nil || m == nil {
		s.roads = next
		return err
	}
	took := clock.Since(start)
	bound := s.bound
	switch {
	case s.subject != nil:
		err = s.subject.reweigh(m.Graph, edges)
	case s.making != nil: // it is by the weights before
		bound, err = prepared.NewBound(m.Graph)
	}
	if err != nil {
		return err
	}
	s.bound = bound
	s.m, s.roads, s.weighed, s.rest = m, next, took, 0
	s.roads.Took(took)
	return nil
}

// Advance lets time pass; it computes for about as long as budget says.
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
	return s.settled(s.transport.Advance(dt, budget))
}

// Settle makes all that is left to make.
func (s *Session) Settle() error {
	if s.making != nil {
		<-s.making.done
		if err := s.hear(); err != nil {
			return err
		}
	}
	return s.settled(s.transport.Settle())
}

// settled finds what follows from the distances: the scale of the colours, the path, and,
// when nothing has changed for a moment, what the oracle says.
func (s *Session) settled(err error) error {
	const moment = 300 * time.Millisecond
	if s.subject == nil || err != nil {
		return err
	}
	if err := s.measureFront(); err != nil {
		return err
	}
	if s.subject.Done() {
		err = errors.Join(s.scale(), s.findPath())
		if err == nil && (s.options.Wait || s.rest > moment) {
			err = errors.Join(s.subject.conclude(), s.widen())
		}
	} else {
		s.path, s.shown = nil, pathOf{}
	}
	s.subject.judge.Hear(s.options.Wait)
	return err
}

// Waiting reports whether something goes on without being asked for.
func (s *Session) Waiting() bool {
	verdict := s.subject != nil && s.subject.Done() && !s.subject.Verdict().Heard
	return s.making != nil || verdict || s.transport.Waiting()
}

// Layers returns those of the subject; nil before there is one.
func (s *Session) Layers(e compute.Encoder) []compute.Layer {
	if s.subject == nil {
		return nil
	}
	return s.subject.Layers(e)
}
