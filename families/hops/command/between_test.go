package command

import (
	"errors"
	"strings"
	"testing"
	"time"

	"kernelscope/compute/bfs"
	"kernelscope/compute/experiment"
	"kernelscope/compute/gpu/gputest"
	"kernelscope/internal/fault"
	"kernelscope/report"
	"kernelscope/scene/geom"
	"kernelscope/scene/graph"
	"kernelscope/scene/graphgen"
)

// Rows of betweenness are verified, and measuring stops at its limit.
func TestBetween(t *testing.T) {
	d := gputest.Open(t)
	in := graphgen.Kronecker(1, 9, 4, 1)
	m, err := graph.FromArcs(make([]geom.Point, len(in.ID)), in.ID, in.Arcs, in.Metric)
	if err != nil {
		t.Fatal(err)
	}
	g, err := bfs.New(d, m, bfs.AutoForm)
	if err != nil {
		t.Fatal(err)
	}
	defer g.Release()
	for _, c := range []struct {
		sources int
		limit   time.Duration
		want    string
	}{
		{0, 0, "| all nodes |"},
		{0, time.Nanosecond, "| 128 sources |"},
		{100, 0, "| 100 sources |"},
	} {
		var out strings.Builder
		rows, err := report.NewRows(&out, report.Text, nil, goalSheet)
		if err != nil {
			t.Fatal(err)
		}
		b := table{out: rows, tell: &out, d: d, m: m, g: g}
		if err := b.between(t.Context(), experiment.Record{"work": "title", "auto": ""}, c.sources, c.limit); err != nil || !strings.Contains(out.String(), c.want) {
			t.Errorf("got %s, %v, want %s", out.String(), err, c.want)
		}
	}
	p, err := between(t.Context(), nil, d, g, m, g.Sample(200, 1), 0)
	if err != nil {
		t.Fatal(err)
	}
	p.values[7] += 100
	if err := p.verify(t.Context(), g, m); !errors.Is(err, fault.Wrong) {
		t.Errorf("a wrong sum gives %v", err)
	}
}
