package cli

import (
	"context"
	"fmt"
	"io"
	"iter"
	"strings"

	"github.com/spf13/cobra"

	"kernelscope/cli/flags"
	"kernelscope/compute"
	"kernelscope/compute/experiment"
	"kernelscope/internal/format"
)

// Auto holds the flags of 'bench auto' that all families share.
type Auto struct {
	Repetitions int
	Sweep       bool // print every setting, too
	sizes       string
}

// Add adds the flags.
func (f *Auto) Add(c *cobra.Command) {
	fs := c.Flags()
	fs.IntVarP(&f.Repetitions, "repetitions", "r", 5, "repetitions of each final measurement")
	fs.BoolVar(&f.Sweep, "sweep", false, "also print every setting of the sweeps")
	fs.StringVar(&f.sizes, "sizes", "", "numbers of keys and elements, separated by commas; chosen by the kind of device if empty")
}

// Sizes are the numbers of keys or elements that are measured.
func (f *Auto) Sizes(software bool) (sizes []int, err error) {
	text := f.sizes
	switch {
	case text == "" && software:
		text = "2^12,2^14,2^16,2^18"
	case text == "":
		text = "2^12,2^16,2^20,2^24"
	}
	for one := range strings.SplitSeq(text, ",") {
		n, err := Count("--sizes", strings.TrimSpace(one))
		if err != nil {
			return nil, err
		}
		if n < 1 {
			return nil, Usage("--sizes has %d; at least one is needed", n)
		}
		sizes = append(sizes, n)
	}
	return sizes, nil
}

// AutoHead prints the head of a table by numbers of something.
func AutoHead(out io.Writer, things, algorithm string) error {
	_, err := fmt.Fprintf(out, "\n| %s | %s | chosen | ms | best of the sweep | ms | chosen / best |\n|---|---|---|---|---|---|---|\n", things, algorithm)
	return err
}

// AutoRow is a row of a table of 'bench auto': a number of something, of which the first setting
// is what an algorithm chooses, and the others are a sweep.
type AutoRow struct {
	Title    string
	Size     int
	Settings []experiment.Setting
	Words    experiment.Words
	On       func() experiment.Subject
	InWords  func(experiment.Setting, compute.Values) string
}

// Row measures a row by the time on the device, and prints it.
func (f *Auto) Row(ctx context.Context, out io.Writer, app *App, r AutoRow) error {
	p := experiment.Plan{Kind: experiment.Sweep, Queries: 1, Seed: 1, Settings: r.Settings, Words: r.Words}
	clock := experiment.ByDevice
	c, err := p.Compare(f.Repetitions, clock, func(p experiment.Plan) iter.Seq2[experiment.Update, error] {
		return app.Watched(p.Run(ctx, experiment.Subjects{Count: 1, All: func(yield func(experiment.Subject, error) bool) { yield(r.On(), nil) }}))
	})
	if err != nil {
		return err
	}
	if f.Sweep {
		for _, s := range c.Swept {
			fmt.Fprintf(out, "    %.4f ms: %s\n", clock.Mean(s), r.InWords(r.Settings[s.Setting], s.Values))
		}
	}
	inWords := func(s experiment.Summary) string { return r.InWords(c.Plan.Settings[s.Setting], s.Values) }
	_, err = fmt.Fprintf(out, "| %s | %s | %s | %.4f | %s | %.4f | %.2f |\n", format.Power(r.Size), r.Title,
		inWords(c.Auto), clock.Mean(c.Auto), inWords(c.Best), clock.Mean(c.Best), c.Ratio(clock))
	return err
}

// InWords lists values of an algorithm's parameters, in their order.
func InWords[A flags.Algorithm](a A, v compute.Values) string {
	var words []string
	for _, p := range a.Params() {
		if x, ok := v[p.Name]; ok {
			words = append(words, p.Name+" "+p.Text(x))
		}
	}
	return strings.Join(words, ", ")
}
