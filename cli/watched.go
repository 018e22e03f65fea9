package cli

import (
	"iter"

	"kernelscope/compute/experiment"
)

// Watched passes the updates of an experiment on. Meanwhile it passes them to Measured or,
// where that is nil and a person looks on, shows how much is done.
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

// Found passes a row to Measured that no experiment has measured.
func (a *App) Found(row experiment.Row) {
	if a.Measured != nil {
		a.Measured(experiment.Update{Row: &row})
	}
}
