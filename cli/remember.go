package cli

import (
	"slices"

	"kernelscope/cli/flags"
	"kernelscope/compute"
	"kernelscope/internal/fault"
)

// Given returns the parameters that the user has set, as on the command line.
func Given(params []compute.ParamState) map[string]string {
	given := map[string]string{}
	for _, p := range params {
		if !p.IsAuto {
			given[p.Name] = p.Text(p.Value)
		}
	}
	return given
}

// Recalled returns an algorithm by its name, and its values as Given has them. Values that are
// no longer allowed are left to the algorithm.
func Recalled[A flags.Algorithm](name string, given map[string]string, of []A) (a A, v compute.Values, err error) {
	i := slices.Index(Names(of), name)
	if i < 0 {
		return a, nil, fault.Input.Errorf("there is no algorithm %q", name)
	}
	a, v = of[i], compute.Values{}
	for _, p := range a.Params() {
		if x, err := p.Parse(compute.Limits{}, given[p.Name]); err == nil {
			v[p.Name] = x
		}
	}
	return a, v, nil
}
