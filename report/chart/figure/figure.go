// Package figure turns the results of experiments into figures and HTML pages. It
// measures nothing; package chart does the drawing.
package figure

import (
	"fmt"
	"math"
	"math/bits"
	"slices"

	"kernelscope/compute/experiment"
	"kernelscope/internal/format"
	"kernelscope/report/chart"
)

// Of makes the figure of a result, complete or not, and returns the height that it needs
// for a width of 920, in pixels of a plain display.
func Of(r *experiment.Result) (f chart.Figure, height float64) {
	f = chart.Figure{Note: r.Method() + "\n" + r.Where()}
	rows, words := 1, r.Plan.Words
	switch r.Plan.Kind {
	case experiment.Rank:
		f.Title = "Time by " + words.GroupTitle + ", " + r.Origin.Input
		f.Rows = [][]chart.Chart{{byGroup(r, r.Plan.ByGroup(r.Rows), "wall time (ms)", 0, func(s experiment.Summary) []float64 { return s.Walls }, timeTip)}}
	case experiment.Relative:
		f.Title = "Speed by " + words.GroupTitle + ", " + r.Origin.Input
		f.Rows = [][]chart.Chart{{byGroup(r, r.Plan.Relatives(r.Rows), "relative speed", 1, func(s experiment.Summary) []float64 { return s.Speeds }, speedTip)}}
	case experiment.Efficiency:
		f.Title = "Work by " + words.GroupTitle + ", " + r.Origin.Input
		f.Rows = [][]chart.Chart{{byGroup(r, r.Plan.ByGroup(r.Rows), words.DoneTitle, 1, func(s experiment.Summary) []float64 { return s.Works }, workTip)}}
	case experiment.Scale:
		f.Title = "Time by size, " + r.Origin.Input
		f.Rows = [][]chart.Chart{{scale(r)}}
	case experiment.Throughput:
		f.Title = "Time of a " + words.Case + " by the number of concurrent runs, " + r.Origin.Input
		f.Rows = [][]chart.Chart{{throughput(r)}}
	default:
		f.Title = "Parameters of " + r.Plan.Settings[0].Title + ", " + r.Origin.Input
		f.Rows = sweep(r)
		rows = len(f.Rows)
	}
	return f, 130 + 270*float64(rows)
}

// byGroup is a box plot with a series for each setting.
func byGroup(r *experiment.Result, all []experiment.Summary, label string, level float64, values func(experiment.Summary) []float64, tip func(*experiment.Result, experiment.Summary) string) *chart.Boxes {
	b := &chart.Boxes{X: chart.Names{Label: r.Plan.Words.GroupTitle}, YLabel: label, Level: level}
	var groups []int
	for _, s := range all {
		if !slices.Contains(groups, s.Group) {
			groups = append(groups, s.Group)
			name := fmt.Sprintf("2^%d", bits.Len(uint(s.Group))-1)
			if s.Group == 0 {
				name = "all"
			}
			b.X.Names = append(b.X.Names, name)
		}
	}
	for _, i := range r.Plan.Series() {
		if i == experiment.Reference && level > 0 {
			continue // it is the level
		}
		d := chart.Distribution{
			Name: r.Plan.Name(i), Reference: i == experiment.Reference, Key: i,
			Values: make([][]float64, len(groups)), Texts: make([]string, len(groups)),
		}
		for _, s := range all {
			if s.Setting == i {
				at := slices.Index(groups, s.Group)
				d.Values[at], d.Texts[at] = values(s), s.Name+": "+tip(r, s)
			}
		}
		b.Series = append(b.Series, d)
	}
	b.Groups = groups
	return b
}

func timeTip(r *experiment.Result, s experiment.Summary) string {
	tip := fmt.Sprintf("median %s ms, quartiles %s to %s ms", format.Short(s.Wall.Median), format.Short(s.Wall.Low), format.Short(s.Wall.High))
	if s.Setting != experiment.Reference {
		tip += fmt.Sprintf("; %s ms on the device, %.0f %s", format.Short(s.GPU.Median), s.Steps, r.Plan.Words.Steps)
	}
	return tip
}

