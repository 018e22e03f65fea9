package bfs_test

import (
	"context"
	"fmt"
	"math"
	"math/bits"
	"slices"
	"testing"

	"kernelscope/compute"
	"kernelscope/compute/bfs"
	"kernelscope/compute/oracle"

	"kernelscope/scene/graph"
)

// replay makes the steps of a scheme once more with a queue and plain loops, and compares
// what is shown after each of them.
type replay struct {
	t     *testing.T
	be    compute.Backend
	s     *bfs.Steps
	form  bfs.Form
	along [2]*graph.Graph // the edges, forward and turned around
	pairs []bfs.Pair
	truth []uint32
	part  int
	at    string
	read  map[compute.LayerKind][]uint32 // layers after the last step
}

// expected is what a step should show.
type expected struct {
	levels, searches []uint32 // node states
	frontier         map[uint32]bool
	bfs.Frontier
}

func nothing(nodes int) expected {
	return expected{levels: make([]uint32, nodes), searches: make([]uint32, nodes), frontier: map[uint32]bool{}}
}

func nodeState(s graph.NodeState, x uint32) uint32 { return uint32(s)<<30 | x }

// step makes a step and compares.
func (r *replay) step(want expected) bfs.Progress {
	r.t.Helper()
	if err := r.s.Step(context.Background()); err != nil {
		r.t.Fatal(err)
	}
	layers, read := r.s.Layers(), map[compute.LayerKind][]uint32{}
	r.read = read
	for _, l := range layers {
		read[l.Kind] = make([]uint32, l.Count*l.Stride)
		if err := r.be.Read(context.Background(), l.Buffer, l.First, read[l.Kind]); err != nil && l.Count > 0 {
			r.t.Fatal(err)
		}
	}
	for v := range want.levels {
		if a, b := read[bfs.Levels][v], want.levels[v]; a != b {
			r.t.Fatalf("%s: in the search that is followed node %d is %v at %d, want %v at %d", r.at, v, graph.NodeState(a>>30), a<<2>>2, graph.NodeState(b>>30), b<<2>>2)
		}
		if a, b := read[bfs.Searches][v], want.searches[v]; a != b {
			r.t.Fatalf("%s: node %d is %v, seen by %d, want %v, seen by %d", r.at, v, graph.NodeState(a>>30), a<<2>>2, graph.NodeState(b>>30), b<<2>>2)
		}
	}
	for _, v := range read[bfs.FrontierNodes] {
		if !want.frontier[v] {
			r.t.Fatalf("%s: node %d is not in the frontier", r.at, v)
		}
	}
	p := r.s.Progress()
	if p.Frontier != want.Frontier || p.Part != r.part {
		r.t.Fatalf("%s: the frontier is %+v, want %+v; part %d, want %d", r.at, p.Frontier, want.Frontier, p.Part, r.part)
	}
	seen, fresh := ones(read[bfs.Seen]), ones(read[bfs.Fresh])
	for _, x := range want.searches {
		seen -= int(x << 2 >> 2)
	}
	if seen != 0 || fresh != want.Searches {
		r.t.Fatalf("%s: rows have %d bits too many; %d are fresh, want %d", r.at, seen, fresh, want.Searches)
	}
	return p
}

func ones(words []uint32) (n int) {
	for _, x := range words {
		n += bits.OnesCount32(x)
	}
	return n
}

// found notes that the last level has found a node.
func (w *expected) found(g *graph.Graph, v, searches int) {
	w.frontier[uint32(v)] = true
	w.Nodes++
	w.Edges += int(g.FirstOut[v+1] - g.FirstOut[v])
	w.Frontier.Searches += searches
}

// column is a search of a sweep.
type column struct {
	level []uint32 // of each node
	pairs []int
	last  uint32 // length of its longest pair
}

// columns returns those of some pairs, in the order of these, divided among sweeps.
func (r *replay) columns(pairs []int) (sweeps [][]*column) {
	of := map[uint32]*column{}
	for _, i := range pairs {
		start, g := r.pairs[i].Source, r.along[0]
		if r.s.Reverse {
			start, g = r.pairs[i].Target, r.along[1]
		}
		if of[start] == nil {
			of[start] = &column{level: oracle.BFS(g.FirstOut, g.Head, start)}
			if k := len(sweeps); k == 0 || len(sweeps[k-1]) == max(1, int(r.s.Values[bfs.Columns])) {
				sweeps = append(sweeps, nil)
			}
			sweeps[len(sweeps)-1] = append(sweeps[len(sweeps)-1], of[start])
		}
		of[start].pairs = append(of[start].pairs, i)
		of[start].last = max(of[start].last, r.truth[i])
	}
	return sweeps
}

