package main

import (
	"fmt"
	"io"

	"kernelscope/chart"
	"kernelscope/compute/gpu"
	"kernelscope/compute/sorting"
	"kernelscope/format"
)

// sortTable prints rows of sorts.
type sortTable struct {
	rowWriter
	copied float64 // bytes a second, read and written, of a copy
	repeat int
	device string
}

type sortBenchMeta struct {
	Type    string  `json:"type"`
	Version string  `json:"version"`
	Device  string  `json:"device"`
	Driver  string  `json:"driver"`
	Host    string  `json:"host"`
	Dist    string  `json:"dist"`
	Seed    uint64  `json:"seed"`
	Runs    int     `json:"runs"`
	Copy    float64 `json:"copy_bytes_per_s"`
}

func newSortTable(out io.Writer, f benchSortFlags, i gpu.Info, copied float64) (t *sortTable, err error) {
	t = &sortTable{copied: copied, repeat: f.repeat, device: i.Name}
	meta := sortBenchMeta{"meta", Version, i.Name, i.Driver, host(), f.dist, f.seed, f.repeat, copied}
	t.rowWriter, err = newRowWriter(out, f.json, f.csv, meta,
		[]string{"algorithm", "key_type", "payload", "n", "passes", "gpu_ms", "wall_ms", "keys_per_s", "verified", "left_out"})
	if err != nil || f.json || f.csv {
		return t, err
	}
	_, err = fmt.Fprintf(out, "%s, %s; a copy moves %s GB/s, read and written together\nmedians of %d runs; every result verified\n\n",
		i.Name, i.Driver, format.Short(copied/1e9), f.repeat)
	if err == nil && !f.bars {
		_, err = fmt.Fprintf(out, "%-13s %-14s %11s %7s %11s %11s %10s %8s\n", "algorithm", "keys", "number", "passes", "GPU ms", "wall ms", "keys/s", "of copy")
	}
	return t, err
}

// keysName writes what is sorted.
func keysName(keys string, payload bool) string {
	if payload {
		return keys + " + payload"
	}
	return keys
}

// ofCopy is the share of a copy's speed at which a sort reads and writes each key
// once.
func (t *sortTable) ofCopy(rate float64, f sorting.Format) float64 {
	return rate * float64(2*arrayBytes(f)) / t.copied
}

func (t *sortTable) row(r sortRow) error {
	if t.json != nil {
		return t.json.Encode(r)
	}
	if t.csv != nil {
		return t.csv.Write([]string{r.Algorithm, r.Keys, fmt.Sprint(r.Payload), fmt.Sprint(r.N), fmt.Sprint(r.Passes),
			csvNumber(r.GPU), csvNumber(r.Wall), csvNumber(r.Rate), fmt.Sprint(r.Verified), r.LeftOut})
	}
	line := fmt.Sprintf("%-13s %-14s %11s", r.Algorithm, keysName(r.Keys, r.Payload), format.Power(r.N))
	if r.LeftOut != "" {
		_, err := fmt.Fprintf(t.out, "%s  left out: %s\n", line, r.LeftOut)
		return err
	}
	f, err := r.format()
	if err != nil {
		return err
	}
	passes, gpu, share := "-", "-", "-"
	if r.Algorithm != onHost {
		passes, gpu, share = fmt.Sprint(r.Passes), fmt.Sprintf("%.3f", r.GPU), fmt.Sprintf("%.1f %%", 100*t.ofCopy(r.Rate, f))
	}
	_, err = fmt.Fprintf(t.out, "%s %7s %11s %11.3f %10s %8s\n", line, passes, gpu, r.Wall, format.Rate(r.Rate), share)
	return err
}

func (r sortRow) format() (sorting.Format, error) {
	t, err := typeOf("--types", r.Keys)
	return sorting.Format{Type: t, Payload: r.Payload}, err
}

// drawSorts writes the chart: keys a second over their number, a part for each type.
func drawSorts(p sortPlan, i gpu.Info, copied float64, all []sortRow) error {
	f := chart.Figure{
		Title: "Sorts by the number of keys, " + i.Name,
		Note: fmt.Sprintf("Keys: %s; medians of %d runs after warming up, every result verified. GPU time of all passes; of %s, the time of one processor.\n"+
			"Ceiling: each key%s read once and written once, at the %s GB/s (read and written together) of a kernel that copies four words an invocation.\n%s; %s; %s",
			p.flags.dist, p.flags.repeat, onHost, withValue(p.flags.payload), format.Short(copied/1e9), i.Driver, host(), Version),
	}
	for _, t := range p.types {
		form := sorting.Format{Type: t, Payload: p.flags.payload}
		l := &chart.Lines{Title: keysName(t.String(), p.flags.payload), XLabel: "keys", YLabel: "keys a second"}
		ceiling := copied / float64(2*arrayBytes(form))
		least, most := 0, 0
		for _, s := range p.sorters {
			line := chart.Line{Name: s.Name()}
			for _, r := range measured(all, s.Name(), t.String()) {
				line.Points = append(line.Points, chart.Point{X: float64(r.N), Y: r.Rate, Low: r.Rate, High: r.Rate,
					Text: fmt.Sprintf("%s, %s × %s: %s keys/s", s.Name(), format.Thousands(r.N), keysName(r.Keys, r.Payload), format.Rate(r.Rate))})
				if least == 0 || r.N < least {
					least = r.N
				}
				most = max(most, r.N)
			}
			l.Series = append(l.Series, line)
		}
		top := chart.Line{Name: fmt.Sprintf("ceiling by copy, %s keys/s", format.Rate(ceiling)), Reference: true}
		for _, n := range []int{least, most} {
			top.Points = append(top.Points, chart.Point{X: float64(n), Y: ceiling, Low: ceiling, High: ceiling, Text: top.Name})
		}
		l.Series = append(l.Series, top)
		f.Rows = append(f.Rows, []chart.Chart{l})
	}
	return writeChart(p.flags.chart, f)
}

func withValue(payload bool) string {
	if payload {
		return " and its value"
	}
	return ""
}
