package session

import (
	"cmp"
	"math"
	"slices"

	"kernelscope/compute/sssp"
	"kernelscope/scene/geom"
	"kernelscope/scene/graph"
)

// Path is a shortest path from the tree's root.
type Path struct {
	To      uint32
	Reached bool
	Length  uint32 // distance
	Edges   int
	Points  []geom.Point
	Metres  float64 // zero if the map knows no lengths
}

// pathOf is what the path depends on.
type pathOf struct {
	to      uint32
	tree    *Subject
	version uint64
}

// aim returns the node that the path leads to, graph.NoNode for none: to the chosen target,
// else to the mouse; where the tree begins at the mouse, to the source. Colours of all nodes have none.
func (s *Session) aim() uint32 {
	switch {
	case s.view.Colour.OfAll():
		return graph.NoNode
	case s.target != graph.NoNode:
		return s.target
	case s.view.Follow && s.mouse != graph.NoNode:
		return s.source
	}
	return s.mouse
}

// findPath finds the path anew where it may be another one. The distances are copied for it,
// once for each tree.
func (s *Session) findPath(tree *Subject) error {
	now := pathOf{s.aim(), tree, tree.version}
	if now == s.shown {
		return nil
	}
	s.shown, s.path = now, nil
	if now.to == graph.NoNode || now.to == tree.source {
		return nil
	}
	dist, err := tree.distances()
	if err != nil {
		return err
	}
	p := &Path{To: now.to, Reached: dist[now.to] != graph.Unreached, Length: dist[now.to]}
	edges, err := sssp.Path(s.m.Graph, dist, tree.source, now.to)
	if err != nil {
		return err
	}
	p.Edges = len(edges)
	for _, e := range edges {
		p.Points = s.m.EdgePoints(p.Points, e)
		if s.m.Metric != graph.ByWeight {
			p.Metres += float64(s.m.Graph.Length[e]) / 10
		}
	}
	s.path = p
	return nil
}

// longestFront is the greatest length of a front at a moment.
type longestFront struct {
	front   uint32
	tree    *Subject
	version uint64
	most    uint32
}

// measureFront finds the greatest length of the front that is shown, where it may be another
// one.
func (s *Session) measureFront(lane int, l *Subject) (err error) {
	now, before := longestFront{front: l.front(), tree: l, version: l.version}, &s.most[lane]
	if !s.view.Front {
		*before = longestFront{}
		return nil
	}
	if now.front != before.front || now.tree != before.tree || now.version != before.version {
		if now.most, err = l.longest(); err == nil {
			*before = now
		}
	}
	return err
}

// scale chooses the distance at the end of the colours, unless one is chosen: most nodes are
// nearer. It stays while weights change, so that colours can be compared.
func (s *Session) scale(tree *Subject) error {
	if s.reach != 0 {
		return nil
	}
	return s.fit(tree)
}

// widen lets the colours reach farther where a tree that follows the mouse does. It is called
// when the mouse rests.
func (s *Session) widen(tree *Subject) error {
	reach, band := s.reach, s.band
	if !s.view.Follow || s.widened == tree.version {
		return nil
	}
	s.widened = tree.version
	if err := s.fit(tree); err != nil || s.reach > reach {
		return err
	}
	s.reach, s.band = reach, band
	return nil
}

// maxBands is how many isochrones have a colour of their own.
const maxBands = 1000

// fit chooses the scale by the tree of the moment.
func (s *Session) fit(tree *Subject) error {
	dist, err := tree.distances()
	if err != nil {
		return err
	}
	const samples, most = 1 << 14, 97 // percent
	var some []uint32
	for i := 0; i < len(dist); i += 1 + len(dist)/samples {
		if dist[i] != graph.Unreached {
			some = append(some, dist[i])
		}
	}
	farthest := uint32(1)
	if len(some) > 0 {
		slices.Sort(some)
		farthest = max(1, some[(len(some)-1)*most/100])
	}
	s.farthest, s.band = farthest, cmp.Or(s.given, s.m.BandFor(farthest))
	s.reach = uint32(min(min(uint64(farthest-1)/uint64(s.band)+1, maxBands)*uint64(s.band), math.MaxUint32))
	return nil
}
