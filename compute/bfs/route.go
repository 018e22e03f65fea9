package bfs

import (
	"context"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
)

// Routes returns a shortest path of each pair, in their order: its nodes from
// source to target, both included, and nil if no path leads. It searches on the
// host, from both ends, on all cores. It fails as Plan does.
func (b *Graph) Routes(ctx context.Context, pairs []Pair) ([][]uint32, error) {
	p := &Plan{lengths: make([]uint32, len(pairs))}
	if err := b.choose(p, pairs); err != nil {
		return nil, err
	}
	node := make([]uint32, b.Nodes) // of a place
	for v, place := range b.place {
		node[place] = uint32(v)
	}
	routes := make([][]uint32, len(pairs))
	for i, length := range p.lengths {
		if length == 0 {
			routes[i] = []uint32{pairs[i].Source}
		}
	}
	var next atomic.Int64
	var wait sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(p.jobs)) {
		wait.Go(func() {
			s := newBothEnds(b)
			for i := next.Add(1) - 1; int(i) < len(p.jobs) && ctx.Err() == nil; i = next.Add(1) - 1 {
				route := s.route(p.jobs[i])
				for k, place := range route {
					route[k] = node[place]
				}
				routes[p.jobs[i].at] = route
			}
		})
	}
	wait.Wait()
	return routes, ctx.Err()
}

// bothEnds is a search from both ends of a pair on the host.
type bothEnds struct {
	side   [2]*direction
	parent [2][]uint32 // towards the end of a side, of nodes in its ball
	in     [2][]uint32 // the last pair in whose ball a node was
	pair   uint32
}

func newBothEnds(b *Graph) *bothEnds {
	s := &bothEnds{side: [2]*direction{b.out, b.in}}
	for i := range 2 {
		s.parent[i], s.in[i] = make([]uint32, b.Nodes), make([]uint32, b.Nodes)
	}
	return s
}

// route returns the places of a shortest path, or nil.
func (s *bothEnds) route(j job) []uint32 {
	s.pair++
	frontier := [2][]uint32{{j.source}, {j.target}}
	for i := range 2 {
		end := frontier[i][0]
		s.in[i][end], s.parent[i][end] = s.pair, end
	}
	for len(frontier[0]) > 0 && len(frontier[1]) > 0 {
		i := 0
		if len(frontier[1]) < len(frontier[0]) {
			i = 1
		}
		var next []uint32
		for _, u := range frontier[i] {
			for _, v := range s.side[i].head[s.side[i].first[u]:s.side[i].first[u+1]] {
				if s.in[1-i][v] == s.pair {
					ends := [2]uint32{u, v}
					return s.join(ends[i], ends[1-i])
				}
				if s.in[i][v] != s.pair {
					s.in[i][v], s.parent[i][v] = s.pair, u
					next = append(next, v)
				}
			}
		}
		frontier[i] = next
	}
	return nil
}

// join returns the path over an edge from a node in the source's ball to one in the
// target's.
func (s *bothEnds) join(u, v uint32) []uint32 {
	path := s.chain(0, u)
	slices.Reverse(path)
	return append(path, s.chain(1, v)...)
}

// chain follows parents to the end of a side.
func (s *bothEnds) chain(side int, v uint32) []uint32 {
	path := []uint32{v}
	for s.parent[side][v] != v {
		v = s.parent[side][v]
		path = append(path, v)
	}
	return path
}
