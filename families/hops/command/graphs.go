package command

import (
	"context"
	"runtime"
	"slices"

	"kernelscope/cli"
	"kernelscope/compute/bfs"
	"kernelscope/internal/parallel"
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
	places := share(pairs, plan, n)
	err = cli.Spread(ctx, g.pool, n, func(ctx context.Context, k, part int) (a bfs.Answer, err error) {
		if places == nil {
			first, end := shard.Part{Index: part, Count: n}.Cut(len(pairs))
			if a, err = g.copies[k].Search(ctx, pairs[first:end], o); err == nil {
				copy(all.Lengths[first:end], a.Lengths)
			}
			return a, err
		}
		of := places[part]
		some := make([]bfs.Pair, len(of))
		parallel.Pieces(len(of), func(lo, hi int) {
			for i := lo; i < hi; i++ {
				some[i] = pairs[of[i]]
			}
		})
		if a, err = g.copies[k].Search(ctx, some, o); err != nil {
			return a, err
		}
		parallel.Pieces(len(of), func(lo, hi int) {
			for i := lo; i < hi; i++ {
				all.Lengths[of[i]] = a.Lengths[i]
			}
		})
		return a, nil
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

// share divides a list of pairs into n parts of about equal size, and returns the places of their pairs in the list; nil if the parts
// may follow each other. Pairs that share a column of the plan's sweeps are in one part, since a column that two devices search costs
// twice.
func share(pairs []bfs.Pair, plan *bfs.Plan, n int) [][]uint32 {
	if n == 1 || plan.Sweeps == 0 {
		return nil
	}
	pieces := make([][][]uint32, runtime.GOMAXPROCS(0)) // places by processor and part
	parallel.Each(len(pieces), func(piece int) {
		first, end := shard.Part{Index: piece, Count: len(pieces)}.Cut(len(pairs))
		of := make([][]uint32, n)
		for i := range of {
			of[i] = make([]uint32, 0, (end-first)*5/4/n)
		}
		for i := first; i < end; i++ {
			column := pairs[i].Source
			if plan.Reverse {
				column = pairs[i].Target
			}
			const golden = 0x9e3779b9 // 2^32 over the golden ratio: multiples of it are spread evenly (Knuth, 1973, 6.4)
			part := uint64(column*golden) * uint64(n) >> 32
			of[part] = append(of[part], uint32(i))
		}
		pieces[piece] = of
	})
	places := make([][]uint32, n)
	parallel.Each(n, func(part int) {
		all := make([][]uint32, len(pieces))
		for i, of := range pieces {
			all[i] = of[part]
		}
		places[part] = slices.Concat(all...)
	})
	return places
}
