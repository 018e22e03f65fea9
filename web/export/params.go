package export

import (
	"slices"
	"strings"

	"kernelscope/cli"
	"kernelscope/cli/flags"
	"kernelscope/compute"
	"kernelscope/web/live"
)

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
