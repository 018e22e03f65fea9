package label

import (
	"math"
	"slices"

	"kernelscope/render/glyphs"
)

// vertex is a point of a stretch in the target, with its position along the stretch in pixels.
type vertex struct {
	point
	s float64
}

// trace sets line to the points of a stretch, without those within a pixel of their predecessor.
func (p *Placer) trace(st *stretch) {
	p.line = p.line[:0]
	for _, piece := range p.pieces[st.first:st.end] {
		for i := uint32(0); i <= piece.last-piece.first; i++ {
			k := piece.first + i
			if piece.reversed {
				k = piece.last - i
			}
			q := p.at(p.m.Points[k])
			if n := len(p.line); n == 0 {
				p.line = append(p.line, vertex{q, 0})
			} else if d := math.Hypot(q.x-p.line[n-1].x, q.y-p.line[n-1].y); d >= 1 {
				p.line = append(p.line, vertex{q, p.line[n-1].s + d})
			}
		}
	}
}

// spot is a position along the line.
type spot struct {
	point
	s, room float64 // position from the start, and distance to the next spot
}

// anchors returns the positions of labels on a stretch: evenly spaced, in a number that is a power
// of two, about apart pixels of a plain display from each other. They do not move with the view.
func (p *Placer) anchors(st *stretch, apart float64) []spot {
	p.spots = p.spots[:0]
	if len(p.line) < 2 {
		return nil
	}
	n := 1 << max(0, min(16, int(math.Log2(st.length*p.view.Scale/(apart*p.view.Ratio)))))
	length, at := p.line[len(p.line)-1].s, 0
	for i := range n {
		s := (float64(i) + 0.5) / float64(n) * length
		for p.line[at+1].s < s {
			at++
		}
		p.spots = append(p.spots, spot{p.between(at, s), s, length / float64(n)})
	}
	return p.spots
}

// between returns the point at position s along the line, which is between vertex i and the next
// one.
func (p *Placer) between(i int, s float64) point {
	a, b := p.line[i], p.line[i+1]
	t := (s - a.s) / (b.s - a.s)
	return point{a.x + t*(b.x-a.x), a.y + t*(b.y-a.y)}
}

// along returns the point at position s along the line, or on a straight continuation beyond its
// ends.
func (p *Placer) along(s float64) point {
	i, _ := slices.BinarySearchFunc(p.line, s, func(v vertex, s float64) int {
		if v.s < s {
			return -1
		}
		return 1
	})
	return p.between(max(0, min(len(p.line)-2, i-1)), s)
}

// names places the names of roads of a class along the roads.
func (p *Placer) names(s step) {
	const apart = 240 // pixels of a plain display between the names of a road
	size := s.pixels * p.view.Ratio
	for i := range p.of(s.class) {
		st := &p.of(s.class)[i]
		name := p.m.Names.Roads[st.road].Name
		if name == "" || !p.sees(st.box) {
			continue
		}
		text := p.fonts.Shape(name, s.weight)
		width := float64(text.Width) * size
		if width == 0 || width > 0.96*st.length*p.view.Scale {
			continue
		}
		p.trace(st)
		if len(p.line) < 2 {
			continue
		}
		for _, at := range p.anchors(st, 420) {
			if !p.within(at.point, width) {
				continue
			}
			for _, shift := range [...]float64{0, -0.5 * width, 0.5 * width, -width, width, -at.room / 4, at.room / 4} {
				middle := at.s + shift
				q := p.along(middle)
				if !p.within(q, 0) || p.near(name, q, apart) {
					continue
				}
				if p.run(text, middle-width/2, size, s) {
					p.note(name, q)
					break
				}
			}
		}
	}
}

// Limits on the turn of a name in radians: from a letter to the next, and in total.
const (
	maxTurn  = 0.45
	maxTurns = 1.1
)

// run places a name along the line from s on, if the line is straight enough and the place is free.
func (p *Placer) run(text *glyphs.Line, from, size float64, s step) bool {
	width := float64(text.Width) * size
	a, b := p.along(from), p.along(from+width)
	if from < 0 || from+width > p.line[len(p.line)-1].s {
		return false
	}
	way, start := 1.0, from
	if b.x < a.x { // keeps letters upright
		way, start = -1, from+width
	}
	k, last, turns := len(p.marks), math.NaN(), 0.0
	boxes := p.taken.fresh[:0]
	for _, g := range text.Glyphs {
		left, advance := float64(g.X)*size, float64(g.Advance)*size
		l, r := p.along(start+way*left), p.along(start+way*(left+advance))
		angle := math.Atan2(r.y-l.y, r.x-l.x)
		if advance <= 0 && !math.IsNaN(last) {
			angle = last
		}
		if !math.IsNaN(last) {
			turn := math.Abs(math.Remainder(angle-last, 2*math.Pi))
			if turns += turn; turn > maxTurn || turns > maxTurns {
				p.marks = p.marks[:k]
				return false
			}
		}
		last = angle
		sin, cos := math.Sincos(angle)
		mid := point{(l.x + r.x) / 2, (l.y + r.y) / 2}
		half := advance / 2
		down := middle*size + float64(g.Y)*size
		p.marks = append(p.marks, Mark{
			Key: g.Key, X: float32(mid.x - half*cos - down*sin), Y: float32(mid.y - half*sin + down*cos),
			Cos: float32(cos), Sin: float32(sin), Size: float32(size), Style: s.style,
		})
		reach := 0.55*size + 2*p.view.Ratio
		bx := box{mid.x - reach, mid.y - reach, mid.x + reach, mid.y + reach}
		if p.taken.meets(bx) {
			p.marks = p.marks[:k]
			return false
		}
		boxes = append(boxes, bx)
	}
	p.wrote(text, k, s)
	p.taken.fresh = boxes
	for _, b := range boxes {
		p.taken.add(b)
	}
	return true
}
