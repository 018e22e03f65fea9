package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"kernelscope/compute"
	"kernelscope/compute/sssp"
	"kernelscope/flags"
)

// addAlgorithm adds the flag that names one or several algorithms.
func addAlgorithm[A flags.Algorithm](c *cobra.Command, to *string, what, first string, of []A) {
	names := namesOf(of)
	c.Flags().StringVarP(to, "algorithm", "a", first, what+": "+strings.Join(names, ", "))
	_ = c.RegisterFlagCompletionFunc("algorithm", fixed(names...))
}

func namesOf[A flags.Algorithm](of []A) (names []string) {
	for _, a := range of {
		names = append(names, a.Name())
	}
	return names
}

// algorithmOf returns the algorithm that a flag names.
func algorithmOf[A flags.Algorithm](flag, name string, of []A) (a A, err error) {
	names := namesOf(of)
	if i := slices.Index(names, name); i >= 0 {
		return of[i], nil
	}
	return a, usage("%s is %q; there are %s", flag, name, strings.Join(names, ", "))
}

// algorithmsOf returns the algorithms that a flag names, divided by commas.
func algorithmsOf[A flags.Algorithm](flag, list string, of []A) (chosen []A, err error) {
	for name := range strings.SplitSeq(list, ",") {
		a, err := algorithmOf(flag, strings.TrimSpace(name), of)
		if err != nil {
			return nil, err
		}
		chosen = append(chosen, a)
	}
	return chosen, nil
}

// hasParam reports whether an algorithm has a parameter.
func hasParam(a flags.Algorithm, name string) bool {
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

// inWords lists the values of a search's parameters.
func inWords(a sssp.Algorithm, v compute.Values) string {
	var words []string
	for _, p := range a.Params() {
		words = append(words, fmt.Sprintf("%s %d", p.Name, v[p.Name]))
	}
	return strings.Join(words, ", ")
}
