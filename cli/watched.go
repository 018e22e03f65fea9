package cli

import (
	"encoding/json"
	"iter"
	"log/slog"
	"os"

	"kernelscope/compute/experiment"
	"kernelscope/internal/fault"
)

// Watched forwards the updates of an experiment. It also passes them to Measured or, if that is
// nil, shows the progress on a terminal.
func (a *App) Watched(updates iter.Seq2[experiment.Update, error]) iter.Seq2[experiment.Update, error] {
	return func(yield func(experiment.Update, error) bool) {
		see, hide := a.Measured, func() {}
		if see == nil {
			var show func(float64, string)
			show, hide = ShowShare()
			see = func(u experiment.Update) { show(u.Share, u.Doing) }
		}
		defer func() { hide() }()
		for u, err := range updates {
			if u.Row != nil {
				hide() // a line for it may follow
			}
			if !yield(u, err) || err != nil {
				return
			}
			see(u)
		}
	}
}

// Found passes a row to Measured that was measured without an experiment.
func (a *App) Found(row experiment.Row) {
	if a.Measured != nil {
		a.Measured(experiment.Update{Row: &row})
	}
}

// WriteMeasured writes all rows that are measured to the file that --measured names, if it is
// given. The first error of writing ends it, and is logged.
func (a *App) WriteMeasured() error {
	if a.measured == "" {
		return nil
	}
	file, err := os.Create(a.measured)
	if err != nil {
		return fault.Output.Errorf("--measured: %w", err)
	}
	lines := json.NewEncoder(file)
	a.Measured = func(u experiment.Update) {
		if u.Row == nil || err != nil {
			return
		}
		if err = lines.Encode(u.Row); err != nil {
			slog.Error("--measured", "problem", err)
		}
	}
	return nil
}
