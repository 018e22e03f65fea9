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
	// Ratio is the number of lane-instructions of all trials by those of the kernel without the fault, 0 if both are equal in each trial:
	// nothing shows a difference then.
	Ratio float64
}

// usedBy returns the cases that run each kernel, by the first trials.
func (h Host) usedBy(ctx context.Context, cases []Case) (map[string][]Case, error) {
	out := map[string][]Case{}
	for _, c := range cases {
		for seed := range uint64(20) {
			i := onsimt.New(prove.Draw(seed).Width)
			if err := h.Run(ctx, i, c.Draw(seed)); ctx.Err() != nil {
				return nil, ctx.Err()
			} else if err != nil && !isRefused(err) {
				return nil, err
			}
			for _, kernel := range i.Kernels() {
				if !slices.ContainsFunc(out[kernel], func(o Case) bool { return o.Name == c.Name }) {
					out[kernel] = append(out[kernel], c)
				}
			}
		}
	}
	return out, nil
}

// mutantDispatches is the greatest number of dispatches of a trial of a mutant; the program's algorithms have a tenth.
const mutantDispatches = 1 << 10

// trial is a trial of a case.
type trial struct {
	name string
	seed uint64
}

// costs are the lane-instructions of trials without a fault.
type costs struct {
	sync.Mutex
	of map[trial]int64
}

// cost returns the lane-instructions of a trial without a fault.
func (h Host) cost(ctx context.Context, c *costs, k Case, seed uint64) (int64, error) {
	c.Lock()
	steps, ok := c.of[trial{k.Name, seed}]
	c.Unlock()
	if ok {
		return steps, nil
	}
	o, err := prove.Try(ctx, seed, h.work(k.Draw(seed)))
	if err == nil {
		err = o.Err
	}
	c.Lock()
	c.of[trial{k.Name, seed}] = o.Steps
	c.Unlock()
	return o.Steps, err
}

// kill runs a mutant in trials until one fails. An invalid mutant has no fate.
func (h Host) kill(ctx context.Context, f flags, c *costs, m prove.Mutant, kernel string, cases []Case) (out fate, valid bool, err error) {
	out = fate{Mutant: m, Kernel: kernel}
	steps := map[trial]int64{}
	for n := range f.runs {
		k, seed := cases[n%len(cases)], f.seed+uint64(n)
		if prove.Draw(seed).Width == 1 {
			continue // another variant of the kernel
		}
		words, used := k.Draw(seed), false
		o, wrong := prove.TryWithin(ctx, seed, mutantDispatches, func(ctx context.Context, i *onsimt.Interpreter) error {
			usual := i.Code
			i.Code = func(source string, basic bool) (string, error) {
				if source == kernel+".comp" && !basic {
					used = true
					return m.Code, nil
				}
				return usual(source, basic)
			}
			return h.Run(ctx, i, words)
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
			steps[trial{k.Name, seed}] = o.Steps
		}
	}
	total, usual, same := int64(0), int64(0), true
	for _, k := range cases {
		for t, n := range steps {
			if t.name != k.Name {
				continue
			}
			want, err := h.cost(ctx, c, k, t.seed)
			if err != nil {
				return out, false, err
			}
			total, usual, same = total+n, usual+want, same && n == want
		}
	}
	if !same {
		out.Ratio = float64(total) / float64(usual)
	}
	return out, true, nil
}

// mutants tries all mutants of the kernels of cases, and prints how many trials find.
func (h Host) mutants(ctx context.Context, f flags, cases []Case, p printer) error {
	used, err := h.usedBy(ctx, cases)
	if err != nil {
		return err
	}
	type job struct {
		m      prove.Mutant
		kernel string
	}
	var jobs []job
	code := onsimt.New(32).Code
	for _, kernel := range slices.Sorted(maps.Keys(used)) {
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
	fates, valid, c := make([]fate, len(jobs)), make([]bool, len(jobs)), &costs{of: map[trial]int64{}}
	next := 0
	err = pool(f.jobs, func() (int, bool) { next++; return next - 1, next <= len(jobs) }, func(i int) (err error) {
		fates[i], valid[i], err = h.kill(ctx, f, c, jobs[i].m, jobs[i].kernel, used[jobs[i].kernel])
		return err
	})
	if err != nil {
		return err
	}
	return p.fates(fates, valid)
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
	// Ratio of lane-instructions of a survivor, absent if trials execute as many as without the fault.
	Ratio float64 `json:"ratio,omitempty"`
}

// fates prints what became of mutants: a line a kernel, then the survivors; or all as JSON.
func (p printer) fates(all []fate, valid []bool) error {
	lines := format.JSON(p.out)
	count, killed, kernels := map[string]int{}, map[string]int{}, []string(nil)
	var survivors []fate
	for i, x := range all {
		if !valid[i] {
			continue
		}
		if count[x.Kernel]++; count[x.Kernel] == 1 {
			kernels = append(kernels, x.Kernel)
		}
		text := ""
		if x.Killed {
			killed[x.Kernel]++
			text, _, _ = strings.Cut(x.Err.Error(), "\n")
		} else {
			survivors = append(survivors, x)
		}
		if p.json {
			if err := lines.Encode(mutantLine{"mutant", x.Kernel, x.At.String(), x.What, x.Killed, x.By, x.Seed, text, x.Ratio}); err != nil {
				return err
			}
		}
	}
	if p.json {
		return nil
	}
	total := [2]int{}
	fmt.Fprintf(p.out, "%-24s %8s %8s\n", "kernel", "mutants", "killed")
	for _, k := range kernels {
		total[0], total[1] = total[0]+count[k], total[1]+killed[k]
		fmt.Fprintf(p.out, "%-24s %8d %8d\n", k, count[k], killed[k])
	}
	for _, x := range survivors {
		why := "as many instructions in each trial"
		if x.Ratio > 0 {
			why = fmt.Sprintf("the same results with %.2f times the instructions", x.Ratio)
		}
		fmt.Fprintf(p.out, "survives: %s, %v: %s: %s\n", x.Kernel, x.At, x.What, why)
	}
	_, err := fmt.Fprintf(p.out, "%d of %d mutants of %d kernels are killed\n", total[1], total[0], len(kernels))
	return err
}
