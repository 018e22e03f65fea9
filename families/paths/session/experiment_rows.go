package session

import "time"

// ShowRows shows the first rows of the experiment alone, as while it grew; all if N is
// negative.
type ShowRows struct{ N int }

func (ShowRows) Action() {}

// FinishExperiment completes the experiment.
func (s *Session) FinishExperiment() {
	for s.experimenting() {
		s.advanceExperiment(time.Now().Add(time.Hour))
	}
}

// ExperimentRows returns the numbers of all rows and of shown rows of the experiment.
func (s *Session) ExperimentRows() (rows, shown int) {
	if s.experiment == nil {
		return 0, 0
	}
	if rows = len(s.experiment.rows); s.experiment.hidden {
		return rows, min(rows, s.experiment.first)
	}
	return rows, rows
}

// cut leaves the rows that are not shown out of what a snapshot tells.
func (s *Session) cut(e *Experiment) {
	rows, shown := s.ExperimentRows()
	if shown == rows {
		return
	}
	r := *e.Result
	r.Rows, r.Whole = r.Rows[:shown:shown], false
	e.Result, e.Share = &r, float64(shown)/float64(rows)
}
