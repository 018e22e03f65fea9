package session

import (
	"kernelscope/compute/oracle"
	"kernelscope/compute/sssp"
	"kernelscope/scene"
	"kernelscope/scene/geom"
	"kernelscope/scene/graph"
)

// around is the last box of Around, with what it depends on.
type around struct {
	m        *scene.Map
	query    sssp.Query
	distance uint32 // of the target
	within   uint32 // greatest distance that is settled; graph.Unreached before the box is known
	box      geom.Box
}

// Around returns the box around the ends of the query and all that its searches settle, with a margin.
func (s *Session) Around() geom.Box {
	const all = graph.Unreached - 1
	q, g := s.query(), s.m.Graph
	if a := &s.around; a.m != s.m || a.query != q {
		s.around = around{m: s.m, query: q, distance: all, within: graph.Unreached}
		if q.Target != graph.NoNode {
			s.around.distance = min(all, oracle.Dijkstra(g, q.Source, q.Target).Dist[q.Target])
		}
	}
	a, within := &s.around, s.around.distance
	for _, l := range s.Lanes.Active() {
		within = max(within, sssp.Settles(l.used, a.distance))
	}
	if a.within == within {
		return a.box
	}
	box := geom.EmptyBox()
	for _, v := range oracle.Within(g, q.Source, within) {
		box = box.Extend(g.At[v])
	}
	margin := max(box.Width(), box.Height()) / 16
	if !s.m.Abstract {
		margin += int64(100 / g.At[q.Source].MetresPerUnit())
	}
	a.within, a.box = within, box.Grown(margin)
	return a.box
}
