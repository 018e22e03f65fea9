package proof

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"kernelscope/cli"
	"kernelscope/compute/prove"
	"kernelscope/compute/simt"
	"kernelscope/compute/simt/onsimt"
	"kernelscope/internal/format"
)

// fate is what became of a mutant.
type fate struct {
	prove.Mutant
	Kernel string
	Killed bool
	Seed   uint64 // of the trial that failed
	By     string // its algorithm
	Err    error
	// Ratio is the number of lane-instructions of all trials, divided by the number without the fault, 0 if both are equal in each trial:
	// nothing shows a difference then.
	Ratio    float64
	IsMissed bool // trials do not execute the line
}

// reason says why a mutant survives, as far as that shows.
func (x fate) reason() string {
	switch {
	case x.Killed:
		return ""
	case x.IsMissed:
		return "not executed"
	case x.Ratio > 0:
		return fmt.Sprintf("the same results with %.2f times the instructions", x.Ratio)
	}
	return "as many instructions in each trial"
}

// survey is what the first trials execute.
type survey struct {
	cases map[string][]Case             // by kernel
	lines map[string]map[simt.Line]bool // of a kernel that are executed
	all   map[string]map[simt.Line]bool
}

// surveyed is the number of trials of each case that a survey makes.
const surveyed = 60

// survey carries out the first trials of cases, with counters.
func (h Host) survey(ctx context.Context, cases []Case) (survey, error) {
	out := survey{map[string][]Case{}, map[string]map[simt.Line]bool{}, map[string]map[simt.Line]bool{}}
	for _, c := range cases {
		for seed := range uint64(surveyed) {
			i := onsimt.New(prove.Draw(seed).Width)
			i.Machine.Observe.Counters = true
			if err := h.Run(ctx, i, c.Draw(seed)); ctx.Err() != nil {
				return out, ctx.Err()
			} else if err != nil && !isRefused(err) {
				return out, err
			}
			for _, kernel := range i.Kernels() {
				if !slices.ContainsFunc(out.cases[kernel], func(o Case) bool { return o.Name == c.Name }) {
					out.cases[kernel] = append(out.cases[kernel], c)
				}
				if out.lines[kernel] == nil {
					out.lines[kernel], out.all[kernel] = map[simt.Line]bool{}, map[simt.Line]bool{}
				}
				for _, l := range i.Lines(kernel) {
					if out.all[kernel][l.Line] = true; l.Executions > 0 {
						out.lines[kernel][l.Line] = true
					}
				}
			}
		}
	}
	return out, nil
}

// trial is a trial of a case.
type trial struct {
	name string
	seed uint64
}

// costs are what trials without a fault need.
type costs struct {
	sync.Mutex
	of map[trial]prove.Bounds
}

// cost returns what a trial without a fault needs, or false if the command does not allow its width.
func (h Host) cost(ctx context.Context, c *costs, k Case, seed uint64) (prove.Bounds, bool, error) {
	c.Lock()
	b, ok := c.of[trial{k.Name, seed}]
	c.Unlock()
	if !ok {
		o, err := prove.Try(ctx, seed, h.work(k.Draw(seed)))
		switch {
		case err != nil && isRefused(err):
		case err == nil && o.Err != nil:
			return b, false, fmt.Errorf("without a fault, trial %d of %s fails: %w", seed, k.Name, o.Err)
		case err != nil:
			return b, false, err
		default:
			b = prove.Bounds{Dispatches: o.Dispatches, Steps: o.Steps}
		}
		c.Lock()
		c.of[trial{k.Name, seed}] = b
		c.Unlock()
	}
	return b, b.Dispatches > 0, nil
}

// slack is how much more than a trial without a fault a mutant may need before its work counts as never done.
func slack(b prove.Bounds) prove.Bounds {
	return prove.Bounds{Dispatches: 4*b.Dispatches + 64, Steps: 8*b.Steps + 1<<20}
}

// kill runs a mutant in trials until one fails. An invalid mutant has no fate.
func (h Host) kill(ctx context.Context, f flags, c *costs, m prove.Mutant, kernel string, cases []Case) (out fate, valid bool, err error) {
	out = fate{Mutant: m, Kernel: kernel}
	total, without, same := int64(0), int64(0), true
	for n := range f.runs {
		k, seed := cases[n%len(cases)], f.seed+uint64(n)
		if prove.Draw(seed).Width == 1 {
			continue // another variant of the kernel
		}
		need, ok, err := h.cost(ctx, c, k, seed)
		if err != nil {
			return out, false, err
		}
		if !ok {
			continue
		}
		used := false
		o, wrong := prove.TryWithin(ctx, seed, slack(need), func(ctx context.Context, i *onsimt.Interpreter) error {
			usual := i.Code
			if m.What == prove.LostTail {
				i.Lost = kernel
			}
			i.Code = func(source string, basic bool) (string, error) {
				if source == kernel+".comp" && !basic {
					used = true
					return m.Code, nil
				}
				return usual(source, basic)
			}
			return h.Run(ctx, i, k.Draw(seed))
		})
		switch {
		case ctx.Err() != nil:
			return out, false, ctx.Err()
		case wrong != nil && used && !isRefused(wrong):
			return out, false, nil
		case wrong == nil && o.Err != nil:
			out.Killed, out.Seed, out.By, out.Err = true, seed, k.Name, o.Err
			return out, true, nil
		case wrong == nil && used:
			total, without, same = total+o.Steps, without+need.Steps, same && o.Steps == need.Steps
		}
	}
	if !same {
		out.Ratio = float64(total) / float64(without)
	}
	return out, true, nil
}

