package command

import (
	"context"
	"fmt"

	"kernelscope/compute"
	"kernelscope/compute/oracle"
	"kernelscope/compute/sorting"
	"kernelscope/compute/sorting/keygen"
	"kernelscope/compute/timing"
	"kernelscope/families/sorts/session"
	"kernelscope/internal/fault"
)

// job is an array to sort with a sort.
type job struct {
	sorter
	f      sorting.Format
	n      int
	values compute.Values
	runs   timing.Runs
	verify bool
	// lastDigit accepts a sort with unstable passes, which is wrong, if its keys are in order of their
	// last digit.
	lastDigit bool
	steps     bool // also time each step separately
	moves     bool // also time the transfers to the device and back
	input     func() (oracle.Array, error)
}

// sorted is the result of a job.
type sorted struct {
	out      oracle.Array
	times    timing.Times
	params   compute.Values // the algorithm's own choices included
	passes   int            // steps that move keys
	moved    float64        // ms for the transfers to the device and back
	titles   []string       // titles of the timed steps
	steps    []timing.Times
	shown    []session.Lane // after each step, if requested
	compiler string         // of std::sort: the first line of its version
	// lastDigit says that only the order of the last digit is right.
	lastDigit bool
}

// run sorts the array. It refuses an array that does not fit the device before making keys.
func (j job) run(ctx context.Context, be compute.Backend) (r sorted, err error) {
	var s *sorting.Sort
	if j.onHost() {
		if err := hostNeeds(j.f, j.host, j.n); err != nil {
			return r, err
		}
	} else {
		if s, err = sorting.Prepare(be, j.algorithm, j.f, j.n, j.values); err != nil {
			return r, err
		}
		defer s.Release()
		r.params, r.passes = s.Values, s.Passes()
	}
	in, err := j.inputOrEnd(ctx)
	if err != nil {
		return r, err
	}
	r.out.Words = in.Words
	switch {
	case j.host == inCpp:
		r.out.Keys, r.times, r.compiler, err = sortInCpp(ctx, j.f, in.Keys, j.runs)
	case j.onHost():
		r.out.Keys, r.out.Values, r.times, err = sortOnHost(ctx, j.f, j.host == onProcessors, in.Keys, in.Values, j.runs)
	default:
		err = r.onDevice(ctx, be, s, in, j)
	}
	if err != nil || !j.verify {
		return r, err
	}
	order, stable, unstable := j.f.Order, j.stable(), s != nil && s.Unstable()
	if r.lastDigit = unstable && j.lastDigit; r.lastDigit {
		last := s.Steps[len(s.Steps)-1].Digit
		order, stable = func(key uint64) uint64 { return last.Of(j.f.Order(key)) }, false
	}
	if err := oracle.VerifySort(in, r.out, order, stable); err != nil {
		if unstable {
			wrong, failed := session.FirstWrong(ctx, s, in)
			if failed != nil {
				return r, failed
			}
			if wrong != nil {
				err = wrong
			}
		}
		return r, fmt.Errorf("%w: %s, %d keys: %v", fault.Wrong, j.Name(), j.n, err)
	}
	return r, ctx.Err()
}

// inputOrEnd makes the input, which may take seconds, unless ctx is done earlier.
func (j job) inputOrEnd(ctx context.Context) (in oracle.Array, err error) {
	done := make(chan struct{})
	var made oracle.Array
	var failed error
	go func() { made, failed = j.input(); close(done) }()
	select {
	case <-done:
		return made, failed
	case <-ctx.Done():
		return in, ctx.Err()
	}
}

func (r *sorted) onDevice(ctx context.Context, be compute.Backend, s *sorting.Sort, in oracle.Array, j job) (err error) {
	if r.times, err = timeSort(ctx, be, s, in.Keys, in.Values, j.runs); err != nil {
		return err
	}
	there := timing.Times{}
	if j.moves {
		if there, err = timeWrite(ctx, be, s, in); err != nil {
			return err
		}
	}
	back, err := timing.Call(be, timing.Runs{Timed: 1}, func() (err error) {
		r.out.Keys, r.out.Values, err = s.Result(ctx, j.n)
		return err
	})
	if j.moves {
		r.moved = there.Wall + back.Wall
	}
	if err != nil || !j.steps {
		return err
	}
	for _, step := range s.Steps {
		r.titles = append(r.titles, step.Title)
	}
	r.steps, err = timeSteps(ctx, be, s, in.Keys, in.Values, j.runs)
	return err
}

// timeWrite times the transfer of the input to the device and then sorts it there.
func timeWrite(ctx context.Context, be compute.Backend, s *sorting.Sort, in oracle.Array) (there timing.Times, err error) {
	once := timing.Runs{Timed: 1}
	there, err = timing.Call(be, once, func() error {
		if err := s.Write(in.Keys, in.Values); err != nil {
			return err
		}
		return be.Flush(ctx)
	})
	if err == nil {
		_, err = timeParts(ctx, be, s, nil, once)
	}
	return there, err
}

// madeKeys makes an array of a distribution. The values are the indices.
func madeKeys(distribution string, f sorting.Format, n int, seed uint64) (a oracle.Array, err error) {
	a.Words = f.Words()
	if a.Keys, err = keygen.KeysOf(distribution, f, n, seed); err == nil && f.Payload {
		a.Values = keygen.Payload(n)
	}
	return a, err
}
