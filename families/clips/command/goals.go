package command

import (
	"context"
	_ "embed"
	"fmt"
	"slices"

	"kernelscope/cli"
	"kernelscope/compute/clip"
	"kernelscope/compute/experiment"
	"kernelscope/compute/timing"
	"kernelscope/families/scans"
	"kernelscope/internal/fault"
	"kernelscope/internal/format"
	"kernelscope/open"
	"kernelscope/report"
	"kernelscope/scene/clipseq"
	"kernelscope/scene/gen"
)

var (
	//go:embed goals.csv
	goalsFile string
	//go:embed costs.csv
	costsFile string
)

// work is a workload of the project's table of goals.
type work struct {
	name  string
	n     int // elements, or bytes of a text
	boxes bool
	text  bool    // JSON whose brackets are found on the device too
	bar   float64 // G elements/s, or of a text G bytes/s; zero if there is none
}

// works returns the workloads of the table. With --sizes they have other sizes and no bars.
func works(p plan) (works []work) {
	if !p.flags.sized {
		for _, r := range experiment.Records(goalsFile) {
			works = append(works, work{r["work"], int(r.Number("n")), r["of"] == "boxes", r["of"] == "text", r.Number("bar")})
		}
		return works
	}
	for _, n := range p.sizes {
		works = append(works, work{name: "match, " + format.Power(n), n: n})
	}
	least := format.Power(p.sizes[0])
	return append(works, work{name: "boxes, " + least, n: p.sizes[0], boxes: true}, work{name: "json, " + least, n: p.sizes[0], text: true})
}

// byRandom is the unit of the cost of a shape: its time relative to random input.
const byRandom = "× random"

// bars measures all workloads with all shapes and forms, then judges the costs of shapes.
func bars(ctx context.Context, w *report.Rows, d *cli.Device, p plan, software bool) error {
	head := fmt.Sprintf("%-12s %-12s %-9s %14s %9s %6s %10s %10s  %s", "work", "shape", "form", "bar", "reached", "", "GPU µs", "wall µs", "settings")
	if !p.flags.sized && software {
		head = "The bars are set for one NVIDIA H200, and this device is software. With --sizes less is measured.\n\n" + head
	}
	if err := w.Remark(head); err != nil {
		return err
	}
	all, texts := works(p), []work(nil)
	all = slices.DeleteFunc(all, func(x work) bool {
		if x.text {
			texts = append(texts, x)
		}
		return x.text
	})
	measured := map[work][]experiment.Row{}
	for _, x := range all {
		for _, shape := range clipseq.Shapes() {
			rows, err := p.measure(ctx, d, x, shape)
			if err != nil {
				return err
			}
			measured[x] = append(measured[x], rows...)
			for _, row := range rows {
				if err := judge(w, row, x.name, x.bar, experiment.PerSecond, row.Rate()/1e9); err != nil {
					return err
				}
			}
		}
	}
	if err := w.Remark("\nWhat depth and adversarial input cost:"); err != nil {
		return err
	}
	if err := costs(w, all, p.forms, measured); err != nil {
		return err
	}
	if err := w.Remark("\nThe tree of a JSON text, from its bytes on the device:"); err != nil {
		return err
	}
	for _, x := range texts {
		if err := p.text(ctx, w, d, x); err != nil {
			return err
		}
	}
	if err := w.Remark("\nA plain scan of as many words, for scale:"); err != nil {
		return err
	}
	return p.scans(ctx, w, d, all)
}

// measure times a workload with all forms.
func (p plan) measure(ctx context.Context, d *cli.Device, x work, shape string) (rows []experiment.Row, err error) {
	e := experiment.Plan{Kind: experiment.Scale, Order: experiment.Listed, Queries: 1, Repetitions: 1, Seed: p.flags.seed, Words: words}
	for _, form := range p.forms {
		e.Settings = append(e.Settings, experiment.Setting{Algorithm: form.Name(), Title: form.Title()})
	}
	return p.rows(ctx, e, &sequences{device: d, shape: shape, sizes: []int{x.n}, boxes: x.boxes})
}

