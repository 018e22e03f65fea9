package prepared

import (
	"cmp"
	"slices"

	"kernelscope/scene/graph"
)

// detours finds by how much distances may grow where edges are closed or opened, from the edges
// nearby. What they are compared by are the edges that can be used before and
// after, with their new weights: the common graph.
//
// A piece is a small weakly connected part of the common graph, such as a node whose road is
// closed; all else is called main. Edges that were closed or opened lead between main nodes,
// between pieces, or from one to the other. On a path between main nodes such an edge, or a
// stretch over pieces, is replaced by a detour in the common graph: distances between main nodes
// grow by at most the sum of the detours, since a path has each edge once. What a path has beside
// that, at its ends, lies in pieces or is an edge that was opened.
type detours struct {
	g       *graph.Graph
	opened  map[uint32]bool // edges that the common graph lacks, though they can be used
	seen    []uint32        // of nodes: the number of the search that has seen it
	number  uint32
	queue   []found
	visited int // nodes of all searches
	small   int // nodes of a piece, at most
	pieces  map[uint32]*piece
	longer  uint64
}

// found is a node that a search has found, with the length of a path to it.
type found struct {
	node uint32
	dist uint64
}

// piece is a small part of the common graph, or one of several that changed edges join.
type piece struct {
	of    *piece   // that stands for all that are joined; nil for itself
	exits []uint32 // main nodes that changed edges lead to
}

// Limits of the search for detours: beyond, all distances are bounded anew.
const (
	maxOfPiece = 256     // nodes
	maxVisited = 1 << 17 // nodes of all searches for detours
)

// change is an edge that was closed or opened.
type change struct{ edge, tail, head uint32 }

// grow returns by how much distances grow at most where edges were closed or opened; not ok, if
// nothing near says so.
func (d *detours) grow(g *graph.Graph, edges []uint32) (longer uint64, ok bool) {
	d.begin(g)
	changes := make([]change, len(edges))
	for i, e := range edges {
		changes[i] = change{e, tailOf(g, e), g.Head[e]}
		if g.Weight[e] != graph.Closed { // it was opened
			d.opened[e] = true
			d.longer += uint64(g.Weight[e])
		}
	}
	for _, c := range changes {
		d.explore(c.tail)
		d.explore(c.head)
	}
	for _, c := range changes {
		if from, to := d.pieces[c.tail], d.pieces[c.head]; from != nil && to != nil {
			from.join(to)
		}
	}
	for _, c := range changes {
		if from := d.pieces[c.tail]; from != nil && d.pieces[c.head] == nil {
			from = from.all()
			from.exits = append(from.exits, c.head)
		}
	}
	for _, c := range changes {
		if d.pieces[c.tail] != nil {
			continue
		}
		targets := []uint32{c.head}
		if to := d.pieces[c.head]; to != nil {
			targets = to.all().exits
		}
		if !d.around(c.tail, targets) {
			return 0, false
		}
	}
	return d.longer, true
}

// begin forgets what was found before.
func (d *detours) begin(g *graph.Graph) {
	if d.g = g; d.seen == nil {
		d.seen, d.small = make([]uint32, g.Nodes()), cmp.Or(d.small, maxOfPiece)
	}
	d.opened, d.pieces, d.visited, d.longer = map[uint32]bool{}, map[uint32]*piece{}, 0, 0
}

// tailOf returns the node that an edge leaves.
func tailOf(g *graph.Graph, e uint32) uint32 {
	u, _ := slices.BinarySearch(g.FirstOut, e+1) // the first node whose edges begin after it
	return uint32(u - 1)
}

// search begins a search at a node.
func (d *detours) search(from uint32) {
	if d.number++; d.number == 0 {
		clear(d.seen)
		d.number = 1
	}
	d.queue, d.seen[from] = append(d.queue[:0], found{from, 0}), d.number
}

// common reports whether the common graph has an edge.
func (d *detours) common(e uint32) bool {
	return d.g.Weight[e] != graph.Closed && (len(d.opened) == 0 || !d.opened[e])
}

// reach adds the end of an edge to the search, if the common graph has it.
func (d *detours) reach(e, v uint32, dist uint64) {
	if d.seen[v] != d.number && d.common(e) {
		d.seen[v], d.queue = d.number, append(d.queue, found{v, dist + uint64(d.g.Weight[e])})
	}
}

// explore finds out whether a node is in a piece, and which one.
func (d *detours) explore(v uint32) {
	if d.pieces[v] != nil {
		return
	}
	g, within := d.g, uint64(0)
	d.search(v)
	for at := 0; at < len(d.queue); at++ {
		if len(d.queue) > d.small {
			return
		}
		u := d.queue[at].node
		for e := g.FirstOut[u]; e < g.FirstOut[u+1]; e++ {
			d.reach(e, g.Head[e], 0)
			if d.common(e) {
				within += uint64(g.Weight[e])
			}
		}
		for k := g.FirstIn[u]; k < g.FirstIn[u+1]; k++ {
			d.reach(g.InEdge[k], g.Tail[k], 0)
		}
	}
	p := &piece{}
	for _, f := range d.queue {
		d.pieces[f.node] = p
	}
	d.longer += within
}

// around adds the length of the longest of the detours from a node to others, but itself.
func (d *detours) around(from uint32, targets []uint32) bool {
	missing := map[uint32]bool{}
	for _, v := range targets {
		if v != from {
			missing[v] = true
		}
	}
	g, longest := d.g, uint64(0)
	d.search(from)
	for at := 0; at < len(d.queue) && len(missing) > 0; at++ {
		u, dist := d.queue[at].node, d.queue[at].dist
		if missing[u] {
			delete(missing, u)
			longest = max(longest, dist)
		}
		if d.visited++; d.visited > maxVisited {
			return false
		}
		for e := g.FirstOut[u]; e < g.FirstOut[u+1]; e++ {
			d.reach(e, g.Head[e], dist)
		}
	}
	d.longer += longest
	return len(missing) == 0
}

// all is the piece that stands for all that are joined.
func (p *piece) all() *piece {
	for p.of != nil {
		p = p.of
	}
	return p
}

// join makes two pieces one.
func (p *piece) join(q *piece) {
	if p, q = p.all(), q.all(); p != q {
		q.of = p
	}
}