func speedTip(r *experiment.Result, s experiment.Summary) string {
	return fmt.Sprintf("median %s times as fast, quartiles %s to %s; %s", format.Short(s.Speed.Median), format.Short(s.Speed.Low), format.Short(s.Speed.High), timeTip(r, s))
}

func workTip(r *experiment.Result, s experiment.Summary) string {
	return fmt.Sprintf("median %s times the %s, quartiles %s to %s", format.Short(s.Work.Median), r.Plan.Words.Things, format.Short(s.Work.Low), format.Short(s.Work.High))
}

// scale shows the time over the size of the input.
func scale(r *experiment.Result) *chart.Lines {
	l := &chart.Lines{XLabel: r.Plan.Words.Size, YLabel: "wall time (ms)"}
	all := r.Plan.ByInput(r.Rows)
	for _, i := range r.Plan.Series() {
		line := chart.Line{Name: r.Plan.Name(i), Reference: i == experiment.Reference}
		for _, s := range all {
			if s.Setting == i {
				line.Points = append(line.Points, chart.Point{
					X: float64(s.Size), Y: s.Wall.Median, Low: s.Wall.Low, High: s.Wall.High, Key: i,
					Text: fmt.Sprintf("%s, %s %s\n%s: %s", s.Input, format.Thousands(s.Size), r.Plan.Words.Size, s.Name, timeTip(r, s)),
				})
			}
		}
		l.Series = append(l.Series, line)
	}
	return l
}

// throughput shows the mean time of a case over the number of concurrent ones. The
// ordinary form of the algorithm is a level line.
func throughput(r *experiment.Result) *chart.Lines {
	l := &chart.Lines{XLabel: r.Plan.Words.AtOnceTitle, YLabel: "wall time of a " + r.Plan.Words.Case + " (ms)"}
	most := 1
	for _, s := range r.Plan.Settings {
		most = max(most, s.AtOnce)
	}
	at := map[string]int{}
	for _, s := range r.Plan.BySetting(r.Rows) {
		atOnce, line := 0, chart.Line{Name: s.Name, Reference: true}
		if s.Setting != experiment.Reference {
			if atOnce = r.Plan.Settings[s.Setting].AtOnce; atOnce > 0 {
				line = chart.Line{Name: r.Plan.Alone(s.Setting)}
			}
		}
		if _, ok := at[line.Name]; !ok {
			at[line.Name], l.Series = len(l.Series), append(l.Series, line)
		}
		p := chart.Point{X: float64(atOnce), Y: s.Wall.Mean, Low: s.Wall.Mean, High: s.Wall.Mean, Key: s.Setting, Text: s.Name + ": " + rateTip(r, s)}
		points := &l.Series[at[line.Name]].Points
		if atOnce > 0 {
			*points = append(*points, p)
			continue
		}
		for _, p.X = range []float64{1, float64(most)} {
			*points = append(*points, p)
		}
	}
	return l
}

func rateTip(r *experiment.Result, s experiment.Summary) string {
	w := r.Plan.Words
	return fmt.Sprintf("%s ms a %s, %s ms on the device\n%s %s a second, %.0f %s, %d %s",
		format.Short(s.Wall.Mean), w.Case, format.Short(s.GPU.Mean), format.Thousands(int(1000/s.Wall.Mean)), w.Cases, s.Steps, w.Steps, s.Cases, w.Cases)
}

