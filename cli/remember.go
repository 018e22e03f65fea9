package cli

import (
	"slices"

	"kernelscope/cli/flags"
	"kernelscope/compute"
	"kernelscope/internal/fault"
	"kernelscope/watch"
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

// Recall gives the first run of a session an algorithm by its name, and its values as Given has them.
func Recall[A flags.Algorithm](s interface{ Apply(watch.Action) error }, name string, given map[string]string, of []A) error {
	set, err := Recalled(name, given, of)
	if err != nil {
		return err
	}
	return s.Apply(set)
}

// Recalled returns the action of Recall. Values that are no longer allowed are left to the algorithm.
func Recalled[A flags.Algorithm](name string, given map[string]string, of []A) (set watch.Set, err error) {
	i := slices.Index(Names(of), name)
	if i < 0 {
		return set, fault.Input.Errorf("there is no algorithm %q", name)
	}
	v := compute.Values{}
	for _, p := range of[i].Params() {
		if x, err := p.Parse(compute.Limits{}, given[p.Name]); err == nil {
			v[p.Name] = x
		}
	}
	return Set(0, of[i], v), nil
}
