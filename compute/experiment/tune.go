package experiment

import (
	"context"
	"fmt"
	"iter"
	"math"
	"slices"
	"time"

	"kernelscope/compute"
	"kernelscope/internal/clock"
)

// Tune looks for the best setting of an algorithm on a subject, within about a time:
// over a coarse grid around the values that the algorithm chooses first, then around the
// best one in finer steps. At the end the best one runs against those first values, on the
// cases of another subject. The cases of the subject are to come by their weight, since
// early levels measure the first ones only. Its updates bring the settings as they are
// chosen; Plan.Best of its rows is what was found.
func Tune(ctx context.Context, a Algorithm, chosen compute.Values, l compute.Limits, s, other Subject, p Plan, limit time.Duration) iter.Seq2[Update, error] {
	return func(yield func(Update, error) bool) {
		now := clock.Now()
		w := &Watch{Context: ctx, last: now, subjects: 1, deadline: now + clock.Moment(float64(limit)*searching)}
		t := &tuner{a: a, began: now, limit: limit, yield: yield}
		w.yield = t.pass
		err := t.run(w, p, s, chosen, l)
		if err == nil || err == errTimeUp {
			w.deadline = now + clock.Moment(limit)
			err = t.final(w, p, other, chosen)
		}
		if err != nil && err != errStopped && err != errTimeUp {
			yield(Update{}, err)
		}
	}
}

// searching is the share of the time after which the best setting is compared.
const searching = 0.8

// final compares the best setting with the automatic one.
func (t *tuner) final(w *Watch, p Plan, s Subject, chosen compute.Values) error {
	defer s.Release()
	p.Settings = t.settings
	best, ok := p.Best(t.rows)
	if !ok {
		return nil
	}
	auto := Setting{Algorithm: t.a.Name(), Title: t.a.Title(), Values: chosen, Auto: true}
	grid := []Setting{auto}
	if !within(best.Values, chosen) {
		grid = append(grid, t.settings[best.Setting])
	}
	cases, err := s.Cases(w)
	if err != nil {
		return err
	}
	_, err = t.level(&bench{Watch: w, plan: p, subject: s, cases: cases}, p, grid, cases)
	return err
}

// within reports whether all values are among others.
func within(v, others compute.Values) bool {
	for name, x := range v {
		if others[name] != x {
			return false
		}
	}
	return true
}

// tuner looks for a setting.
type tuner struct {
	a        Algorithm
	began    clock.Moment
	limit    time.Duration
	yield    func(Update, error) bool
	settings []Setting
	rows     []Row
	levels   int
}

// pass reports an update, with the share of the time that is over.
func (t *tuner) pass(u Update, err error) bool {
	u.Share = min(1, float64(clock.Since(t.began))/float64(t.limit))
	if u.Row != nil {
		t.rows = append(t.rows, *u.Row)
		u.Settings = t.settings
	}
	return t.yield(u, err)
}

func (t *tuner) run(w *Watch, p Plan, s Subject, chosen compute.Values, l compute.Limits) error {
	defer s.Release()
	params := t.a.Params()
	if len(params) == 0 {
		return fmt.Errorf("experiment: %s has no parameters to choose", t.a.Name())
	}
	params = params[:min(3, len(params))] // the others matter little
	p.Settings, p.Reference = []Setting{{}}, false
	if err := p.Check(); err != nil {
		return err
	}
	cases, err := s.Cases(w)
	if err != nil {
		return err
	}
	b := &bench{Watch: w, plan: p, subject: s, cases: cases}
	coarse := map[string][]uint32{}
	for _, q := range params {
		low, high := -1, 4
		if q.PowerOfTwo {
			high = 1
		}
		coarse[q.Name] = steps(q, chosen[q.Name], l, 4, low, high)
	}
	best, err := t.contest(b, p, coarse, []int{1, 4, b.cases})
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
		best, err = t.contest(b, p, around, []int{4, b.cases})
	}
	return err
}

// contest measures a grid with few cases, the better third of it with more, and
// so on, and returns the best values.
func (t *tuner) contest(b *bench, p Plan, values map[string][]uint32, cases []int) (compute.Values, error) {
	grid := Grid(t.a, values)
	for i, n := range cases {
		if i > 0 {
			grid = grid[:(len(grid)+2)/3]
		}
		ranking, err := t.level(b, p, grid, min(n, b.cases))
		if err != nil {
			return nil, err
		}
		grid = ranking
	}
	return grid[0].Values, nil
}

// level measures settings again and returns them from the best to the worst.
// Those that were best before are among them, since the device's clock drifts.
func (t *tuner) level(b *bench, p Plan, grid []Setting, cases int) (ranking []Setting, err error) {
	first := len(t.settings)
	for _, s := range grid {
		s.Level = t.levels
		t.settings = append(slices.Clip(t.settings), s)
	}
	t.levels++
	repetitions := 1
	if cases == b.cases {
		repetitions = p.Repetitions
	}
	if err := b.turns(t.settings[first:], first, cases, repetitions); err != nil {
		return nil, err
	}
	p.Settings = t.settings
	for _, s := range p.ranking(t.rows) {
		ranking = append(ranking, p.Settings[s.Setting])
	}
	return ranking, nil
}
