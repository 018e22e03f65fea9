package main

import (
	"context"
	"fmt"
	"slices"

	"kernelscope/compute/clip"
	"kernelscope/compute/gpu"
	"kernelscope/compute/timing"
	"kernelscope/format"
	"kernelscope/scene/clipseq"
)

// clipWork is a work of the project's table of goals, which are set for one NVIDIA H200.
type clipWork struct {
	name  string
	n     int
	boxes bool
	bar   float64 // G elements/s; zero where there is none
}

// clipWorks are those of the table or, where sizes are given, the same without bars.
func clipWorks(p clipPlan) (works []clipWork) {
	if !p.flags.sized {
		return []clipWork{{"match, 2^20", 1 << 20, false, 35}, {"match, 2^24", 1 << 24, false, 60}, {"boxes, 2^20", 1 << 20, true, 15}}
	}
	for _, n := range p.sizes {
		works = append(works, clipWork{name: "match, " + format.Power(n), n: n})
	}
	return append(works, clipWork{name: "boxes, " + format.Power(p.sizes[0]), n: p.sizes[0], boxes: true})
}

// clipCosts are what the time of a shape may be, times that of random input.
var clipCosts = []struct {
	shape string
	most  float64
}{{"deep", 1.2}, {"adversarial", 4}}

const byRandom = "× random"

// clipGoalRow is a goal with what was reached.
type clipGoalRow struct {
	clipRow
	goal
}

// bars measures all works with all shapes and forms, and then says what shapes cost.
func (b *clipBench) bars(ctx context.Context, t *clipTable, p clipPlan, i gpu.Info) error {
	if t.json == nil {
		if !p.flags.sized && i.Software {
			fmt.Fprint(t.out, "The bars are set for one NVIDIA H200, and this device is software. With --sizes less is measured.\n\n")
		}
		fmt.Fprintf(t.out, "%-12s %-12s %-9s %14s %9s %6s %10s %10s  %s\n", "work", "shape", "form", "bar", "reached", "", "GPU µs", "wall µs", "settings")
	}
	runs := timing.Runs{Warm: 2, Timed: p.flags.repeat}
	works := clipWorks(p)
	took := map[clipWork][]clipRow{}
	for _, w := range works {
		for _, shape := range clipseq.Shapes() {
			m, err := newClipSample(shape, w.n, w.boxes, p.flags.seed)
			if err != nil {
				return err
			}
			for _, form := range p.forms {
				row, err := b.measure(ctx, m, form, nil, runs)
				if err != nil {
					return err
				}
				took[w] = append(took[w], row)
				if err := t.goal(judged(row, w.name, w.bar, byRate, row.Rate/1e9)); err != nil {
					return err
				}
			}
		}
	}
	if err := t.heading("What depth and adversarial input cost:"); err != nil {
		return err
	}
	if err := t.costs(works, p.forms, took); err != nil {
		return err
	}
	if err := t.heading("A plain scan of as many words, for scale:"); err != nil {
		return err
	}
	var sizes []int
	for _, w := range works {
		sizes = append(sizes, w.n)
	}
	slices.Sort(sizes)
	for _, n := range slices.Compact(sizes) {
		row, err := b.scan(ctx, n, runs, p.flags.seed)
		if err == nil {
			err = t.goal(judged(row, "scan, "+format.Power(n), 0, byRate, row.Rate/1e9))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (t *clipTable) heading(text string) error {
	if t.json != nil {
		return nil
	}
	_, err := fmt.Fprintf(t.out, "\n%s\n", text)
	return err
}

// costs prints the time of shapes beside that of random input.
func (t *clipTable) costs(works []clipWork, forms []clip.Form, took map[clipWork][]clipRow) error {
	for _, cost := range clipCosts {
		for _, w := range works {
			for _, form := range forms {
				of := func(shape string) clipRow {
					i := slices.IndexFunc(took[w], func(r clipRow) bool { return r.Form == form.Name() && r.Shape == shape })
					return took[w][i]
				}
				row, random := of(cost.shape), of("random")
				if row.LeftOut != "" || random.LeftOut != "" {
					continue // which was said
				}
				if err := t.goal(judged(row, w.name, cost.most, byRandom, row.GPU/random.GPU)); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// judged is a row as a goal of some work.
func judged(row clipRow, work string, bar float64, unit string, reached float64) clipGoalRow {
	r := clipGoalRow{row, newGoal(work, bar, unit)}
	r.Type = "goal"
	if r.LeftOut == "" {
		r.reach(reached)
	}
	return r
}

// goal prints one.
func (t *clipTable) goal(r clipGoalRow) error {
	if t.json != nil {
		return t.json.Encode(r)
	}
	line := fmt.Sprintf("%-12s %-12s %-9s %14s", r.Work, r.Shape, r.Form, r.wanted())
	if r.LeftOut != "" {
		_, err := fmt.Fprintf(t.out, "%s  left out: %s\n", line, r.LeftOut)
		return err
	}
	_, err := fmt.Fprintf(t.out, "%s %9s %6s %10.1f %10.1f  %s\n", line, format.Short(r.Reached), r.verdict(), r.GPU*1e3, r.Wall*1e3, inOrder(r.Params))
	return err
}
