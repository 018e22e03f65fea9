package main

import (
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"kernelscope/chart"
	"kernelscope/chart/figure"
	"kernelscope/compute"
	"kernelscope/compute/gpu"
	"kernelscope/fault"
	"kernelscope/format"
)

// benchDevice is the device of a benchmark, which is opened again after an error of
// memory.
type benchDevice struct {
	open func() (*gpu.Device, error)
	d    *gpu.Device
}

func (b *benchDevice) device() (d *gpu.Device, err error) {
	if b.d == nil {
		b.d, err = b.open()
	}
	return b.d, err
}

func (b *benchDevice) release() {
	if b.d != nil {
		b.d.Release()
		b.d = nil
	}
}

// leftOut makes a reason of an error that says there is no room; any other stays an
// error.
func (b *benchDevice) leftOut(err error) (reason string, other error) {
	switch {
	case errors.Is(err, compute.ErrValue): // some device may
		return err.Error(), nil
	case errors.Is(err, gpu.ErrOutOfMemory):
		b.release() // its first error sticks
		return err.Error(), nil
	case errors.Is(err, fault.Limit):
		return err.Error(), nil
	}
	return "", err
}

// tooSlow says why sizes beyond a measured one are left out, if they are: twice as many
// take more than twice as long.
func tooSlow(n int, wallMS float64, limit time.Duration) string {
	const growth = 2.2
	if time.Duration(growth*wallMS*1e6) <= limit {
		return ""
	}
	return fmt.Sprintf("%s took %.1f s, and a run may take %v (--limit)", format.Power(n), wallMS/1e3, limit)
}

// rowWriter prints rows as they are measured: as JSON lines or as comma-separated
// values. Where both are nil the caller prints a table.
type rowWriter struct {
	out  io.Writer
	json *json.Encoder
	csv  *csv.Writer
}

func newRowWriter(out io.Writer, asJSON, asCSV bool, meta any, columns []string) (w rowWriter, err error) {
	w.out = out
	switch {
	case asJSON:
		w.json = json.NewEncoder(out)
		err = w.json.Encode(meta)
	case asCSV:
		w.csv = csv.NewWriter(out)
		err = w.csv.Write(columns)
	}
	return w, err
}

func (w rowWriter) end() error {
	if w.csv == nil {
		return nil
	}
	w.csv.Flush()
	return w.csv.Error()
}

// collect shows rows as they are measured, and returns all.
func collect[R any](table interface {
	row(R) error
	end() error
}, measure func(done func(R) error) error) (all []R, err error) {
	err = measure(func(r R) error {
		all = append(all, r)
		return table.row(r)
	})
	if err == nil {
		err = table.end()
	}
	return all, err
}

// csvNumber writes a number with six digits, nothing for zero.
func csvNumber(x float64) string {
	if x == 0 {
		return ""
	}
	return strconv.FormatFloat(x, 'g', 6, 64)
}

// Units of goals: giga-things a second are to be reached, all else is not to be
// exceeded.
const (
	byRate = "G/s"
	byTime = "ms"
)

// goal is a work of the project's tables of goals, with what was reached. Without a bar
// nothing is judged.
type goal struct {
	Work    string  `json:"work"`
	Bar     float64 `json:"bar,omitempty"`
	Unit    string  `json:"unit"`
	Reached float64 `json:"reached,omitempty"`
	Met     *bool   `json:"met,omitempty"`
}

func newGoal(work string, bar float64, unit string) goal {
	g := goal{Work: work, Bar: bar, Unit: unit}
	if bar > 0 {
		g.Met = new(bool)
	}
	return g
}

func (g *goal) reach(x float64) {
	g.Reached = x
	switch {
	case g.Met == nil:
	case g.Unit == byRate:
		*g.Met = x >= g.Bar
	default:
		*g.Met = x <= g.Bar
	}
}

// wanted writes the bar, verdict what became of it.
func (g goal) wanted() string {
	sign := "≤"
	switch {
	case g.Met == nil:
		return g.Unit
	case g.Unit == byRate:
		sign = "≥"
	}
	return fmt.Sprintf("%s %g %s", sign, g.Bar, g.Unit)
}

func (g goal) verdict() string {
	switch {
	case g.Met == nil:
		return ""
	case *g.Met:
		return "met"
	}
	return "missed"
}

// checkChart refuses the name of a chart that cannot be written.
func checkChart(flag, path string) error {
	if path == "" {
		return nil
	}
	if ending := filepath.Ext(path); ending != ".svg" && ending != ".png" {
		return usage("%s is %q: the name must end in .svg or .png", flag, path)
	}
	return checkFolder(path)
}

// checkFolder refuses the name of a file that has no folder.
func checkFolder(path string) error {
	if _, err := os.Stat(filepath.Dir(path)); err != nil {
		return fmt.Errorf("%w: %v", fault.Output, err)
	}
	return nil
}

// writeChart draws a figure into a file of a name that was checked.
func writeChart(path string, f chart.Figure) error {
	const row = 330 // pixels
	o := chart.Options{Width: figure.Width, Height: 130 + row*float64(len(f.Rows)), Theme: &chart.Light}
	return writeFile(path, func(w io.Writer) error {
		if filepath.Ext(path) == ".svg" {
			return f.SVG(w, o)
		}
		o.Ratio = 2
		return f.PNG(w, o)
	})
}
