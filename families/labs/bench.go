package labs

import (
	"context"
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"kernelscope/cli"
	"kernelscope/compute/lab"
	"kernelscope/compute/timing"
	"kernelscope/internal/format"
	"kernelscope/open/labload"
	"kernelscope/report"
)

// benchFlags are the flags of 'bench lab'.
type benchFlags struct {
	set, with []string
	pairs     int
	json      bool
}

// benchCommand is 'bench lab'.
func benchCommand(a *cli.App) *cobra.Command {
	var f benchFlags
	c := &cobra.Command{
		Use: "lab FILE [SECOND]", Short: "Compare two compute shaders or labs, or two settings of one, by time", Args: cobra.RangeArgs(1, 2),
		Long: `Runs two labs in turn, pair after pair, and says whether one is faster and by how much: an interval of the
ratio of their times with a confidence of 95 %. Times are measured on the device if it has timestamps. First the
results of both are checked, and their buffers are compared by name.`,
		Example: "  viewer bench lab old.comp new.comp\n  viewer bench lab lab:saxpy --with size=256",
		RunE: func(c *cobra.Command, args []string) error {
			if f.pairs < 6 || f.pairs > 10000 {
				return cli.Usage("--pairs is %d; it is from 6, of which an interval can be told, to 10000", f.pairs)
			}
			second := ""
			if len(args) > 1 {
				second = args[1]
			}
			labs, err := labload.ReadTwo(c.Context(), args[0], second)
			if err != nil {
				return err
			}
			return f.bench(c.Context(), a, c.OutOrStdout(), labs)
		},
	}
	c.Flags().StringSliceVar(&f.set, "set", nil, "values of parameters of both, such as n=1000,a=2")
	c.Flags().StringSliceVar(&f.with, "with", nil, "values of parameters of the second run only")
	c.Flags().IntVar(&f.pairs, "pairs", 40, "number of pairs of runs")
	c.Flags().BoolVar(&f.json, "json", false, "print JSON lines: meta, ratio")
	return c
}

// bench times two labs on the device.
func (f *benchFlags) bench(ctx context.Context, a *cli.App, out io.Writer, labs [2]*labload.Lab) error {
	d, err := a.OpenComputer(ctx)
	if err != nil {
		return err
	}
	defer d.Release()
	var works [2]timing.Work
	var ends [2]map[string][]uint32
	for i, l := range labs {
		given := slices.Clone(f.set)
		if i == 1 {
			given = append(given, f.with...)
		}
		v, err := cli.SetValues(l.Params(), given)
		if err != nil {
			return err
		}
		r, err := l.NewRun(d, v)
		if err != nil {
			return err
		}
		defer r.Release()
		if ends[i], err = r.Finish(ctx); err != nil {
			return fmt.Errorf("%s: %w", l.Path, err)
		}
		works[i] = timing.Work{Prepare: r.Restart, Do: func() error { _, err := r.Execute(ctx); return err }}
	}
	ratio, err := timing.InTurn(ctx, d, f.pairs, works)
	if err != nil {
		return err
	}
	differs := difference(labs[0].Buffers, ends, [2]string{"in the first", "in the second"})
	if f.json {
		lines := format.JSON(out)
		if err := lines.Encode(report.NewMeta(a.Version, d.Info.Name, d.Info.Driver)); err != nil {
			return err
		}
		return lines.Encode(ratioLine{"ratio", ratio.Pairs, ratio.First, ratio.Second, ratio.Low, ratio.High, differs})
	}
	if differs == "" {
		differs = "all buffers of one name are equal at the end"
	}
	_, err = fmt.Fprintf(out, "first   %9.3f ms\nsecond  %9.3f ms\n%v\n%s\n", ratio.First, ratio.Second, ratio, differs)
	return err
}

// ratioLine is described in docs/json.md.
type ratioLine struct {
	Type    string  `json:"type"`
	Pairs   int     `json:"pairs"`
	First   float64 `json:"first_ms"`
	Second  float64 `json:"second_ms"`
	Low     float64 `json:"low"`
	High    float64 `json:"high"`
	Differs string  `json:"differs,omitempty"`
}

// difference names the first word in which buffers of one name differ, or nothing. where says of which run each is.
func difference(buffers []lab.Buffer, ends [2]map[string][]uint32, where [2]string) string {
	for _, b := range buffers {
		first, second := ends[0][b.Name], ends[1][b.Name]
		if second == nil {
			continue
		}
		for i := range min(len(first), len(second)) {
			if first[i] != second[i] {
				return fmt.Sprintf("%s[%d] is %s %s and %s %s", b.Name, i/b.Stride, b.Type.Text(first[i]), where[0], b.Type.Text(second[i]), where[1])
			}
		}
		if len(first) != len(second) {
			return fmt.Sprintf("%s has %s %s and %s %s", b.Name, format.Count(len(first), "word"), where[0], format.Count(len(second), "word"), where[1])
		}
	}
	return ""
}
