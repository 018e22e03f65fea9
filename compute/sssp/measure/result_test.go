package measure_test

import (
	"bytes"
	"encoding/csv"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"kernelscope/compute/experiment"
	"kernelscope/compute/host"
	"kernelscope/compute/sssp"
	"kernelscope/compute/sssp/measure"
	"kernelscope/compute/sssp/ssspgen"
	"kernelscope/internal/fault"
)

func TestSweepCells(t *testing.T) {
	m := ssspgen.Grid(1, 8, 6, 40)
	values := map[string][]uint32{"delta": {10, 20}, "workgroup": {32, 64}}
	p := plan(experiment.Sweep)
	p.Axes, p.Reference = []string{"delta", "batch"}, false
	var err error
	if p.Settings, err = measure.Sweep(sssp.NearFar{}, m.Graph, host.New().Limits(), p.Work, p.Axes, values); err != nil {
		t.Fatal(err)
	}
	r := carryOut(t, p, host.New(), measure.On(m))
	cells := r.Cells()
	if len(cells) != 2*5 {
		t.Fatalf("%d cells for 2 deltas and 5 batches", len(cells))
	}
	for _, c := range cells {
		for _, s := range p.BySetting(r.Rows) {
			if s.Values["delta"] == c.X && s.Values["batch"] == c.Y && s.Wall.Mean < c.Summary.Wall.Mean {
				t.Errorf("cell %d, %d has %g ms, but %v has %g", c.X, c.Y, c.Summary.Wall.Mean, s.Values, s.Wall.Mean)
			}
		}
	}
	if _, ok := values["batch"]; ok {
		t.Error("the caller's values were changed")
	}
}

func TestFiles(t *testing.T) {
	r := carryOut(t, plan(experiment.Rank), host.New(), measure.On(ssspgen.Grid(1, 8, 6, 40)))
	var b bytes.Buffer
	if err := r.WriteJSON(&b); err != nil {
		t.Fatal(err)
	}
	back, err := experiment.ReadJSON(bytes.NewReader(b.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(back, r) {
		t.Errorf("read back: %+v, want %+v", back.Plan, r.Plan)
	}
	for name, text := range map[string]string{
		"nothing": "", "cut off": b.String()[:b.Len()/2], "something else": `{"type":"map"}`, "no plan": `{"type":"kernelscope experiment"}`,
		"no such setting": strings.Replace(b.String(), `"setting": 0`, `"setting": 7`, 1),
	} {
		if _, err := experiment.ReadJSON(strings.NewReader(text)); !errors.Is(err, fault.Input) {
			t.Errorf("%s: %v", name, err)
		}
	}
	b.Reset()
	if err := r.WriteCSV(&b); err != nil {
		t.Fatal(err)
	}
	lines, err := csv.NewReader(&b).ReadAll()
	if err != nil || len(lines) != len(r.Rows)+1 {
		t.Fatalf("%d lines for %d rows: %v", len(lines), len(r.Rows), err)
	}
	column := func(name string) int { return slices.Index(lines[0], name) }
	for _, name := range []string{"algorithm", "delta", "rho", "rank", "wall_ms", "gpu_ms", "efficiency", "verified"} {
		if column(name) < 0 {
			t.Errorf("there is no column %q among %q", name, lines[0])
		}
	}
	for i, row := range r.Rows {
		if l := lines[i+1]; l[column("algorithm")] != row.Algorithm || l[column("verified")] != "true" {
			t.Errorf("line %d is %q", i+1, l)
		}
	}
}

func TestTable(t *testing.T) {
	for _, kind := range experiment.Kinds {
		r := carryOut(t, plan(kind), host.New(), measure.On(ssspgen.Grid(1, 8, 6, 40)))
		table := r.Table()
		if len(table.Rows) == 0 {
			t.Errorf("%s: no rows", kind)
		}
		for _, line := range table.Rows {
			if len(line) != len(table.Columns) {
				t.Errorf("%s: %d cells below %d columns", kind, len(line), len(table.Columns))
			}
		}
	}
}
