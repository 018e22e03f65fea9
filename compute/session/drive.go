package session

import (
	"math"
	"time"
)

// closeBy is how many rounds a run that goes back to where it was makes at once:
// it may go too far by as many.
const closeBy = 8

// goal is how far a run must go on at once, without being watched.
type goal struct {
	end       bool
	threshold uint32
}

// Advance lets time pass: a playing run makes the rounds that it has earned. It
// spends about as much time as budget says, at least one step. While an experiment
// runs, that gets the time.
func (s *Session) Advance(dt, budget time.Duration) error {
	if s.run == nil {
		return nil
	}
	s.hearOracle()
	if s.experimenting() {
		s.advanceExperiment(budget)
		return nil
	}
	begin := time.Now()
	for s.goal != (goal{}) && !s.done() && time.Since(begin) < budget {
		rounds := closeBy
		if s.goal.end {
			rounds = math.MaxInt
		}
		if err := s.step(rounds); err != nil {
			return err
		}
		if !s.goal.end && s.event.Threshold >= s.goal.threshold {
			s.goal = goal{}
		}
	}
	if s.done() {
		s.goal = goal{}
	}
	if !s.playing || s.goal != (goal{}) {
		return nil
	}
	s.due += s.speed * dt.Seconds()
	if s.speed >= MaxSpeed {
		s.due = math.MaxInt32
	}
	for s.due >= 1 && !s.done() && time.Since(begin) < budget {
		before := s.event.Round
		if err := s.step(int(s.due)); err != nil {
			return err
		}
		s.due -= float64(s.event.Round - before)
	}
	s.due = min(s.due, s.speed/10+1) // what could not be made in time is forgone
	return nil
}

// Run makes rounds until a number of them is reached or the run ends; it does
// not mind the time.
func (s *Session) Run(round uint32) error {
	for s.run != nil && !s.done() && s.event.Round < round {
		if err := s.step(int(min(round-s.event.Round, math.MaxInt32))); err != nil {
			return err
		}
	}
	s.hearOracle()
	return nil
}

// exactly makes n rounds, if there are so many.
func (s *Session) exactly(n int) error { return s.Run(s.event.Round + uint32(n)) }

// step makes one step of at most so many rounds.
func (s *Session) step(rounds int) error {
	s.run.Stride(rounds)
	e, err, ok := s.next()
	s.moment++
	if err != nil {
		return err
	}
	if !ok {
		s.event.Done = true
		return nil
	}
	e.GPU -= 1e3 * s.elsewhere.Seconds() // runs go by the device's clock
	s.event = e
	s.rounds = append(s.rounds, e.Sizes...)
	if s.options.Observe != nil {
		s.options.Observe(e)
	}
	if s.done() {
		s.playing = false
		return s.conclude()
	}
	return nil
}
