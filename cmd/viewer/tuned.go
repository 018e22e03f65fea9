package main

import (
	"fmt"
	"os"

	"kernelscope/compute"
	"kernelscope/compute/experiment"
	"kernelscope/compute/gpu"
	"kernelscope/families/paths"
	"kernelscope/fault"
	"kernelscope/scene"
)

// keep stores the best setting of a search for one.
func keep(r *experiment.Result, m *scene.Map, i gpu.Info) error {
	best, ok := r.Plan.Best(r.Rows)
	if !ok {
		return nil
	}
	path, err := paths.KeepTuned(i, m, r.Plan.Settings[0].Algorithm, r.Plan.Work, best)
	if err != nil {
		return fmt.Errorf("%w: %v", fault.Output, err)
	}
	fmt.Fprintf(os.Stderr, "kept in %s; --tuned uses it\n", path)
	return nil
}

const tunedHelp = "use the setting that 'bench sweep --auto' has found for this map and device"

// withTuned fills in what is left to the search from the setting that is kept.
func withTuned(v compute.Values, algorithm string, w experiment.Work, m *scene.Map, i gpu.Info) (compute.Values, error) {
	out, err := paths.Tuned(algorithm, w, m, i)
	for name, x := range v {
		if x != 0 && err == nil {
			out[name] = x
		}
	}
	return out, err
}