// sweep has a row for each panel: time, and efficiency.
func sweep(r *experiment.Result) (rows [][]chart.Chart) {
	cells := r.Cells()
	best, least := experiment.Reference, 0.0
	for i, c := range cells {
		if i == 0 || c.Summary.Wall.Mean < least {
			best, least = c.Summary.Setting, c.Summary.Wall.Mean
		}
	}
	auto := slices.IndexFunc(r.Plan.Settings, func(s experiment.Setting) bool { return s.Auto && s.Level == 0 })
	xs, ys, panels := values(cells, cellX), values(cells, cellY), values(cells, cellPanel)
	if len(panels) == 0 {
		panels = []uint32{0}
	}
	x, y := axis(r, 0, xs), axis(r, 1, ys)
	for _, panel := range panels {
		of := ""
		if r.Plan.Panels != "" {
			of = ", " + r.Plan.Panels + " " + r.Plan.Words.Value(r.Plan.Panels, panel)
		}
		times := &chart.HeatMap{Title: "Time" + of, Unit: "ms", X: x, Y: y, LowIsGood: true}
		times.From, times.To = ends(cells, func(s experiment.Summary) float64 { return s.Wall.Mean })
		efficient := &chart.HeatMap{Title: "Efficiency" + of, Unit: "%", X: x, Y: y, Percent: true}
		efficient.From, efficient.To = ends(cells, func(s experiment.Summary) float64 { return s.Efficiency })
		for _, c := range cells {
			if c.Panel != panel {
				continue
			}
			s := c.Summary
			cell := chart.Cell{Column: slices.Index(xs, c.X), Row: slices.Index(ys, c.Y), Text: cellTip(r, s), Key: s.Setting, Marked: s.Setting == best}
			if s.Setting == auto {
				cell.Name = "auto"
			}
			cell.Value = s.Wall.Mean
			times.Cells = append(times.Cells, cell)
			cell.Value = s.Efficiency
			efficient.Cells = append(efficient.Cells, cell)
		}
		rows = append(rows, []chart.Chart{times, efficient})
	}
	return rows
}

// ends returns the least and the greatest number of all panels, which share a scale, of those
// that are shown: zeros where none is.
func ends(cells []experiment.Cell, of func(experiment.Summary) float64) (low, high float64) {
	for _, c := range cells {
		v := of(c.Summary)
		if !(v > 0) || math.IsInf(v, 0) {
			continue
		}
		if high == 0 {
			low, high = v, v
		}
		low, high = min(low, v), max(high, v)
	}
	return low, high
}

func cellTip(r *experiment.Result, s experiment.Summary) string {
	w := r.Plan.Words
	return fmt.Sprintf("%s\nmean %s ms, median %s ms, quartiles %s to %s ms\n%s ms on the device, %.0f %s, efficiency %s %%\n%d %s",
		r.Plan.InWords(s.Values), format.Short(s.Wall.Mean), format.Short(s.Wall.Median), format.Short(s.Wall.Low), format.Short(s.Wall.High),
		format.Short(s.GPU.Mean), s.Steps, w.Steps, format.Short(100*s.Efficiency), s.Cases, w.Cases)
}

func cellX(c experiment.Cell) uint32     { return c.X }
func cellY(c experiment.Cell) uint32     { return c.Y }
func cellPanel(c experiment.Cell) uint32 { return c.Panel }

// values lists the distinct values of cells, from low to high.
func values(cells []experiment.Cell, of func(experiment.Cell) uint32) (out []uint32) {
	for _, c := range cells {
		out = append(out, of(c))
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// axis names the values of a parameter, with its unit.
func axis(r *experiment.Result, i int, values []uint32) chart.Names {
	if i >= len(r.Plan.Axes) {
		return chart.Names{Names: make([]string, len(values))}
	}
	n := chart.Names{Label: r.Plan.Axes[i]}
	if unit := r.Plan.Words.Units[r.Plan.Axes[i]]; unit != "" {
		n.Label += " (" + unit + ")"
	}
	for _, v := range values {
		text := parameter(v)
		if r.Plan.Words.Choices[r.Plan.Axes[i]] != nil {
			text = r.Plan.Words.Value(r.Plan.Axes[i], v)
		}
		n.Names = append(n.Names, text)
	}
	return n
}

// parameter abbreviates a value; the text under the mouse has it in full.
func parameter(v uint32) string {
	switch {
	case v >= 1_000_000:
		return fmt.Sprintf("%.3gM", float64(v)/1e6)
	case v >= 100_000:
		return fmt.Sprintf("%.3gk", float64(v)/1e3)
	}
	return format.Scale(float64(v))
}
