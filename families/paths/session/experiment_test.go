package session

import (
	"strings"
	"testing"
	"time"

	"kernelscope/compute"
	"kernelscope/compute/experiment"
	"kernelscope/compute/gpu"
	"kernelscope/compute/gpu/gputest"
	"kernelscope/scene"
	"kernelscope/watch"
	"kernelscope/watch/timeline"
)

// sweepOf is a small sweep.
var sweepOf = RunExperiment{Kind: experiment.Sweep, Algorithms: []string{"nearfar"}, Axes: []string{"delta", "batch"}, Queries: 1, Repetitions: 1}

// finish lets the experiment run to its end.
func finish(t *testing.T, s *Session) *Snapshot {
	t.Helper()
	for range 100000 {
		if n := s.Snapshot(); n.Experiment == nil || !n.Experiment.Running {
			return n
		}
		if err := s.Advance(time.Millisecond, time.Nanosecond); err != nil {
			t.Fatal(err)
		}
	}
	t.Fatal("the experiment does not end")
	return nil
}

func TestExperiment(t *testing.T) {
	s := open(t)
	do(t, s, timeline.Play{}, timeline.Step{Steps: 5}, timeline.Play{})
	round, gpu := s.Snapshot().Event.Step, s.Snapshot().Event.GPU
	n := do(t, s, sweepOf)
	if n.Experiment == nil || !n.Experiment.Running || len(n.Experiment.Result.Rows) != 0 {
		t.Fatalf("begun: %+v", n.Experiment)
	}
	if err := s.Advance(time.Second, time.Nanosecond); err != nil {
		t.Fatal(err)
	}
	early := s.Snapshot()
	rows := len(early.Experiment.Result.Rows)
	if rows > 1 {
		t.Errorf("%d rows in the first frame", rows)
	}
	n = finish(t, s)
	e := n.Experiment
	if e.Problem != "" || !e.Result.Whole || len(e.Result.Rows) != 9*len(e.Result.Plan.Settings) || e.Result.Origin.Input != "generated" {
		t.Errorf("%d rows of %d settings, whole %v: %s", len(e.Result.Rows), len(e.Result.Plan.Settings), e.Result.Whole, e.Problem)
	}
	if len(early.Experiment.Result.Rows) != rows {
		t.Error("an older snapshot has changed")
	}
	if n.Event.Step != round || !n.Time.Playing {
		t.Errorf("the search is at round %d, not %d, playing %v", n.Event.Step, round, n.Time.Playing)
	}
	measured := 0.0
	for _, r := range e.Result.Rows {
		measured += r.GPU
	}
	if n = pass(t, s, 30*time.Millisecond); n.Event.Step <= round || n.Event.GPU < gpu || n.Event.GPU > gpu+measured/2 {
		t.Errorf("at round %d the search has taken %g ms, before it was round %d and %g ms; the experiment took %g ms", n.Event.Round, n.Event.GPU, round, gpu, measured)
	}
}

func TestCancelExperiment(t *testing.T) {
	s := open(t)
	do(t, s, sweepOf)
	for len(s.Snapshot().Experiment.Result.Rows) < 3 {
		pass0(t, s)
	}
	n := do(t, s, CancelExperiment{})
	if e := n.Experiment; e.Running || e.Result.Whole || len(e.Result.Rows) < 3 {
		t.Errorf("cancelled: running %v, whole %v, %d rows", e.Running, e.Result.Whole, len(e.Result.Rows))
	}
	do(t, s, sweepOf)
	do(t, s, sweepOf) // in place of the one that runs
	if n := finish(t, s); !n.Experiment.Result.Whole {
		t.Error("the second one does not end")
	}
	do(t, s, sweepOf)
	s.Release() // with one in progress
	if n := s.Snapshot(); n.Experiment != nil {
		t.Error("it outlives its map")
	}
}