// sweep replays a sweep, of at most some levels, and returns the pairs that it leaves for
// another one.
func (r *replay) sweep(columns []*column, most int) (left []int) {
	// Rows answer from neighbours, on hubs a level ahead, and a column that was answered grows
	// no further.
	ahead, shown := uint32(0), func(c *column) uint32 { return c.last }
	switch {
	case r.s.Scheme == bfs.Rows && r.form == bfs.Hubs:
		ahead, shown = 1, func(c *column) uint32 { return max(1, c.last-1) } // level 1 is pushed for all
	case r.s.Scheme == bfs.Single: // to its end
		shown = func(*column) uint32 { return graph.Unreached - 1 }
	case r.s.Scheme == bfs.Rows:
		shown = func(c *column) uint32 { return c.last - 1 }
	}
	at := func(level uint32) expected {
		return r.levelOf(columns, level, func(c *column, d uint32) bool { return d <= min(level, shown(c)) })
	}
	phases := r.s.Progress().Phase == bfs.Identify
	if phases && r.part > 0 {
		r.at = fmt.Sprintf("part %d, start", r.part)
		r.step(at(0))
	}
	for level := uint32(1); ; level++ {
		r.at = fmt.Sprintf("part %d, level %d", r.part, level)
		want := at(level)
		if phases {
			r.expansion(at(level-1), int(level)-1, want.Searches)
		}
		p := r.step(want)
		retired := 0
		left = nil
		for _, c := range columns {
			if c.last <= level+ahead {
				retired++
			}
			for _, i := range c.pairs {
				if r.truth[i] > level+ahead {
					left = append(left, i)
				}
			}
		}
		ended := len(left) == 0 && r.s.Scheme != bfs.Single || want.Frontier.Searches == 0 || int(level) == most
		if p.Level != int(level) || p.Retired != retired || p.Columns != len(columns) || p.Ended != ended {
			r.t.Fatalf("%s: the search is at %+v; want %d columns of %d retired, ended: %t", r.at, p, retired, len(columns), ended)
		}
		if ended {
			r.part++
			if want.Frontier.Searches == 0 {
				left = nil
			}
			return left
		}
	}
}

// expansion replays the expansion of a level, which reaches what the next one finds. Searches that
// have ended may reach more.
func (r *replay) expansion(want expected, level, reaches int) {
	p := r.step(want)
	if p.Phase != bfs.Expand || p.Level != level || p.Ended {
		r.t.Fatalf("%s: the search is at %+v; want the expansion of level %d", r.at, p, level)
	}
	reached := slices.Clone(r.read[bfs.Reached])
	for i := range reached {
		reached[i] &= r.read[bfs.Searching][i%r.s.Words()]
	}
	if n := ones(reached); n != reaches {
		r.t.Fatalf("%s: the expansion reaches %d nodes of searches, want %d", r.at, n, reaches)
	}
	if !r.s.Scheme.HasQueue() {
		return
	}
	if n := len(r.read[bfs.Queue]); n != want.Nodes {
		r.t.Fatalf("%s: %d nodes are queued, want %d", r.at, n, want.Nodes)
	}
	for v := range r.along[0].Nodes() {
		if queued := slices.Contains(r.read[bfs.Queue], uint32(r.s.RowOf(v))); queued != want.frontier[uint32(v)] {
			r.t.Fatalf("%s: node %d is queued: %t, want %t", r.at, v, queued, want.frontier[uint32(v)])
		}
	}
}

// levelOf returns what a level should show, given what columns show of a distance.
func (r *replay) levelOf(columns []*column, level uint32, shows func(*column, uint32) bool) expected {
	g := r.along[0]
	if r.s.Reverse {
		g = r.along[1]
	}
	want := nothing(g.Nodes())
	for v := range want.levels {
		count, fresh := uint32(0), 0
		for k, c := range columns {
			d := c.level[v]
			if !shows(c, d) {
				continue
			}
			count++
			followed, state := k == 0, graph.StateRelaxed // the first one is followed
			if d == level {
				fresh++
				state = graph.StateNear
				if followed {
					want.Followed++
				}
			}
			if followed {
				want.levels[v] = nodeState(state, d)
			}
		}
		if count > 0 {
			want.searches[v] = nodeState(graph.StateRelaxed, count)
		}
		if fresh > 0 {
			want.found(g, v, fresh)
		}
	}
	return want
}

