package clips

import (
	"context"
	"slices"
	"time"

	"kernelscope/compute"
	"kernelscope/compute/clip"
)

// timer measures runs without a trace.
type timer struct {
	clip   *clip.Clip
	all    compute.Recording
	heated time.Duration // that the device was kept busy before
	spent  time.Duration // since then
	ms     []float64     // of runs
	done   bool
}

const (
	// warmth is how long hardware must be busy before its times count: idle, it lowers
	// its clocks.
	warmth   = time.Second
	mostRuns = 15
	// longest is how long runs are measured, once there is one. No single run takes so
	// long on a GPU.
	longest = 600 * time.Millisecond
)

// measure makes runs until a time. The first run is not counted: drivers compile then.
func (s *Session) measure(until time.Time) error {
	t := s.timer
	for t != nil && !t.done && !time.Now().After(until) {
		if t.clip == nil {
			if err := s.startTimer(t); err != nil {
				return err
			}
		}
		begin, before := time.Now(), s.be.Elapsed()
		s.be.Submit(t.all)
		if err := s.be.Flush(context.Background()); err != nil {
			return err
		}
		took := time.Since(begin)
		if t.heated == 0 || !s.be.Limits().IsSoftware && t.heated < warmth {
			t.heated += max(took, 1)
			continue
		}
		t.spent += took
		t.ms = append(t.ms, float64(s.be.Elapsed()-before)/float64(time.Millisecond))
		if len(t.ms) == mostRuns || t.spent > longest {
			t.done = true
			t.release()
		}
	}
	return nil
}

// startTimer prepares the form as it is used when nobody watches.
func (s *Session) startTimer(t *timer) error {
	c, err := s.form.Prepare(s.be, max(1, len(s.sequence.Elements)), s.sequence.Boxes != nil, s.values)
	if err != nil {
		return err
	}
	if err := c.Write(s.sequence); err != nil {
		c.Release()
		return err
	}
	t.clip, t.all = c, s.be.Record("clips", c.Record)
	return s.be.Flush(context.Background())
}

func (t *timer) release() {
	if t.clip != nil {
		t.all.Release()
		t.clip.Release()
		t.clip, t.all = nil, nil
	}
}

func (s *Session) stopTimer() {
	if s.timer != nil {
		s.timer.release()
		s.timer = nil
	}
}

func (t *timer) median() float64 {
	if len(t.ms) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(t.ms))
	return sorted[len(sorted)/2]
}
