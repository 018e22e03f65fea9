package label

import (
	"cmp"
	"math"
	"slices"

	"kernelscope/scene"
	"kernelscope/scene/geom"
)

// stretch is a part of a road that a name can follow: a sequence of connected spans.
type stretch struct {
	road       uint32 // index in Names.Roads
	class      scene.Class
	first, end uint32 // range in index.pieces
	box        geom.Box
	length     float64 // units
}

// piece is the points first to last of the map, in reverse order if reversed.
type piece struct {
	first, last uint32
	reversed    bool
}

// index has everything that can be labelled on a map, by importance.
type index struct {
	m         *scene.Map
	pieces    []piece
	stretches []stretch // by class, the most important first, then by length, the longest first
	byClass   [scene.Classes + 1]int
	towns     []scene.Settlement
}

// newIndex finds the stretches of a map.
func newIndex(m *scene.Map) *index {
	x := &index{m: m}
	if m.Names == nil {
		return x
	}
	x.towns = slices.Clone(m.Names.Towns)
	slices.SortStableFunc(x.towns, func(a, b scene.Settlement) int {
		return cmp.Or(cmp.Compare(a.Size, b.Size), cmp.Compare(b.Population, a.Population))
	})
	j := joiner{m: m}
	j.collect()
	j.link()
	j.follow(x)
	slices.SortStableFunc(x.stretches, func(a, b stretch) int {
		return cmp.Or(cmp.Compare(a.class, b.class), cmp.Compare(b.length, a.length))
	})
	for _, s := range x.stretches {
		x.byClass[s.class+1]++
	}
	for c := range scene.Classes {
		x.byClass[c+1] += x.byClass[c]
	}
	return x
}

// of returns the stretches of a class.
func (x *index) of(c scene.Class) []stretch { return x.stretches[x.byClass[c]:x.byClass[c+1]] }

// joiner joins spans of the same road and class where they meet.
type joiner struct {
	m     *scene.Map
	spans []scene.Span
	class []scene.Class // parallel to spans
	next  []int32       // per end, which is 2 times the span, plus 1 for its last point: the end it is joined to, or -1
}

// collect lists the named spans.
func (j *joiner) collect() {
	var space [8]scene.Span
	for i, l := range j.m.Lines {
		for _, s := range j.m.Spans(space[:0], uint32(i)) {
			if j.m.Names.Roads[s.Road] != (scene.RoadName{}) {
				j.spans, j.class = append(j.spans, s), append(j.class, l.Class)
			}
		}
	}
}

// point returns the position of an end and the neighbouring point of its span.
func (j *joiner) point(end int32) (at, toward geom.Point) {
	s := j.spans[end>>1]
	if end&1 == 1 {
		return j.m.Points[s.End], j.m.Points[s.End-1]
	}
	return j.m.Points[s.First], j.m.Points[s.First+1]
}

// meeting is an end with its position. Ends that may be joined differ only in their numbers.
type meeting struct {
	road, at uint64
	end      int32
}

// link joins the ends of spans that meet. Of several ends at a point, it joins the straightest
// pairs first.
func (j *joiner) link() {
	meetings, ends := make([]meeting, 2*len(j.spans)), make([]int32, 2*len(j.spans))
	j.next = make([]int32, len(ends))
	for i := range meetings {
		j.next[i] = -1
		p, _ := j.point(int32(i))
		meetings[i] = meeting{uint64(j.spans[i/2].Road)<<8 | uint64(j.class[i/2]), uint64(uint32(p.X))<<32 | uint64(uint32(p.Y)), int32(i)}
	}
	slices.SortFunc(meetings, func(a, b meeting) int {
		return cmp.Or(cmp.Compare(a.road, b.road), cmp.Compare(a.at, b.at), cmp.Compare(a.end, b.end))
	})
	for i, m := range meetings {
		ends[i] = m.end
	}
	for first := 0; first < len(ends); {
		end := first + 1
		for end < len(ends) && meetings[end].road == meetings[first].road && meetings[end].at == meetings[first].at {
			end++
		}
		j.pair(ends[first:min(end, first+8)]) // names are of no use where more roads meet
		first = end
	}
}

// pair joins ends at a point, as long as the road continues rather than turns back.
func (j *joiner) pair(ends []int32) {
	const ahead = -0.5 // greatest cosine between the directions of two joined ends
	for {
		best, a, b := ahead, int32(-1), int32(-1)
		for i, e := range ends {
			for _, f := range ends[i+1:] {
				if j.next[e] < 0 && j.next[f] < 0 && e>>1 != f>>1 {
					if c := j.cosine(e, f); c < best {
						best, a, b = c, e, f
					}
				}
			}
		}
		if a < 0 {
			return
		}
		j.next[a], j.next[b] = b, a
	}
}

func (j *joiner) cosine(e, f int32) float64 {
	at, p := j.point(e)
	_, q := j.point(f)
	ax, ay, bx, by := float64(p.X-at.X), float64(p.Y-at.Y), float64(q.X-at.X), float64(q.Y-at.Y)
	return (ax*bx + ay*by) / max(1, math.Hypot(ax, ay)*math.Hypot(bx, by))
}

// follow makes stretches of joined spans, starting at loose ends, then of rings.
func (j *joiner) follow(x *index) {
	used := make([]bool, len(j.spans))
	for _, loose := range [2]bool{true, false} {
		for i := range j.spans {
			from := int32(2 * i)
			if loose && j.next[from] >= 0 {
				from++
			}
			if used[i] || loose && j.next[from] >= 0 {
				continue
			}
			s := stretch{road: j.spans[i].Road, class: j.class[i], first: uint32(len(x.pieces)), box: geom.EmptyBox()}
			for at := from; at >= 0 && !used[at>>1]; at = j.next[at^1] {
				used[at>>1] = true
				span := j.spans[at>>1]
				x.pieces = append(x.pieces, piece{span.First, span.End, at&1 == 1})
				for p := span.First; p <= span.End; p++ {
					s.box = s.box.Extend(x.m.Points[p])
					if p > span.First {
						s.length += distance(x.m.Points[p-1], x.m.Points[p])
					}
				}
			}
			s.end = uint32(len(x.pieces))
			x.stretches = append(x.stretches, s)
		}
	}
}

func distance(a, b geom.Point) float64 {
	return math.Hypot(float64(b.X)-float64(a.X), float64(b.Y)-float64(a.Y))
}
