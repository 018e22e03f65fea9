package command

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"kernelscope/cli"
	"kernelscope/compute"
	"kernelscope/compute/sorting"
	"kernelscope/compute/sorting/keygen"
)

// Names of the host's sorts.
const (
	onHost       = "cpu"
	onProcessors = "cpu-parallel"
	inCpp        = "cpp"
)

// hostSorts are the names of the host's sorts.
var hostSorts = []string{onHost, onProcessors, inCpp}

// sorter is a sort of the device or, without an algorithm, of the host.
type sorter struct {
	algorithm sorting.Algorithm
	host      string // its name
}

// sorters returns all sorts.
func sorters() (out []sorter) {
	for _, a := range sorting.Algorithms() {
		out = append(out, sorter{algorithm: a})
	}
	for _, name := range hostSorts {
		out = append(out, sorter{host: name})
	}
	return out
}

// usual lists the names of all sorts but std::sort, which needs a compiler.
func usual() []string {
	return slices.DeleteFunc(cli.Names(sorters()), func(name string) bool { return name == inCpp })
}

func (s sorter) onHost() bool { return s.algorithm == nil }

// Name returns the name for -a.
func (s sorter) Name() string {
	if s.onHost() {
		return s.host
	}
	return s.algorithm.Name()
}

// Title returns the name in tables and charts.
func (s sorter) Title() string {
	switch s.host {
	case onHost:
		return "Go's own sort, on one processor"
	case onProcessors:
		return "A radix sort on all processors"
	case inCpp:
		return "std::sort of C++, on one processor"
	}
	return s.algorithm.Title()
}

func (s sorter) stable() bool { return s.onHost() || s.algorithm.Stable() }

// Params returns the parameters of the sort. Sorts of the host have none.
func (s sorter) Params() []compute.Param {
	if s.onHost() {
		return nil
	}
	return s.algorithm.Params()
}

// TypeOf returns the type of keys with a name. The error names the flag.
func TypeOf(flag, name string) (sorting.Type, error) {
	var names []string
	for _, t := range sorting.Types() {
		if t.String() == name {
			return t, nil
		}
		names = append(names, t.String())
	}
	return 0, cli.Usage("%s is %q; choose from %s", flag, name, strings.Join(names, ", "))
}

// AddDistribution adds --dist, with the usual distribution, and describes the distributions in the help.
func AddDistribution(c *cobra.Command, to *string, usual string) {
	names := keygen.Distributions()
	c.Flags().StringVar(to, "dist", usual, "distribution of the keys: "+strings.Join(names, ", "))
	_ = c.RegisterFlagCompletionFunc("dist", cli.Fixed(names...))
	c.Long += "\n\nDistributions of keys:"
	for _, name := range names {
		c.Long += fmt.Sprintf("\n  %-9s %s", name, keygen.About(name))
	}
}

// CheckDistribution refuses an unknown distribution.
func CheckDistribution(name string) error {
	if !slices.Contains(keygen.Distributions(), name) {
		return cli.Usage("--dist is %q; choose from %s", name, strings.Join(keygen.Distributions(), ", "))
	}
	return nil
}

// arrayBytes returns the size of a key and its value.
func arrayBytes(f sorting.Format) int {
	if f.Payload {
		return 4*f.Words() + 4
	}
	return 4 * f.Words()
}
