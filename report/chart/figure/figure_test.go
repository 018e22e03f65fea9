package figure_test

import (
	"bytes"
	"context"
	"html"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"kernelscope/compute/experiment"
	"kernelscope/compute/host"
	"kernelscope/compute/sssp"
	"kernelscope/compute/sssp/measure"
	"kernelscope/compute/sssp/ssspgen"
	"kernelscope/report/chart"
	"kernelscope/report/chart/figure"
	"kernelscope/scene/graph"
)

// result runs a small experiment on the host.
func result(t *testing.T, kind experiment.Kind) *experiment.Result {
	t.Helper()
	m := ssspgen.Grid(1, 8, 6, 40)
	r := &experiment.Result{Origin: experiment.Origin{Input: `<a&"map">`, Device: "host", Metric: "time"}, Whole: true}
	r.Plan = experiment.Plan{Kind: kind, Work: measure.ByRank, Queries: 1, Repetitions: 1, Seed: 1, Reference: kind != experiment.Sweep && kind != experiment.Relative, Axes: []string{"delta", "batch"}}
	var err error
	r.Plan.Settings, err = measure.Sweep(sssp.NearFar{}, m.Graph, host.New().Limits(), r.Plan.Work, r.Plan.Axes,
		map[string][]uint32{"delta": {10, 20, 40}, "batch": {16, 64}})
	if err != nil {
		t.Fatal(err)
	}
	if kind != experiment.Sweep {
		r.Plan.Settings = r.Plan.Settings[:2]
	}
	if kind == experiment.Throughput {
		r.Plan.Work, r.Plan.Queries, r.Plan.Reference = measure.ToAll, 3, false
		r.Plan.Settings = experiment.AtOnce([]experiment.Setting{{Algorithm: "frontier", Title: "Frontier"}}, []int{1, 3})
	}
	r.Plan.Words = measure.Words(r.Plan, graph.ByTime)
	for u, err := range measure.Run(context.Background(), host.New(), sssp.Algorithms(), measure.On(m), r.Plan) {
		if err != nil {
			t.Fatal(err)
		}
		if u.Row != nil {
			r.Rows = append(r.Rows, *u.Row)
		}
	}
	return r
}

// Every datum has a spot under the mouse, at every stage of an experiment.
func TestFigures(t *testing.T) {
	for kind, want := range map[experiment.Kind]struct {
		spots int
		says  string
	}{
		experiment.Sweep: {2 * 6, "delta 10, batch 16"}, experiment.Rank: {18, "2^0\nNear-Far"},
		experiment.Efficiency: {12, "times the edges"}, experiment.Scale: {3, "48 nodes"},
		experiment.Relative:   {12, "times as fast"},
		experiment.Throughput: {2 + 2, "Frontier, one at a time: "},
	} {
		whole := result(t, kind)
		for n := 0; n <= len(whole.Rows); n++ {
			r := *whole
			r.Rows = whole.Rows[:n]
			f, height := figure.Of(&r)
			_, spots := f.Image(chart.Options{Width: figure.Width, Height: height})
			if n == 0 && len(spots) > 0 || n > 0 && len(spots) == 0 || len(spots) > want.spots {
				t.Fatalf("%s with %d rows has %d spots", kind, n, len(spots))
			}
			if n < len(whole.Rows) {
				continue
			}
			if len(spots) != want.spots || !strings.Contains(spots[0].Text, want.says) {
				t.Errorf("%s has %d spots, want %d; the first says %q", kind, len(spots), want.spots, spots[0].Text)
			}
		}
	}
}

// A cell's key is the setting that the cell shows.
func TestCellsNameSettings(t *testing.T) {
	r := result(t, experiment.Sweep)
	f, height := figure.Of(r)
	_, spots := f.Image(chart.Options{Width: figure.Width, Height: height})
	for _, s := range spots {
		if words := r.Plan.InWords(r.Plan.Settings[s.Key].Values); !strings.HasPrefix(s.Text, words) {
			t.Errorf("the cell of setting %s says %q", words, s.Text)
		}
	}
}

func TestPage(t *testing.T) {
	r := result(t, experiment.Rank)
	var b bytes.Buffer
	if err := figure.Page(&b, r); err != nil {
		t.Fatal(err)
	}
	page := b.String()
	if strings.Contains(page, `<a&"map">`) || !strings.Contains(page, "&lt;a&amp;&#34;map&#34;&gt;") {
		t.Error("names are not escaped")
	}
	if n := strings.Count(page, "<tr"); n != 1+len(r.Table().Rows) {
		t.Errorf("the table has %d lines", n)
	}
}

// No column of a page's table is cut off: where every letter is as wide as a digit, the table fits
// a window of 1280 pixels and a printed page, and columns that say the same in all rows are a
// sentence.
func TestPageFits(t *testing.T) {
	cells := regexp.MustCompile(`<t[hd]>([^<]*)</t[hd]>`)
	for _, kind := range experiment.Kinds {
		if kind == experiment.Throughput {
			continue // its rows are of another subject
		}
		r := result(t, kind)
		r.Origin.Opens = []string{"viewer", "a map.pbf"}
		var b bytes.Buffer
		if err := figure.Page(&b, r); err != nil {
			t.Fatal(err)
		}
		_, table, _ := strings.Cut(b.String(), "<table>")
		table, _, _ = strings.Cut(table, "</table>")
		var widths []int
		for _, row := range strings.Split(table, "</tr>") {
			for k, m := range cells.FindAllStringSubmatch(row, -1) {
				if k == len(widths) {
					widths = append(widths, 0)
				}
				for _, word := range strings.Split(html.UnescapeString(m[1]), " ") {
					widths[k] = max(widths[k], utf8.RuneCountInString(word))
				}
			}
		}
		letters := 0
		for _, w := range widths {
			letters += w
		}
		const digit = 0.6 // em
		window := 13.5 * (digit*float64(letters) + 1.2*float64(len(widths)))
		print := 10.7 * (digit*float64(letters) + 0.8*float64(len(widths)))
		if window > 1180 || print > 1030 || len(widths) < 3 {
			t.Errorf("%s: %d columns are %.0f pixels wide, printed %.0f", kind, len(widths), window, print)
		}
		if want := "viewer &#39;a map.pbf&#39; --algorithm=nearfar --batch="; !strings.Contains(b.String(), want) {
			t.Errorf("%s: the page does not say how to open the window", kind)
		}
	}
}

// Settings whose cases settle nothing have no efficiency, and take no part in its scale.
func TestWithoutEfficiency(t *testing.T) {
	r := result(t, experiment.Sweep)
	for _, row := range r.Rows {
		for i := range row.Facts {
			if row.Setting == 0 && row.Facts[i].Name == r.Plan.Words.Needed {
				row.Facts[i].Value = 0
			}
		}
	}
	f, height := figure.Of(r)
	if _, spots := f.Image(chart.Options{Width: figure.Width, Height: height}); len(spots) == 0 {
		t.Error("nothing is shown")
	}
}
