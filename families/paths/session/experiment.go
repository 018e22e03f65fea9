package session

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"time"

	"kernelscope/compute"
	"kernelscope/compute/experiment"
	"kernelscope/compute/sssp"
	"kernelscope/compute/sssp/measure"
	"kernelscope/watch"
)

type (
	// RunExperiment measures searches on the map. The shown search waits meanwhile and then
	// continues.
	RunExperiment struct {
		Kind        experiment.Kind
		Algorithms  []string // compared; of a sweep the first one
		Axes        []string // of a sweep
		Pairs       string   // of experiments by rank: settings of delta/batch, as measure.Pairs reads them
		All         bool     // searches to all nodes, instead of queries by rank
		Queries     int
		Repetitions int
		// Limit, if given, makes a sweep a search for the best setting that takes
		// about so long. What it finds is kept.
		Limit time.Duration
	}
	// CancelExperiment ends the experiment and keeps its rows.
	CancelExperiment struct{}
	// ApplySetting repeats the query with a setting, up to the present step.
	ApplySetting struct{ Setting experiment.Setting }
	// ShowChart shows the experiment before the last one, or that before it, and so on; 0 shows the last one.
	ShowChart struct{ Back int }
	// UseTuned applies the setting that was found for this map and device.
	UseTuned struct{}
)

func (RunExperiment) Action()    {}
func (CancelExperiment) Action() {}
func (ApplySetting) Action()     {}
func (ShowChart) Action()        {}
func (UseTuned) Action()         {}

// maxCharts is the number of experiments that are kept.
const maxCharts = 32

// shelve adds the last experiment to the ones before, and shows the next one.
func (s *Session) shelve() {
	s.back = 0
	if s.experiment == nil || len(s.experiment.rows) == 0 {
		return
	}
	last := s.experiment.Experiment
	if last.Running {
		last.Running, last.Result = false, s.experiment.shown(true)
	}
	all := append(slices.Clone(s.charts), last)
	s.charts = all[max(0, len(all)-maxCharts):]
}

// chart returns the experiment that is shown, and the number of experiments; nil before there was one.
func (s *Session) chart() (e *Experiment, all int) {
	all = len(s.charts)
	if s.experiment != nil {
		all++
	}
	switch at := all - 1 - s.back; {
	case at < 0:
		return nil, all
	case at < len(s.charts):
		old := s.charts[at]
		return &old, all
	}
	now := s.experiment.Experiment
	if now.Running {
		now.Result = s.experiment.shown(true)
	}
	s.cut(&now)
	return &now, all
}

// runExperiment begins an experiment; an older one ends.
func (s *Session) runExperiment(a RunExperiment) error {
	p := experiment.Plan{Kind: a.Kind, Queries: a.Queries, Repetitions: a.Repetitions, Seed: 1, Work: measure.ByRank}
	if a.All || a.Kind == experiment.Scale || a.Kind == experiment.Throughput {
		p.Work = measure.ToAll
	}
	var chosen []sssp.Algorithm
	for _, b := range s.Algorithms {
		if slices.Contains(a.Algorithms, b.Name()) {
			chosen = append(chosen, b)
		}
	}
	if a.Kind == experiment.Sweep && len(chosen) > 0 {
		p.Axes = a.Axes
		var err error
		if p.Settings, err = measure.Sweep(chosen[0], s.m.Graph, s.Sides[0].Limits(), p.Work, a.Axes, s.shownValues(chosen[0], a.Axes)); err != nil {
			return err
		}
	} else if a.Kind == experiment.Throughput {
		if err := s.atOnce(&p, chosen); err != nil {
			return err
		}
	} else {
		var pairs []compute.Values
		if a.Pairs != "" && measure.HasRanks(a.Kind) {
			var err error
			if pairs, err = measure.Pairs(a.Pairs, chosen); err != nil {
				return err
			}
			p.Axes = measure.Paired // named first
		}
		p.Reference = a.Kind != experiment.Efficiency && a.Kind != experiment.Relative
		for _, b := range chosen {
			p.Settings = append(p.Settings, measure.Grid(b, s.fixedValues(b, p.Axes), pairs)...)
			p.Reference = p.Reference && b.Name() != "dijkstra"
		}
	}
	p.Words = measure.Words(p, s.m.Metric)
	place := s.options.Origin
	place.Input, place.Metric = s.m.Name, s.m.Weighs()
	if !s.options.Wait { // scripts see the same every day
		place.Date = time.Now()
	}
	if n := len(s.roads.changes); n > 0 {
		place.Input += fmt.Sprintf(", roads changed: %d", n)
	}
	ctx, cancel := context.WithCancel(context.Background())
	updates := measure.Run(ctx, s.Sides[0], s.Algorithms, s.experimentMaps(a.Kind), p)
	if a.Limit > 0 && len(chosen) > 0 {
		updates = measure.Tune(ctx, s.Sides[0], chosen[0], s.m, p, a.Limit)
	}
	s.endExperiment()
	s.shelve()
	l := &liveExperiment{be: s.Sides[0], cancel: cancel, tuning: a.Limit > 0}
	l.Result, l.Running = &experiment.Result{Origin: place, Plan: p}, true
	l.next, l.stop = iter.Pull2(updates)
	s.experiment = l
	return nil
}

