// Package timing is the clock of every measurement: it times recorded work on a
// device and work on the host, after one warm-up, and takes medians. Families pass
// it what to time. It does not verify: oracles do.
package timing

import (
	"context"
	"slices"
	"time"

	"kernelscope/compute"
	"kernelscope/internal/clock"
)

// Times of one run, or medians over several, in milliseconds.
type Times struct {
	GPU  float64 // between the timestamps of the work
	Wall float64 // from handing it over to knowing that it is done
}

// Rate returns how many of n are done a second: by the time on the device, or by the
// clock where there is no other.
func (t Times) Rate(n int) float64 {
	if t.GPU > 0 {
		return float64(n) / t.GPU * 1e3
	}
	return float64(n) / max(t.Wall, 1e-6) * 1e3
}

// Stopwatch measures what a backend does from Start on.
type Stopwatch struct {
	be    compute.Backend
	gpu   time.Duration
	begin clock.Moment
}

// Start starts a stopwatch. Work that was submitted before must have finished, or its
// time counts too.
func Start(be compute.Backend) Stopwatch { return Stopwatch{be, be.Elapsed(), clock.Now()} }

// Times are those since Start, of work that has finished.
func (s Stopwatch) Times() Times {
	return Times{GPU: Milliseconds(s.be.Elapsed() - s.gpu), Wall: Milliseconds(clock.Since(s.begin))}
}

// Once times work alone: everything before it has finished when it begins.
func Once(ctx context.Context, be compute.Backend, work func()) (Times, error) {
	if err := be.Flush(ctx); err != nil {
		return Times{}, err
	}
	s := Start(be)
	work()
	err := be.Flush(ctx)
	return s.Times(), err
}

// Warmth is how long hardware is given to run at full speed: idle, it lowers its
// clocks, and an NVIDIA H200 was measured to sort at a fifth of its speed for more than
// 200 ms after the host had verified a result for seconds.
const Warmth = time.Second

// Warmup is how long a device was kept busy before its times count.
type Warmup time.Duration

// Add counts work that has just kept the device busy.
func (w *Warmup) Add(d time.Duration) { *w += Warmup(d) }

// Over reports whether it was long enough. Software devices need none: they run on the host's
// clocks.
func (w Warmup) Over(be compute.Backend) bool {
	return be.Limits().IsSoftware || time.Duration(w) >= Warmth
}

// Idle is how long a device may be without work and still have its full speed.
const Idle = 100 * time.Millisecond

// Warm runs work again and again until hardware that was idle has its full speed.
func Warm(be compute.Backend, work func() error) error {
	for w := Warmup(0); !w.Over(be); {
		begin := clock.Now()
		if err := work(); err != nil {
			return err
		}
		w.Add(clock.Since(begin))
	}
	return nil
}

// Runs say how often something is done: first to warm up, then with times taken.
// Hardware that is to warm up at all is kept busy for Warmth at least.
type Runs struct{ Warm, Timed int }

// repeat calls once for each run, and says whether times are to be taken.
func (r Runs) repeat(be compute.Backend, once func(timed bool) error) error {
	if be.Limits().IsUntimed {
		r.Warm = 0
	}
	for range r.Warm {
		if err := once(false); err != nil {
			return err
		}
	}
	if r.Warm > 0 {
		if err := Warm(be, func() error { return once(false) }); err != nil {
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

// Record times work that is recorded once; before each run prepare is called, unless
// it is nil.
func Record(ctx context.Context, be compute.Backend, name string, record func(compute.Encoder), prepare func(), r Runs) (Times, error) {
	return Parts(ctx, be, []Step{{name, record}}, prepare, r)
}

// Parts times work that is submitted in parts, each after the one before has finished: the
// times of a run are the sums of theirs.
func Parts(ctx context.Context, be compute.Backend, parts []Step, prepare func(), r Runs) (Times, error) {
	var all series
	var sum Times
	err := each(ctx, be, parts, prepare, r, func(i int, t Times) {
		if i == 0 {
			sum = Times{}
		}
		sum = Times{sum.GPU + t.GPU, sum.Wall + t.Wall}
		if i == len(parts)-1 {
			all.add(sum)
		}
	})
	return all.median(), err
}

// Call times a function that returns when all its work is done.
func Call(be compute.Backend, r Runs, f func() error) (Times, error) {
	return CallOn([]compute.Backend{be}, r, f)
}

// CallOn is Call for work on several backends: the time on the device is the slowest one's.
func CallOn(backends []compute.Backend, r Runs, f func() error) (Times, error) {
	var all series
	err := r.repeat(backends[0], func(timed bool) error {
		var watches []Stopwatch
		for _, be := range backends {
			watches = append(watches, Start(be))
		}
		err := f()
		if err != nil || !timed {
			return err
		}
		t := watches[0].Times()
		for _, w := range watches[1:] {
			t.GPU = max(t.GPU, w.Times().GPU)
		}
		all.add(t)
		return nil
	})
	return all.median(), err
}

// Step is a part of some work, recorded on its own.
type Step struct {
	Name   string
	Record func(compute.Encoder)
}

// Steps times each of several steps, which together take longer than one recording of
// them all. Before each run of all steps prepare is called, unless it is nil.
func Steps(ctx context.Context, be compute.Backend, steps []Step, prepare func(), r Runs) ([]Times, error) {
	of := make([]series, len(steps))
	err := each(ctx, be, steps, prepare, r, func(i int, t Times) { of[i].add(t) })
	out := make([]Times, len(of))
	for i := range of {
		out[i] = of[i].median()
	}
	return out, err
}

// each makes runs of all steps and returns the times of each in timed runs.
func each(ctx context.Context, be compute.Backend, steps []Step, prepare func(), r Runs, report func(i int, t Times)) error {
	recordings := make([]compute.Recording, len(steps))
	for i, step := range steps {
		recordings[i] = be.Record(step.Name, step.Record)
		defer recordings[i].Release()
	}
	return r.repeat(be, func(timed bool) error {
		if prepare != nil {
			prepare()
		}
		for i, recording := range recordings {
			t, err := Once(ctx, be, func() { be.Submit(recording) })
			if err != nil {
				return err
			}
			if timed {
				report(i, t)
			}
		}
		return nil
	})
}

// Host times work of the host: what setUp returns, which is called before each run
// outside of the time. A context that ends is answered immediately; the work then goes
// on in vain.
func Host(ctx context.Context, setUp func() (work func()), r Runs) (Times, error) {
	var all series
	for run := range r.Warm + r.Timed {
		work, done := setUp(), make(chan struct{})
		begin := clock.Now()
		go func() { work(); close(done) }()
		select {
		case <-done:
		case <-ctx.Done():
			return Times{}, ctx.Err()
		}
		if run >= r.Warm {
			all.add(Times{Wall: Milliseconds(clock.Since(begin))})
		}
	}
	return all.median(), nil
}

// Milliseconds converts a duration.
func Milliseconds(d time.Duration) float64 { return float64(d.Nanoseconds()) / 1e6 }

// series are the times of runs.
type series struct{ gpu, wall []float64 }

func (s *series) add(t Times) { s.gpu, s.wall = append(s.gpu, t.GPU), append(s.wall, t.Wall) }

func (s *series) median() Times { return Times{Median(s.gpu), Median(s.wall)} }

// Median returns the median of some numbers, in any order: the mean of the two middle
// ones where their number is even, and zero of none.
func Median(x []float64) float64 {
	if len(x) == 0 {
		return 0
	}
	s := slices.Sorted(slices.Values(x))
	return (s[(len(s)-1)/2] + s[len(s)/2]) / 2
}
