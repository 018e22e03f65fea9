package proof

import (
	"cmp"
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
	"kernelscope/internal/fault"
)

// fate is what became of a mutant.
type fate struct {
	prove.Mutant
	Kernel string
	Killed bool
	Seed   uint64 // of the trial that failed
	By     string // its algorithm
	Err    error
	// Equivalent says why no trial can find it; empty if that is not known.
	Equivalent string
	// Ratio is the number of lane-instructions of all trials, divided by the number without the fault, 0 if both are equal in each trial:
	// nothing shows a difference then.
	Ratio    float64
	IsMissed bool // trials do not execute the line
}

// errWork is how a trial ends whose results are right with other work.
var errWork = fmt.Errorf("%w: its work", fault.Wrong)

// reason says why a mutant survives, as far as that shows.
func (x fate) reason() string {
	switch {
	case x.Killed:
		return ""
	case x.Equivalent != "":
		return "equivalent: " + x.Equivalent
	case x.IsMissed:
		return "not executed"
	case x.Ratio > 0:
		return fmt.Sprintf("the same results with %.2f times the instructions", x.Ratio)
	}
	return "as many instructions in each trial"
}

// trial is a trial of a case without a fault.
type trial struct {
	seed uint64
	need prove.Bounds
	ran  map[string]map[simt.Line]bool // by kernel, the lines of its module: whether they were executed
}

// executes reports whether a trial may execute a line of a kernel. Only then can a fault there make a difference.
func (t trial) executes(kernel string, l simt.Line) bool {
	ran, ok := t.ran[kernel]
	executed, known := ran[l]
	return ok && (executed || !known)
}

// survey carries out the trials of a case, plain ones and --runs others, and returns those that its command allows, the shortest first.
func (h Host) survey(ctx context.Context, f flags, c Case) (out []trial, err error) {
	var mu sync.Mutex
	next := -1
	take := func() (uint64, bool) {
		next++
		if next < prove.PlainTrials {
			return prove.Plain + uint64(next), true
		}
		n := next - prove.PlainTrials
		return f.seed + uint64(n), n < f.runs
	}
	err = pool(f.jobs, take, func(seed uint64) error {
		if prove.Draw(seed).Width == 1 {
			return nil // other variants of the kernels
		}
		t := trial{seed: seed, ran: map[string]map[simt.Line]bool{}}
		o, err := prove.Try(ctx, seed, func(ctx context.Context, i *onsimt.Interpreter) error {
			i.Machine.Observe.Counters = true
			err := c.Work(h, seed)(ctx, i)
			for _, kernel := range i.Kernels() {
				t.ran[kernel] = map[simt.Line]bool{}
				for _, l := range i.Lines(kernel) {
					t.ran[kernel][l.Line] = l.Executions > 0
				}
			}
			return err
		})
		switch {
		case err != nil && ctx.Err() == nil && isRefused(err):
			return nil
		case err == nil && o.Err != nil:
			return fmt.Errorf("without a fault, trial %d of %s fails: %w", seed, c.Name, o.Err)
		case err != nil:
			return err
		}
		t.need = prove.Bounds{Dispatches: o.Dispatches, Steps: o.Steps}
		mu.Lock()
		defer mu.Unlock()
		out = append(out, t)
		return nil
	})
	slices.SortFunc(out, func(a, b trial) int {
		return cmp.Or(cmp.Compare(a.need.Steps, b.need.Steps), cmp.Compare(a.seed, b.seed))
	})
	return out, err
}

// slack is how much more than a trial without a fault a mutant may need before its work counts as never done.
func slack(b prove.Bounds) prove.Bounds {
	return prove.Bounds{Dispatches: 4*b.Dispatches + 64, Steps: 8*b.Steps + 1<<20}
}

