package command

import (
	"context"
	"iter"
	"log/slog"
	"sync"

	"kernelscope/cli"
	"kernelscope/compute/experiment"
	"kernelscope/compute/sssp"
	"kernelscope/compute/sssp/measure"
)

// collect adds measurements to a result.
func collect(updates iter.Seq2[experiment.Update, error], r *experiment.Result) error {
	for u, err := range updates {
		if err != nil {
			return err
		}
		if u.Settings != nil {
			r.Plan.Settings = u.Settings
		}
		if u.Row != nil {
			r.Rows = append(r.Rows, *u.Row)
		}
	}
	return nil
}

// spreads reports whether settings can be measured on several devices, which must be of the same
// kind. If they cannot, it logs the reason.
func (f *experimentFlags) spreads(pool *cli.Pool, files []string) bool {
	why := ""
	switch {
	case len(pool.Members) == 1:
		return false
	case !pool.Alike():
		why = "times of different devices are not compared"
	case len(files) > 1:
		why = "several files are read one after the other"
	default:
		return true
	}
	slog.Warn("all settings are measured on the first device", "device", pool.Members[0].Info.Name, "why", why)
	return false
}

// spread distributes the settings of a plan over the devices of a pool.
func spread(ctx context.Context, app *cli.App, pool *cli.Pool, algorithms []sssp.Algorithm, on measure.Maps, r *experiment.Result) error {
	n := len(pool.Members)
	results, shares := make([]experiment.Result, n), make([]float64, n)
	show, hide := cli.ShowShare()
	defer hide()
	var lock sync.Mutex // guards shares and the display
	see := func(part int, u experiment.Update) {
		lock.Lock()
		defer lock.Unlock()
		shares[part] = u.Share / float64(n)
		u.Share = 0
		for _, s := range shares {
			u.Share += s
		}
		if app.Measured != nil {
			app.Measured(u)
		} else {
			show(u.Share, u.Doing)
		}
	}
	err := cli.Spread(ctx, pool, n, func(ctx context.Context, k, part int) (struct{}, error) {
		own := &results[part]
		own.Rows = nil // drops the rows of a lost device
		plan := r.Plan
		plan.Part = plan.Part.Of(part, n)
		updates := measure.Run(ctx, pool.Members[k], algorithms, on, plan)
		return struct{}{}, collect(func(yield func(experiment.Update, error) bool) {
			for u, err := range updates {
				if see(part, u); !yield(u, err) {
					return
				}
			}
		}, own)
	}, func(int, struct{}) error { return nil })
	for _, one := range results {
		r.Rows = append(r.Rows, one.Rows...)
	}
	experiment.Sort(r.Rows)
	return err
}
