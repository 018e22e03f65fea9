package main

import (
	"image"
	"io"
	"log/slog"
	"time"

	"kernelscope/chart"
	"kernelscope/chart/figure"
	"kernelscope/cli"
	"kernelscope/compute"
	"kernelscope/compute/experiment"
	"kernelscope/compute/gpu"
	"kernelscope/compute/session"
	"kernelscope/families/paths"
	"kernelscope/scene"
)

// charted is the chart that a stage shows.
type charted struct {
	rows    int
	running bool
	size    image.Point
	of      time.Time // when its experiment began
	drawn   time.Time
}

// chartEvery is how often a growing chart is drawn.
const chartEvery = 250 * time.Millisecond

// drawChart draws the chart of the experiment where it has grown or another size
// is wanted.
func (s *stage) drawChart() error {
	e := s.session.Snapshot().Experiment
	w, h := s.ui.ChartSize()
	if e == nil || w == 0 || h == 0 {
		return nil
	}
	now := charted{len(e.Result.Rows), e.Running, image.Pt(w, h), e.Result.Place.Date, s.charted.drawn}
	if now == s.charted || now.of == s.charted.of && now.size == s.charted.size && now.running && time.Since(s.charted.drawn) < chartEvery {
		return nil
	}
	f, o := s.figure(e.Result)
	m, spots := f.Image(o)
	if err := s.ui.SetChart(m, spots); err != nil {
		return err
	}
	now.drawn = time.Now()
	s.charted = now
	return nil
}

// figure is the chart of a result as the window shows it.
func (s *stage) figure(r *experiment.Result) (chart.Figure, chart.Options) {
	w, h := s.ui.ChartSize()
	f, _ := figure.Of(r)
	return f, chart.Options{Width: float64(w) / s.ratio, Height: float64(h) / s.ratio, Ratio: s.ratio, Theme: &chart.Dark}
}

// saveChart writes the chart as it is shown, and what it was made from, beside
// each other.
func (s *stage) saveChart() (name string, err error) {
	e := s.session.Snapshot().Experiment
	if e == nil {
		return "", nil
	}
	f, o := s.figure(e.Result)
	name = time.Now().Format("kernelscope-" + string(e.Result.Plan.Kind) + "-20060102-150405")
	for _, file := range []struct {
		ending string
		write  func(io.Writer) error
	}{
		{".png", func(w io.Writer) error { return f.PNG(w, o) }},
		{".svg", func(w io.Writer) error { return f.SVG(w, o) }},
		{".csv", e.Result.WriteCSV}, {".json", e.Result.WriteJSON},
	} {
		if err := cli.WriteFile(name+file.ending, file.write); err != nil {
			return "", err
		}
	}
	return name, nil
}

// stagePlace is where the experiments of a window are carried out.
func stagePlace(i gpu.Info) experiment.Place {
	return experiment.Place{Version: Version, Device: i.Name, Driver: i.Driver, Host: cli.Host()}
}

// tuning keeps found settings in the user's cache.
func tuning(i gpu.Info) session.Tuning {
	return session.Tuning{
		Find: func(m *scene.Map, algorithm string, w experiment.Work) compute.Values {
			return paths.FindTuned(i, m, algorithm, w)
		},
		Keep: func(m *scene.Map, algorithm string, w experiment.Work, best experiment.Summary) {
			if _, err := paths.KeepTuned(i, m, algorithm, w, best); err != nil {
				slog.Warn("the setting is not kept", "problem", err)
			}
		},
	}
}
