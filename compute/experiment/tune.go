package experiment

import (
	"context"
	"errors"
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
func Tune(ctx context.Context, be compute.Backend, a compute.Algorithm, m *scene.Map, p Plan, limit time.Duration) iter.Seq2[Update, error] {
	return func(yield func(Update, error) bool) {
		r := &runner{be: be, algorithms: []compute.Algorithm{a}, last: time.Now(), maps: 1, deadline: time.Now().Add(limit)}
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
	a        compute.Algorithm
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
	best := sssp.Chosen(t.a, m.Graph, nil)
	l := r.be.Limits()
	coarse := map[string][]uint32{}
	for _, q := range params {
		low, high := -1, 4
		if q.PowerOfTwo {
			high = 1
		}
		coarse[q.Name] = steps(q, best[q.Name], l, 4, low, high)
	}
	if best, err = t.level(ctx, b, p, coarse); err != nil {
		return err
	}
	for _, factor := range []float64{2, 2, math.Sqrt2, math.Sqrt(math.Sqrt2)} {
		around := map[string][]uint32{}
		for _, q := range params {
			around[q.Name] = []uint32{best[q.Name]}
			if !q.PowerOfTwo || factor == 2 {
				around[q.Name] = steps(q, best[q.Name], l, factor, -1, 1)
			}
		}
		if best, err = t.level(ctx, b, p, around); err != nil {
			return err
		}
	}
	return nil
}

// level measures a grid and returns the best values of it. What was best before
// is measured again, since the device's clock drifts.
func (t *tuner) level(ctx context.Context, b *bench, p Plan, values map[string][]uint32) (compute.Values, error) {
	first := len(t.settings)
	grid := Grid(t.a, values)
	for i := range grid {
		grid[i].Level = t.levels
	}
	t.levels++
	t.settings = append(slices.Clip(t.settings), grid...)
	if err := b.measure(ctx, grid, first); err != nil {
		return nil, err
	}
	p.Settings = t.settings
	best, ok := p.Best(t.rows)
	if !ok {
		return nil, errors.New("experiment: nothing was measured")
	}
	return best.Values, nil
}