// An experiment ends with the reason when its device is lost, and keeps its rows. On the next
// device another one can be made.
func TestExperimentOnALostDevice(t *testing.T) {
	gputest.Open(t)
	lost := false
	first, release, err := gputest.Elsewhere(t, gpu.Options{Fake: &gpu.Fake{Lost: func(int) bool { return lost }}})
	if err != nil {
		t.Fatal(err)
	}
	defer release()
	second, release, err := gputest.Elsewhere(t, gpu.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer release()
	s := openOn(t, first)
	defer s.Release()
	do(t, s, sweepOf)
	for len(s.Snapshot().Experiment.Result.Rows) < 3 {
		pass0(t, s)
	}
	lost = true
	for range 100 {
		_ = s.Advance(0, time.Nanosecond)
	}
	if e := s.Snapshot().Experiment; e.Running || e.Result.Whole || len(e.Result.Rows) < 3 || !strings.Contains(e.Problem, "lost") {
		t.Errorf("on a lost device: running %v, whole %v, %d rows, %q", e.Running, e.Result.Whole, len(e.Result.Rows), e.Problem)
	}
	first.Abandon()
	if err := s.Rebuild(second); err != nil {
		t.Fatal(err)
	}
	do(t, s, sweepOf)
	if e := finish(t, s).Experiment; !e.Result.Whole || e.Problem != "" {
		t.Errorf("on the next device: whole %v, %q", e.Result.Whole, e.Problem)
	}
}

func pass0(t *testing.T, s *Session) {
	t.Helper()
	if err := s.Advance(0, time.Nanosecond); err != nil {
		t.Fatal(err)
	}
}

func TestExperimentsOfAllKinds(t *testing.T) {
	for _, k := range experiment.Kinds {
		s := open(t)
		do(t, s, RunExperiment{Kind: k, Algorithms: []string{"nearfar", "frontier"}, Axes: []string{"delta"}, Queries: 1, Repetitions: 1})
		if e := finish(t, s).Experiment; e.Problem != "" || len(e.Result.Rows) == 0 || !e.Result.Whole {
			t.Errorf("%s: %d rows, %s", k, len(e.Result.Rows), e.Problem)
		}
	}
	s := open(t)
	do(t, s, RunExperiment{Kind: experiment.Rank, Algorithms: []string{"magic"}, Queries: 1, Repetitions: 1})
	if e := finish(t, s).Experiment; e.Problem == "" {
		t.Error("an experiment on nothing has no problem")
	}
}

func TestApplySetting(t *testing.T) {
	s := open(t)
	do(t, s, timeline.Step{Steps: 10})
	n := do(t, s, ApplySetting{experiment.Setting{Algorithm: "frontier", Values: compute.Values{"delta": 123, "rho": 16}}})
	if n.Algorithm.Name() != "frontier" || n.Params[0].Value != 123 || n.Params[1].Value != 16 || n.Params[0].IsAuto {
		t.Errorf("%s with %+v", n.Algorithm.Name(), n.Params[:2])
	}
}

func TestTuned(t *testing.T) {
	s := open(t)
	kept := map[string]compute.Values{}
	key := func(algorithm string, w experiment.Work) string { return algorithm + string(w) }
	s.options.Tuning = Tuning{
		Find: func(_ *scene.Map, a string, w experiment.Work) compute.Values { return kept[key(a, w)] },
		Keep: func(_ *scene.Map, a string, w experiment.Work, best experiment.Summary) {
			kept[key(a, w)] = best.Values
		},
	}
	tune := sweepOf
	tune.Limit = 2 * time.Second
	do(t, s, tune)
	n := finish(t, s)
	if n.Tuned == nil || n.Tuned["delta"] == 0 {
		t.Fatalf("tuned: %v, %s", n.Tuned, n.Experiment.Problem)
	}
	n = do(t, s, UseTuned{})
	for _, p := range n.Params {
		if p.Value != n.Tuned[p.Name] {
			t.Errorf("%s is %d, tuned %d", p.Name, p.Value, n.Tuned[p.Name])
		}
	}
	if n = do(t, s, SetTargetAll{All: true}); n.Tuned != nil {
		t.Error("what is tuned for queries is offered for searches to all")
	}
	if n = do(t, s, RandomEnds{}); n.Tuned == nil {
		t.Error("it is gone")
	}
	if n = do(t, s, watch.Set{Algorithm: "frontier"}); n.Tuned != nil {
		t.Error("it is offered for another search")
	}
}

// An experiment on throughput measures searches one at a time, and those that can run concurrently with several numbers.
func TestThroughput(t *testing.T) {
	s := open(t)
	of := RunExperiment{Kind: experiment.Throughput, Algorithms: []string{"nearfar", "frontier"}, Queries: 1, Repetitions: 1}
	do(t, s, of)
	e := finish(t, s).Experiment
	if e.Problem != "" || !e.Result.Whole || len(e.Result.Rows) == 0 {
		t.Fatalf("%d rows: %s", len(e.Result.Rows), e.Problem)
	}
	alone, together := map[string]int{}, map[string]int{}
	for _, p := range e.Result.Plan.Settings {
		if p.AtOnce > 0 {
			together[p.Algorithm]++
		} else {
			alone[p.Algorithm]++
		}
	}
	if alone["nearfar"] != 1 || alone["frontier"] != 1 || together["nearfar"] != 0 || together["frontier"] == 0 {
		t.Errorf("one at a time %v, concurrent %v", alone, together)
	}
	of.Algorithms = of.Algorithms[:1]
	do(t, s, of)
	if e := finish(t, s).Experiment; e.Problem != "" || len(e.Result.Rows) != 1 {
		t.Errorf("Near-Far alone: %d rows, %s", len(e.Result.Rows), e.Problem)
	}
}

// Another experiment, or another map, leaves earlier charts there.
func TestCharts(t *testing.T) {
	s := open(t)
	do(t, s, sweepOf)
	first := finish(t, s).Experiment.Result
	other := sweepOf
	other.Axes = []string{"delta", "workgroup"}
	do(t, s, other)
	if n := do(t, s, ShowChart{Back: 1}); n.Charts != 2 || n.Back != 1 || n.Experiment.Running || len(n.Experiment.Result.Rows) != len(first.Rows) {
		t.Errorf("while the second runs: %d charts, %d before the last, %+v", n.Charts, n.Back, n.Experiment)
	}
	do(t, s, ShowChart{})
	if n := finish(t, s); n.Back != 0 || n.Experiment.Result.Plan.Axes[1] != "workgroup" {
		t.Errorf("then the last chart has the axes %v", n.Experiment.Result.Plan.Axes)
	}
	if err := s.Open(s.m); err != nil {
		t.Fatal(err)
	}
	if n := do(t, s, ShowChart{Back: 1}); n.Charts != 2 || n.Experiment.Result.Plan.Axes[1] != "batch" {
		t.Errorf("on another map: %d charts", n.Charts)
	}
	if n := do(t, s, ShowChart{Back: 2}); n.Back != 1 {
		t.Errorf("there is no chart %d before the last", n.Back)
	}
}