// mutants tries all mutants of the kernels of cases, and prints how many trials find.
func (h Host) mutants(ctx context.Context, f flags, cases []Case, p printer) error {
	seen, err := h.survey(ctx, cases)
	if err != nil {
		return err
	}
	type job struct {
		m      prove.Mutant
		kernel string
	}
	var jobs []job
	code := onsimt.New(32).Code
	for _, kernel := range slices.Sorted(maps.Keys(seen.cases)) {
		text, err := code(kernel+".comp", false)
		if err != nil {
			return err
		}
		all, err := prove.Mutants(text)
		if err != nil {
			return fmt.Errorf("kernel %s: %w", kernel, err)
		}
		for _, m := range all {
			if strings.HasSuffix(m.At.String(), f.line) {
				jobs = append(jobs, job{m, kernel})
			}
		}
	}
	if len(jobs) == 0 {
		return cli.Usage("no mutant is at a line that ends with %q", f.line)
	}
	fates, valid, c := make([]fate, len(jobs)), make([]bool, len(jobs)), &costs{of: map[trial]prove.Bounds{}}
	next := 0
	show, stop := cli.ShowShare()
	take := func() (int, bool) { // one at a time
		show(float64(next)/float64(len(jobs)), "mutants")
		next++
		return next - 1, next <= len(jobs)
	}
	err = pool(f.jobs, take, func(i int) (err error) {
		fates[i], valid[i], err = h.kill(ctx, f, c, jobs[i].m, jobs[i].kernel, seen.cases[jobs[i].kernel])
		return err
	})
	stop()
	if err != nil {
		return err
	}
	for i := range fates {
		fates[i].IsMissed = !fates[i].Killed && jobs[i].m.At.Line > 0 && !seen.lines[jobs[i].kernel][jobs[i].m.At]
	}
	return p.fates(seen, fates, valid)
}

// mutantLine is described in docs/json.md.
type mutantLine struct {
	Type   string `json:"type"`
	Kernel string `json:"kernel"`
	Line   string `json:"line"`
	What   string `json:"what"`
	Killed bool   `json:"killed"`
	Name   string `json:"name,omitempty"`
	Seed   uint64 `json:"seed,omitempty"`
	Text   string `json:"text,omitempty"`
	Reason string `json:"reason,omitempty"`
}

// fates prints what became of mutants: a line a kernel, then the survivors; or all as JSON.
func (p printer) fates(seen survey, all []fate, valid []bool) error {
	lines := format.JSON(p.out)
	type tally struct{ count, killed, missed, other int }
	tallies, kernels := map[string]*tally{}, []string(nil)
	var survivors []fate
	for i, x := range all {
		if !valid[i] {
			continue
		}
		t := tallies[x.Kernel]
		if t == nil {
			t = &tally{}
			tallies[x.Kernel], kernels = t, append(kernels, x.Kernel)
		}
		t.count++
		switch {
		case x.IsMissed:
			t.missed++
		case x.Ratio > 0:
			t.other++
		}
		text := ""
		if x.Killed {
			t.killed++
			text, _, _ = strings.Cut(x.Err.Error(), "\n")
		} else {
			survivors = append(survivors, x)
		}
		if p.json {
			if err := lines.Encode(mutantLine{"mutant", x.Kernel, x.At.String(), x.What, x.Killed, x.By, x.Seed, text, x.reason()}); err != nil {
				return err
			}
		}
	}
	p.sheet.add("kernel", "lines", "executed", "mutants", "killed", "not executed", "other work", "no difference")
	var total tally
	for _, k := range kernels {
		t := tallies[k]
		total.count, total.killed = total.count+t.count, total.killed+t.killed
		p.sheet.add(k, len(seen.all[k]), len(seen.lines[k]), t.count, t.killed, t.missed, t.other, t.count-t.killed-t.missed-t.other)
	}
	if p.json {
		return nil
	}
	for _, row := range *p.sheet {
		fmt.Fprintf(p.out, "%-24s %8s %9s %8s %8s %13s %11s %14s\n", row[0], row[1], row[2], row[3], row[4], row[5], row[6], row[7])
	}
	for _, x := range survivors {
		fmt.Fprintf(p.out, "survives: %s, %v: %s: %s\n", x.Kernel, x.At, x.What, x.reason())
	}
	_, err := fmt.Fprintf(p.out, "%d of %d mutants of %d kernels are killed\n", total.killed, total.count, len(kernels))
	return err
}
