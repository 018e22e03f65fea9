// Package timing measures how long recorded work takes: sorts, on a device and on the
// host, clips, searches and, for comparison, copies. It does not verify: the oracle does.
package timing

import (
	"context"
	"slices"
	"time"

	"kernelscope/compute"
	"kernelscope/compute/sorting"
)

// Runs say how often something is done: first to warm up, then with times taken.
// Hardware that is to warm up at all is kept busy for Warmth at least.
type Runs struct{ Warm, Timed int }

// Warmth is how long hardware is given to run at full speed: idle, it lowers its
// clocks, and an NVIDIA H200 was measured to sort at a fifth of its speed for more than
// 200 ms after the host had verified a result for seconds.
const Warmth = time.Second

// repeat calls once for each run, and says whether times are to be taken.
func (r Runs) repeat(be compute.Backend, once func(timed bool) error) error {
	begin := time.Now()
	for run := 0; run < r.Warm || r.Warm > 0 && !be.Limits().IsSoftware && time.Since(begin) < Warmth; run++ {
		if err := once(false); err != nil {
			return err
		}
	}
	for range r.Timed {
		if err := once(true); err != nil {
			return err
		}
	}
	return nil
}

// Times are medians over runs, in milliseconds.
type Times struct {
	GPU  float64 // between the timestamps of a recording
	Wall float64 // from handing it over to knowing that it is done
}

// Sort times a sort of an array, all steps of which are one recording. What is
// sorted is restored before each run, outside of the time. The sorted array of the
// last run stays on the device.
func Sort(ctx context.Context, be compute.Backend, s *sorting.Sort, keys, values []uint32, r Runs) (Times, error) {
	in, err := newInput(be, s, keys, values)
	if err != nil {
		return Times{}, err
	}
	defer in.release()
	return Record(ctx, be, "sort", s.Record, in.restore, r)
}

// Steps times each step of a sort: each is a recording of its own, so that together
// they take longer than the sort does.
func Steps(ctx context.Context, be compute.Backend, s *sorting.Sort, keys, values []uint32, r Runs) ([]Times, error) {
	in, err := newInput(be, s, keys, values)
	if err != nil {
		return nil, err
	}
	defer in.release()
	recordings := make([]compute.Recording, len(s.Steps))
	for i, step := range s.Steps {
		recordings[i] = be.Record(step.Title, step.Record)
		defer recordings[i].Release()
	}
	of := make([]series, len(s.Steps))
	err = r.repeat(be, func(timed bool) error {
		in.restore()
		for i, recording := range recordings {
			t, err := once(ctx, be, recording)
			if err != nil {
				return err
			}
			if timed {
				of[i].add(t)
			}
		}
		return nil
	})
	out := make([]Times, len(of))
	for i := range of {
		out[i] = of[i].median()
	}
	return out, err
}

// Record times work that is taken down once; before each run prepare is called, if
// there is one.
func Record(ctx context.Context, be compute.Backend, name string, record func(compute.Encoder), prepare func(), r Runs) (Times, error) {
	recording := be.Record(name, record)
	defer recording.Release()
	var all series
	err := r.repeat(be, func(timed bool) error {
		if prepare != nil {
			prepare()
		}
		t, err := once(ctx, be, recording)
		if err == nil && timed {
			all.add(t)
		}
		return err
	})
	return all.median(), err
}

// Call times a function that returns when all its work is done.
func Call(be compute.Backend, r Runs, f func() error) (Times, error) {
	var all series
	err := r.repeat(be, func(timed bool) error {
		before, begin := be.Elapsed(), time.Now()
		err := f()
		if err == nil && timed {
			all.add(Times{GPU: ms(be.Elapsed() - before), Wall: ms(time.Since(begin))})
		}
		return err
	})
	return all.median(), err
}

// once runs a recording alone: what came before has finished.
func once(ctx context.Context, be compute.Backend, r compute.Recording) (Times, error) {
	if err := be.Flush(ctx); err != nil {
		return Times{}, err
	}
	before, begin := be.Elapsed(), time.Now()
	be.Submit(r)
	err := be.Flush(ctx)
	return Times{GPU: ms(be.Elapsed() - before), Wall: ms(time.Since(begin))}, err
}

func ms(d time.Duration) float64 { return float64(d.Nanoseconds()) / 1e6 }

// series are the times of runs.
type series struct{ gpu, wall []float64 }

func (s *series) add(t Times) { s.gpu, s.wall = append(s.gpu, t.GPU), append(s.wall, t.Wall) }

func (s *series) median() Times { return Times{median(s.gpu), median(s.wall)} }

// median is the mean of the two middle values where their number is even.
func median(x []float64) float64 {
	if len(x) == 0 {
		return 0
	}
	slices.Sort(x)
	return (x[(len(x)-1)/2] + x[len(x)/2]) / 2
}
