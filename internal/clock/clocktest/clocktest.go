// Package clocktest helps tests not to depend on how long something takes: they count work, wait for
// conditions, and move the program's clock themselves.
package clocktest

import (
	"context"
	"errors"
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"kernelscope/internal/clock"
)

// patience is how long Until waits. A machine may have other work.
const patience = 10 * time.Minute

// Until waits until a condition becomes true.
func Until(t testing.TB, what string, condition func() bool) {
	t.Helper()
	for end := time.Now().Add(patience); !condition(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("it never came to pass that %s", what)
		}
	}
}

// Fake stops the clock until the test ends, and returns what moves it. No two tests that use it may
// run concurrently.
func Fake(t testing.TB) (advance func(time.Duration)) {
	var now atomic.Int64
	now.Store(int64(clock.Now()))
	t.Cleanup(clock.Set(func() clock.Moment { return clock.Moment(now.Load()) }))
	return func(d time.Duration) { now.Add(int64(d)) }
}

// watched is a context that counts how often it is asked whether it has ended. It ends at the time
// with a number; 0 for never.
type watched struct {
	context.Context
	cancel context.CancelFunc
	last   int64
	asked  atomic.Int64
	told   atomic.Int64 // how often the answer was that it has ended
}

// Err returns the error of the context, which it ends the last-th time.
func (w *watched) Err() error {
	if w.asked.Add(1) == w.last {
		w.cancel()
	}
	err := w.Context.Err()
	if err != nil {
		w.told.Add(1)
	}
	return err
}

// Cancelled tests that work ends with its context. The whole work must ask the context for its error
// least times or more, so that the work between two is a small part. When the context ends, the work
// must fail with its error after each goroutine, and each caller above it, has asked once more.
func Cancelled(t *testing.T, least int64, work func(context.Context) error) {
	t.Helper()
	run := func(last int64) (asked, told int64, err error) {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		w := &watched{Context: ctx, cancel: cancel, last: last}
		err = work(w)
		return w.asked.Load(), w.told.Load(), err
	}
	all, _, err := run(0)
	if err != nil || all < least {
		t.Fatalf("the whole work asks its context %d times, want %d or more: %v", all, least, err)
	}
	callers := int64(8 + 2*runtime.GOMAXPROCS(0))
	for _, last := range []int64{1, all / 4, all / 2, all * 3 / 4} {
		if _, told, err := run(max(1, last)); !errors.Is(err, context.Canceled) || told > 1+callers {
			t.Errorf("cancelled when it asks for the %dth time of %d, it is told %d times: %v", last, all, told, err)
		}
	}
}
