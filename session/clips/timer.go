package clips

import (
	"context"
	"time"

	"kernelscope/compute"
	"kernelscope/compute/clip"
	"kernelscope/compute/timing"
)

// timer measures runs without a trace.
type timer struct {
	clip   *clip.Clip
	all    compute.Recording
	warmup timing.Warmup
	warm   bool          // it has run
	spent  time.Duration // since then
	ms     []float64     // of runs
	done   bool
}

const (
	mostRuns = 15
	// longest is how long runs are measured, once there is one. No single run takes so
	// long on a GPU.
	longest = 600 * time.Millisecond
)

// timed reports whether no more runs are to be measured.
func (s *Session) timed() bool {
	for _, l := range s.active() {
		if l.timer != nil && !l.timer.done {
			return false
		}
	}
	return true
}

// measure makes runs until a time, of one lane after another.
func (s *Session) measure(until time.Time) error {
	for _, l := range s.active() {
		if err := s.measureLane(l, until); err != nil {
			return err
		}
	}
	return nil
}

// measureLane makes runs until a time. The first run is not counted: drivers compile then.
func (s *Session) measureLane(l *lane, until time.Time) error {
	t := l.timer
	for t != nil && !t.done && !time.Now().After(until) {
		if t.clip == nil {
			if err := s.startTimer(l); err != nil {
				return err
			}
		}
		begin := time.Now()
		took, err := timing.Once(context.Background(), s.be, func() { s.be.Submit(t.all) })
		if err != nil {
			return err
		}
		if !t.warm || !t.warmup.Over(s.be) {
			t.warm = true
			t.warmup.Add(time.Since(begin))
			continue
		}
		t.spent += time.Since(begin)
		t.ms = append(t.ms, took.GPU)
		if len(t.ms) == mostRuns || t.spent > longest {
			t.done = true
			t.release()
		}
	}
	if t != nil && t.done && s.took != nil && l.kernels == nil {
		return s.profileLane(l)
	}
	return nil
}

// profileLane makes one more run, whose dispatches are timed.
func (s *Session) profileLane(l *lane) error {
	if err := s.startTimer(l); err != nil {
		return err
	}
	defer l.timer.release()
	s.took.Drop() // what others have dispatched
	s.be.Submit(l.timer.all)
	err := s.be.Flush(context.Background())
	l.kernels = s.took.Take(l.form.Title())
	return err
}

// startTimer prepares the form as it is used when nobody watches.
func (s *Session) startTimer(l *lane) error {
	c, err := l.form.Prepare(s.be, max(1, len(s.sequence.Elements)), s.sequence.Boxes != nil, l.values)
	if err != nil {
		return err
	}
	if err := c.Write(s.sequence); err != nil {
		c.Release()
		return err
	}
	l.timer.clip, l.timer.all = c, s.be.Record("clips", c.Record)
	return s.be.Flush(context.Background())
}

func (t *timer) release() {
	if t.clip != nil {
		t.all.Release()
		t.clip.Release()
		t.clip, t.all = nil, nil
	}
}
