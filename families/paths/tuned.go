package paths

import (
	"fmt"
	"log/slog"
	"os"
	"time"

	"kernelscope/compute"
	"kernelscope/compute/experiment"
	"kernelscope/compute/gpu"
	"kernelscope/compute/sssp/measure"
	"kernelscope/fault"
	"kernelscope/scene"
)

// KeepTuned stores a setting in the user's cache.
func KeepTuned(i gpu.Info, m *scene.Map, algorithm string, w experiment.Work, best experiment.Summary) (path string, err error) {
	cache, err := measure.UserCache()
	if err != nil {
		return "", err
	}
	return cache.Save(measure.TunedSetting{
		Key: measure.KeyOf(i.Name, i.Driver, m, algorithm, w), Values: best.Values, Wall: best.Wall.Mean, Date: time.Now(),
	})
}

// Tuned returns the setting that is kept for a search, and an error of kind
// fault.Usage where there is none.
func Tuned(algorithm string, w experiment.Work, m *scene.Map, i gpu.Info) (compute.Values, error) {
	v := FindTuned(i, m, algorithm, w)
	if v == nil {
		how := "viewer bench sweep --auto -a " + algorithm
		if w == measure.ToAll {
			how += " --to-all"
		}
		return nil, fmt.Errorf("%w: --tuned: no setting of %s is kept for %s on %s; '%s' finds one", fault.Usage, algorithm, m.Name, i.Name, how)
	}
	return v, nil
}

// FindTuned looks for a kept setting. A damaged one is warned of and ignored.
func FindTuned(i gpu.Info, m *scene.Map, algorithm string, w experiment.Work) compute.Values {
	cache, err := measure.UserCache()
	if err != nil {
		return nil // there is no folder for caches
	}
	t, _, err := cache.Load(measure.KeyOf(i.Name, i.Driver, m, algorithm, w))
	if err != nil {
		slog.Warn("ignored", "problem", err)
	}
	return t.Values
}

// tunedHelp is the help of the flag that uses kept settings.
const tunedHelp = "use the setting that 'bench sweep --auto' found for this map and device"

// keep stores the best setting of a search for one.
func keep(r *experiment.Result, m *scene.Map, i gpu.Info) error {
	best, ok := r.Plan.Best(r.Rows)
	if !ok {
		return nil
	}
	path, err := KeepTuned(i, m, r.Plan.Settings[0].Algorithm, r.Plan.Work, best)
	if err != nil {
		return fmt.Errorf("%w: %v", fault.Output, err)
	}
	fmt.Fprintf(os.Stderr, "kept in %s; --tuned uses it\n", path)
	return nil
}

// withTuned fills in what is left to the search from the setting that is kept.
func withTuned(v compute.Values, algorithm string, w experiment.Work, m *scene.Map, i gpu.Info) (compute.Values, error) {
	out, err := Tuned(algorithm, w, m, i)
	for name, x := range v {
		if x != 0 && err == nil {
			out[name] = x
		}
	}
	return out, err
}
