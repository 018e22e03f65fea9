package graph

import "slices"

// Way is a stretch of road through the points refs[First:End] of a network, at least two,
// none repeated in succession. Kind is whatever must not change along a chain.
type Way struct {
	First, End        uint32
	Kind              uint16
	Forward, Backward bool // open in the order of its points, and against it
}

// Piece is a part of a way: the points refs[First:End], run backwards if
// Reversed.
type Piece struct {
	Way        uint32
	First, End uint32
	Reversed   bool
}

// Chains holds the pieces of a network in the order of their chains: chain i is
// Pieces[First[i]:First[i+1]].
type Chains struct {
	Pieces []Piece
	First  []uint32
}

// Contract joins ways at the points that are merely passed: those that are passed exactly
// once, between two distinct neighbours, without a change of kind or of the directions
// that are open. All other points are the ends of chains. On a ring without such a point
// an arbitrary one is chosen.
//
// The neighbours must be distinct: a dead end that a way enters and leaves also
// has two segments, and would be contracted away otherwise. And the point must
// be passed once: a street mapped twice has two neighbours at every point too.
func Contract(points int, refs []uint32, ways []Way) Chains {
	passed := passedPoints(points, refs, ways)
	pieces, ends := cut(refs, ways, passed)
	return join(pieces, ends)
}

// meeting is what the first segment at a point has recorded. Later, if ways end at a
// point that is merely passed, it is the first such end.
type meeting struct {
	neighbour uint32 // or end
	kind      uint16
	state     meetingState
	out, in   bool // whether the segment is open away from the point and to it
}

type meetingState uint8

const (
	unmet meetingState = iota
	metOnce
	metTwice // and it is merely passed
	endMet   // merely passed, and an end of a piece has come here
	junction
)

func passedPoints(points int, refs []uint32, ways []Way) []meeting {
	at := make([]meeting, points)
	meet := func(p, q uint32, kind uint16, out, in bool) {
		m := &at[p]
		switch m.state {
		case unmet:
			*m = meeting{q, kind, metOnce, out, in}
		case metOnce:
			m.state = junction
			if m.neighbour != q && m.kind == kind && m.out == in && m.in == out {
				m.state = metTwice
			}
		default:
			m.state = junction
		}
	}
	for _, w := range ways {
		for i := w.First; i+1 < w.End; i++ {
			meet(refs[i], refs[i+1], w.Kind, w.Forward, w.Backward)
			meet(refs[i+1], refs[i], w.Kind, w.Backward, w.Forward)
		}
	}
	return at
}

// An end of piece i is 2i where the piece begins and 2i+1 if it stops. links holds
// the end that each end is joined to, plus one; zero at the end of a chain.
type links []uint32

// cut divides ways at the points that are not merely passed, and links the ends
// of ways that are.
func cut(refs []uint32, ways []Way, at []meeting) ([]Piece, links) {
	n := len(ways)
	for _, w := range ways {
		for _, p := range refs[w.First+1 : w.End-1] {
			if at[p].state != metTwice {
				n++
			}
		}
	}
	pieces := make([]Piece, 0, n)
	joined := make(links, 2*n)
	for i, w := range ways {
		first := w.First
		for k := w.First + 1; k < w.End; k++ {
			if k+1 < w.End && at[refs[k]].state == metTwice {
				continue
			}
			for side, p := range [2]uint32{refs[first], refs[k]} {
				end := uint32(2*len(pieces) + side)
				switch m := &at[p]; m.state {
				case metTwice:
					m.neighbour, m.state = end, endMet
				case endMet:
					joined[end], joined[m.neighbour] = m.neighbour+1, end+1
				}
			}
			pieces = append(pieces, Piece{Way: uint32(i), First: first, End: k + 1})
			first = k
		}
	}
	return pieces, joined
}

// join walks from every end that is not joined to another, then around rings.
func join(pieces []Piece, joined links) Chains {
	c := Chains{Pieces: make([]Piece, 0, len(pieces)), First: make([]uint32, 1, len(pieces)+1)}
	done := make([]bool, len(pieces))
	walk := func(end uint32) {
		for i := end >> 1; !done[i]; i = end >> 1 {
			done[i] = true
			p := pieces[i]
			p.Reversed = end&1 == 1
			c.Pieces = append(c.Pieces, p)
			next := joined[end^1]
			if next == 0 {
				break
			}
			end = next - 1
		}
		c.First = append(c.First, uint32(len(c.Pieces)))
	}
	for end := range uint32(2 * len(pieces)) {
		if joined[end] == 0 && !done[end>>1] {
			walk(end)
		}
	}
	for i := range uint32(len(pieces)) {
		if !done[i] {
			walk(2 * i)
		}
	}
	return c
}

// Points appends the points of a chain, in its order, to points.
func (c Chains) Points(points []uint32, refs []uint32, chain int) []uint32 {
	for i, p := range c.Pieces[c.First[chain]:c.First[chain+1]] {
		start := len(points)
		points = append(points, refs[p.First:p.End]...)
		if p.Reversed {
			slices.Reverse(points[start:])
		}
		if i > 0 { // the point that both pieces share
			points = slices.Delete(points, start, start+1)
		}
	}
	return points
}

// Len returns the number of chains.
func (c Chains) Len() int { return len(c.First) - 1 }
