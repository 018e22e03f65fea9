package session

import (
	"cmp"
	"time"

	"kernelscope/compute/prepared"
	"kernelscope/scene/graph"
	"kernelscope/watch"
)

// painting is what the colours of all nodes depend on.
type painting struct {
	colour      Colour
	limit       uint32
	listed      int // changes of places
	now, before *reached
	exact       [2]bool
	known       [2]bool
}

// UsualLimit is the distance of Within unless one is given, in seconds, metres, or units of a graph.
const UsualLimit = 900

// limit returns the distance of Within.
func (s *Session) limit() uint32 {
	return cmp.Or(s.within, uint32(min(max(1, UsualLimit/s.m.InUnits(1)), prepared.Unreached-1)))
}

// destinations returns the places that distances of all nodes lead to, nil for all nodes: Nearest needs some, and the source
// is the place where none is given.
func (s *Session) destinations() []Destination {
	if len(s.places.List) == 0 && s.view.Colour == Nearest {
		return []Destination{{Node: s.source}}
	}
	return s.places.List
}

// placeNodes returns the nodes of the places; nil for all nodes.
func (s *Session) placeNodes() (nodes []uint32) {
	for _, p := range s.destinations() {
		nodes = append(nodes, p.Node)
	}
	return nodes
}

// beginSurvey makes what colours of all nodes need, if such colours are shown, where a tree is made.
func (s *Session) beginSurvey(tree *Subject) (err error) {
	if tree == nil || !s.view.Colour.OfAll() {
		return nil
	}
	onHost, old := tree.why != "" || s.AllOnHost, s.survey
	if old != nil && old.be == tree.be && old.onHost == onHost {
		return nil
	}
	if s.survey, err = newSurvey(tree.be, onHost, s.made.Fronts, s.m, s.limit()); err != nil {
		return err
	}
	if old == nil || old.onHost != onHost {
		s.painting = painting{}
		return nil
	}
	s.survey.now, s.survey.before, s.survey.places = old.now, old.before, old.places // the device was lost, not the results
	return nil
}

// kept lists what the session holds beside its lanes.
func (s *Session) kept() []watch.Resource {
	if s.survey == nil {
		return nil
	}
	return []watch.Resource{s.survey}
}

// surveying reports whether results of all nodes are missing.
func (s *Session) surveying() bool {
	return s.survey != nil && s.view.Colour.OfAll() && !s.survey.complete(s.view.Colour == Loss)
}

// advanceSurvey works on the results of all nodes until a time, at least a step: on estimates while roads
// change, and on exact results when they rest. Scripts see all work done.
func (s *Session) advanceSurvey(until time.Time, rests bool) error {
	if s.survey == nil || !s.view.Colour.OfAll() {
		return nil
	}
	s.survey.ask(s.limit(), s.placeNodes())
	s.survey.follow(s.m, s.before)
	for made := true; made; {
		var err error
		if made, err = s.survey.step(s.view.Colour == Loss, rests); err != nil {
			return err
		}
		if !s.Wait && time.Now().After(until) {
			break
		}
	}
	s.survey.conclude()
	s.survey.judge.Hear(s.Wait)
	return s.paint()
}

// paint finds the colours of all nodes where results are others, and passes them to trees that lack them.
func (s *Session) paint() error {
	v := s.survey
	next := painting{s.view.Colour, v.limit, s.listed, v.now, v.before, [2]bool{v.now.exact != nil, v.before.exact != nil}, [2]bool{v.now.best() != nil, v.before.best() != nil}}
	if next != s.painting && next.known[0] && (next.known[1] || next.colour != Loss) {
		fresh := next.colour != s.painting.colour || next.limit != s.painting.limit || next.listed != s.painting.listed
		s.painting = next
		s.painted++
		if next.colour == Loss {
			s.paintLoss(fresh)
		} else {
			if exact := next.exact[0]; fresh || exact && !s.fitted { // an estimate's scale gives way to the first exact results
				s.fitted = exact
				s.colours = fitScale(s.m, next.colour, v.now.best(), v.total())
			}
			s.words, s.loss = s.colours.paintValues(next.colour, v.now.best(), v.total()), nil
		}
	}
	for _, l := range s.Lanes.Active() {
		if err := l.paint(s.words, s.painted); err != nil {
			return err
		}
	}
	return nil
}

// paintLoss compares exact results, or else estimates by the same sample. While estimates change, the scale only widens.
func (s *Session) paintLoss(fresh bool) {
	v := s.survey
	before, now := v.before.exact, v.now.exact
	exact := before != nil && now != nil
	if !exact {
		before, now = v.before.best(), v.now.best()
	}
	if !exact && v.before.rough != nil && v.now.rough != nil {
		before, now = v.before.rough.Reach, v.now.rough.Reach
	}
	grown, loss := compare(s.m, before, now)
	if fit := fitLoss(s.m, grown); fresh || exact || fit.High > s.colours.High {
		s.colours = fit
	}
	s.words, s.loss = s.colours.paintLoss(grown), nil
	if v.before != v.now {
		loss.Lines = s.roads.Last()
		s.loss = &loss
	}
}

// allNodes describes the results of all nodes; nil unless their colours are shown.
func (s *Session) allNodes() *All {
	v := s.survey
	if v == nil || !s.view.Colour.OfAll() || v.now.best() == nil {
		return nil
	}
	compared := s.view.Colour == Loss
	a := &All{
		Exact: v.complete(compared), Share: v.share(compared), Sample: len(v.targets), Limit: v.limit, Scale: s.colours, Loss: s.loss, Verdict: v.judge.Hear(false), Painted: s.painted,
	}
	if v.now.exact == nil && v.now.rough != nil {
		a.Error = v.now.rough.Error
	}
	if s.mouse != graph.NoNode {
		a.Pointed = &Pointed{Node: s.mouse, Reach: v.now.best()[s.mouse]}
		if before := v.before.best(); compared && v.before != v.now && before != nil {
			a.Pointed.Before = &before[s.mouse]
		}
	}
	return a
}
