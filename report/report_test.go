package report_test

import (
	"encoding/json"
	"strings"
	"testing"

	"kernelscope/compute"
	"kernelscope/compute/experiment"
	"kernelscope/compute/timing"
	"kernelscope/report"
)

var sheet = report.Sheet{
	Words:   experiment.Words{Algorithm: "algorithm", Size: "n", Rate: "keys_per_s", Columns: []string{"algorithm", "stable", "n", "digit", "gpu_ms", "keys_per_s", "left_out"}},
	Columns: []string{"algorithm", "stable", "n", "params", "passes", "gpu_ms", "keys_per_s", "verified", "left_out"},
	Head:    "algorithm\n",
	Line:    func(r experiment.Row) string { return r.Algorithm },
	Goal:    func(r experiment.Row, g experiment.Goal) string { return r.Algorithm + " " + g.Wanted() },
}

// rows returns a measured row and an omitted one.
func rows() (out []experiment.Row) {
	r := experiment.Row{Algorithm: "radix", Size: 1000, Values: compute.Values{"digit": 8}, Labels: map[string]any{"stable": true}}
	r.State("passes", 4)
	r.Measured(timing.Times{GPU: 0.5, Wall: 0.75})
	return append(out, r, experiment.Row{Algorithm: "cpu", Size: 2000, LeftOut: `too "slow", it is`})
}

func TestForms(t *testing.T) {
	for form, want := range map[report.Format]string{
		report.Text: "algorithm\nradix\ncpu\na remark\n",
		report.CSV:  "algorithm,stable,n,digit,gpu_ms,keys_per_s,left_out\nradix,true,1000,8,0.5,2000000,\ncpu,,2000,,,,\"too \"\"slow\"\", it is\"\n",
		report.JSON: `{"type":"meta","schema":1,"version":"1","device":"d","driver":"e"}
{"type":"row","algorithm":"radix","stable":true,"n":1000,"params":{"digit":8},"passes":4,"gpu_ms":0.5,"keys_per_s":2000000,"verified":true}
{"type":"row","algorithm":"cpu","n":2000,"left_out":"too \"slow\", it is"}
`,
	} {
		var out strings.Builder
		r, err := report.NewRows(&out, form, report.NewMeta("1", "d", "e"), sheet)
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range rows() {
			if err := r.Row(row); err != nil {
				t.Fatal(err)
			}
		}
		if err := r.Remark("a remark"); err != nil {
			t.Fatal(err)
		}
		if err := r.End(); err != nil || out.String() != want {
			t.Errorf("form %d: %v\n%s\nwant\n%s", form, err, out.String(), want)
		}
	}
}

func TestGoals(t *testing.T) {
	g := experiment.NewGoal("keys", 1, experiment.PerSecond)
	g.Reach(2)
	var out strings.Builder
	r, err := report.NewRows(&out, report.JSON, struct{}{}, sheet)
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Goal(rows()[0], g); err != nil {
		t.Fatal(err)
	}
	var line struct {
		Type, Algorithm, Work string
		Reached               float64
		Met                   *bool
	}
	if err := json.Unmarshal([]byte(strings.Split(out.String(), "\n")[1]), &line); err != nil || line.Type != "goal" || line.Algorithm != "radix" || line.Work != "keys" || line.Reached != 2 || !*line.Met {
		t.Errorf("%s: %+v, %v", out.String(), line, err)
	}
}

// A saved table has the cells of the Markdown that a command prints.
func TestTable(t *testing.T) {
	var out, sheet strings.Builder
	table := &report.Table{Out: &out}
	text := "ms on D\n\n| work | ms | |\n|---|---|---|\n| a | **1.5** | x, y |\n| b |  |  |\nThe end.\n"
	for part := range strings.SplitAfterSeq(text, "|") {
		if _, err := table.Write([]byte(part)); err != nil {
			t.Fatal(err)
		}
	}
	if err := table.Save(&sheet, report.Source{Command: "viewer"}); err != nil {
		t.Fatal(err)
	}
	_, rows, _ := strings.Cut(sheet.String(), "# commit: \n")
	if want := "work,ms,\na,1.5,\"x, y\"\nb,,\n"; out.String() != text || rows != want {
		t.Errorf("printed %q, saved %q, want %q", out.String(), rows, want)
	}
}
