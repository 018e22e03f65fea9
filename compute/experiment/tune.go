package experiment

import (
	"context"
	"fmt"
	"iter"
	"math"
	"slices"
	"time"

	"kernelscope/compute"
	"kernelscope/compute/sssp"
	"kernelscope/scene"
)

// Tune looks for the best setting of a search on a map, within about a time: over
// a coarse grid first, then around the best one in finer steps. Its updates bring
// the settings as they are chosen; Plan.Best of its rows is what was found.
func Tune(ctx context.Context, be compute.Backend, a sssp.Algorithm, m *scene.Map, p Plan, limit time.Duration) iter.Seq2[Update, error] {
	return func(yield func(Update, error) bool) {
		r := &runner{be: be, algorithms: []sssp.Algorithm{a}, last: time.Now(), maps: 1, deadline: time.Now().Add(limit)}
		t := &tuner{a: a, began: time.Now(), limit: limit, yield: yield}
		r.yield = t.pass
		err := t.run(ctx, r, p, m)
		if err != nil && err != errStopped && err != errTimeUp {
			yield(Update{}, err)
		}
	}
}

// tuner looks for a setting.
type tuner struct {
	a        sssp.Algorithm
	began    time.Time
	limit    time.Duration
	yield    func(Update, error) bool
	settings []Setting
	rows     []Row
	levels   int
}

// pass hands an update on, with the share of the time that is over.
func (t *tuner) pass(u Update, err error) bool {
	u.Share = min(1, float64(time.Since(t.began))/float64(t.limit))
	if u.Row != nil {
		t.rows = append(t.rows, *u.Row)
		u.Settings = t.settings
	}
	return t.yield(u, err)
}

func (t *tuner) run(ctx context.Context, r *runner, p Plan, m *scene.Map) error {
	params := t.a.Params()
	if len(params) == 0 {
		return fmt.Errorf("experiment: %s has no parameters to choose", t.a.Name())
	}
	params = params[:min(3, len(params))] // the others matter little
	p.Settings, p.Reference = []Setting{{}}, false
	if err := p.Check(); err != nil {
		return err
	}
	b, err := r.open(ctx, p, m)
	if err != nil {
		return err
	}
	defer b.release()
	// The queries that take longest weigh most, those of high rank; only the very
	// first one, which the worst settings run too, is shorter.
	slices.SortStableFunc(b.queries, func(x, y Query) int { return y.Rank - x.Rank })
	if shorter := 2 * p.Queries; p.Work == ByRank && shorter < len(b.queries) {
		b.queries[0], b.queries[shorter] = b.queries[shorter], b.queries[0]
	}
	chosen := sssp.Chosen(t.a, m.Graph, nil)
	l := r.be.Limits()
	coarse := map[string][]uint32{}
	for _, q := range params {
		low, high := -1, 4
		if q.PowerOfTwo {
			high = 1
		}
		coarse[q.Name] = steps(q, chosen[q.Name], l, 4, low, high)
	}
	best, err := t.contest(ctx, b, p, coarse, []int{1, 4, len(b.queries)})
	for _, factor := range []float64{2, 2, math.Sqrt2, math.Sqrt(math.Sqrt2)} {
		if err != nil {
			return err
		}
		around := map[string][]uint32{}
		for _, q := range params {
			around[q.Name] = []uint32{best[q.Name]}
			if !q.PowerOfTwo || factor == 2 {
				around[q.Name] = steps(q, best[q.Name], l, factor, -1, 1)
			}
		}
		best, err = t.contest(ctx, b, p, around, []int{4, len(b.queries)})
	}
	return err
}

// contest measures a grid with few queries, the better third of it with more, and
// so on, and returns the best values.
func (t *tuner) contest(ctx context.Context, b *bench, p Plan, values map[string][]uint32, queries []int) (compute.Values, error) {
	grid := Grid(t.a, values)
	for i, n := range queries {
		if i > 0 {
			grid = grid[:(len(grid)+2)/3]
		}
		ranking, err := t.level(ctx, b, p, grid, min(n, len(b.queries)))
		if err != nil {
			return nil, err
		}
		grid = ranking
	}
	return grid[0].Values, nil
}

// level measures settings again and returns them from the best to the worst.
// Those that were best before are among them, since the device's clock drifts.
func (t *tuner) level(ctx context.Context, b *bench, p Plan, grid []Setting, queries int) (ranking []Setting, err error) {
	first := len(t.settings)
	for _, s := range grid {
		s.Level = t.levels
		t.settings = append(slices.Clip(t.settings), s)
	}
	t.levels++
	repetitions := 1
	if queries == len(b.queries) {
		repetitions = p.Repetitions
	}
	if err := b.measure(ctx, t.settings[first:], first, queries, repetitions); err != nil {
		return nil, err
	}
	p.Settings = t.settings
	for _, s := range p.ranking(t.rows) {
		ranking = append(ranking, p.Settings[s.Setting])
	}
	return ranking, nil
}
