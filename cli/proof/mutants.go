package proof

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

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

// kill runs a mutant in trials until one fails. An invalid mutant has no fate.
func (h Host) kill(ctx context.Context, f flags, m prove.Mutant, kernel string, cases []Case) (out fate, valid bool, err error) {
	out = fate{Mutant: m, Kernel: kernel}
	for n := range f.runs {
		c, seed := cases[n%len(cases)], f.seed+uint64(n)
		if prove.Draw(seed).Width == 1 {
			continue // another variant of the kernel
		}
		words, used := c.Draw(seed), false
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
			out.Killed, out.Seed, out.By, out.Err = true, seed, c.Name, o.Err
			return out, true, nil
		}
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
	for kernel := range used {
		text, err := code(kernel+".comp", false)
		if err != nil {
			return err
		}
		all, err := prove.Mutants(text)
		if err != nil {
			return fmt.Errorf("kernel %s: %w", kernel, err)
		}
		for _, m := range all {
			jobs = append(jobs, job{m, kernel})
		}
	}
	slices.SortStableFunc(jobs, func(a, b job) int { return strings.Compare(a.kernel, b.kernel) })
	fates, valid := make([]fate, len(jobs)), make([]bool, len(jobs))
	next := make(chan int)
	var group sync.WaitGroup
	var mu sync.Mutex
	var failed error
	for range f.jobs {
		group.Go(func() {
			for i := range next {
				var err error
				fates[i], valid[i], err = h.kill(ctx, f, jobs[i].m, jobs[i].kernel, used[jobs[i].kernel])
				if err != nil {
					mu.Lock()
					failed = err
					mu.Unlock()
				}
			}
		})
	}
	for i := range jobs {
		next <- i
	}
	close(next)
	group.Wait()
	if failed != nil {
		return failed
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
			if err := lines.Encode(mutantLine{"mutant", x.Kernel, x.At.String(), x.What, x.Killed, x.By, x.Seed, text}); err != nil {
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
		fmt.Fprintf(p.out, "survives: %s, %v: %s\n", x.Kernel, x.At, x.What)
	}
	_, err := fmt.Fprintf(p.out, "%d of %d mutants of %d kernels are killed\n", total[1], total[0], len(kernels))
	return err
}
