package session

import (
	"context"
	"slices"

	"kernelscope/compute"
	"kernelscope/compute/bfs"

	"kernelscope/scene"
	"kernelscope/scene/geom"
	"kernelscope/scene/graph"
)

// Found is the answer of the pair whose search is shown.
type Found struct {
	Pair   int
	Length uint32   // bfs.Unreachable where no path leads
	Path   []uint32 // nodes from source to target; nil if there is none
	Meet   int      // of a search from both ends: place in Path of the edge where the balls meet; else -1
}

// Points returns the points of the path along the lines of a map; none if nothing is found.
func (f *Found) Points(m *scene.Map) (points []geom.Point) {
	if f == nil {
		return nil
	}
	for i := 1; i < len(f.Path); i++ {
		if e, ok := m.Graph.Edge(f.Path[i-1], f.Path[i]); ok {
			points = m.EdgePoints(points, e)
		}
	}
	return points
}

// Rows of all nodes of a small graph, by their numbers in it.
type Rows struct {
	Seen, Fresh [][]uint32

	// Of schemes with a joint frontier, else nil: bits that an expansion has set and that are not
	// identified yet; nodes of the joint frontier in the order of its queue; searches with open pairs.
	Reached   [][]uint32
	Queue     []int
	Searching []uint32
}

// FewNodes is how many nodes a graph has at most whose rows are read for the picture.
const FewNodes = 64

// update reads what pictures need on the host, if the state has changed.
func (s *Subject) update() error {
	if s.read == s.version {
		return nil
	}
	if err := s.answer(); err != nil {
		return err
	}
	if err := s.readTail(); err != nil {
		return err
	}
	s.rows = nil
	if s.graph.Nodes() <= FewNodes {
		if err := s.readRows(); err != nil {
			return err
		}
	}
	s.read = s.version
	return nil
}

// words reads a layer, nil if the scheme does not have it.
func (s *Subject) words(kind compute.LayerKind) ([]uint32, error) {
	layers := s.steps.Layers()
	i := slices.IndexFunc(layers, func(l compute.Layer) bool { return l.Kind == kind })
	if i < 0 {
		return nil, nil
	}
	l := layers[i]
	words := make([]uint32, l.Count*l.Stride)
	if len(words) == 0 {
		return nil, nil
	}
	return words, s.be.Read(context.Background(), l.Buffer, l.First, words)
}

// readRows reads the rows of all nodes.
func (s *Subject) readRows() (err error) {
	r := &Rows{}
	for kind, to := range map[compute.LayerKind]*[][]uint32{bfs.Seen: &r.Seen, bfs.Fresh: &r.Fresh, bfs.Reached: &r.Reached} {
		words, err := s.words(kind)
		if err != nil {
			return err
		}
		if words != nil || kind != bfs.Reached {
			*to = s.byNode(words)
		}
	}
	if r.Searching, err = s.words(bfs.Searching); err != nil {
		return err
	}
	queue, err := s.words(bfs.Queue)
	node := make([]int, s.graph.Nodes()) // of a row
	for v := range node {
		node[s.steps.RowOf(v)] = v
	}
	for _, row := range queue {
		r.Queue = append(r.Queue, node[row])
	}
	s.rows = r
	return err
}

// byNode returns the row of each node; nodes without edges have an empty one.
func (s *Subject) byNode(words []uint32) (rows [][]uint32) {
	wide := s.steps.Words()
	for v := range s.graph.Nodes() {
		row := make([]uint32, wide)
		if at := s.steps.RowOf(v) * wide; at < len(words) {
			copy(row, words[at:])
		}
		rows = append(rows, row)
	}
	return rows
}

// answer finds the path of the pair that is shown, once its length is known: back along the
// levels that are drawn.
func (s *Subject) answer() error {
	pair, ok := s.steps.Followed()
	now := s.known[s.at]
	if !ok {
		s.found = nil
		return nil
	}
	length := s.steps.Lengths()[pair]
	if length == bfs.Unreachable && !now.Ended {
		s.found = nil
		return nil
	}
	if s.found != nil && s.found.Pair == pair && s.found.Length == length {
		return nil
	}
	s.found = &Found{Pair: pair, Length: length, Meet: -1}
	if length == bfs.Unreachable {
		return nil
	}
	states, err := s.words(bfs.Levels)
	if err != nil {
		return err
	}
	w := walk{s.graph, states}
	p := s.pairs[pair]
	switch {
	case s.steps.Scheme == bfs.Paired:
		s.found.Path, s.found.Meet = w.between(length)
	case s.steps.Reverse: // levels are distances to the target
		s.found.Path = w.down(p.Source, length, graph.StateRelaxed, false)
	default:
		s.found.Path = w.down(p.Target, length, graph.StateRelaxed, true)
		slices.Reverse(s.found.Path)
	}
	return nil
}

// walk follows the levels that are drawn.
type walk struct {
	g      *graph.Graph
	states []uint32
}

// level returns that of a node in the ball of a side; ok is false outside of it.
func (w walk) level(v uint32, side graph.NodeState) (level uint32, ok bool) {
	state := graph.NodeState(w.states[v] >> 30)
	return w.states[v] & graph.StateDistance, state == side || state == graph.StateNear
}

// down walks from a node at a level to level 0 of a ball, against the edges or along them.
// It returns all nodes on the way, and nil if a level is missing.
func (w walk) down(v, level uint32, side graph.NodeState, against bool) []uint32 {
	path := []uint32{v}
	for ; level > 0; level-- {
		next := w.g.Head[w.g.FirstOut[v]:w.g.FirstOut[v+1]]
		if against {
			next = w.g.Tail[w.g.FirstIn[v]:w.g.FirstIn[v+1]]
		}
		i := slices.IndexFunc(next, func(u uint32) bool { l, in := w.level(u, side); return in && l == level-1 })
		if i < 0 {
			return nil
		}
		v = next[i]
		path = append(path, v)
	}
	return path
}

// between finds the edge where the two balls of a pair meet, and returns the path over it.
func (w walk) between(length uint32) (path []uint32, meet int) {
	for u := range uint32(w.g.Nodes()) {
		if graph.NodeState(w.states[u]>>30) != graph.StateRelaxed {
			continue
		}
		near := w.states[u] & graph.StateDistance
		for _, v := range w.g.Head[w.g.FirstOut[u]:w.g.FirstOut[u+1]] {
			if far, in := w.level(v, graph.StateFar); in && near+1+far == length {
				path = w.down(u, near, graph.StateRelaxed, true)
				slices.Reverse(path)
				return append(path, w.down(v, far, graph.StateFar, false)...), int(near)
			}
		}
	}
	return nil, -1
}
