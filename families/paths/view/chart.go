package view

import (
	"image"
	"io"
	"log/slog"
	"time"

	"kernelscope/compute"
	"kernelscope/compute/experiment"
	"kernelscope/compute/gpu"
	"kernelscope/families/paths/session"
	"kernelscope/internal/output"
	"kernelscope/render"
	"kernelscope/render/record"
	"kernelscope/report/chart"
	"kernelscope/report/chart/figure"
	"kernelscope/scene"
	"kernelscope/studio"
)

// charted identifies the shown chart.
type charted struct {
	rows    int
	running bool
	size    image.Point
	of      time.Time // start of its experiment
	drawn   time.Time
	theme   string
}

// chartEvery is the interval at which a growing chart is redrawn.
const chartEvery = 250 * time.Millisecond

// drawChart redraws the chart of the experiment if its rows, its size or its theme have changed.
func (v *View) drawChart() error {
	e := v.Session.Snapshot().Experiment
	w, h := v.panel.chartSize()
	if e == nil || w == 0 || h == 0 {
		return nil
	}
	now := charted{len(e.Result.Rows), e.Running, image.Pt(w, h), e.Result.Place.Date, v.charted.drawn, v.UI.Theme.Name}
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
	e := v.Session.Snapshot().Experiment
	if e == nil {
		return nil
	}
	f, o := v.figure(e.Result)
	files := []struct {
		ending string
		write  func(io.Writer) error
	}{
		{".png", func(w io.Writer) error { return f.PNG(record.Labelled(w, "", o.Ratio), o) }},
		{".svg", func(w io.Writer) error { return f.SVG(w, o) }},
		{".csv", e.Result.WriteCSV}, {".json", e.Result.WriteJSON},
	}
	name := time.Now().Format("kernelscope-" + string(e.Result.Plan.Kind) + "-20060102-150405")
	name = output.Unused(name, ".png", ".svg", ".csv", ".json")
	for _, file := range files {
		if err := output.File(name+file.ending, file.write); err != nil {
			return err
		}
	}
	v.Log.Write("chart", name)
	v.Saved(name + ".png, .svg, .csv, .json")
	return nil
}

// placeOf describes the environment of the experiments of a window.
func placeOf(s *studio.Stage) experiment.Place {
	i := s.Computer.Info
	return experiment.Place{Version: s.Version, Device: i.Name, Driver: i.Driver, Host: s.Host}
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
