package command

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"kernelscope/compute/clip"
	"kernelscope/compute/experiment"
	"kernelscope/families/scans"
	"kernelscope/internal/format"
	"kernelscope/report/chart"
)

// figureOf returns the chart: the elements per second of each form by workgroup size and by number
// of elements, and of a plain scan.
func figureOf(p plan, m benchMeta, all []experiment.Row) chart.Figure {
	f := chart.Figure{
		Title: fmt.Sprintf("Clips by workgroup and number of elements, %s", m.Device),
		Note: fmt.Sprintf("Input: %s; %s. GPU time of all steps; medians of %s after warming up, every result verified.\n"+
			"Scan: prefix sums of as many words; scalar: a loop on one core of the host; for scale.\n%s; %s; %s", p.flags.shape, cut(p.flags.boxes), format.Count(m.Runs, "run"), m.Driver, m.Host, m.Version),
	}
	if len(p.depths) > 1 {
		f.Title = fmt.Sprintf("Clips by depth of nesting, %s", m.Device)
		f.Note = strings.Replace(f.Note, "Scan: prefix sums of as many words; scalar: a loop on one core of the host; for scale.", "Each form with the workgroup that suits it; scalar: a loop on one core of the host.", 1)
		f.Rows = [][]chart.Chart{byDepth(p, all)}
		return f
	}
	low, high := math.Inf(1), 0.0
	for _, r := range all {
		if r.LeftOut == "" {
			low, high = min(low, r.Rate()), max(high, r.Rate())
		}
	}
	for _, form := range p.forms {
		byWorkgroup := &chart.Lines{Title: form.Title() + ", elements:", XLabel: "invocations of a workgroup", YLabel: "elements a second", YLow: low, YHigh: high, Steps: true}
		for _, n := range p.sizes {
			rows := timed(all, form.Name(), 0, n)
			byWorkgroup.Series = append(byWorkgroup.Series, series(format.Power(n), rows, func(r experiment.Row) float64 { return float64(r.Values[clip.Workgroup]) }))
		}
		byNumber := &chart.Lines{Title: form.Title() + ", workgroups of", XLabel: "elements", YLabel: "elements a second", YLow: low, YHigh: high, Steps: true}
		number := func(r experiment.Row) float64 { return float64(r.Size) }
		for _, workgroup := range workgroupsOf(all, form.Name()) {
			byNumber.Series = append(byNumber.Series, series(fmt.Sprint(workgroup), timed(all, form.Name(), workgroup, 0), number))
		}
		for _, name := range []string{scans.Name, scalar.Algorithm} {
			beside := series(name, timed(all, name, 0, 0), number)
			beside.Reference = name == scans.Name
			byNumber.Series = append(byNumber.Series, beside)
		}
		f.Rows = append(f.Rows, []chart.Chart{byWorkgroup, byNumber})
	}
	if p.flags.reduction {
		f.Rows = append(f.Rows, byReduction(p, all))
	}
	return f
}

// byReduction returns a chart for each of the largest sizes: the time of the whole form shuffle and
// of its reduction alone, by workgroup size.
func byReduction(p plan, all []experiment.Row) (out []chart.Chart) {
	const most = 2
	for _, n := range p.sizes[max(0, len(p.sizes)-most):] {
		l := &chart.Lines{Title: fmt.Sprintf("Shuffle, %s elements:", format.Power(n)), XLabel: "invocations of a workgroup", YLabel: "GPU time, ms"}
		for _, s := range []struct{ name, form string }{{"reduction and look-back", clip.Shuffle{}.Name()}, {"reduction alone", alone.Name()}} {
			line := chart.Line{Name: s.name}
			for _, r := range timed(all, s.form, 0, n) {
				workgroup := r.Values[clip.Workgroup]
				line.Points = append(line.Points, chart.At(float64(workgroup), r.GPU, fmt.Sprintf("%s, workgroup %d: %.3f ms", s.name, workgroup, r.GPU)))
			}
			l.Series = append(l.Series, line)
		}
		out = append(out, l)
	}
	return out
}

// byDepth returns a chart for each size: the time of each form, with its best workgroup size, by
// the depth of the sequence.
func byDepth(p plan, all []experiment.Row) (out []chart.Chart) {
	for _, n := range p.sizes {
		l := &chart.Lines{Title: fmt.Sprintf("%s, %s elements:", p.flags.shape, format.Power(n)), XLabel: "depth of nesting", YLabel: "ms"}
		for _, form := range p.forms {
			l.Series = append(l.Series, minByDepth(timed(all, form.Name(), 0, n)))
		}
		host := minByDepth(timed(all, scalar.Algorithm, 0, n))
		host.Reference = true
		l.Series = append(l.Series, host)
		out = append(out, l)
	}
	return out
}

// minByDepth returns a line with the least time of a form's rows at each depth. It uses GPU time
// if a row has it, otherwise wall time.
func minByDepth(rows []experiment.Row) (l chart.Line) {
	for _, r := range rows {
		depth, _ := r.Fact("depth")
		ms := cmp.Or(r.GPU, r.Wall)
		at := slices.IndexFunc(l.Points, func(p chart.Point) bool { return p.X == depth })
		if at < 0 {
			at, l.Points = len(l.Points), append(l.Points, chart.At(depth, ms, ""))
		}
		if l.Name = r.Algorithm; ms <= l.Points[at].Y {
			l.Points[at] = chart.At(depth, ms, fmt.Sprintf("%s, depth %.0f: %.3f ms", r.Algorithm, depth, ms))
		}
	}
	slices.SortFunc(l.Points, func(a, b chart.Point) int { return cmp.Compare(a.X, b.X) })
	return l
}

// series returns a line of the rates of rows; x returns the abscissa of a row.
func series(name string, rows []experiment.Row, x func(experiment.Row) float64) chart.Line {
	l := chart.Line{Name: name}
	for _, r := range rows {
		text := fmt.Sprintf("%s, %s elements, workgroup %d × %d: %s elements/s", r.Algorithm, format.Thousands(r.Size), r.Values[clip.Workgroup], r.Values[clip.Items], format.Rate(r.Rate()))
		l.Points = append(l.Points, chart.At(x(r), r.Rate(), text))
	}
	return l
}

// timed returns the rows of a form that have times. Zero stands for any workgroup or size.
func timed(all []experiment.Row, form string, workgroup uint32, n int) []experiment.Row {
	return slices.DeleteFunc(slices.Clone(all), func(r experiment.Row) bool {
		return r.LeftOut != "" || r.Algorithm != form || workgroup != 0 && r.Values[clip.Workgroup] != workgroup || n != 0 && r.Size != n
	})
}

// workgroupsOf lists the workgroup sizes of a form's rows.
func workgroupsOf(all []experiment.Row, form string) (sizes []uint32) {
	for _, r := range timed(all, form, 0, 0) {
		sizes = append(sizes, r.Values[clip.Workgroup])
	}
	slices.Sort(sizes)
	return slices.Compact(sizes)
}
