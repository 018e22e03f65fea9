package prove_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"kernelscope/compute/prove"
	"kernelscope/compute/simt"
	"kernelscope/compute/simt/onsimt"
	"kernelscope/compute/simt/onsimt/latetest"
	"kernelscope/compute/simt/schedule"
	"kernelscope/internal/fault"
)

// lookback is a prefix sum by look-back in one of the forms of compute/simt/testdata/late, which declares its races.
func lookback(t *testing.T, form string) prove.Work {
	t.Helper()
	races := map[string]string{"Values": "the flag comes after", "Flags": "a value without its flag is computed"}
	return latetest.LookBack(t, form, races, func(sums []uint32) error {
		for i, sum := range sums {
			if want := uint32((i + 1) * (i + 2) / 2); sum != want {
				return fmt.Errorf("%w: sum %d is %d, not %d", fault.Wrong, i, sum, want)
			}
		}
		return nil
	})
}

// first returns the first trial that fails, if one does.
func first(t *testing.T, work prove.Work) (seed uint64, o prove.Outcome) {
	t.Helper()
	for seed := range uint64(400) {
		o, err := prove.Try(t.Context(), seed, work)
		if err != nil {
			t.Fatal(err)
		}
		if o.Err != nil {
			return seed, o
		}
	}
	return 0, o
}

// A value and a flag that are not ordered are found, under a schedule that can be repeated and shrunk; with barriers, and in one word,
// nothing is.
func TestTry(t *testing.T) {
	for _, form := range []string{"barriers", "packed"} {
		if seed, o := first(t, lookback(t, form)); o.Err != nil {
			t.Errorf("%s, trial %d: %v", form, seed, o.Err)
		}
	}
	work := lookback(t, "coherent")
	seed, o := first(t, work)
	if !errors.Is(o.Err, fault.Wrong) || !o.Weak || o.Dispatches != 1 || o.Last != "coherent" {
		t.Fatalf("trial %d: %+v", seed, o)
	}
	again, err := prove.Try(t.Context(), seed, work)
	if err != nil || again.Err == nil || again.Err.Error() != o.Err.Error() || !slices.Equal(again.Choices, o.Choices) {
		t.Errorf("again: %v, %v", again.Err, err)
	}
	less, err := o.Shrink(t.Context(), 100, work)
	if a, b := schedule.Preemptions(o.Choices), schedule.Preemptions(less.Choices); err != nil || less.Err == nil || b >= a {
		t.Errorf("%d choices are not in order, shrunk %d: %v, %v", a, b, less.Err, err)
	}
}

// Every schedule and width is drawn, with weak memory and without; the first trial is plain.
func TestDraw(t *testing.T) {
	seen := map[string]int{}
	for seed := range uint64(2000) {
		s := prove.Draw(seed)
		for _, what := range []string{s.Schedule, fmt.Sprint(s.Width), fmt.Sprint("weak ", s.Weak), fmt.Sprint("wider ", s.Wider)} {
			seen[what]++
		}
	}
	for what, n := range seen {
		if n < 150 {
			t.Errorf("%s: %d times", what, n)
		}
	}
	if want := len(schedule.Kinds()) + 7 + 4; len(seen) != want {
		t.Errorf("%d choices, want %d", len(seen), want)
	}
	if s := prove.Draw(0); s.String() != "32 lanes, order" {
		t.Errorf("the first: %v", s)
	}
}

// Wrong arguments and the end of the context are errors. A dispatch without end is a failure.
func TestErrors(t *testing.T) {
	usage := func(context.Context, *onsimt.Interpreter) error { return fault.Usage }
	if o, err := prove.Try(t.Context(), 1, usage); !errors.Is(err, fault.Usage) || o.Err != nil {
		t.Errorf("%v, %v", o.Err, err)
	}
	endless := func(context.Context, *onsimt.Interpreter) error { return simt.ErrSteps }
	if o, err := prove.Try(t.Context(), 1, endless); err != nil || !errors.Is(o.Err, simt.ErrSteps) {
		t.Errorf("%v, %v", o.Err, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := prove.Try(ctx, 1, lookback(t, "packed")); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
