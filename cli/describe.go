package cli

import (
	"kernelscope/cli/flags"
	"kernelscope/compute"
	"kernelscope/compute/sorting"
)

// Described is an algorithm with its parameters, for 'viewer params'.
type Described struct {
	Family, Name string
	Params       []compute.Param
}

// Describe returns the algorithms of a family.
func Describe[A flags.Algorithm](of ...A) (out []Described) {
	for _, a := range of {
		out = append(out, Described{Name: a.Name(), Params: a.Params()})
	}
	return out
}

// DescribeAll returns the algorithms of all families, and last the orders of draw keys.
func DescribeAll(all []Family) (out []Described) {
	add := func(family string, some []Described) {
		for _, d := range some {
			d.Family = family
			out = append(out, d)
		}
	}
	for _, f := range all {
		add(f.Name, f.Algorithms)
	}
	add("Draw keys", Describe(sorting.Orders()...))
	return out
}
