package cli

import (
	"cmp"
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"kernelscope/cli/flags"
	"kernelscope/compute"
	"kernelscope/internal/fault"
	"kernelscope/internal/format"
)

// AddAlgorithm adds the flag that names one or several algorithms.
func AddAlgorithm[A flags.Algorithm](c *cobra.Command, to *string, what, first string, of []A) {
	names := Names(of)
	c.Flags().StringVarP(to, "algorithm", "a", first, what+": "+strings.Join(names, ", "))
	_ = c.RegisterFlagCompletionFunc("algorithm", Fixed(names...))
}

// named is what a flag names: an algorithm, or what colours mean.
type named interface{ Name() string }

// Names lists the names of algorithms or others.
func Names[A named](of []A) (names []string) {
	for _, a := range of {
		names = append(names, a.Name())
	}
	return names
}

// Named returns the algorithm, or another one of some, that a flag names.
func Named[A named](flag, name string, of []A) (a A, err error) {
	names := Names(of)
	if i := slices.Index(names, name); i >= 0 {
		return of[i], nil
	}
	return a, Usage("%s is %q%s; choose from %s", flag, name, format.Meant(name, names), strings.Join(names, ", "))
}

// AllNamed returns the algorithms that a flag names, separated by commas.
func AllNamed[A flags.Algorithm](flag, list string, of []A) (chosen []A, err error) {
	for name := range strings.SplitSeq(list, ",") {
		a, err := Named(flag, strings.TrimSpace(name), of)
		if err != nil {
			return nil, err
		}
		chosen = append(chosen, a)
	}
	return chosen, nil
}

// MaxCount is the greatest number of keys or elements that kernels, whose numbers have 32 bits,
// can count.
const MaxCount = math.MaxUint32

// Count reads a number such as 1000000, 1e6 or 2^20 from a flag.
func Count(flag, text string) (int, error) {
	n, err := format.ParseCount(text)
	switch {
	case errors.Is(err, strconv.ErrRange), err == nil && n > MaxCount:
		return 0, fault.Limit.Errorf("%s is %s; at most %d can be counted", flag, text, MaxCount)
	case err != nil:
		return 0, Usage("%s is %q, not a number such as 1000000, 1e6 or 2^20", flag, text)
	}
	return int(n), nil
}

// MaxRepeats bounds repetitions, so that the records of all fit into memory.
const MaxRepeats = 1_000_000

// Repeats checks a flag for the number of runs or queries.
func Repeats(flag string, n int, something string) error {
	switch {
	case n < 1:
		return Usage("%s is %d; at least one %s is needed", flag, n, something)
	case n > MaxRepeats:
		return fault.Limit.Errorf("%s is %d; at most %d are possible", flag, n, MaxRepeats)
	}
	return nil
}

// SetValues parses values such as n=1000,a=2, of --set, for the parameters of a lab.
func SetValues(params []compute.Param, given []string) (compute.Values, error) {
	out := compute.Values{}
	for _, item := range given {
		name, text, ok := strings.Cut(item, "=")
		if !ok {
			return nil, Usage("--set is %q, not NAME=VALUE", item)
		}
		p, ok := compute.ParamOf(params, name)
		if !ok {
			var names []string
			for _, p := range params {
				names = append(names, p.Name)
			}
			return nil, Usage("--set is %q; the lab has the parameters %s", item, cmp.Or(strings.Join(names, ", "), "none"))
		}
		x, err := p.Parse(compute.Limits{}, text)
		if err != nil {
			return nil, err
		}
		out[name] = x
	}
	return out, nil
}
