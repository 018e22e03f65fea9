//go:build duckdb

package database

import (
	"context"
	"errors"
	"slices"
	"sync"

	"kernelscope/compute/bfs"
	"kernelscope/internal/fault"
)

// batcher combines calls, because DuckDB calls a function for at most 2,048 rows at a time, on all
// of its threads. Calls of the same graph and function that arrive while a job runs form the next
// job, even if they belong to different queries.
type batcher[A any] struct {
	e *edges
	// search answers pairs; it runs on the device's goroutine.
	search func(ctx context.Context, pairs []bfs.Pair) ([]A, Search, error)

	mu      sync.Mutex
	waiting []*call[A]
}

// call is a call that waits for its answers.
type call[A any] struct {
	ctx     context.Context
	pairs   []bfs.Pair
	answers []A
	err     error
	done    chan struct{}
}

// ask returns the answer of each pair. It returns early if ctx is done.
func (g *batcher[A]) ask(ctx context.Context, pairs []bfs.Pair) ([]A, error) {
	c := &call[A]{ctx: ctx, pairs: pairs, done: make(chan struct{})}
	g.mu.Lock()
	first := len(g.waiting) == 0
	g.waiting = append(g.waiting, c)
	g.mu.Unlock()
	if first {
		// The job serves all calls that join this one, so it must not depend on ctx.
		if err := g.e.device.submit(context.Background(), g.job); err != nil {
			return nil, err
		}
	}
	select {
	case <-c.done:
		return c.answers, c.err
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-g.e.device.end:
		return nil, errClosed
	}
}

// job answers all waiting calls. If that fails, it answers each call separately, so that none fails
// because of another. It does not if the device has failed, since that has already been tried
// twice.
func (g *batcher[A]) job() {
	g.mu.Lock()
	calls := g.waiting
	g.waiting = nil
	g.mu.Unlock()
	calls = slices.DeleteFunc(calls, func(c *call[A]) bool { return c.ctx.Err() != nil }) // calls without a waiting caller
	if err := g.answer(calls); err != nil {
		for _, c := range calls {
			if c.err = err; len(calls) > 1 && c.ctx.Err() == nil && !errors.Is(err, fault.Wrong) {
				c.err = g.answer([]*call[A]{c})
			}
		}
	}
	for _, c := range calls {
		close(c.done)
	}
}

// answer answers calls with one search, which is cancelled when all callers have left.
func (g *batcher[A]) answer(calls []*call[A]) error {
	if len(calls) == 0 {
		return nil
	}
	ctx, stop := contextOfAll(calls)
	defer stop()
	var pairs []bfs.Pair
	for _, c := range calls {
		pairs = append(pairs, c.pairs...)
	}
	_, err := g.e.device.with(g.e, func() error {
		answers, s, err := g.search(ctx, pairs)
		if err != nil {
			return err
		}
		told := map[*Report]bool{}
		for _, c := range calls {
			c.answers, answers = answers[:len(c.pairs)], answers[len(c.pairs):]
			if r := reportOf(c.ctx); !told[r] {
				told[r] = true
				r.add(s)
			}
		}
		return nil
	})
	return err
}

// contextOfAll returns a context that is done when the contexts of all calls are.
func contextOfAll[A any](calls []*call[A]) (ctx context.Context, stop func()) {
	ctx, cancel := context.WithCancelCause(context.Background())
	stops := []func() bool{}
	var mu sync.Mutex
	left := len(calls)
	for _, c := range calls {
		stops = append(stops, context.AfterFunc(c.ctx, func() {
			mu.Lock()
			defer mu.Unlock()
			if left--; left == 0 {
				cancel(c.ctx.Err())
			}
		}))
	}
	return ctx, func() {
		for _, s := range stops {
			s()
		}
		cancel(errors.New("the job is over"))
	}
}
