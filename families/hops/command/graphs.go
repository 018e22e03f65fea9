package command

import (
	"context"

	"kernelscope/cli"
	"kernelscope/compute/bfs"
	"kernelscope/internal/shard"
	"kernelscope/scene/graph"
)

// graphs holds a copy of a graph on each device of a pool.
type graphs struct {
	pool   *cli.Pool
	copies []*bfs.Graph // nil if the device was lost
}

// openGraphs uploads a graph to all devices.
func openGraphs(pool *cli.Pool, m *graph.Graph, form bfs.Form) (*graphs, error) {
	copies, err := cli.OnEach(pool, func(d *cli.Member) (*bfs.Graph, error) { return bfs.New(d, m, form) })
	return &graphs{pool, copies}, err
}

// release releases all copies.
func (g *graphs) release() { cli.ReleaseEach(g.copies) }

// first returns the graph on the first working device.
func (g *graphs) first() *bfs.Graph { return g.copies[g.pool.Working()[0]] }

// parts returns the number of parts that a list of pairs is divided into. Few parts are best,
// because searches share more in large ones. Devices of different kinds get several, so that a
// faster device can take more.
func (g *graphs) parts() int {
	const each = 4
	n := len(g.pool.Working())
	if !g.pool.Alike() {
		n *= each
	}
	return n
}

// spread calls do for each part of the pairs on some device, and use for the results in order.
func spread[R any](ctx context.Context, g *graphs, pairs []bfs.Pair, do func(context.Context, *bfs.Graph, []bfs.Pair) (R, error), use func(R)) error {
	n := g.parts()
	return cli.Spread(ctx, g.pool, n, func(ctx context.Context, k, part int) (R, error) {
		first, end := shard.Part{Index: part, Count: n}.Cut(len(pairs))
		return do(ctx, g.copies[k], pairs[first:end])
	}, func(_ int, r R) error {
		use(r)
		return nil
	})
}

// search searches all pairs by a plan.
func (g *graphs) search(ctx context.Context, pairs []bfs.Pair, plan *bfs.Plan, o bfs.Options) (all bfs.Answer, err error) {
	g.pool.Restart()
	all.Lengths = make([]uint32, len(pairs))
	n, sweeps := g.parts(), 0
	err = cli.Spread(ctx, g.pool, n, func(ctx context.Context, k, part int) (a bfs.Answer, err error) {
		some, at := share(pairs, plan, part, n)
		if a, err = g.copies[k].Search(ctx, some, o); err == nil {
			for i, length := range a.Lengths {
				all.Lengths[at(i)] = length
			}
		}
		return a, err
	}, func(_ int, a bfs.Answer) error {
		for i := range a.History {
			a.History[i].Sweep += sweeps
		}
		sweeps += a.Sweeps
		all.Scheme, all.Pairs = a.Scheme, all.Pairs+a.Pairs
		all.Levels, all.Again, all.OnHost, all.History = all.Levels+a.Levels, all.Again+a.Again, all.OnHost+a.OnHost, append(all.History, a.History...)
		return nil
	})
	return all, err
}

// share returns one of n parts of a list of pairs, of about equal size, and the places of its pairs in the list. Pairs that share a
// column of the plan's sweeps are in one part, since a column that two devices search costs twice.
func share(pairs []bfs.Pair, plan *bfs.Plan, part, n int) (some []bfs.Pair, at func(i int) int) {
	if n == 1 || plan.Sweeps == 0 {
		first, end := shard.Part{Index: part, Count: n}.Cut(len(pairs))
		return pairs[first:end], func(i int) int { return first + i }
	}
	some = make([]bfs.Pair, 0, len(pairs)/n+1)
	places := make([]uint32, 0, cap(some))
	for i, p := range pairs {
		column := p.Source
		if plan.Reverse {
			column = p.Target
		}
		const golden = 0x9e3779b9 // 2^32 over the golden ratio: multiples of it are spread evenly (Knuth, 1973, 6.4)
		if int(uint64(column*golden)*uint64(n)>>32) == part {
			some, places = append(some, p), append(places, uint32(i))
		}
	}
	return some, func(i int) int { return int(places[i]) }
}
