// Package proof has the command 'prove', which runs algorithms under schedules, widths and orders of memory that devices may choose.
package proof

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"kernelscope/cli"
	"kernelscope/compute"
	"kernelscope/compute/gpu"
	"kernelscope/compute/prove"
	"kernelscope/compute/simt/onsimt"
	"kernelscope/internal/fault"
)

// Host is the program that carries out run commands.
type Host struct {
	*cli.App
	// Run carries out a run command on an interpreter, without output.
	Run func(ctx context.Context, i *onsimt.Interpreter, words []string) error
}

// flags belong to the command.
type flags struct {
	json, list bool
	mutants    bool
	open       bool
	line, save string
	from       string
	survivors  string
	runs, jobs int
	seed       uint64
	length     time.Duration
}

// Commands returns the command.
func (h Host) Commands() []*cobra.Command {
	var f flags
	c := &cobra.Command{
		Use:   "prove [NAME…] [-- RUN…]",
		Short: "Run algorithms under schedules and memory orders that devices may choose",
		Long: `Runs trials of algorithms on the interpreter: on small inputs at the edges of workgroups and
partitions, with subgroups of 1 to 128 lanes, under schedules that a device may choose (in order,
reversed, in turns, random, by falling priorities, one workgroup starved, one subgroup ahead), with
stores that become visible late, as Vulkan's memory model permits, and with one workgroup too many. Each
result is verified. A trial also fails for races and undefined behaviour that a kernel does not declare,
and for a dispatch that does not end.

NAME is one of the algorithms that --list prints, by default all. Instead, RUN is a run command with
--verify; of alternatives in braces, {a|b}, each trial uses one, and {seed} stands for a number.

A failure ends an algorithm's trials. Its schedule is shrunk and printed with the command that repeats
it, and the exit code is 5.`,
		Example: "  viewer prove\n  viewer prove look-back --time 10m\n  viewer prove frontier --seed 417 --runs 1\n  viewer prove -- lab my.toml",
		RunE: func(c *cobra.Command, args []string) error {
			if f.list {
				for _, k := range Cases {
					fmt.Fprintf(c.OutOrStdout(), "%-16s %s\n", k.Name, k.Line)
				}
				return nil
			}
			cases, err := chosen(args, c.ArgsLenAtDash())
			if err == nil && (f.runs < 1 || f.jobs < 1 || f.length < 0) {
				err = cli.Usage("--runs and --jobs are at least 1, and --time is not negative")
			}
			if err != nil {
				return err
			}
			p := printer{c.OutOrStdout(), f.json, &sheet{}, &sheet{}}
			if err := p.begin(h.Version, !f.mutants); err != nil {
				return err
			}
			if f.mutants {
				err = h.mutants(c.Context(), f, cases, p)
			} else {
				err = h.prove(c.Context(), f, cases, p)
			}
			return cmp.Or(err, h.save(f, p))
		},
		ValidArgsFunction: cli.Fixed(names()...),
	}
	c.Flags().BoolVar(&f.json, "json", false, "print JSON lines: prove, trials, failure; or prove, mutant")
	c.Flags().BoolVar(&f.mutants, "mutants", false, "give each line of the kernels a fault in turn, and count the faults that --runs trials find")
	c.Flags().BoolVar(&f.open, "open", false, "open the last dispatch of a failure in a window, step by step under its schedule")
	c.Flags().StringVar(&f.line, "line", "", "with --mutants, only faults at lines that end with this, such as clip_walk.glsl:92")
	c.Flags().StringVar(&f.from, "from", "", "with --mutants, only the faults that this file of --survivors lists")
	c.Flags().StringVar(&f.survivors, "survivors", "", "with --mutants, also write the faults that no trial finds to this file, as --save does")
	cli.Reads(c, "from")
	cli.Writes(c, "survivors")
	c.Flags().BoolVar(&f.list, "list", false, "print the algorithms and their commands")
	c.Flags().IntVar(&f.runs, "runs", 100, "trials of each algorithm, unless --time is given")
	c.Flags().IntVar(&f.jobs, "jobs", runtime.GOMAXPROCS(0), "trials at a time")
	c.Flags().Uint64Var(&f.seed, "seed", 1, "number of the first trial; each trial depends on its own number alone")
	c.Flags().DurationVar(&f.length, "time", 0, "time for each algorithm, such as 30s, instead of a number of trials")
	cli.AddSave(c, &f.save)
	return []*cobra.Command{c}
}

// save writes the sheets as they are, after each algorithm.
func (h Host) save(f flags, p printer) error {
	i := gpu.Info{Name: "the interpreter"}
	return cmp.Or(h.SaveRows(f.save, p.sheet, i), h.SaveRows(f.survivors, p.survivors, i))
}

func names() (out []string) {
	for _, c := range Cases {
		out = append(out, c.Name)
	}
	return out
}

