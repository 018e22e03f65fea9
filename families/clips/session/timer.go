package session

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
	all    []compute.Recording // of a run, one after another
	next   int                 // of these
	run    time.Duration       // that this run has taken so far
	ran    float64             // of that on the device, in milliseconds
	warmup timing.Warmup
	warm   bool          // it has run
	spent  time.Duration // since then
	ms     []float64     // of runs
	done   bool
}

const (
	maxRuns = 15
	// longest is how long runs are measured, once there is one. No single run takes so
	// long on a GPU.
	longest = 600 * time.Millisecond
)

// timed reports whether no more runs are to be measured.
func (s *Session) timed() bool {
	for _, l := range s.Lanes.Active() {
		if !l.timer.done {
			return false
		}
	}
	return true
}

// measure makes runs until a time, of one lane after another.
func (s *Session) measure(until time.Time) error {
	for _, l := range s.Lanes.Active() {
		if err := s.measureLane(l, until); err != nil {
			return err
		}
	}
	return nil
}

// measureLane makes runs until a time.
func (s *Session) measureLane(l *lane, until time.Time) error {
	t := l.timer
	for !t.done && !time.Now().After(until) {
		if t.clip == nil {
			if err := s.startTimer(l); err != nil {
				return err
			}
		}
		begin := time.Now()
		times, err := timing.Once(context.Background(), l.be, func() { l.be.Submit(t.all[t.next]) })
		if err != nil {
			return err
		}
		t.next, t.run, t.ran = t.next+1, t.run+time.Since(begin), t.ran+times.GPU
		if t.next == len(t.all) {
			t.count(l.be)
		}
	}
	if t.done && s.Profiler != nil && l.kernels == nil {
		return s.profileLane(l)
	}
	return nil
}

// count counts a run. The first one does not count: drivers compile then.
func (t *timer) count(be compute.Backend) {
	run, ran := t.run, t.ran
	t.next, t.run, t.ran = 0, 0, 0
	if !t.warm || !t.warmup.Over(be) {
		t.warm = true
		t.warmup.Add(run)
		return
	}
	t.spent += run
	t.ms = append(t.ms, ran)
	if len(t.ms) == maxRuns || t.spent > longest {
		t.done = true
		t.release()
	}
}

// profileLane makes one more run, whose dispatches are timed.
func (s *Session) profileLane(l *lane) error {
	if err := s.startTimer(l); err != nil {
		return err
	}
	defer l.timer.release()
	s.Profiler.Drop() // what others have dispatched
	for _, part := range l.timer.all {
		l.be.Submit(part)
		if err := l.be.Flush(context.Background()); err != nil {
			return err
		}
	}
	l.kernels = s.Profiler.Take(0, l.form.Title())
	return nil
}

// startTimer prepares the form as it is used when nobody watches.
func (s *Session) startTimer(l *lane) error {
	c, err := l.form.Prepare(l.be, max(1, len(s.sequence.Elements)), s.sequence.Boxes != nil, l.values)
	if err != nil {
		return err
	}
	if err := c.Write(s.sequence); err != nil {
		c.Release()
		return err
	}
	l.timer.clip = c
	for _, work := range c.Submissions() {
		l.timer.all = append(l.timer.all, l.be.Record("clips", work.Record))
	}
	return l.be.Flush(context.Background())
}

func (t *timer) release() {
	if t.clip != nil {
		for _, r := range t.all {
			r.Release()
		}
		t.clip.Release()
		t.clip, t.all = nil, nil
	}
}
