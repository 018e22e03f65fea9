//go:build duckdb

package database

import (
	"context"
	"errors"
	"sync"
	"time"

	"kernelscope/compute/bfs"
	"kernelscope/compute/sssp"
	"kernelscope/internal/fault"
	"kernelscope/scene/graph"
)

// begin prepares a graph for calls.
func (e *edges) begin() {
	e.columns = newColumns(e.ids.nodes())
	e.lengths = &batcher[uint32]{e: e, search: e.findLengths}
	e.counts = &batcher[uint64]{e: e, search: e.findCounts}
	e.routes = &batcher[[]uint32]{e: e, search: e.findRoutes}
	e.all = &batcher[[][]uint32]{e: e, search: e.findAll}
	e.distances = &batcher[uint32]{e: e, search: e.findDistances}
	e.fronts = sync.OnceValues(e.makeFronts)
}

// findLengths answers pairs from cached columns, and the others by a search.
func (e *edges) findLengths(ctx context.Context, pairs []bfs.Pair) ([]uint32, Search, error) {
	const function = "path_length"
	start := time.Now()
	lengths := make([]uint32, len(pairs))
	open := e.columns.look(pairs, lengths)
	s := Search{Function: function, Jobs: 1, Pairs: len(pairs)}
	if due := e.columns.due(pairs, open); len(due) > 0 {
		for _, c := range due {
			a, err := e.hops.Search(ctx, e.columns.pairs(c), bfs.Options{})
			if errors.Is(err, fault.Limit) {
				continue // the pairs may fit into memory even if the column does not
			}
			if err != nil {
				return nil, s, err
			}
			e.columns.put(c, a.Lengths)
			s.tell(&a)
		}
		open = e.columns.look(pairs, lengths)
	}
	s.Columns = len(pairs) - len(open)
	if len(open) > 0 {
		list := make([]bfs.Pair, len(open))
		for k, i := range open {
			list[k] = pairs[i]
		}
		a, err := e.hops.Search(ctx, list, bfs.Options{})
		if err != nil {
			return nil, s, err
		}
		for k, i := range open {
			lengths[i] = a.Lengths[k]
		}
		s.tell(&a)
	}
	s.Wall = time.Since(start)
	return lengths, s, nil
}

func (e *edges) findCounts(ctx context.Context, pairs []bfs.Pair) ([]uint64, Search, error) {
	start := time.Now()
	counts, err := e.hops.CountPaths(ctx, pairs)
	return counts, Search{Function: "count_shortest_paths", Scheme: "levels", Jobs: 1, Pairs: len(pairs), Wall: time.Since(start)}, err
}

func (e *edges) findRoutes(ctx context.Context, pairs []bfs.Pair) ([][]uint32, Search, error) {
	start := time.Now()
	routes, err := e.hops.Routes(ctx, pairs)
	return routes, Search{Function: "shortest_path", Scheme: "both ends, on the host", Jobs: 1, Pairs: len(pairs), Wall: time.Since(start)}, err
}

// findDistances searches from all different sources without a column, many of them concurrently,
// and caches their columns.
func (e *edges) findDistances(ctx context.Context, pairs []bfs.Pair) ([]uint32, Search, error) {
	s := Search{Function: "distance", Scheme: sssp.Frontier{}.Name(), Jobs: 1, Pairs: len(pairs)}
	start := time.Now()
	out := make([]uint32, len(pairs))
	open := e.columns.look(pairs, out)
	s.Columns = len(pairs) - len(open)
	of := map[uint32][]int{} // pairs of each source
	var queries []sssp.Query
	for _, i := range open {
		v := pairs[i].Source
		if of[v] == nil {
			queries = append(queries, sssp.Query{Source: v, Target: graph.NoNode})
		}
		of[v] = append(of[v], i)
	}
	for len(queries) > 0 {
		n := min(len(queries), e.solver.AtOnce())
		err := e.searchMany(ctx, queries[:n], func(source uint32, dist []uint32) error {
			for _, i := range of[source] {
				out[i] = dist[pairs[i].Target]
			}
			err := e.checkSums(source, dist)
			if err == nil {
				e.columns.put(column{node: source}, dist)
			}
			return err
		})
		if err != nil {
			return nil, s, err
		}
		queries = queries[n:]
	}
	s.Wall = time.Since(start)
	return out, s, nil
}

// searchMany runs concurrent searches, or a single one on the whole device.
func (e *edges) searchMany(ctx context.Context, queries []sssp.Query, use func(source uint32, dist []uint32) error) error {
	if len(queries) == 1 {
		run, err := e.solver.Start(queries[0], nil)
		if err != nil {
			return err
		}
		defer run.Release()
		for _, err := range run.Steps(ctx) {
			if err != nil {
				return err
			}
		}
		dist, err := run.Distances(ctx)
		if err != nil {
			return err
		}
		return use(queries[0].Source, dist)
	}
	many, err := e.solver.StartMany(queries, nil)
	if err != nil {
		return err
	}
	defer many.Release()
	if _, err := many.Finish(ctx); err != nil {
		return err
	}
	for i, q := range queries {
		dist, err := many.Distances(ctx, i)
		if err != nil {
			return err
		}
		if err := use(q.Source, dist); err != nil {
			return err
		}
	}
	return nil
}

// checkSums refuses distances that overflow 32 bits, which a search would report as unreached. If
// no path can be that long, there is nothing to check.
func (e *edges) checkSums(source uint32, dist []uint32) error {
	if e.graph.LongestPath() < graph.Unreached {
		return nil
	}
	for u, d := range dist {
		if d == graph.Unreached {
			continue
		}
		for _, v := range e.graph.Head[e.graph.FirstOut[u]:e.graph.FirstOut[u+1]] {
			if dist[v] == graph.Unreached {
				return fault.Limit.Errorf("%s: a distance from %d is 4,294,967,295 or more: divide the weights in a view", e.text, e.ids.list[source])
			}
		}
	}
	return nil
}
