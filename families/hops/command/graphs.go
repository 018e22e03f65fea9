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
	parts, sweeps := divide(pairs, plan, g.parts()), 0
	err = cli.Spread(ctx, g.pool, len(parts), func(ctx context.Context, k, part int) (bfs.Answer, error) {
		return g.copies[k].Search(ctx, parts[part].pairs, o)
	}, func(part int, a bfs.Answer) error {
		for i := range a.History {
			a.History[i].Sweep += sweeps
		}
		sweeps += a.Sweeps
		if len(parts) == 1 {
			all.Lengths = a.Lengths
		}
		for i, at := range parts[part].at {
			all.Lengths[at] = a.Lengths[i]
		}
		all.Scheme, all.Pairs = a.Scheme, all.Pairs+a.Pairs
		all.Levels, all.Again, all.OnHost, all.History = all.Levels+a.Levels, all.Again+a.Again, all.OnHost+a.OnHost, append(all.History, a.History...)
		return nil
	})
	return all, err
}

// share is a part of a list of pairs, with their places in the list; without places if it is all of it.
type share struct {
	pairs []bfs.Pair
	at    []uint32
}

// divide divides pairs into n parts of about equal size. Pairs that share a column of the plan's sweeps stay together, since a
// column that two devices search costs twice.
func divide(pairs []bfs.Pair, plan *bfs.Plan, n int) []share {
	if n == 1 {
		return []share{{pairs: pairs}}
	}
	parts := make([]share, n)
	for i := range parts {
		parts[i] = share{make([]bfs.Pair, 0, len(pairs)/n+1), make([]uint32, 0, len(pairs)/n+1)}
	}
	for i, p := range pairs {
		column := p.Source
		switch {
		case plan.Sweeps == 0:
			column = uint32(i)
		case plan.Reverse:
			column = p.Target
		}
		const golden = 0x9e3779b9 // 2^32 over the golden ratio: multiples of it are spread evenly (Knuth, 1973, 6.4)
		to := &parts[uint64(column*golden)*uint64(n)>>32]
		to.pairs, to.at = append(to.pairs, p), append(to.at, uint32(i))
	}
	return parts
}
