package view

import (
	"kernelscope/cli"
	"kernelscope/cli/flags"
	"kernelscope/compute/sssp"
	"kernelscope/families/maps"
	"kernelscope/scene/place"
	"kernelscope/studio"
	"kernelscope/watch"
	"kernelscope/watch/timeline"
)

// Command returns the command line that shows the search, without experiments.
func (v *View) Command(now bool) ([]string, error) {
	n := v.Session.Snapshot()
	if n.Map == nil {
		return nil, studio.ErrNotShown
	}
	var w cli.Words
	if n.Map.From != "" {
		w = append(w, n.Map.From)
	}
	w = append(w, "-s", place.Text(n.Map, n.Source.Node))
	if n.All {
		w = append(w, "-t", "all")
	} else {
		w = append(w, "-t", place.Text(n.Map, n.Target.Node))
	}
	w = append(append(w, "-a", n.Algorithm.Name()), flags.Words(n.Params)...)
	if n.Other != nil {
		w.Compare(n.Other.Algorithm.Name(), n.Other.Params, n.Time.Clock)
	}
	w = append(w, maps.Words(n.Map, n.Changes)...)
	w.Switch("by-distance", n.View.ByDistance)
	if n.View.Painter != "" {
		w.Flag("painter", n.View.Painter)
	}
	w.Order(n.View.Order)
	v.Words(&w)
	w.Speed(n.Time, 0)
	switch {
	case now && n.Time.Clock == timeline.Steps:
		w.Flag("step", int(n.Time.Position))
	case now:
		w.Flag("step", n.Event.Step)
	}
	return w, nil
}

// Remember returns the search and the parameters that a person has set.
func (v *View) Remember() (string, map[string]string) {
	n := v.Session.Snapshot()
	if n.Map == nil {
		return "", nil
	}
	return n.Algorithm.Name(), cli.Given(n.Params)
}

// Recall sets them again.
func (v *View) Recall(algorithm string, given map[string]string) error {
	return cli.Recall(v.Session, algorithm, given, sssp.Algorithms())
}

// Now returns the current state of the searches.
func (v *View) Now() studio.Now {
	if v.grows() {
		return v.grown()
	}
	n := v.Session.Snapshot()
	now := studio.Now{Time: n.Time}
	if n.Map == nil {
		return now
	}
	for _, l := range n.Lanes() {
		run := studio.Run{Title: l.Algorithm.Title(), Params: l.Params, Event: l.Event.Report(), Done: l.Done}
		if r := l.Result; r != nil {
			run.Verdict = watch.Verdict{Asked: true, Heard: r.Checked, Wrong: r.Wrong}
		}
		now.Runs = append(now.Runs, run)
	}
	return now
}

// Settle completes all pending work.
func (v *View) Settle() error {
	if v.grows() {
		return v.drawChart()
	}
	return v.Session.Settle()
}
