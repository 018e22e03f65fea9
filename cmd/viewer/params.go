package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"kernelscope/compute"
	"kernelscope/compute/sssp"
)

// addAlgorithm adds the flag that names a search.
func addAlgorithm(c *cobra.Command, to *string) {
	var names []string
	for _, a := range sssp.Algorithms() {
		names = append(names, a.Name())
	}
	c.Flags().StringVarP(to, "algorithm", "a", names[0], "search: "+strings.Join(names, ", "))
	_ = c.RegisterFlagCompletionFunc("algorithm", fixed(names...))
}

// addAlgorithms adds the flag that names several searches.
func addAlgorithms(c *cobra.Command, to *string) {
	var names []string
	for _, a := range sssp.Algorithms() {
		names = append(names, a.Name())
	}
	c.Flags().StringVarP(to, "algorithm", "a", "nearfar,frontier", "searches, divided by commas: "+strings.Join(names, ", "))
}

// algorithmOf returns the search of a name.
func algorithmOf(name string) (sssp.Algorithm, error) {
	var names []string
	for _, a := range sssp.Algorithms() {
		if a.Name() == name {
			return a, nil
		}
		names = append(names, a.Name())
	}
	return nil, usage("-a is %q; there are %s", name, strings.Join(names, ", "))
}

// shorthands are the letters for parameters.
var shorthands = map[string]string{sssp.Delta: "d", sssp.Batch: "b"}

// paramFlags are the flags of the parameters of all searches. An empty one
// leaves the choice to the search.
type paramFlags struct{ text map[string]*string }

// add declares a flag for each parameter that some search has.
func (f *paramFlags) add(fs *pflag.FlagSet) {
	f.text = map[string]*string{}
	for _, a := range sssp.Algorithms() {
		for _, p := range a.Params() {
			if f.text[p.Name] == nil {
				f.text[p.Name] = fs.StringP(p.Name, shorthands[p.Name], "auto", "parameter of "+havers(p.Name)+", or auto")
			}
		}
	}
}

// havers lists the searches that have a parameter, with its bounds.
func havers(name string) string {
	var bounds []string
	names := map[string][]string{} // by bounds
	for _, a := range sssp.Algorithms() {
		for _, p := range a.Params() {
			if p.Name != name {
				continue
			}
			b := fmt.Sprintf("%d to %d", p.Min, p.Max)
			if names[b] == nil {
				bounds = append(bounds, b)
			}
			names[b] = append(names[b], a.Name())
		}
	}
	var out []string
	for _, b := range bounds {
		out = append(out, strings.Join(names[b], ", ")+": "+b)
	}
	return strings.Join(out, "; ")
}

// has says whether a search has a parameter.
func has(a sssp.Algorithm, name string) bool {
	return slices.ContainsFunc(a.Params(), func(p compute.Param) bool { return p.Name == name })
}

// computer says what a search runs on.
func computer(a sssp.Algorithm, device string) string {
	if a.About().OnHost {
		return "the host"
	}
	return device
}

// onDevice writes a time on the device, where the search has one.
func onDevice(a sssp.Algorithm, ms float64) string {
	if a.About().OnHost {
		return "-"
	}
	return fmt.Sprintf("%.3f", ms)
}

// number reads the value of a parameter; auto is zero.
func number(p compute.Param, text string) (uint32, error) {
	if text == "auto" {
		return 0, nil
	}
	n, err := strconv.ParseUint(text, 10, 32)
	if err != nil {
		return 0, usage("--%s is %q, not a number or auto", p.Name, text)
	}
	if x := uint32(n); x < p.Min || x > p.Max {
		return 0, usage("--%s is %d, not within %d and %d", p.Name, x, p.Min, p.Max)
	}
	return uint32(n), nil
}

// unknown finds a flag that was given for a parameter that the search lacks.
func (f *paramFlags) unknown(a sssp.Algorithm) error {
	for name, text := range f.text {
		if *text != "auto" && !has(a, name) {
			return usage("--%s is no parameter of %s", name, a.Name())
		}
	}
	return nil
}

// values reads one value for each parameter of a search.
func (f *paramFlags) values(a sssp.Algorithm) (compute.Values, error) {
	v := compute.Values{}
	for _, p := range a.Params() {
		n, err := number(p, *f.text[p.Name])
		if err != nil {
			return nil, err
		}
		v[p.Name] = n
	}
	return v, f.unknown(a)
}

// lists reads several values for each parameter, divided by commas. Those left to
// the search are not listed.
func (f *paramFlags) lists(algorithms []sssp.Algorithm) (map[string][]uint32, error) {
	out := map[string][]uint32{}
	for name, text := range f.text {
		if *text == "auto" {
			continue
		}
		has := slices.IndexFunc(algorithms, func(a sssp.Algorithm) bool { return hasParam(a, name) })
		if has < 0 {
			return nil, usage("--%s is no parameter of %s", name, algorithms[0].Name())
		}
		params := algorithms[has].Params()
		p := params[slices.IndexFunc(params, func(p compute.Param) bool { return p.Name == name })]
		for one := range strings.SplitSeq(*text, ",") {
			n, err := number(p, strings.TrimSpace(one))
			if err != nil {
				return nil, err
			}
			out[name] = append(out[name], n)
		}
	}
	return out, nil
}

// inWords lists the values of a search's parameters.
func inWords(a sssp.Algorithm, v compute.Values) string {
	var words []string
	for _, p := range a.Params() {
		words = append(words, fmt.Sprintf("%s %d", p.Name, v[p.Name]))
	}
	return strings.Join(words, ", ")
}