// chosen returns the cases of a command line, whose words from some place on are a run command.
func chosen(args []string, dash int) (out []Case, err error) {
	var run []string
	if dash >= 0 {
		args, run = args[:dash], args[dash:]
	}
	for _, name := range args {
		i := slices.IndexFunc(Cases, func(c Case) bool { return c.Name == name })
		if i < 0 {
			return nil, cli.Usage("no algorithm has the name %q; choose from %s", name, strings.Join(names(), ", "))
		}
		out = append(out, Cases[i])
	}
	if len(run) > 0 {
		out = append(out, Case{Name: strings.Join(run, " "), Line: strings.Join(run, " ")})
	}
	if len(out) == 0 {
		out = Cases
	}
	return out, nil
}

// failure is a trial that fails.
type failure struct {
	Seed    uint64
	Command []string
	Outcome prove.Outcome
}

// tally counts the trials of a case.
type tally struct {
	Case
	Trials, Dispatches, Choices int
	Refused                     int   // trials whose arguments are not allowed at their width
	refusal                     error // of the first
	Seconds                     float64
	Failure                     *failure // of the least seed
}

// pool calls do for what next returns, in some goroutines, until there is no more or one fails.
func pool[T any](jobs int, next func() (T, bool), do func(T) error) error {
	var mu sync.Mutex
	var group sync.WaitGroup
	var first error
	take := func(err error) (x T, ok bool) {
		mu.Lock()
		defer mu.Unlock()
		if first == nil {
			first = err
		}
		if first != nil {
			return x, false
		}
		return next()
	}
	for range jobs {
		group.Go(func() {
			for x, ok := take(nil); ok; x, ok = take(do(x)) {
			}
		})
	}
	group.Wait()
	return first
}

var errFails = errors.New("a trial fails")

// trials carries out the trials of a case, up to the first that fails. Those that --time cuts short do not count.
func (h Host) trials(ctx context.Context, f flags, c Case) (t tally, err error) {
	t.Case = c
	begin, done := time.Now(), uint64(0)
	next := func() (uint64, bool) {
		done++
		return f.seed + done - 1, f.length == 0 && done <= uint64(f.runs) || f.length > 0 && time.Since(begin) < f.length
	}
	limited := ctx
	if f.length > 0 {
		var stop func()
		limited, stop = context.WithTimeout(ctx, f.length)
		defer stop()
	}
	var mu sync.Mutex
	err = pool(f.jobs, next, func(seed uint64) error {
		words := c.Draw(seed)
		o, wrong := prove.Try(limited, seed, c.Work(h, seed))
		mu.Lock()
		defer mu.Unlock()
		switch {
		case wrong != nil && limited.Err() != nil && ctx.Err() == nil:
			return nil
		case wrong == nil:
			t.Trials, t.Dispatches, t.Choices = t.Trials+1, t.Dispatches+o.Dispatches, t.Choices+o.Count
		case ctx.Err() == nil && isRefused(wrong):
			if t.Refused++; t.refusal == nil {
				t.refusal = fmt.Errorf("trial %d, %s: %w", seed, strings.Join(words, " "), wrong)
			}
		default:
			return fmt.Errorf("trial %d, %s: %w", seed, strings.Join(words, " "), wrong)
		}
		if o.Err == nil {
			return nil
		}
		if t.Failure == nil || seed < t.Failure.Seed {
			t.Failure = &failure{seed, words, o}
		}
		return errFails
	})
	if err == errFails {
		err = nil
	}
	t.Seconds = time.Since(begin).Seconds()
	if err == nil && t.Trials == 0 {
		err = t.refusal
	}
	return t, err
}

// isRefused reports whether a command is not for the width of a trial.
func isRefused(err error) bool {
	return errors.Is(err, fault.Usage) || errors.Is(err, fault.Limit) || errors.Is(err, compute.ErrValue)
}

// shrinking is the number of trials in which a schedule is shrunk.
const shrinking = 200

// prove tries all cases.
func (h Host) prove(ctx context.Context, f flags, cases []Case, p printer) error {
	p.sheet.add("algorithm", "trials", "dispatches", "choices", "trials a minute", "fails")
	failed := 0
	for _, one := range cases {
		t, err := h.trials(ctx, f, one)
		if err == nil && t.Failure != nil {
			failed++
			t.Failure.Outcome, err = t.Failure.Outcome.Shrink(ctx, shrinking, t.Work(h, t.Failure.Seed))
		}
		if err == nil {
			err = p.tally(t)
		}
		if err == nil && t.Failure != nil && f.open {
			err = h.open(ctx, t)
		}
		if err == nil {
			err = h.save(f, p)
		}
		if err != nil {
			return err
		}
	}
	if failed > 0 {
		return fmt.Errorf("%w: %d of %d algorithms fail", fault.Wrong, failed, len(cases))
	}
	return nil
}
