package clips

import (
	"fmt"
	"math"
	"slices"

	"kernelscope/chart"
	"kernelscope/compute/clip"
	"kernelscope/compute/experiment"
	"kernelscope/families/scans"
	"kernelscope/format"
)

// figureOf is the chart: for each form elements a second by the size of workgroups and
// by the number of elements, beside those of a plain scan.
func figureOf(p plan, m benchMeta, all []experiment.Row) chart.Figure {
	f := chart.Figure{
		Title: fmt.Sprintf("Clips by workgroup and number of elements, %s", m.Device),
		Note: fmt.Sprintf("Input: %s; %s. GPU time of all steps; medians of %d runs after warming up, every result verified.\n"+
			"Scan: prefix sums of as many words, for scale.\n%s; %s; %s", p.flags.shape, cut(p.flags.boxes), m.Runs, m.Driver, m.Host, m.Version),
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
		scan := series(scans.Name, timed(all, scans.Name, 0, 0), number)
		scan.Reference = true
		byNumber.Series = append(byNumber.Series, scan)
		f.Rows = append(f.Rows, []chart.Chart{byWorkgroup, byNumber})
	}
	return f
}

// series is a line of rows over something.
func series(name string, rows []experiment.Row, x func(experiment.Row) float64) chart.Line {
	l := chart.Line{Name: name}
	for _, r := range rows {
		text := fmt.Sprintf("%s, %s elements, workgroup %d × %d: %s elements/s", r.Algorithm, format.Thousands(r.Size), r.Values[clip.Workgroup], r.Values[clip.Items], format.Rate(r.Rate()))
		l.Points = append(l.Points, chart.At(x(r), r.Rate(), text))
	}
	return l
}

// timed are the rows of a form with times, where a workgroup or a size of zero stands
// for all.
func timed(all []experiment.Row, form string, workgroup uint32, n int) []experiment.Row {
	return slices.DeleteFunc(slices.Clone(all), func(r experiment.Row) bool {
		return r.LeftOut != "" || r.Algorithm != form || workgroup != 0 && r.Values[clip.Workgroup] != workgroup || n != 0 && r.Size != n
	})
}

// workgroupsOf lists the sizes of workgroups that rows of a form have.
func workgroupsOf(all []experiment.Row, form string) (sizes []uint32) {
	for _, r := range timed(all, form, 0, 0) {
		sizes = append(sizes, r.Values[clip.Workgroup])
	}
	slices.Sort(sizes)
	return slices.Compact(sizes)
}
