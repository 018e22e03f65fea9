package cli

import (
	"io"
	"iter"
	"path/filepath"

	"kernelscope/compute/experiment"
	"kernelscope/internal/output"
	"kernelscope/render/record"
	"kernelscope/report"
	"kernelscope/report/chart"
	"kernelscope/report/chart/figure"
)

// CheckChart returns an error if the name of a chart is not supported. An empty name means no
// chart.
func CheckChart(flag, path string) error {
	if path == "" {
		return nil
	}
	if ending := filepath.Ext(path); ending != ".svg" && ending != ".png" {
		return Usage("%s is %q: the name must end in .svg or .png", flag, path)
	}
	return CheckFolder(path)
}

// WriteChart draws a figure into a file of a name that was checked. height is the height for a
// width of figure.Width.
func WriteChart(path string, f chart.Figure, height float64, dark bool) error {
	o := chart.Options{Width: figure.Width, Height: height, Theme: &chart.Light}
	if dark {
		o.Theme = &chart.Dark
	}
	return output.File(path, func(w io.Writer) error {
		if filepath.Ext(path) == ".svg" {
			return f.SVG(w, o)
		}
		o.Ratio = 2
		return f.PNG(record.Labelled(w, "", o.Ratio), o)
	})
}

// WriteRows writes the rows of an experiment as they are measured, and then the figure that
// draws all of them, if path names one.
func WriteRows(w *report.Rows, updates iter.Seq2[experiment.Update, error], path string, draw func([]experiment.Row) chart.Figure) error {
	rows, err := w.All(updates)
	if err != nil || path == "" {
		return err
	}
	f := draw(rows)
	return WriteChart(path, f, RowsHeight(f), false)
}

// RowsHeight is the height of a figure of several rows.
func RowsHeight(f chart.Figure) float64 { return 130 + 330*float64(len(f.Rows)) }
