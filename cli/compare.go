package cli

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"kernelscope/cli/flags"
	"kernelscope/compute"
	"kernelscope/watch"
	"kernelscope/watch/timeline"
)

// Comparison holds the values of --compare and --clock.
type Comparison struct {
	With, Clock string
	clock       *pflag.Flag // nil before Add
	clocks      []string    // that there are
}

// clocks are the names for --clock, in the order of timeline.Clocks.
var clocks = []string{"steps", "time", "progress", "work"}

// Add adds the flags, with the clock of comparisons that is taken if none is given, and the last
// one that there is.
func (f *Comparison) Add(c *cobra.Command, clock, last timeline.Clock) {
	fs := c.Flags()
	f.clocks = clocks[:last+1]
	fs.StringVar(&f.With, "compare", "", "show a second run beside the first, with another algorithm, other parameters, or both, such as NAME,delta=4096,batch=512; the rest is as in the first run")
	fs.StringVar(&f.Clock, "clock", clocks[clock], "clock that synchronizes the two runs of a comparison: "+strings.Join(f.clocks, ", "))
	f.clock = fs.Lookup("clock")
	_ = c.RegisterFlagCompletionFunc("clock", Fixed(f.clocks...))
}

// On reports whether a comparison is requested.
func (f *Comparison) On() bool { return f.With != "" }

// begin returns the actions that begin the comparison.
func (f *Comparison) begin() ([]watch.Action, error) {
	clock := slices.Index(f.clocks, f.Clock)
	if clock < 0 {
		return nil, Usage("--clock is %q; there are %s", f.Clock, strings.Join(f.clocks, ", "))
	}
	return []watch.Action{watch.SetCompare{On: true}, timeline.SetClock{Clock: timeline.Clock(clock)}}, nil
}

// Set returns the action that gives a run an algorithm with values; those that are not given are left to it.
func Set(lane int, a flags.Algorithm, values compute.Values) watch.Set {
	all := compute.Values{}
	for _, p := range a.Params() {
		all[p.Name] = values[p.Name]
	}
	return watch.Set{Lane: lane, Algorithm: a.Name(), Values: all}
}

// Chosen returns the actions that give the first run the algorithm that -a names, with the
// parameters given, and those that begin a comparison and give the second run its own.
func Chosen[A flags.Algorithm](f *Comparison, name string, given *flags.Params, of []A) ([]watch.Action, error) {
	first, err := Named("-a", name, of)
	if err != nil {
		return nil, err
	}
	values, err := flags.Values(given, first)
	if err != nil {
		return nil, err
	}
	out := []watch.Action{Set(0, first, values)}
	if !f.On() {
		if f.clock != nil && f.clock.Changed {
			return nil, Usage("--clock needs --compare")
		}
		return out, nil
	}
	more, err := Second(f, first, values, of)
	return append(out, more...), err
}

// Second returns the actions that begin a comparison with a first run, and give the second run its own algorithm and values.
func Second[A flags.Algorithm](f *Comparison, first A, values compute.Values, of []A) ([]watch.Action, error) {
	begin, err := f.begin()
	if err != nil {
		return nil, err
	}
	second, others, err := secondOf(f, first, values, of)
	if err != nil {
		return nil, err
	}
	return append(begin, Set(1, second, others)), nil
}

// secondOf returns the second algorithm and its values, given the first's.
func secondOf[A flags.Algorithm](f *Comparison, first A, values compute.Values, of []A) (a A, v compute.Values, err error) {
	a, v = first, compute.Values{}
	var given []string
	for item := range strings.SplitSeq(f.With, ",") {
		item = strings.TrimSpace(item)
		if strings.Contains(item, "=") {
			given = append(given, item)
		} else if a, err = Named("--compare", item, of); err != nil {
			return a, nil, err
		}
	}
	for name, x := range values.Allowed(a.Params(), compute.Limits{}) {
		v[name] = x
	}
	for _, item := range given {
		name, text, _ := strings.Cut(item, "=")
		p, ok := compute.ParamOf(a.Params(), name)
		if !ok {
			return a, nil, Usage("--compare is %q; %s has no parameter %q", f.With, a.Name(), name)
		}
		if v[name], err = p.Parse(compute.Limits{}, text); err != nil {
			return a, nil, err
		}
	}
	return a, v, nil
}

// WriteRatios prints the table of a comparison; nothing without one.
func WriteRatios(out io.Writer, measures []watch.Measure) error {
	if len(measures) == 0 {
		return nil
	}
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(w, "\tfirst\tsecond\tratio\t\n")
	for _, m := range measures {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t\n", m.Name, strings.TrimSpace(m.Text(0)), strings.TrimSpace(m.Text(1)), m.RatioText())
	}
	return w.Flush()
}