// pair replays the search for a pair from both ends.
func (r *replay) pair(i int) {
	ends := [2]uint32{r.pairs[i].Source, r.pairs[i].Target}
	want := nothing(r.along[0].Nodes())
	frontier := [2][]uint32{{ends[0]}, {ends[1]}}
	side := [2]graph.NodeState{graph.StateRelaxed, graph.StateFar}
	ball := [2]map[uint32]uint32{{ends[0]: 0}, {ends[1]: 0}}
	cost := func(side int) (n int) {
		for _, v := range frontier[side] {
			if n++; r.form == bfs.Hubs {
				n += int(r.along[side].FirstOut[v+1]-r.along[side].FirstOut[v]) - 1
			}
		}
		return n
	}
	first := func() int {
		if cost(1) < cost(0) {
			return 1
		}
		return 0
	}
	for depth, ended := 1, false; !ended; depth++ {
		r.at = fmt.Sprintf("pair %d, step %d", i, depth)
		s, met := first(), false
		level, next := ball[s][frontier[s][0]]+1, []uint32{}
		for _, u := range frontier[s] {
			for _, v := range r.along[s].Head[r.along[s].FirstOut[u]:r.along[s].FirstOut[u+1]] {
				_, other := ball[1-s][v]
				_, own := ball[s][v]
				if met = met || other; !other && !own && !slices.Contains(next, v) {
					next = append(next, v)
				}
			}
		}
		frontier[s] = next
		ended = met || len(frontier[first()]) == 0
		want.frontier, want.Frontier = map[uint32]bool{}, bfs.Frontier{}
		for k := range 2 {
			for v, d := range ball[k] {
				want.levels[v], want.searches[v] = nodeState(side[k], d), nodeState(graph.StateRelaxed, 1)
			}
		}
		for _, v := range next {
			if ball[s][v] = level; !ended { // else the workgroup has cleared its marks
				want.levels[v], want.searches[v] = nodeState(graph.StateNear, level), nodeState(graph.StateRelaxed, 1)
				want.found(r.along[s], int(v), 1)
				want.Followed++
			}
		}
		if p := r.step(want); p.Level != depth || p.Side != s || p.Ended != ended {
			r.t.Fatalf("%s: the search is at %+v, want side %d, ended: %t", r.at, p, s, ended)
		}
	}
	r.part++
}

// all replays a search and compares its lengths.
func (r *replay) all() {
	n := r.along[0].Nodes()
	var edges []edge
	for _, g := range r.along {
		for u := range n {
			for _, v := range g.Head[g.FirstOut[u]:g.FirstOut[u+1]] {
				edges = append(edges, edge{uint32(u), v})
			}
		}
	}
	joined := fromEdges(n, edges)
	var searched []int
	for i, p := range r.pairs {
		if p.Source != p.Target && oracle.BFS(joined.FirstOut, joined.Head, p.Source)[p.Target] != graph.Unreached {
			searched = append(searched, i)
		}
	}
	if r.s.Scheme == bfs.Paired {
		for _, i := range searched {
			r.pair(i)
		}
	} else {
		r.sweeps(searched)
	}
	if got := r.s.Lengths(); !r.s.Progress().Done || r.s.Progress().Answered != len(r.pairs) || !slices.Equal(got, r.truth) {
		r.t.Fatalf("%s: at the end %+v, lengths %v, want %v", r.at, r.s.Progress(), got, r.truth)
	}
}

// sweeps replays those of some pairs: on hubs, where there are several, a glance first.
func (r *replay) sweeps(pairs []int) {
	sweeps := r.columns(pairs)
	if len(sweeps) > 1 && r.s.Scheme == bfs.Rows && r.form == bfs.Hubs {
		var left []int
		for _, s := range sweeps {
			open := r.sweep(s, int(r.s.Values[bfs.Defer])-1)
			slices.Sort(open)
			left = append(left, open...)
		}
		sweeps = r.columns(left)
	}
	for _, s := range sweeps {
		r.sweep(s, math.MaxInt)
	}
}
