package view

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"kernelscope/cli"
	"kernelscope/compute"
	"kernelscope/compute/experiment"
	"kernelscope/compute/sssp"
	"kernelscope/compute/sssp/measure"
	"kernelscope/families/paths/session"
	"kernelscope/studio"
	"kernelscope/watch/timeline"
)

// growing lists the experiments whose charts show no times. They give the same chart every time, so
// storyboards can show them.
var growing = []experiment.Kind{experiment.Efficiency}

// ExperimentHelp explains --experiment.
var ExperimentHelp = "run an experiment: " + strings.Join(kindNames(), ", ") + "; searches to compare follow a colon, and settings of delta/batch, as in rank:nearfar,frontier or efficiency:nearfar,512/32,4096/256"

// ExperimentOf parses --experiment: a kind and, after a colon, the searches to compare, and settings of
// delta/batch.
func ExperimentOf(text string) (k experiment.Kind, algorithms []string, pairs string, err error) {
	kind, names, _ := strings.Cut(text, ":")
	if k = experiment.Kind(kind); !slices.Contains(experiment.Kinds, k) {
		return "", nil, "", cli.Usage("--experiment is %q; choose from %s", text, strings.Join(kindNames(), ", "))
	}
	if names == "" {
		return k, nil, "", nil
	}
	var of []sssp.Algorithm
	var settings []string
	for name := range strings.SplitSeq(names, ",") {
		i := slices.IndexFunc(sssp.Algorithms(), func(a sssp.Algorithm) bool { return a.Name() == name })
		switch {
		case strings.Contains(name, "/"):
			settings = append(settings, name)
		case i < 0:
			return "", nil, "", cli.Usage("--experiment names the unknown search %q", name)
		default:
			of, algorithms = append(of, sssp.Algorithms()[i]), append(algorithms, name)
		}
	}
	if len(settings) > 0 {
		if !measure.HasRanks(k) {
			return "", nil, "", cli.Usage("--experiment %s has no settings of delta/batch; experiments by rank have", kind)
		}
		if pairs = strings.Join(settings, ", "); len(of) > 0 {
			_, err = measure.Pairs(pairs, of)
		}
	}
	return k, algorithms, pairs, err
}

// BeginExperiment shows the dock and runs an experiment.
func (v *View) BeginExperiment(text string) error {
	kind, algorithms, pairs, err := ExperimentOf(text)
	if err != nil {
		return err
	}
	if v.Timeless && !slices.Contains(growing, kind) {
		return cli.Usage("--experiment %s shows times, which differ from run to run, and cannot be in a storyboard; %s can", kind, growing[0])
	}
	l := &v.panel.experiments
	l.fill(state{Snapshot: v.Session.Snapshot()})
	l.kind, l.pairs = kind, pairs
	if len(algorithms) > 0 {
		l.algorithms = algorithms
	}
	v.showExperiments(true)
	if err := v.Session.Apply(v.panel.experiment(state{Snapshot: v.Session.Snapshot()}, 0)); err != nil || !v.Timeless {
		return err
	}
	return v.grow(timeline.Rewind{})
}

// FinishExperiment runs an experiment to its end.
func (v *View) FinishExperiment(ctx context.Context, text string) error {
	if err := v.BeginExperiment(text); err != nil {
		return err
	}
	const often = 50 * time.Millisecond // between checks for cancellation
	for v.Session.Snapshot().Experiment.Running {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := v.Session.Advance(0, often); err != nil {
			return err
		}
	}
	if e := v.Session.Snapshot().Experiment; e.Problem != "" {
		return errors.New(e.Problem)
	}
	if err := v.Follow(); err != nil { // sets the size of the chart
		return err
	}
	return v.drawChart()
}

// grows reports whether the timeline steps through the rows of an experiment, as in storyboards.
func (v *View) grows() bool {
	return v.Timeless && v.panel.experiments.open && v.Session.Snapshot().Experiment != nil
}

// grow applies an action of the timeline to the rows of the experiment.
func (v *View) grow(a timeline.Control) error {
	v.Session.FinishExperiment()
	rows, shown := v.Session.ExperimentRows()
	switch a := a.(type) {
	case timeline.Seek:
		shown = a.Step
	case timeline.SeekClock:
		shown = int(a.At)
	case timeline.Step:
		shown += a.Steps
	case timeline.End:
		shown = rows
	case timeline.Rewind:
		shown = 0
	}
	return v.Session.Apply(session.ShowRows{N: max(0, min(rows, shown))})
}

// grown returns the current state of the experiment.
func (v *View) grown() studio.Now {
	rows, shown := v.Session.ExperimentRows()
	e := compute.Event{Step: shown, Title: "rows of the experiment", Done: shown == rows, Facts: []compute.Fact{{Name: "rows", Value: float64(shown), Unit: "rows"}}}
	return studio.Now{Time: timeline.State{Position: float64(shown), At: float64(shown), Made: float64(rows), Length: float64(rows), Axis: float64(rows), Certainty: timeline.Known}, Runs: []studio.Run{{Title: "Experiment", Event: e, Done: e.Done}}}
}
