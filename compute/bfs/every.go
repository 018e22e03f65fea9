package bfs

import (
	"context"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"kernelscope/internal/fault"
)

// maxListed bounds the nodes of all routes that EveryRoute returns: 256 MiB.
const maxListed = 1 << 26

// EveryRoute returns all shortest paths of each pair, in the order of pairs and then of nodes:
// as many as CountPaths counts, each with its nodes from source to target. A pair with more
// than most paths, or more than 2^26 nodes in all, is an error that wraps fault.Limit and
// states the number.
func (b *Graph) EveryRoute(ctx context.Context, pairs []Pair, most int) ([][][]uint32, error) {
	counts, err := b.CountPaths(ctx, pairs)
	if err != nil {
		return nil, err
	}
	for i, n := range counts {
		if n > uint64(most) {
			return nil, fault.Limit.Errorf("pair %d has %d shortest paths, more than %d: raise that number, or leave the pair out", i, n, most)
		}
	}
	routes := make([][][]uint32, len(pairs))
	var next, listed atomic.Int64
	var wait sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(pairs)) {
		wait.Go(func() {
			s := newEvery(b)
			for i := int(next.Add(1) - 1); i < len(pairs) && ctx.Err() == nil; i = int(next.Add(1) - 1) {
				if counts[i] == 0 {
					continue
				}
				length := s.measure(b.place[pairs[i].Source], b.place[pairs[i].Target])
				if listed.Add(int64(counts[i])*int64(length+1)) > maxListed {
					return
				}
				routes[i] = s.list()
			}
		})
	}
	wait.Wait()
	if listed.Load() > maxListed {
		return nil, fault.Limit.Errorf("the shortest paths have more than %d nodes in all: ask for fewer pairs", maxListed)
	}
	return routes, ctx.Err()
}

// every lists the shortest paths of one pair on the host.
type every struct {
	*Graph
	node           []uint32 // of a place
	left           []uint32 // edges from a place to the target, plus one; zero if not known
	found          []uint32 // places that left is known of
	source, target uint32
}

func newEvery(b *Graph) *every {
	s := &every{Graph: b, node: make([]uint32, b.Nodes), left: make([]uint32, b.Nodes)}
	for v, place := range b.place {
		s.node[place] = uint32(v)
	}
	return s
}

// measure finds the length of a connected pair, searching back from the target.
func (s *every) measure(source, target uint32) (length uint32) {
	for _, v := range s.found {
		s.left[v] = 0
	}
	s.source, s.target = source, target
	s.found = append(s.found[:0], target)
	s.left[target] = 1
	for at := 0; s.left[source] == 0; at++ {
		v := s.found[at]
		for _, u := range s.in.head[s.in.first[v]:s.in.first[v+1]] {
			if s.left[u] == 0 {
				s.left[u] = s.left[v] + 1
				s.found = append(s.found, u)
			}
		}
	}
	return s.left[source] - 1
}

// list follows all edges that lead nearer to the target.
func (s *every) list() (routes [][]uint32) {
	path := []uint32{s.node[s.source]}
	var follow func(u uint32)
	follow = func(u uint32) {
		if u == s.target {
			routes = append(routes, slices.Clone(path))
			return
		}
		for _, v := range s.out.head[s.out.first[u]:s.out.first[u+1]] {
			if s.left[v] != 0 && s.left[v] == s.left[u]-1 {
				path = append(path, s.node[v])
				follow(v)
				path = path[:len(path)-1]
			}
		}
	}
	follow(s.source)
	slices.SortFunc(routes, slices.Compare)
	return routes
}
