package view

import (
	"fmt"
	"image"
	"io"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"time"

	"kernelscope/compute"
	"kernelscope/compute/experiment"
	"kernelscope/compute/gpu"
	"kernelscope/compute/sssp"
	"kernelscope/compute/sssp/measure"
	"kernelscope/families/paths/session"
	"kernelscope/internal/format"
	"kernelscope/internal/output"
	"kernelscope/render"
	"kernelscope/render/record"
	"kernelscope/report/chart"
	"kernelscope/report/chart/figure"
	"kernelscope/scene"
	"kernelscope/studio"
)

// chartEvery is the interval at which a growing chart is redrawn.
const chartEvery = 250 * time.Millisecond

// drawChart redraws the chart of the experiment if its rows, its size or its theme have changed.
func (v *View) drawChart() error {
	n := v.Session.Snapshot()
	e, _ := v.panel.experiments.charts(n)
	w, h := v.panel.chartSize()
	if e == nil || w == 0 || h == 0 {
		return nil
	}
	now := charted{len(e.Result.Rows), e.Running, n.Back, image.Pt(w, h), e.Result.Origin.Date, v.charted.drawn, v.UI.Theme.Name}
	if now == v.charted || now.of == v.charted.of && now.size == v.charted.size && now.theme == v.charted.theme && now.running && time.Since(v.charted.drawn) < chartEvery && !v.Timeless {
		return nil
	}
	f, o := v.figure(e.Result)
	m, spots := f.Image(o)
	if err := v.panel.setChart(m, spots); err != nil {
		return err
	}
	now.drawn = time.Now()
	v.charted = now
	return nil
}

// figure returns the chart of a result with the options of the window.
func (v *View) figure(r *experiment.Result) (chart.Figure, chart.Options) {
	w, h := v.panel.chartSize()
	f, _ := figure.Of(r)
	return f, chart.Options{Width: float64(w) / v.Ratio, Height: float64(h) / v.Ratio, Ratio: v.Ratio, Theme: chartTheme(v.UI.Theme)}
}

// chartTheme returns the theme of charts that fits the theme of a window.
func chartTheme(t *render.Theme) *chart.Theme {
	switch t.Name {
	case render.Light.Name:
		return &chart.Light
	case render.Contrast.Name:
		return &chart.Contrast
	}
	return &chart.Dark
}

// saveChart writes the shown chart and its data to files with the same base name.
func (v *View) saveChart() error {
	n := v.Session.Snapshot()
	if n.Experiment == nil {
		return nil
	}
	e := *n.Experiment.Result
	if e.Origin.Command == "" && e.Origin.Input == n.Map.Name { // its roads are as in the file
		e.Origin.Command = benchCommand(&e, n.Map.From, v.Given)
	}
	f, o := v.figure(n.Experiment.Result) // as shown
	files := []struct {
		ending string
		write  func(io.Writer) error
	}{
		{".png", func(w io.Writer) error { return f.PNG(record.Labelled(w, "", o.Ratio), o) }},
		{".svg", func(w io.Writer) error { return f.SVG(w, o) }},
		{".csv", e.WriteCSV}, {".json", e.WriteJSON},
		{".html", func(w io.Writer) error { return figure.Page(w, &e) }},
	}
	name := time.Now().Format("kernelscope-" + string(e.Plan.Kind) + "-20060102-150405")
	name = output.Unused(name, ".png", ".svg", ".csv", ".json", ".html")
	for _, file := range files {
		if err := output.File(name+file.ending, file.write); err != nil {
			return err
		}
	}
	v.Log.Write("chart", name)
	v.Saved(name + ".png, .svg, .csv, .json, .html")
	return nil
}

// benchCommand returns the command that repeats an experiment on a file that is read with the given flags; empty for a
// search for settings, which takes another course each time, and for another backend, which 'viewer bench' does not have.
func benchCommand(r *experiment.Result, file string, given []string) string {
	p := r.Plan
	if levels := slices.MaxFunc(p.Settings, func(a, b experiment.Setting) int { return a.Level - b.Level }).Level; levels > 0 {
		return ""
	}
	if slices.ContainsFunc(given, func(flag string) bool { return strings.HasPrefix(flag, "--backend") }) {
		return ""
	}
	words := []string{"viewer", "bench", string(p.Kind)}
	if p.Kind == experiment.Relative {
		words[2] = string(experiment.Rank)
	}
	if file != "" {
		words = append(words, file)
	}
	var algorithms []string
	paired := p.Kind != experiment.Sweep && len(p.Axes) > 0 // settings are pairs of delta/batch
	values, pairs := map[string][]string{}, []string{}
	for _, s := range p.Settings {
		text := func(name string) string { return p.Words.Value(name, s.Values[name]) }
		if !slices.Contains(algorithms, s.Algorithm) {
			algorithms = append(algorithms, s.Algorithm)
		}
		if one := text(sssp.Delta) + "/" + text(sssp.Batch); paired && s.Values[sssp.Delta] != 0 && !slices.Contains(pairs, one) {
			pairs = append(pairs, one)
		}
		for name, x := range s.Values {
			if text := text(name); x != 0 && !slices.Contains(values[name], text) && !(paired && slices.Contains(p.Axes, name)) {
				values[name] = append(values[name], text)
			}
		}
	}
	words = append(words, given...)
	words = append(words, "-a", strings.Join(algorithms, ","), "-n", fmt.Sprint(p.Queries), "-r", fmt.Sprint(p.Repetitions))
	switch {
	case paired:
		words = append(words, "--settings", strings.Join(pairs, ","))
	default:
		for i, axis := range p.Axes {
			words = append(words, []string{"--x", "--y"}[i], axis)
		}
	}
	if p.Kind == experiment.Relative {
		words = append(words, "--relative")
	}
	if p.Kind == experiment.Sweep && p.Work == measure.ToAll {
		words = append(words, "--to-all")
	}
	for _, name := range slices.Sorted(maps.Keys(values)) {
		words = append(words, "--"+name, strings.ReplaceAll(strings.Join(values[name], ","), " ", ""))
	}
	return format.Shell(words)
}

// placeOf describes the environment of the experiments of a window.
func placeOf(s *studio.Stage) experiment.Origin {
	i := s.Computer.Info
	return experiment.Origin{Version: s.Version, Device: i.Name, Driver: i.Driver, Host: s.Host}
}

// tuning stores the settings that were found in the user's cache.
func tuning(i gpu.Info) session.Tuning {
	return session.Tuning{
		Find: func(m *scene.Map, algorithm string, w experiment.Work) compute.Values {
			return FindTuned(i, m, algorithm, w)
		},
		Keep: func(m *scene.Map, algorithm string, w experiment.Work, best experiment.Summary) {
			if _, err := KeepTuned(i, m, algorithm, w, best); err != nil {
				slog.Warn("the setting is not kept", "problem", err)
			}
		},
	}
}
