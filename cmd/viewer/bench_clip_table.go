package main

import (
	"fmt"
	"io"

	"kernelscope/compute/clip"
	"kernelscope/compute/gpu"
	"kernelscope/format"
)

type clipBenchMeta struct {
	Type    string `json:"type"`
	Version string `json:"version"`
	Device  string `json:"device"`
	Driver  string `json:"driver"`
	Host    string `json:"host"`
	Seed    uint64 `json:"seed"`
	Runs    int    `json:"runs"`
}

// clipTable prints rows of clips.
type clipTable struct{ rowWriter }

func newClipTable(out io.Writer, f benchClipFlags, i gpu.Info) (t *clipTable, err error) {
	t = &clipTable{}
	t.rowWriter, err = newRowWriter(out, f.json, f.csv, clipBenchMeta{"meta", Version, i.Name, i.Driver, host(), f.seed, f.repeat},
		[]string{"form", "shape", "boxes", "elements", "workgroup", "items", "partitions", "gpu_ms", "wall_ms", "elements_per_s", "verified", "left_out"})
	if err != nil || f.json || f.csv {
		return t, err
	}
	_, err = fmt.Fprintf(out, "%s, %s\nmedians of %d runs; every result verified\n\n", i.Name, i.Driver, f.repeat)
	if err == nil && !f.bars {
		what := "links"
		if f.boxes {
			what = "links and boxes"
		}
		_, err = fmt.Fprintf(out, "%s, %s\n%-9s %11s %9s %6s %10s %11s %11s %11s\n", f.shape, what,
			"form", "elements", "workgroup", "items", "partitions", "GPU ms", "wall ms", "elements/s")
	}
	return t, err
}

func (t *clipTable) row(r clipRow) error {
	if t.json != nil {
		return t.json.Encode(r)
	}
	if t.csv != nil {
		return t.csv.Write([]string{r.Form, r.Shape, fmt.Sprint(r.Boxes), fmt.Sprint(r.N), csvNumber(float64(r.Params[clip.Workgroup])), csvNumber(float64(r.Params[clip.Items])),
			csvNumber(float64(r.Partitions)), csvNumber(r.GPU), csvNumber(r.Wall), csvNumber(r.Rate), fmt.Sprint(r.Verified), r.LeftOut})
	}
	number := func(n uint32) string {
		if n == 0 {
			return "-"
		}
		return fmt.Sprint(n)
	}
	line := fmt.Sprintf("%-9s %11s %9s %6s %10s", r.Form, format.Power(r.N), number(r.Params[clip.Workgroup]), number(r.Params[clip.Items]), number(uint32(r.Partitions)))
	if r.LeftOut != "" {
		_, err := fmt.Fprintf(t.out, "%s  left out: %s\n", line, r.LeftOut)
		return err
	}
	_, err := fmt.Fprintf(t.out, "%s %11.3f %11.3f %11s\n", line, r.GPU, r.Wall, format.Rate(r.Rate))
	return err
}
