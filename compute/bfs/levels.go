package bfs

import (
	"context"
	"slices"
	"sync"

	"kernelscope/compute"
	"kernelscope/compute/ref"
)

// Levels counts the nodes at each distance from some sources, in edges: out[i][k]
// nodes are k edges from sources[i]. The searches share sweeps, which run to their
// ends. Values are those of Rows. Errors are those of Plan.
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
	for _, s := range d.sweeps {
		counts, err := r.countLevels(ctx, s, d.sourcesOf(s))
		if err != nil {
			return nil, err
		}
		for i := s.firstPair; i < s.firstPair+s.pairs; i++ {
			out[d.jobs[i].at] = counts[d.column(i)]
		}
	}
	return out, nil
}

// countLevels runs a sweep from its sources to its end and returns the nodes of each
// level, of each column.
func (r *rows) countLevels(ctx context.Context, s sweep, sources []uint32) ([][]uint32, error) {
	be, batch, width := r.memory.Backend, int(r.values[Batch]), int(r.values[Columns])
	words := (batch + 1) * width
	if r.totals == nil {
		r.totals = r.memory.NewBuffer("nodes of levels", words+summaryWords)
	}
	s.pairs = 0 // so that the sweep goes on until nothing changes
	r.begin(s)
	be.Submit(r.countStart())
	counts := make([][]uint32, s.columns)
	seen := make([]uint32, s.columns)
	const usual = 8 // levels; more are rare where there are hubs
	room := make([]uint32, usual*s.columns)
	for c := range counts {
		counts[c], seen[c] = append(room[c*usual:c*usual:(c+1)*usual], 1), 1
	}
	if r.Form == Roads {
		for c, source := range sources {
			if n := r.out.others(source); n > 0 {
				counts[c] = append(counts[c], n)
			}
		}
	}
	add := func(totals []uint32) { // of hubs all nodes that were seen, of roads the new ones
		for c := range counts {
			fresh := totals[c]
			if r.Form == Hubs {
				fresh -= seen[c]
			}
			if fresh > 0 {
				counts[c] = append(counts[c], fresh)
				seen[c] += fresh
			}
		}
	}
	var adding sync.WaitGroup // while the device is at the next batch
	defer adding.Wait()
	for base := 1; ; base += batch {
		be.Submit(r.countBatch(batch))
		be.Copy(r.totals, words, r.state, 0, summaryWords)
		totals := make([]uint32, words+summaryWords)
		if err := be.Read(ctx, r.totals, 0, totals); err != nil {
			return nil, err
		}
		_, changed := progressOf(totals[words:])
		first := 1
		if base == 1 && r.Form == Hubs {
			first = 0
		}
		adding.Wait()
		adding.Go(func() {
			for ahead := first; ahead <= batch && base+ahead <= changed; ahead++ {
				add(totals[ahead*width:])
			}
		})
		if changed < base+batch {
			adding.Wait()
			return counts, nil
		}
		be.Update(r.state, ref.RowsBase, uint32(base+batch))
	}
}

// others counts the neighbours of a node: it is not one, and parallel edges count
// once.
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
	levelCounts.Sized(size).Dispatch(e, groups*size, ref.BFSLevelCounts[compute.Buffer]{Words: r.words(),
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
// 1950), or zero where it reaches none.
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
