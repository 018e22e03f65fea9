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

// search searches all pairs.
func (g *graphs) search(ctx context.Context, pairs []bfs.Pair, o bfs.Options) (all bfs.Answer, err error) {
	g.pool.Restart()
	search := func(ctx context.Context, one *bfs.Graph, some []bfs.Pair) (bfs.Answer, error) {
		return one.Search(ctx, some, o)
	}
	sweeps := 0
	err = spread(ctx, g, pairs, search, func(a bfs.Answer) {
		for i := range a.History {
			a.History[i].Sweep += sweeps
		}
		sweeps += a.Sweeps
		all.Scheme, all.Pairs, all.Lengths = a.Scheme, all.Pairs+a.Pairs, append(all.Lengths, a.Lengths...)
		all.Levels, all.Again, all.OnHost, all.History = all.Levels+a.Levels, all.Again+a.Again, all.OnHost+a.OnHost, append(all.History, a.History...)
	})
	return all, err
}
