// Package sorts has the commands of sorts: it runs, verifies and measures every way to
// sort, of the device and of the host.
package sorts

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

// Names of the sorts of the host.
const (
	onHost       = "cpu"
	onProcessors = "cpu-parallel"
)

// sorter is a way to sort: one of the device, or without an algorithm one of the host, on one
// processor or on all.
type sorter struct {
	algorithm sorting.Algorithm
	parallel  bool
}

// sorters lists the ways to sort.
func sorters() (out []sorter) {
	for _, a := range sorting.Algorithms() {
		out = append(out, sorter{algorithm: a})
	}
	return append(out, sorter{}, sorter{parallel: true})
}

func (s sorter) onHost() bool { return s.algorithm == nil }

// Name is what -a takes.
func (s sorter) Name() string {
	switch {
	case s.parallel:
		return onProcessors
	case s.onHost():
		return onHost
	}
	return s.algorithm.Name()
}

// Title is what tables and charts say.
func (s sorter) Title() string {
	switch {
	case s.parallel:
		return "A radix sort on all processors"
	case s.onHost():
		return "Go's own sort, on one processor"
	}
	return s.algorithm.Title()
}

func (s sorter) stable() bool { return s.onHost() || s.algorithm.Stable() }

// Params are none on the host.
func (s sorter) Params() []compute.Param {
	if s.onHost() {
		return nil
	}
	return s.algorithm.Params()
}

// TypeOf returns the type of keys that a flag names.
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

// AddDistribution adds the flag that names what is sorted, and says what there is.
func AddDistribution(c *cobra.Command, to *string) {
	names := keygen.Distributions()
	c.Flags().StringVar(to, "dist", "uniform", "distribution of the keys: "+strings.Join(names, ", "))
	_ = c.RegisterFlagCompletionFunc("dist", cli.Fixed(names...))
	c.Long += "\n\nDistributions of keys:"
	for _, name := range names {
		c.Long += fmt.Sprintf("\n  %-9s %s", name, keygen.About(name))
	}
}

// CheckDistribution refuses a distribution that there is not.
func CheckDistribution(name string) error {
	if !slices.Contains(keygen.Distributions(), name) {
		return cli.Usage("--dist is %q; choose from %s", name, strings.Join(keygen.Distributions(), ", "))
	}
	return nil
}

// arrayBytes are those of a key with its value.
func arrayBytes(f sorting.Format) int {
	if f.Payload {
		return 4*f.Words() + 4
	}
	return 4 * f.Words()
}