// atOnce adds the algorithms one search at a time, and those that search concurrently with up to as many searches as keep
// the device busy.
func (s *Session) atOnce(p *experiment.Plan, chosen []sssp.Algorithm) error {
	for _, b := range chosen {
		_, busy, err := measure.Room(s.Sides[0], b, s.m)
		if err != nil {
			return err
		}
		settings := experiment.Grid(b, s.fixedValues(b, nil))
		if busy > 0 {
			settings, p.Queries = experiment.AtOnce(settings, experiment.NumbersAtOnce(busy)), max(p.Queries, busy)
		}
		p.Settings = append(p.Settings, settings...)
	}
	return nil
}

func (s *Session) experimentMaps(k experiment.Kind) measure.Maps {
	if k == experiment.Scale {
		return measure.Parts(s.m)
	}
	return measure.On(s.m)
}

// fixedValues are those that a person has set for a search, but for some
// parameters.
func (s *Session) fixedValues(a sssp.Algorithm, but []string) map[string][]uint32 {
	out := map[string][]uint32{}
	if a != s.Chosen[0].Algorithm {
		return out
	}
	for name, v := range s.Chosen[0].Values {
		if v != 0 && !slices.Contains(but, name) {
			out[name] = []uint32{v}
		}
	}
	return out
}

// shownValues returns fixedValues, with the rule of a search that is watched: a sweep measures what the
// panel shows.
func (s *Session) shownValues(a sssp.Algorithm, but []string) map[string][]uint32 {
	out := s.fixedValues(a, but)
	if _, ok := compute.ParamOf(a.Params(), sssp.Rule); ok && a == s.Chosen[0].Algorithm && !slices.Contains(but, sssp.Rule) {
		out[sssp.Rule] = []uint32{watched(s.Chosen[0].Values)[sssp.Rule]}
	}
	return out
}

// experimenting reports whether an experiment holds the device.
func (s *Session) experimenting() bool { return s.experiment != nil && s.experiment.Running }

// advanceExperiment measures at least a row, until a time.
func (s *Session) advanceExperiment(until time.Time) {
	l := s.experiment
	for {
		u, err, ok := l.next()
		if err != nil || !ok {
			l.Result = l.shown(ok || err != nil)
			l.end()
			if err != nil {
				l.Problem = err.Error()
			} else {
				s.keepTuned()
			}
			return
		}
		l.Share, l.Doing = u.Share, u.Doing
		if u.Settings != nil {
			l.Result.Plan.Settings = u.Settings
		}
		if u.Row != nil {
			l.rows = append(l.rows, *u.Row)
		}
		if time.Now().After(until) {
			return
		}
	}
}

// shown is the result with the rows so far; snapshots hold older ones.
func (l *liveExperiment) shown(cut bool) *experiment.Result {
	r := *l.Result
	r.Rows, r.Whole = slices.Clip(l.rows), !cut
	return &r
}

// end stops pulling.
func (l *liveExperiment) end() {
	if l != nil && l.Running {
		l.Running = false
		l.cancel()
		l.stop()
	}
}

// endExperiment ends the one that runs and keeps what it has measured.
func (s *Session) endExperiment() {
	if s.experimenting() {
		s.experiment.Result = s.experiment.shown(true)
		s.experiment.end()
	}
}

// keepTuned keeps what a search for settings has found.
func (s *Session) keepTuned() {
	r := s.experiment.Result
	if best, ok := r.Plan.Best(r.Rows); ok && s.experiment.tuning && s.options.Tuning.Keep != nil {
		s.options.Tuning.Keep(s.m, r.Plan.Settings[0].Algorithm, r.Plan.Work, best)
		s.findTuned()
	}
}

// findTuned looks for a setting that was kept.
func (s *Session) findTuned() {
	s.tuned = nil
	if s.options.Tuning.Find == nil || s.m == nil {
		return
	}
	w := measure.ByRank
	if s.all {
		w = measure.ToAll
	}
	s.tuned = s.options.Tuning.Find(s.m, s.Chosen[0].Algorithm.Name(), w)
}

// applySetting makes the same query with other parameters and, if need be, another
// search.
func (s *Session) applySetting(x experiment.Setting) error {
	values := compute.Values{}
	for _, a := range s.Algorithms {
		if a.Name() == x.Algorithm {
			for _, p := range a.Params() {
				values[p.Name] = x.Values[p.Name] // zero leaves it to the search
			}
		}
	}
	return s.Apply(watch.Set{Algorithm: x.Algorithm, Values: values})
}
