package paths

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"

	"kernelscope/cli"
	"kernelscope/clock"
	"kernelscope/compute"
	"kernelscope/compute/oracle"
	"kernelscope/compute/sssp"
	"kernelscope/compute/sssp/measure"
	"kernelscope/compute/timing"
	"kernelscope/fault"
	"kernelscope/format"
	"kernelscope/report/matrix"
	"kernelscope/scene"
	"kernelscope/scene/graph"
)

// fill makes the table and writes it, batch by batch: while one is written the next one is
// made, and there is no third.
func (t *table) fill(ctx context.Context, s sssp.Concurrent, v compute.Values, out io.Writer, form matrix.Form) error {
	begin := clock.Now()
	w, err := matrix.NewWriter(out, form, &t.rows)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	blocks, spare, written := make(chan matrix.Block), make(chan []uint32, 2), make(chan error, 1)
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
	made := t.make(ctx, s, v, func(b matrix.Block) error {
		select {
		case blocks <- b:
			return nil
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}, spare)
	close(blocks)
	if err := cmp.Or(<-written, made); err != nil { // what writing says first
		return err
	}
	defer func() { t.whole = timing.Milliseconds(clock.Since(begin)) }()
	return w.Close()
}

// make searches from all sources and hands on the rows, batch by batch; those of a list at the
// end, in its order.
func (t *table) make(ctx context.Context, s sssp.Concurrent, v compute.Values, use func(matrix.Block) error, spare <-chan []uint32) error {
	progress, stop := cli.ShowShare()
	defer stop()
	var list []uint32
	if t.rows.Pairs != nil {
		list = slices.Repeat([]uint32{graph.Unreached}, len(t.rows.Pairs))
	}
	for b, err := range measure.Batches(ctx, s, toAll(t.sources), t.atOnce, v) {
		if err != nil {
			return err
		}
		t.add(b)
		targets := t.targets
		if list != nil {
			targets = t.targetsOf(b)
		}
		var words []uint32
		select {
		case words = <-spare:
		default:
		}
		if words, err = t.values(ctx, b, targets, words); err != nil {
			return err
		}
		if t.verify {
			if err := verifyRows(ctx, t.m, b, targets, words); err != nil {
				return err
			}
		}
		if list != nil {
			t.spread(b, targets, words, list)
		} else if err := use(matrix.Block{First: b.First, Rows: len(b.Queries), Dist: words}); err != nil {
			return err
		}
		done := b.First + len(b.Queries)
		progress(float64(done)/float64(len(t.sources)), fmt.Sprintf("%s of %s sources", format.Thousands(done), format.Thousands(len(t.sources))))
	}
	if list == nil {
		return nil
	}
	return use(matrix.Block{Rows: len(list), Dist: list})
}

// toAll are queries from nodes to all others.
func toAll(nodes []uint32) (out []sssp.Query) {
	for _, v := range nodes {
		out = append(out, sssp.Query{Source: v, Target: graph.NoNode})
	}
	return out
}

// targetsOf are the targets of pairs from the sources of a batch, in ascending order.
func (t *table) targetsOf(b measure.Batch) (targets []uint32) {
	for _, q := range b.Queries {
		for _, i := range t.of[q.Source] {
			targets = append(targets, t.nodes[t.rows.Pairs[i].Target])
		}
	}
	slices.Sort(targets)
	return slices.Compact(targets)
}

// spread puts the values of a batch where their pairs stand in the list.
func (t *table) spread(b measure.Batch, targets, words, list []uint32) {
	for row, q := range b.Queries {
		for _, i := range t.of[q.Source] {
			column, _ := slices.BinarySearch(targets, t.nodes[t.rows.Pairs[i].Target])
			list[i] = words[row*len(targets)+column]
		}
	}
}

// mostCells is how many values one read from the device has.
const mostCells = 1 << 24

// values reads the rows of a batch into words, or into new ones where these are too few; where
// it has many, some columns at a time.
func (t *table) values(ctx context.Context, b measure.Batch, targets, words []uint32) ([]uint32, error) {
	begin := clock.Now()
	rows, n := len(b.Queries), len(targets)
	if cap(words) < rows*n {
		words = make([]uint32, rows*n)
	}
	words = words[:rows*n]
	defer func() { t.reading += timing.Milliseconds(clock.Since(begin)) }()
	if rows*n <= mostCells {
		return words, b.Many.Table(ctx, targets, words)
	}
	step := max(1, mostCells/rows)
	part := make([]uint32, rows*step)
	for first := 0; first < n; first += step {
		some := targets[first:min(n, first+step)]
		if err := b.Many.Table(ctx, some, part); err != nil {
			return nil, err
		}
		for row := range rows {
			copy(words[row*n+first:], part[row*len(some):(row+1)*len(some)])
		}
	}
	return words, nil
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

// String sums the work up.
func (t *table) String() string {
	verified := ""
	if t.verify {
		verified = ", every value verified"
	}
	what, values := fmt.Sprintf("%s from %s", format.Count(len(t.rows.Pairs), "pair"), format.Count(len(t.sources), "source")), len(t.rows.Pairs)
	if t.rows.Pairs == nil {
		values = len(t.sources) * len(t.targets)
		what = fmt.Sprintf("%s × %s", format.Thousands(len(t.sources)), format.Count(len(t.targets), "value"))
	}
	return fmt.Sprintf("%s, up to %d concurrent searches, batches: %d; %.1f ms with writing (searches %.1f ms, of which GPU %.1f ms; reading %.1f ms), %.3f µs a value%s",
		what, t.atOnce, t.batches, t.whole, t.wall, t.gpu, t.reading, 1000*t.whole/float64(max(1, values)), verified)
}
