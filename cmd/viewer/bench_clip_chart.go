package main

import (
	"fmt"
	"math"

	"kernelscope/chart"
	"kernelscope/compute/clip"
	"kernelscope/compute/gpu"
	"kernelscope/format"
)

// drawClips writes the chart: for each form elements a second by the size of workgroups
// and by the number of elements, beside those of a plain scan.
func drawClips(p clipPlan, i gpu.Info, all []clipRow) error {
	what := "links"
	if p.flags.boxes {
		what = "links and boxes"
	}
	f := chart.Figure{
		Title: fmt.Sprintf("Clips by workgroup and number of elements, %s", i.Name),
		Note: fmt.Sprintf("Input: %s; %s. GPU time of all steps; medians of %d runs after warming up, every result verified.\n"+
			"Scan: prefix sums of as many words, for scale.\n%s; %s; %s", p.flags.shape, what, p.flags.repeat, i.Driver, host(), Version),
	}
	low, high := math.Inf(1), 0.0
	for _, r := range all {
		if r.LeftOut == "" {
			low, high = min(low, r.Rate), max(high, r.Rate)
		}
	}
	for _, form := range p.forms {
		byWorkgroup := &chart.Lines{Title: form.Title() + ", elements:", XLabel: "invocations of a workgroup", YLabel: "elements a second", YLow: low, YHigh: high, Steps: true}
		for _, n := range p.sizes {
			rows := timed(all, form.Name(), 0, n)
			byWorkgroup.Series = append(byWorkgroup.Series, clipLine(format.Power(n), rows, func(r clipRow) float64 { return float64(r.Params[clip.Workgroup]) }))
		}
		byNumber := &chart.Lines{Title: form.Title() + ", workgroups of", XLabel: "elements", YLabel: "elements a second", YLow: low, YHigh: high, Steps: true}
		number := func(r clipRow) float64 { return float64(r.N) }
		for _, workgroup := range workgroupsOf(all, form.Name()) {
			byNumber.Series = append(byNumber.Series, clipLine(fmt.Sprint(workgroup), timed(all, form.Name(), workgroup, 0), number))
		}
		scan := clipLine(scanned, timed(all, scanned, 0, 0), number)
		scan.Reference = true
		byNumber.Series = append(byNumber.Series, scan)
		f.Rows = append(f.Rows, []chart.Chart{byWorkgroup, byNumber})
	}
	return writeChart(p.flags.chart, f)
}

// clipLine is a series of rows over something.
func clipLine(name string, rows []clipRow, x func(clipRow) float64) chart.Line {
	l := chart.Line{Name: name}
	for _, r := range rows {
		l.Points = append(l.Points, chart.Point{X: x(r), Y: r.Rate, Low: r.Rate, High: r.Rate,
			Text: fmt.Sprintf("%s, %s elements, workgroup %d × %d: %s elements/s", r.Form, format.Thousands(r.N), r.Params[clip.Workgroup], r.Params[clip.Items], format.Rate(r.Rate))})
	}
	return l
}
