package export

import (
	"slices"
	"strings"

	"kernelscope/cli"
	"kernelscope/cli/flags"
	"kernelscope/compute"
	"kernelscope/compute/bfs"
	"kernelscope/web/live"
)

// scheme is a way to search without the length of lists, whose flag has keys of a sort here. A list that is too short is
// replaced, so that no result depends on it.
type scheme struct{ bfs.Scheme }

// Params returns the other parameters.
func (s scheme) Params() []compute.Param {
	return slices.DeleteFunc(s.Scheme.Params(), func(p compute.Param) bool { return p.Name == bfs.List })
}

func schemes() (all []scheme) {
	for _, s := range live.Schemes() {
		all = append(all, scheme{s})
	}
	return all
}

// paramsOf lists the parameters of runs.
func paramsOf(runs []live.Run, of []flags.Algorithm) (all []compute.Param) {
	for _, a := range of {
		if slices.ContainsFunc(runs, func(r live.Run) bool { return r.Algorithm == a.Name() }) {
			all = append(all, a.Params()...)
		}
	}
	return all
}

// checkParams refuses names of parameters that there are not.
func (f *command) checkParams(all []compute.Param) error {
	var names []string
	for _, p := range all {
		names = append(names, p.Name)
	}
	for _, name := range f.params {
		if !slices.Contains(names, name) {
			return cli.Usage("--params has %q; there are %s", name, strings.Join(names, ", "))
		}
	}
	return nil
}