// kill runs a mutant in trials until one fails. An invalid mutant has no fate.
func (h Host) kill(ctx context.Context, m prove.Mutant, kernel string, c Case, trials []trial) (out fate, valid bool, err error) {
	out = fate{Mutant: m, Kernel: kernel, IsMissed: true}
	total, without, same := int64(0), int64(0), true
	for _, t := range trials {
		if !t.executes(kernel, m.At) {
			continue
		}
		out.IsMissed = false
		o, wrong := prove.TryWithin(ctx, t.seed, slack(t.need), func(ctx context.Context, i *onsimt.Interpreter) error {
			usual := i.Code
			if m.What == prove.LostTail {
				i.Lost = kernel
			}
			i.Code = func(source string, basic bool) (string, error) {
				if source == kernel+".comp" && !basic {
					return m.Code, nil
				}
				return usual(source, basic)
			}
			return c.Work(h, t.seed)(ctx, i)
		})
		if wrong == nil && o.Err == nil && t.seed >= prove.Plain && !prove.IsSameWork(t.need.Steps, o.Steps) {
			o.Err = fmt.Errorf("%w: %d lane-instructions, without the fault %d", errWork, o.Steps, t.need.Steps)
		}
		switch {
		case ctx.Err() != nil:
			return out, false, ctx.Err()
		case wrong != nil && !isRefused(wrong):
			return out, false, nil
		case wrong == nil && o.Err != nil:
			out.Killed, out.Seed, out.By, out.Err = true, t.seed, c.Name, o.Err
			return out, true, nil
		case wrong == nil:
			total, without, same = total+o.Steps, without+t.need.Steps, same && o.Steps == t.need.Steps
		}
	}
	if !same {
		out.Ratio = float64(total) / float64(without)
	}
	return out, true, nil
}

// mutants tries all mutants of the kernels of cases, one after the other, and prints how many trials find.
func (h Host) mutants(ctx context.Context, f flags, cases []Case, p printer) error {
	p.sheet.add("algorithm", "kernels", "lines", "executed", "mutants", "found", "by work", "equivalent", "not executed", "left")
	p.survivors.add("algorithm", "kernel", "line", "fault", "reason")
	only, err := listed(f.from)
	if err != nil {
		return err
	}
	var all score
	for _, c := range cases {
		trials, err := h.survey(ctx, f, c)
		if err != nil {
			return err
		}
		fates, err := h.fates(ctx, f, c, trials, only)
		if err != nil {
			return err
		}
		got, err := p.fates(c, trials, fates)
		if err == nil {
			err = h.save(f, p)
		}
		if err != nil {
			return err
		}
		all.add(got)
	}
	if all.mutants == 0 {
		return cli.Usage("no mutant is at a line that ends with %q, or in the file of --from", f.line)
	}
	return p.total(all)
}

// job is a mutant of a kernel to be tried.
type job struct {
	prove.Mutant
	kernel string
}

// fates tries the mutants of the kernels that trials run, or those that are listed.
func (h Host) fates(ctx context.Context, f flags, c Case, trials []trial, only listing) (out []fate, err error) {
	kernels, jobs := map[string]bool{}, []job(nil)
	for _, t := range trials {
		for k := range t.ran {
			kernels[k] = true
		}
	}
	code := onsimt.New(32).Code
	for _, kernel := range slices.Sorted(maps.Keys(kernels)) {
		text, err := code(kernel+".comp", false)
		if err != nil {
			return nil, err
		}
		all, err := prove.Mutants(text)
		if err != nil {
			return nil, fmt.Errorf("kernel %s: %w", kernel, err)
		}
		for _, m := range all {
			if j := (job{m, kernel}); strings.HasSuffix(m.At.String(), f.line) && only.has(c.Name, j) {
				jobs = append(jobs, j)
			}
		}
	}
	fates, valid, next := make([]fate, len(jobs)), make([]bool, len(jobs)), 0
	show, stop := cli.ShowShare()
	take := func() (int, bool) { // one at a time
		show(float64(next)/float64(max(1, len(jobs))), "mutants of "+c.Name)
		next++
		return next - 1, next <= len(jobs)
	}
	err = pool(f.jobs, take, func(i int) (err error) {
		fates[i], valid[i], err = h.kill(ctx, jobs[i].Mutant, jobs[i].kernel, c, trials)
		if err == nil && !fates[i].Killed {
			fates[i].Equivalent, err = equivalent(fates[i])
		}
		return err
	})
	stop()
	for i, x := range fates {
		if valid[i] {
			out = append(out, x)
		}
	}
	return out, err
}
