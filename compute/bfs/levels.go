package bfs

import (
	"context"
	"runtime"
	"slices"
	"sort"
	"sync"

	"kernelscope/compute"
	ref "kernelscope/compute/ref/bfs"
)

// Levels counts the nodes at each distance from some sources, in edges: out[i][k]
// nodes are k edges from sources[i]. The searches share sweeps, which run to their ends. Values
// are parameters of Rows. It fails as Plan does.
func (b *Graph) Levels(ctx context.Context, sources []uint32, v compute.Values) ([][]uint32, error) {
	out := make([][]uint32, len(sources))
	var jobs []job
	for i, s := range sources {
		switch {
		case s >= uint32(b.Nodes):
			return nil, &PairError{i, s, b.Nodes}
		case int(b.place[s]) >= b.live:
			out[i] = []uint32{1} // it has no edges
		default:
			jobs = append(jobs, job{b.place[s], b.place[s], uint32(i)})
		}
	}
	if len(jobs) == 0 {
		return out, nil
	}
	different, _ := b.different(jobs)
	p := &Plan{Scheme: Rows, counts: true, Searched: len(jobs), Sources: different, Targets: b.Nodes}
	if err := b.settle(p, v); err != nil {
		return nil, err
	}
	r, err := b.rowsFor(p)
	if err != nil {
		return nil, err
	}
	d := r.load(jobs, false)
	var ordering sync.WaitGroup // while the device runs the next sweep
	defer ordering.Wait()
	for _, s := range d.sweeps {
		found, err := r.countLevels(ctx, s, d.sourcesOf(s))
		if err != nil {
			return nil, err
		}
		ordering.Go(func() {
			counts := byColumn(found, s.columns)
			for i := s.firstPair; i < s.firstPair+s.pairs; i++ {
				out[d.jobs[i].at] = counts[d.column(i)]
			}
		})
	}
	return out, nil
}

// countLevels runs a sweep from its sources to its end and returns the nodes of each
// column that it has found, by level.
func (r *rows) countLevels(ctx context.Context, s sweep, sources []uint32) (found [][]uint32, err error) {
	be, batch, width := r.memory.Backend, int(r.values[Batch]), int(r.values[Columns])
	words := (batch + 1) * width
	if r.totals == nil {
		r.totals = r.memory.NewBuffer("nodes of levels", words+summaryWords)
	}
	s.pairs = 0 // so that the sweep goes on until nothing changes
	r.begin(s)
	be.Submit(r.countStart())
	found = [][]uint32{slices.Repeat([]uint32{1}, s.columns)}
	first := 0
	if r.Form == Roads {
		first = 1
		near := make([]uint32, s.columns)
		for c, source := range sources {
			near[c] = r.out.others(source)
		}
		found = append(found, near)
	}
	for base := 1; ; base += batch {
		be.Submit(r.countBatch(batch))
		be.Copy(r.totals, words, r.state, 0, summaryWords)
		totals := make([]uint32, words+summaryWords)
		if err := be.Read(ctx, r.totals, 0, totals); err != nil {
			return nil, err
		}
		_, changed := progressOf(totals[words:])
		for ahead := first; ahead <= batch && base+ahead <= changed; ahead++ {
			found = append(found, totals[ahead*width:][:s.columns])
		}
		if first = 1; changed < base+batch {
			break
		}
		be.Update(r.state, ref.RowsBase, uint32(base+batch))
	}
	if r.Form == Hubs { // all nodes that were seen have been counted, not the new ones
		for level := len(found) - 1; level > 0; level-- {
			for c, n := range found[level-1] {
				found[level][c] -= n
			}
		}
	}
	return found, nil
}

// byColumn returns the counts of each column up to its last level.
func byColumn(found [][]uint32, columns int) [][]uint32 {
	out := make([][]uint32, columns)
	parts := runtime.GOMAXPROCS(0)
	var wait sync.WaitGroup
	for part := range parts {
		wait.Go(func() {
			for c := columns * part / parts; c < columns*(part+1)/parts; c++ {
				n := sort.Search(len(found), func(level int) bool { return found[level][c] == 0 })
				out[c] = make([]uint32, n)
				for level := range n {
					out[c][level] = found[level][c]
				}
			}
		})
	}
	wait.Wait()
	return out
}

// others counts the distinct neighbours of a node, without itself.
func (d *direction) others(v uint32) (n uint32) {
	last := v
	for _, w := range d.head[d.first[v]:d.first[v+1]] { // in order
		if w != v && w != last {
			n++
		}
		last = w
	}
	return n
}

// countStart finds the rows of level 1 and, of hubs, counts them.
func (r *rows) countStart() compute.Recording {
	return r.record(rowsKey{counts: true}, func(e compute.Encoder, _, push *direction) {
		r.first(e, push)
		e.Fill(r.totals, 0, r.totals.Len(), 0)
		if r.Form == Hubs {
			r.count(e, 0)
		}
	})
}

// countBatch finds the rows of the next levels and counts them.
func (r *rows) countBatch(n int) compute.Recording {
	return r.record(rowsKey{counts: true, levels: n}, func(e compute.Encoder, pull, _ *direction) {
		e.Fill(r.totals, int(r.values[Columns]), n*int(r.values[Columns]), 0)
		for ahead := 1; ahead <= n; ahead++ {
			r.level(e, pull, ahead, r.totals)
			if r.Form == Hubs {
				r.count(e, ahead)
			}
		}
	})
}

// count counts the nodes that were seen after base + ahead levels.
func (r *rows) count(e compute.Encoder, ahead int) {
	const size = 128 // a multiple of the words of every row, and of any device
	words := int(r.values[Columns]) / 32
	teams := size / words
	stripe := max(8, min(248, r.live/(1024*teams)&^7))
	groups := (r.live + teams*stripe - 1) / (teams * stripe)
	levelCounts.Sized(size).Dispatch(e, groups*size, ref.LevelCounts[compute.Buffer]{Words: r.words(),
		Rows: r.seen[ahead%2], State: r.state, Totals: r.totals, Nodes: uint32(r.live), Stripe: uint32(stripe), Ahead: uint32(ahead)})
}

// ClosenessOf returns the closeness of some nodes, by searches from them.
func (b *Graph) ClosenessOf(ctx context.Context, sources []uint32) ([]float64, error) {
	const piece = 1 << 14 // sources whose level counts are held together
	out := make([]float64, 0, len(sources))
	for some := range slices.Chunk(sources, piece) {
		levels, err := b.Levels(ctx, some, nil)
		if err != nil {
			return nil, err
		}
		for _, l := range levels {
			out = append(out, Closeness(l))
		}
	}
	return out, nil
}

// Closeness returns the closeness of a node by the nodes at each distance from it:
// the number of other nodes reached over the sum of their distances (A. Bavelas,
// 1950), or zero if it reaches none.
func Closeness(levels []uint32) float64 {
	reached, sum := 0.0, 0.0
	for k, n := range levels[1:] {
		reached += float64(n)
		sum += float64(k+1) * float64(n)
	}
	if sum == 0 {
		return 0
	}
	return reached / sum
}
