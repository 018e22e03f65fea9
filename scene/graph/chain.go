package graph

import "slices"

// Way is a stretch of road through the points refs[First:End] of a network. It has at least two
// points, and consecutive points differ. All ways of a chain have the same Kind.
type Way struct {
	First, End        uint32
	Kind              uint16
	Forward, Backward bool // open in the order of its points, and in the opposite direction
}

// Piece is a part of a way: the points refs[First:End], in reverse order if Reversed.
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

// Contract joins ways at their inner points: points that are passed exactly once, between two
// distinct neighbours, and at which neither the kind nor the open directions change. All other
// points are ends of chains. A ring without such an end is cut at an arbitrary point.
//
// The neighbours must be distinct, because the end of a dead end inside a way also has two segments
// and would be contracted away otherwise. The point must be passed once, because every point of a
// duplicate street also has two neighbours.
func Contract(points int, refs []uint32, ways []Way) Chains {
	at := visit(points, refs, ways)
	pieces, ends := cut(refs, ways, at)
	return join(pieces, ends)
}

// visits records how ways meet each point. States are apart from the rest, which only the ends of
// ways need, so that the states of a large network fit the processor's caches.
type visits struct {
	state []visitState
	end   []wayEnd
}

type visitState uint8

const (
	unvisited visitState = iota
	endOnce              // the end of a way
	inner
	innerEnd // an inner point at which the end of one piece has been found
	junction
)

// wayEnd is the first way that ends at a point. Later, if ways end at an inner point, it records the
// first of these ends.
type wayEnd struct {
	neighbour uint32 // or end of a piece
	kind      uint16
	out, in   bool // whether the way is open away from the point and to it
}

// visit follows all ways.
func visit(points int, refs []uint32, ways []Way) visits {
	at := visits{make([]visitState, points), make([]wayEnd, points)}
	begin := func(p uint32, here wayEnd) {
		switch first := &at.end[p]; {
		case at.state[p] == unvisited:
			*first, at.state[p] = here, endOnce
		case at.state[p] == endOnce && first.neighbour != here.neighbour && first.kind == here.kind && first.out == here.in && first.in == here.out:
			at.state[p] = inner
		default:
			at.state[p] = junction
		}
	}
	for _, w := range ways {
		last := w.End - 1
		begin(refs[w.First], wayEnd{refs[w.First+1], w.Kind, w.Forward, w.Backward})
		for i := w.First + 1; i < last; i++ {
			p := refs[i]
			if at.state[p] == unvisited && refs[i-1] != refs[i+1] {
				at.state[p] = inner
			} else {
				at.state[p] = junction
			}
		}
		begin(refs[last], wayEnd{refs[last-1], w.Kind, w.Backward, w.Forward})
	}
	return at
}

// links[e] is the end that end e is joined to, plus one, or zero at the end of a chain. Piece i has
// the ends 2i, where it begins, and 2i+1.
type links []uint32

// cut divides ways at the points that are not inner points, and links the ends of ways at inner
// points.
func cut(refs []uint32, ways []Way, at visits) ([]Piece, links) {
	n := len(ways)
	for _, w := range ways {
		for _, p := range refs[w.First+1 : w.End-1] {
			if at.state[p] != inner {
				n++
			}
		}
	}
	pieces := make([]Piece, 0, n)
	joined := make(links, 2*n)
	for i, w := range ways {
		first := w.First
		for k := w.First + 1; k < w.End; k++ {
			if k+1 < w.End && at.state[refs[k]] == inner {
				continue
			}
			for side, p := range [2]uint32{refs[first], refs[k]} {
				end := uint32(2*len(pieces) + side)
				switch other := &at.end[p].neighbour; at.state[p] {
				case inner:
					*other, at.state[p] = end, innerEnd
				case innerEnd:
					joined[end], joined[*other] = *other+1, end+1
				}
			}
			pieces = append(pieces, Piece{Way: uint32(i), First: first, End: k + 1})
			first = k
		}
	}
	return pieces, joined
}

// join follows the links from each end of a chain, then around rings.
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

// Points appends the points of a chain to points, in order.
func (c Chains) Points(points []uint32, refs []uint32, chain int) []uint32 {
	for i, p := range c.Pieces[c.First[chain]:c.First[chain+1]] {
		start := len(points)
		points = append(points, refs[p.First:p.End]...)
		if p.Reversed {
			slices.Reverse(points[start:])
		}
		if i > 0 { // omits the point shared by both pieces
			points = slices.Delete(points, start, start+1)
		}
	}
	return points
}

// Len returns the number of chains.
func (c Chains) Len() int { return len(c.First) - 1 }
