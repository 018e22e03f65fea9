package experiment_test

import (
	"bytes"
	"encoding/csv"
	"math"
	"slices"
	"strconv"
	"testing"

	"kernelscope/compute/experiment"
)

// relative is a plan with rows of two groups: in the first setting 0 is best, in the second
// setting 1.
func relative(reference bool) (experiment.Plan, []experiment.Row) {
	p := plan(2)
	p.Kind, p.Reference, p.Repetitions = experiment.Relative, reference, 1
	p.Words.Group, p.Words.Reference, p.Words.Columns = "rank", "Plain", []string{"setting", "rank", "case"}
	times := map[int][]float64{0: {1, 2, 4, 12}, 1: {2, 2, 8, 6}}
	settings := []int{0, 1}
	if reference {
		times[experiment.Reference], settings = []float64{4, 4, 4, 3}, []int{1, experiment.Reference, 0}
	}
	var rows []experiment.Row
	for at, group := range []int{1, 1, 1, 2} {
		for _, k := range settings {
			rows = append(rows, experiment.Row{Setting: k, Case: at, Group: group, Wall: times[k][at]})
		}
	}
	return p, rows
}

// Speeds are those of each case relative to the setting with the least median of the group,
// or to the reference, which has no line of its own.
func TestRelatives(t *testing.T) {
	for reference, want := range map[bool]map[[2]int]float64{ // by group and setting
		false: {{1, 0}: 1, {1, 1}: 0.5, {2, 0}: 0.5, {2, 1}: 1},
		true:  {{1, 0}: 2, {1, 1}: 2, {2, 0}: 0.25, {2, 1}: 0.5, {1, experiment.Reference}: 1, {2, experiment.Reference}: 1},
	} {
		p, rows := relative(reference)
		all := p.Relatives(rows)
		if len(all) != len(want) {
			t.Errorf("reference %v: %d summaries, want %d", reference, len(all), len(want))
		}
		for _, s := range all {
			if got := s.Speed.Median; got != want[[2]int{s.Group, s.Setting}] {
				t.Errorf("reference %v, group %d, setting %d: %g, want %g", reference, s.Group, s.Setting, got, want[[2]int{s.Group, s.Setting}])
			}
		}
		r := &experiment.Result{Plan: p, Rows: rows}
		table := r.Table()
		if len(table.Rows) != 2 || table.Columns[4] != "Toy, delta 1" || table.Rows[0][3] != "2.000" && !reference {
			t.Errorf("reference %v: %v, %v", reference, table.Columns, table.Rows)
		}
		if got, best := table.Rows[1][2], map[bool]string{false: "Toy, delta 2", true: "Plain"}[reference]; got != best {
			t.Errorf("reference %v: the best of group 2 is %q, want %q", reference, got, best)
		}
		var b bytes.Buffer
		if err := r.WriteCSV(&b); err != nil {
			t.Fatal(err)
		}
		lines, err := csv.NewReader(&b).ReadAll()
		if err != nil || !slices.Equal(lines[0], []string{"setting", "rank", "case", "speed"}) || len(lines) != 1+len(rows) {
			t.Fatalf("%v: %v", lines, err)
		}
		for i, line := range lines[1:] {
			base := map[bool][]float64{false: {1, 2, 4, 6}, true: {4, 4, 4, 3}}[reference]
			if got, _ := strconv.ParseFloat(line[3], 64); math.Abs(got-base[rows[i].Case]/rows[i].Wall) > 1e-4 {
				t.Errorf("line %v of a row of %g ms", line, rows[i].Wall)
			}
		}
	}
}

// While a group is not measured to its end nothing is claimed of it.
func TestRelativesWithoutBase(t *testing.T) {
	p, rows := relative(true)
	if all := p.Relatives(rows[:1]); len(all) != 0 {
		t.Errorf("%+v", all)
	}
}

// Settings are named by what tells them apart, and by nothing else.
func TestNames(t *testing.T) {
	p := plan(2)
	p.Settings[0].Values["batch"], p.Settings[1].Values["batch"] = 8, 8
	p.Settings = append(p.Settings, experiment.Setting{Algorithm: "other", Title: "Other"}, experiment.Setting{Algorithm: "toy", Title: "Toy"})
	for i, want := range []string{"Toy, batch 8, delta 1", "Toy, batch 8, delta 2", "Other", "Toy, batch auto, delta auto"} {
		if got := p.Name(i); got != want {
			t.Errorf("setting %d is called %q, want %q", i, got, want)
		}
	}
}
