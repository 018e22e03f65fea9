package main

import (
	"context"
	"io"
	"log/slog"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"kernelscope/compute"
	"kernelscope/compute/oracle"
	"kernelscope/compute/sorting"
	"kernelscope/compute/timing"
)

// benchSortFlags are those of 'bench sort'.
type benchSortFlags struct {
	algorithms, types, least, most string
	payload                        bool
	dist                           string
	seed                           uint64
	repeat                         int
	limit                          time.Duration
	chart                          string
	json, csv                      bool
	bars                           bool
}

func (a *app) benchSortCommand() *cobra.Command {
	var f benchSortFlags
	c := &cobra.Command{
		Use:   "sort",
		Short: "Time sorts by the number of keys",
		Long: `Times every way to sort for numbers of keys that double, and verifies every result.
The last size is the most that fits one binding of the device, where that is less than
a power of two. A size that is left out is listed, with the reason.

Times are medians over --repeat runs, after warming up. GPU time is that of all
passes in one recording; the input is restored before each run, outside of the time.
The chart has keys a second by GPU time (of the host, by the clock). Its ceiling is
what a sort would reach that reads and writes each key, and its value, once, as fast as
a kernel of this device copies an array, four words an invocation.

With --bars it measures the works of the project's table of goals instead.`,
		Example: `  viewer bench sort -o sorts.svg
  viewer bench sort -a radix,cpu --types u32,u64 --payload --max 2^24 --json
  viewer bench sort --bars`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			return a.benchSort(c.Context(), c.OutOrStdout(), f)
		},
	}
	fs := c.Flags()
	addAlgorithm(c, &f.algorithms, "ways to sort, divided by commas", strings.Join(namesOf(sorters()), ","), sorters())
	fs.StringVar(&f.types, "types", "u32", "types of keys, divided by commas: u32, i32, f32, u64")
	fs.StringVar(&f.least, "min", "2^10", "least number of keys")
	fs.StringVar(&f.most, "max", "2^30", "greatest number of keys")
	fs.BoolVar(&f.payload, "payload", false, "sort a value of 32 bits with each key")
	fs.Uint64Var(&f.seed, "seed", 1, "seed of the keys")
	fs.IntVarP(&f.repeat, "repeat", "r", 5, "number of runs that are timed")
	fs.DurationVar(&f.limit, "limit", 10*time.Second, "leave out what would take a way to sort longer than this, each run")
	fs.StringVarP(&f.chart, "output", "o", "", "write the chart to this file: .svg or .png")
	fs.BoolVar(&f.json, "json", false, "print JSON lines: meta, row")
	fs.BoolVar(&f.csv, "csv", false, "print comma-separated values")
	fs.BoolVar(&f.bars, "bars", false, "measure the project's goals")
	addDistribution(c, &f.dist)
	return c
}

// sortPlan is what the flags ask for.
type sortPlan struct {
	flags       benchSortFlags
	sorters     []sorter
	types       []sorting.Type
	least, most int
}

func (f *benchSortFlags) plan() (p sortPlan, err error) {
	p.flags = *f
	if p.sorters, err = algorithmsOf("-a", f.algorithms, sorters()); err != nil {
		return p, err
	}
	for name := range strings.SplitSeq(f.types, ",") {
		t, err := typeOf("--types", strings.TrimSpace(name))
		if err != nil {
			return p, err
		}
		p.types = append(p.types, t)
	}
	if p.least, err = count("--min", f.least); err != nil {
		return p, err
	}
	if p.most, err = count("--max", f.most); err != nil {
		return p, err
	}
	if p.least < 1 || p.most < p.least {
		return p, usage("--min is %s and --max is %s; sizes go from 1 on, upwards", f.least, f.most)
	}
	if f.repeat < 1 {
		return p, usage("--repeat is %d; at least one run is needed", f.repeat)
	}
	if f.json && f.csv {
		return p, usage("--json and --csv are not both possible")
	}
	if f.bars && (f.csv || f.chart != "") {
		return p, usage("--bars goes neither with --csv nor with -o")
	}
	if err := checkDistribution(f.dist); err != nil {
		return p, err
	}
	return p, checkChart("-o", f.chart)
}

// sizes lists numbers of keys: doubled from the least on, up to the greatest. The
// first one that does not fit a binding gives way to what just does.
func (p *sortPlan) sizes(t sorting.Type, l compute.Limits) (out []int) {
	fit := l.BufferWords / sorting.Format{Type: t}.Words()
	for n := p.least; n <= p.most; n *= 2 {
		if n > fit && len(out) > 0 && out[len(out)-1] < fit {
			out = append(out, fit)
		}
		out = append(out, n)
	}
	return out
}