// scans times scans of as many words as the workloads have elements.
func (p plan) scans(ctx context.Context, w *report.Rows, d *cli.Device, all []work) error {
	var sizes []int
	for _, x := range all {
		sizes = append(sizes, x.n)
	}
	slices.Sort(sizes)
	e := experiment.Plan{Kind: experiment.Scale, Order: experiment.Listed, Queries: 1, Repetitions: 1, Settings: []experiment.Setting{scans.Setting}, Words: words}
	rows, err := p.rows(ctx, e, &sequences{device: d, sizes: slices.Compact(sizes)})
	if err != nil {
		return err
	}
	for _, row := range rows {
		if err := judge(w, row, "scan, "+format.Power(row.Size), 0, experiment.PerSecond, row.Rate()/1e9); err != nil {
			return err
		}
	}
	return nil
}

// text finds and matches the brackets of a generated text with the first form, and verifies the result.
func (p plan) text(ctx context.Context, w *report.Rows, d *cli.Device, x work) error {
	text, err := open.ReadJSON(ctx, clipseq.JSON().Text(gen.Values{"bytes": fmt.Sprint(x.n), "seed": fmt.Sprint(p.flags.seed)}))
	if err != nil {
		return err
	}
	be, err := d.Backend()
	if err != nil {
		return err
	}
	j := job{form: p.forms[0], runs: timing.Runs{Warm: 2, Timed: p.flags.repeat}}
	row := experiment.Row{Input: "records", Algorithm: j.form.Name()}
	m, err := j.runText(ctx, be, text, 0, true)
	if err == nil && m.reading == nil {
		err = fault.Wrong.Errorf("%s: %s", x.name, m.notPlain)
	}
	rate := 0.0
	if err != nil {
		if row.LeftOut, err = d.LeftOut(err); err != nil {
			return err
		}
	} else {
		row.Size, row.Values, rate = len(j.s.Elements), m.params, m.reading.Rate
		row.Measured(m.times)
	}
	return judge(w, row, x.name, x.bar, experiment.PerSecond, rate/1e9)
}

// rows executes a plan on a subject.
func (p plan) rows(ctx context.Context, e experiment.Plan, s *sequences) (rows []experiment.Row, err error) {
	s.seed, s.runs = p.flags.seed, timing.Runs{Warm: 2, Timed: p.flags.repeat}
	subjects := experiment.Subjects{Count: 1, All: func(yield func(experiment.Subject, error) bool) { yield(s, nil) }}
	for u, err := range e.Run(ctx, subjects) {
		if err != nil {
			return nil, err
		}
		if u.Row != nil {
			rows = append(rows, *u.Row)
		}
	}
	return rows, nil
}

// costs writes the time of each shape relative to random input.
func costs(w *report.Rows, all []work, forms []clip.Form, rows map[work][]experiment.Row) error {
	for _, cost := range experiment.Records(costsFile) {
		for _, x := range all {
			for _, form := range forms {
				of := func(shape string) experiment.Row {
					i := slices.IndexFunc(rows[x], func(r experiment.Row) bool { return r.Algorithm == form.Name() && r.Input == shape })
					return rows[x][i]
				}
				row, random := of(cost["shape"]), of("random")
				if row.LeftOut != "" || random.LeftOut != "" {
					continue // the row itself gave the reason
				}
				if err := judge(w, row, x.name, cost.Number("most"), byRandom, row.GPU/random.GPU); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// judge writes a row as a goal of a workload.
func judge(w *report.Rows, row experiment.Row, work string, bar float64, unit string, reached float64) error {
	g := experiment.NewGoal(work, bar, unit)
	if row.LeftOut == "" {
		g.Reach(reached)
	}
	return w.Goal(row, g)
}
