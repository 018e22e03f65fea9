package command

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"

	"kernelscope/cli"
	"kernelscope/compute"
	"kernelscope/compute/oracle"
	"kernelscope/compute/sssp"
	"kernelscope/compute/sssp/measure"
	"kernelscope/compute/timing"
	"kernelscope/internal/clock"
	"kernelscope/internal/fault"
	"kernelscope/internal/format"
	"kernelscope/report/matrix"
	"kernelscope/scene"
	"kernelscope/scene/graph"
)

// fill computes the table and writes it batch by batch. While a batch is written, the next one is
// computed, but no third: each device has at most two in memory.
func (t *table) fill(ctx context.Context, v compute.Values, out io.Writer, form matrix.Format) error {
	begin := clock.Now()
	w, err := matrix.NewWriter(out, form, &t.rows)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	blocks, spare, written := make(chan matrix.Block), make(chan []uint32, 2*len(t.solvers)), make(chan error, 1)
	go func() {
		var failed error
		for b := range blocks {
			if failed == nil {
				if failed = w.Write(ctx, b); failed != nil {
					cancel(failed)
				}
			}
			select {
			case spare <- b.Dist[:0]:
			default:
			}
		}
		written <- failed
	}()
	made := t.make(ctx, v, func(b matrix.Block) error {
		select {
		case blocks <- b:
			return nil
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}, spare)
	close(blocks)
	if err := cmp.Or(<-written, made); err != nil { // an error of writing takes precedence
		return err
	}
	defer func() { t.whole = timing.Milliseconds(clock.Since(begin)) }()
	if err := w.Close(); err != nil || form != matrix.JSON {
		return err
	}
	return t.pool.Shares(out, true)
}

// make searches from all sources and passes on the rows batch by batch. The rows of a list follow
// at the end, in its order.
func (t *table) make(ctx context.Context, v compute.Values, use func(matrix.Block) error, spare <-chan []uint32) error {
	progress, stop := cli.ShowShare()
	defer stop()
	var list []uint32
	if t.rows.Pairs != nil {
		list = slices.Repeat([]uint32{graph.Unreached}, len(t.rows.Pairs))
	}
	read := func(ctx context.Context, c *cost, b measure.Batch) (matrix.Block, error) {
		var words []uint32
		select {
		case words = <-spare:
		default:
		}
		words, err := t.values(ctx, c, b, words)
		return matrix.Block{First: b.First, Rows: len(b.Queries), Dist: words}, err
	}
	err := each(ctx, t.searchers, toAll(t.sources), v, read, func(b matrix.Block) error {
		done := b.First + b.Rows
		if list != nil {
			t.spread(t.sources[b.First:done], b.Dist, list)
		} else if err := use(b); err != nil {
			return err
		}
		progress(float64(done)/float64(len(t.sources)), fmt.Sprintf("%s of %s sources", format.Thousands(done), format.Thousands(len(t.sources))))
		return nil
	})
	if err != nil || list == nil {
		return err
	}
	return use(matrix.Block{Rows: len(list), Dist: list})
}

// toAll returns queries from nodes to all others.
func toAll(nodes []uint32) (out []sssp.Query) {
	for _, v := range nodes {
		out = append(out, sssp.Query{Source: v, Target: graph.NoNode})
	}
	return out
}

// targetsOf returns the targets of some sources in ascending order. For a list, they are the
// targets of their pairs.
func (t *table) targetsOf(sources []uint32) (targets []uint32) {
	if t.rows.Pairs == nil {
		return t.targets
	}
	for _, v := range sources {
		for _, i := range t.of[v] {
			targets = append(targets, t.nodes[t.rows.Pairs[i].Target])
		}
	}
	slices.Sort(targets)
	return slices.Compact(targets)
}

// spread copies the values of some sources to the positions of their pairs in the list.
func (t *table) spread(sources, words, list []uint32) {
	targets := t.targetsOf(sources)
	for row, v := range sources {
		for _, i := range t.of[v] {
			column, _ := slices.BinarySearch(targets, t.nodes[t.rows.Pairs[i].Target])
			list[i] = words[row*len(targets)+column]
		}
	}
}

// maxCells is the greatest number of values read from the device in one transfer.
const maxCells = 1 << 24

// values reads the rows of a batch into words, which it reallocates if too small, and verifies them
// with --verify.
func (t *table) values(ctx context.Context, c *cost, b measure.Batch, words []uint32) ([]uint32, error) {
	begin := clock.Now()
	targets := t.targetsOf(t.sources[b.First : b.First+len(b.Queries)])
	n := len(b.Queries) * len(targets)
	if cap(words) < n {
		words = make([]uint32, n)
	}
	words = words[:n]
	err := readRows(ctx, b, targets, words)
	c.reading += timing.Milliseconds(clock.Since(begin))
	if err == nil && t.verify {
		err = verifyRows(ctx, t.m, b, targets, words)
	}
	return words, err
}

// readRows reads the rows of a batch, in groups of columns if there are many values.
func readRows(ctx context.Context, b measure.Batch, targets, words []uint32) error {
	rows, n := len(b.Queries), len(targets)
	if rows*n <= maxCells {
		return b.Many.Table(ctx, targets, words)
	}
	step := max(1, maxCells/rows)
	part := make([]uint32, rows*step)
	for first := 0; first < n; first += step {
		some := targets[first:min(n, first+step)]
		if err := b.Many.Table(ctx, some, part); err != nil {
			return err
		}
		for row := range rows {
			copy(words[row*n+first:], part[row*len(some):(row+1)*len(some)])
		}
	}
	return nil
}

// verifyRows compares every value with Dijkstra's algorithm.
func verifyRows(ctx context.Context, m *scene.Map, b measure.Batch, targets, words []uint32) error {
	return measure.Dijkstras(ctx, m.Graph, b.Queries, func(i int, truth oracle.Search) error {
		for column, v := range targets {
			if got, want := words[i*len(targets)+column], truth.Dist[v]; got != want {
				return fmt.Errorf("%w: from node %d to node %d it is %d, but Dijkstra's algorithm says %d", fault.Wrong, b.Queries[i].Source, v, got, want)
			}
		}
		return nil
	})
}

// String summarizes the work.
func (t *table) String() string {
	verified := ""
	if t.verify {
		verified = ", every value verified"
	}
	c := t.cost()
	what, values := fmt.Sprintf("%s from %s", format.Count(len(t.rows.Pairs), "pair"), format.Count(len(t.sources), "source")), len(t.rows.Pairs)
	if t.rows.Pairs == nil {
		values = len(t.sources) * len(t.targets)
		what = fmt.Sprintf("%s × %s", format.Thousands(len(t.sources)), format.Count(len(t.targets), "value"))
	}
	return fmt.Sprintf("%s, up to %d concurrent searches, batches: %d; %.1f ms with writing (searches %.1f ms, of which GPU %.1f ms; reading %.1f ms), %.3f µs a value%s",
		what, t.atOnce, c.batches, t.whole, c.wall, c.gpu, c.reading, 1000*t.whole/float64(max(1, values)), verified)
}
