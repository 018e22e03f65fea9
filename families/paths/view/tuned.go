package view

import (
	"fmt"
	"log/slog"
	"os"
	"time"

	"kernelscope/compute"
	"kernelscope/compute/experiment"
	"kernelscope/compute/gpu"
	"kernelscope/compute/sssp/measure"
	"kernelscope/internal/fault"
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

// Tuned returns the setting stored for a search. If there is none, the error wraps fault.Usage.
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

// FindTuned returns the stored setting, if there is one. It warns of a damaged file and ignores it.
func FindTuned(i gpu.Info, m *scene.Map, algorithm string, w experiment.Work) compute.Values {
	cache, err := measure.UserCache()
	if err != nil {
		return nil // no cache folder
	}
	t, _, err := cache.Load(measure.KeyOf(i.Name, i.Driver, m, algorithm, w))
	if err != nil {
		slog.Warn("ignored", "problem", err)
	}
	return t.Values
}

// TunedHelp is the help of --tuned.
const TunedHelp = "use the setting that 'bench sweep --auto' found for this map and device"

// Keep stores the best setting of an experiment with a single search.
func Keep(r *experiment.Result, m *scene.Map, i gpu.Info) error {
	best, ok := r.Plan.Best(r.Rows)
	if !ok {
		return nil
	}
	path, err := KeepTuned(i, m, r.Plan.Settings[0].Algorithm, r.Plan.Work, best)
	if err != nil {
		return fmt.Errorf("%w: %v", fault.Output, err)
	}
	fmt.Fprintf(os.Stderr, "the better of both is kept in %s; --tuned uses it\n", path)
	return nil
}

// WithTuned replaces automatic values by the stored setting's.
func WithTuned(v compute.Values, algorithm string, w experiment.Work, m *scene.Map, i gpu.Info) (compute.Values, error) {
	out, err := Tuned(algorithm, w, m, i)
	for name, x := range v {
		if x != 0 && err == nil {
			out[name] = x
		}
	}
	return out, err
}
