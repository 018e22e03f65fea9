package session

import (
	"fmt"

	"kernelscope/scene"
	"kernelscope/scene/geom"
	"kernelscope/scene/graph"
	"kernelscope/watch/timeline"
)

// forMap forgets the searches with other weights, except for the last one.
func (p *past) forMap(m *scene.Map) {
	if p.m != m {
		p.m, p.all = m, map[course]finished{}
	}
}

// note stores a search that has ended.
func (p *past) note(s *search) {
	f := finished{course: s.course, steps: s.furthest().Step, settled: s.furthest().Final, metres: s.metres, fixed: !s.solver.algorithm.About().Varies}
	if f.metres > 0 {
		p.last = f
	}
	if p.m == s.m {
		p.all[f.course] = f
	}
}

// Expected returns the number of steps that the same search took before. A new search is expected
// to settle as much distance as the last one, in proportion to the straight distance to the target:
// at the rate so far or, at first, in as many steps.
func (s *search) Expected() (steps int, c timeline.Certainty) {
	if f, ok := s.past.all[s.course]; ok && f.fixed && s.past.m == s.m {
		return f.steps, timeline.Known
	}
	const enough = 1.0 / 16 // of the distance, to estimate the rest by
	last, now := &s.past.last, s.furthest()
	if last.metres == 0 {
		return 0, timeline.Unknown
	}
	scale := s.metres / last.metres
	switch end := last.settled * scale; {
	case end > 0 && now.Final >= enough*end:
		return int(float64(now.Step) * end / now.Final), timeline.Estimated
	case last.algorithm == s.course.algorithm && last.values == s.course.values:
		return int(float64(last.steps) * scale), timeline.Estimated
	}
	return 0, timeline.Unknown
}

// begins describes a search that begins.
func (p *past) begins(q *search) {
	p.forMap(q.m)
	q.course = course{q.query, q.solver.algorithm.Name(), fmt.Sprint(q.used)}
	from := q.m.Graph.At[q.query.Source]
	if q.query.Target != graph.NoNode {
		q.metres = from.Metres(q.m.Graph.At[q.query.Target])
		return
	}
	b := q.m.Box
	for _, corner := range []geom.Point{b.Min, b.Max, {X: b.Min.X, Y: b.Max.Y}, {X: b.Max.X, Y: b.Min.Y}} {
		q.metres = max(q.metres, from.Metres(corner))
	}
}