// sortRow is a measured size of a way to sort, or the reason why it is none.
type sortRow struct {
	Type      string         `json:"type"`
	Algorithm string         `json:"algorithm"`
	Keys      string         `json:"key_type"`
	Payload   bool           `json:"payload"`
	N         int            `json:"n"`
	Params    compute.Values `json:"params,omitempty"`
	Passes    int            `json:"passes,omitempty"`
	GPU       float64        `json:"gpu_ms,omitempty"` // not on the host
	Wall      float64        `json:"wall_ms,omitempty"`
	Rate      float64        `json:"keys_per_s,omitempty"`
	Verified  bool           `json:"verified"`
	Proof     string         `json:"proof,omitempty"`
	LeftOut   string         `json:"left_out,omitempty"`
}

// sortBench measures sorts.
type sortBench struct{ benchDevice }

// measure sorts. What has no room is a row with the reason.
func (b *sortBench) measure(ctx context.Context, j sortJob) (sortRow, error) {
	row := sortRow{Type: "row", Algorithm: j.Name(), Keys: j.f.Type.String(), Payload: j.f.Payload, N: j.n}
	j.verify = true
	d, err := b.device()
	if err != nil {
		return row, err
	}
	r, err := j.run(ctx, d)
	if err != nil {
		row.LeftOut, err = b.leftOut(err)
		return row, err
	}
	row.Params, row.Passes, row.GPU, row.Wall, row.Rate = r.params, r.passes, r.times.GPU, r.times.Wall, rate(j.n, r.times)
	row.Verified, row.Proof = true, proof(j)
	return row, nil
}

func (a *app) benchSort(ctx context.Context, out io.Writer, f benchSortFlags) error {
	p, err := f.plan()
	if err != nil {
		return err
	}
	b := &sortBench{benchDevice{open: a.OpenDevice}}
	defer b.release()
	d, err := b.device()
	if err != nil {
		return err
	}
	info := d.Info()
	copied, err := timing.Bandwidth(ctx, d, timing.Runs{Warm: 1, Timed: f.repeat})
	if err != nil {
		return err
	}
	w, err := newSortTable(marked(out), f, info, copied)
	if err != nil {
		return err
	}
	if f.bars {
		return b.bars(ctx, w, f)
	}
	all, err := collect(w, func(done func(sortRow) error) error { return b.rows(ctx, p, d.Limits(), done) })
	if err != nil || f.chart == "" {
		return err
	}
	return drawSorts(p, info, copied, all)
}

// rows measures all sizes, of all ways to sort in turn.
func (b *sortBench) rows(ctx context.Context, p sortPlan, l compute.Limits, done func(sortRow) error) error {
	for _, t := range p.types {
		f := sorting.Format{Type: t, Payload: p.flags.payload}
		slow := make([]string, len(p.sorters)) // why a way to sort has ended
		for _, n := range p.sizes(t, l) {
			var made *oracle.Array // for all ways to sort
			input := func() (oracle.Array, error) {
				if made == nil {
					in, err := madeKeys(p.flags.dist, f, n, p.flags.seed)
					if err != nil {
						return in, err
					}
					made = &in
				}
				return *made, nil
			}
			for i, s := range p.sorters {
				row := sortRow{Type: "row", Algorithm: s.Name(), Keys: t.String(), Payload: f.Payload, N: n, LeftOut: slow[i]}
				if slow[i] == "" {
					var err error
					j := sortJob{sorter: s, f: f, n: n, runs: timing.Runs{Warm: 1, Timed: p.flags.repeat}, input: input}
					if s.onHost() {
						j.runs = timing.Runs{Timed: 1} // it has nothing to warm up, and takes long
					}
					slog.Debug("sort", "algorithm", s.Name(), "type", t, "keys", n)
					if row, err = b.measure(ctx, j); err != nil {
						return err
					}
					if row.LeftOut == "" {
						slow[i] = tooSlow(n, row.Wall, p.flags.limit)
					}
				}
				if err := done(row); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// measured are the rows of a way to sort and a type that have times, by size.
func measured(all []sortRow, algorithm, keys string) []sortRow {
	return slices.DeleteFunc(slices.Clone(all), func(r sortRow) bool {
		return r.LeftOut != "" || r.Algorithm != algorithm || r.Keys != keys
	})
}
