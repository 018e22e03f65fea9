package paths

import (
	"image"
	"io"
	"log/slog"
	"time"

	"kernelscope/chart"
	"kernelscope/chart/figure"
	"kernelscope/compute"
	"kernelscope/compute/experiment"
	"kernelscope/compute/gpu"
	"kernelscope/output"
	"kernelscope/render"
	"kernelscope/scene"
	"kernelscope/session"
	"kernelscope/studio"
)

// charted is the chart that is shown.
type charted struct {
	rows    int
	running bool
	size    image.Point
	of      time.Time // when its experiment began
	drawn   time.Time
	theme   string
}

// chartEvery is how often a growing chart is drawn.
const chartEvery = 250 * time.Millisecond

// drawChart draws the chart of the experiment where it has grown or another size
// is wanted.
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

// figure is the chart of a result as the window shows it.
func (v *View) figure(r *experiment.Result) (chart.Figure, chart.Options) {
	w, h := v.panel.chartSize()
	f, _ := figure.Of(r)
	return f, chart.Options{Width: float64(w) / v.Ratio, Height: float64(h) / v.Ratio, Ratio: v.Ratio, Theme: chartTheme(v.UI.Theme)}
}

// chartTheme is that of charts in a window with a theme.
func chartTheme(t *render.Theme) *chart.Theme {
	switch t.Name {
	case render.Light.Name:
		return &chart.Light
	case render.Contrast.Name:
		return &chart.Contrast
	}
	return &chart.Dark
}

// saveChart writes the chart as it is shown, and what it was made from, beside
// each other.
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
		{".png", func(w io.Writer) error { return f.PNG(w, o) }},
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

// placeOf is where the experiments of a window are carried out.
func placeOf(s *studio.Stage) experiment.Place {
	i := s.Computer.Info
	return experiment.Place{Version: s.Version, Device: i.Name, Driver: i.Driver, Host: s.Host}
}

// tuning keeps found settings in the user's cache.
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
