package view

import (
	"strings"
	"testing"

	"kernelscope/compute/experiment"
	"kernelscope/compute/sssp"
	"kernelscope/families/paths/session"
	"kernelscope/report/chart"
	"kernelscope/report/chart/figure"
)

// A click on a box of a chart by rank compares its setting with the best other one, for a query of that rank.
func TestClicks(t *testing.T) {
	b := openBench(t, 1280, 800, 1)
	b.openMap()
	b.panel.experiments = experiments{open: true, kind: experiment.Efficiency, algorithms: []string{"nearfar", "frontier"}, pairs: "20/8, 900/64", queries: 2, repetitions: 1}
	run := b.panel.experiment(state{Snapshot: b.s.Snapshot()}, 0)
	if err := b.s.Apply(run); err != nil {
		t.Fatal(err)
	}
	b.s.FinishExperiment()
	r := b.s.Snapshot().Experiment.Result
	if p := r.Plan.Settings; len(p) != 3 || p[0].Values[sssp.Delta] != 20 || p[1].Values[sssp.Batch] != 64 || len(p[2].Values) != 0 {
		t.Fatalf("it measures %+v", p)
	}
	if line := benchCommand(r, "", nil); !strings.Contains(line, "bench efficiency -a nearfar,frontier") || !strings.Contains(line, "--settings 20/8,900/64") || strings.Contains(line, "--delta") || strings.Contains(line, "--x") {
		t.Errorf("the command is %s", line)
	}
	r.Plan.Kind = experiment.Relative
	if line := benchCommand(r, "", nil); !strings.Contains(line, "bench rank ") || !strings.Contains(line, "--settings 20/8,900/64 --relative") {
		t.Errorf("the command is %s", line)
	}
	r.Plan.Kind = experiment.Efficiency
	f, height := figure.Of(r)
	_, spots := f.Image(chart.Options{Width: figure.Width, Height: height})
	tried := 0
	for _, p := range spots {
		actions := clicks(r, p)
		if p.Group != 16 || p.Key != 1 {
			continue
		}
		tried++
		for _, a := range actions {
			if err := b.s.Apply(a); err != nil {
				t.Fatal(err)
			}
		}
		n := b.s.Snapshot()
		if n.Other == nil || n.Rank != 16 || value(&n.Lane, sssp.Delta) != 900 || value(&n.Lane, sssp.Batch) != 64 || n.Algorithm.Name() != "nearfar" {
			t.Fatalf("rank %d, delta %d beside %+v", n.Rank, value(&n.Lane, sssp.Delta), n.Other)
		}
		if name := n.Other.Algorithm.Name(); name == "nearfar" && value(n.Other, sssp.Delta) != 20 {
			t.Errorf("the other setting is %s with delta %d", name, value(n.Other, sssp.Delta))
		}
	}
	if tried != 1 {
		t.Errorf("%d of %d spots are of the setting and the rank", tried, len(spots))
	}
	for _, p := range []chart.Spot{{Key: experiment.Reference, Group: 16}, {Key: 9, Group: 16}, {Key: 1, Group: 3}} {
		if a := clicks(r, p); a != nil {
			t.Errorf("a click at %+v does %v", p, a)
		}
	}
	run.Pairs = "20/8"
	run.Algorithms = []string{"frontier"}
	if err := b.s.Apply(run); err == nil {
		t.Error("Frontier takes pairs")
	}
	run.Kind, run.Pairs = experiment.Scale, "20/8/3"
	if err := b.s.Apply(run); err != nil {
		t.Errorf("pairs of another experiment: %v", err)
	}
}

// value returns a value in use.
func value(l *session.Lane, name string) uint32 {
	for _, p := range l.Params {
		if p.Name == name {
			return p.Value
		}
	}
	return 0
}

// --experiment takes settings beside searches.
func TestExperimentOf(t *testing.T) {
	if k, names, pairs, err := ExperimentOf("efficiency:nearfar,512/32,4096/256"); err != nil || k != experiment.Efficiency || len(names) != 1 || pairs != "512/32, 4096/256" {
		t.Errorf("%s, %v, %q, %v", k, names, pairs, err)
	}
	for _, text := range []string{"efficiency:frontier,512/32", "efficiency:nearfar,512/33", "efficiency:nearfar,5/3/2", "scale:nearfar,512/32"} {
		if _, _, _, err := ExperimentOf(text); err == nil {
			t.Errorf("%s is accepted", text)
		}
	}
}
