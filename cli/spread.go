package cli

import (
	"context"
	"errors"
	"slices"
	"sync"

	"kernelscope/compute/gpu"
	"kernelscope/compute/timing"
	"kernelscope/internal/clock"
)

// Spread computes n parts on all devices of a pool. Each device begins with a part of its own and
// takes the next one when it has finished it, so faster devices compute more. use receives the
// results in the order of the parts, on the caller's goroutine; including the one in use, there
// are at most two per device. The other devices compute the parts of a lost one.
func Spread[R any](ctx context.Context, p *Pool, n int, do func(ctx context.Context, k, part int) (R, error), use func(part int, r R) error) error {
	if len(p.Members) == 1 {
		for part := range n {
			r, err := counted(p.Members[0], part, func(part int) (R, error) { return do(ctx, 0, part) })
			if err == nil {
				err = use(part, r)
			}
			if err != nil {
				return err
			}
		}
		return nil
	}
	working, cancel := context.WithCancel(ctx)
	defer cancel()
	q := newQueue[R](n, 2*len(p.Members)-1, cancel)
	devices := p.Working()
	q.next = min(n, len(devices))
	defer context.AfterFunc(ctx, func() { q.end(context.Cause(ctx)) })()
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		q.end(p.Each(func(k int) error {
			return q.work(slices.Index(devices, k), func(part int) (R, error) {
				return counted(p.Members[k], part, func(part int) (R, error) { return do(working, k, part) })
			})
		}))
	}()
	for part := range n {
		r, ok := q.result(part)
		if !ok {
			break
		}
		if err := use(part, r); err != nil {
			q.end(err)
			break
		}
	}
	<-ended
	q.lock.Lock()
	defer q.lock.Unlock()
	return q.err
}

// counted makes a part and counts it with its time.
func counted[R any](m *Member, part int, do func(part int) (R, error)) (R, error) {
	begin := clock.Now()
	r, err := do(part)
	if err == nil {
		m.Parts++
	}
	m.Wall += timing.Milliseconds(clock.Since(begin))
	return r, err
}

// queue hands out the numbers of parts, and puts their results in order. So that results do not
// pile up, no part is handed out that is too far ahead of the one that is used.
type queue[R any] struct {
	lock    sync.Mutex
	changed sync.Cond
	n       int       // parts
	ahead   int       // of the part that is used
	next    int       // part to be handed out
	back    []int     // parts of devices that were lost
	used    int       // part whose result is used
	made    int       // parts
	results map[int]R // that are not used yet
	ended   bool
	err     error  // the first
	cancel  func() // stops unfinished work after an error
}

func newQueue[R any](n, ahead int, cancel func()) *queue[R] {
	q := &queue[R]{n: n, ahead: ahead, results: map[int]R{}, cancel: cancel}
	q.changed.L = &q.lock
	return q
}

// work makes the first part, which take does not hand out, and others until there are none. The
// part of a device that is lost goes back.
func (q *queue[R]) work(first int, do func(part int) (R, error)) error {
	part, ok := first, first < q.n
	if !ok {
		part, ok = q.take()
	}
	for ; ok; part, ok = q.take() {
		switch r, err := do(part); {
		case err == nil:
			q.change(func() { q.results[part] = r; q.made++ })
		case errors.Is(err, gpu.ErrDeviceLost):
			q.change(func() { q.back = append(q.back, part) })
			return err
		default:
			q.end(err)
			return nil
		}
	}
	return nil
}

// change changes the queue and wakes everybody up who waits.
func (q *queue[R]) change(do func()) {
	q.lock.Lock()
	defer q.lock.Unlock()
	do()
	q.changed.Broadcast()
}

// take returns the number of a part that nobody makes. It waits while others make all that is
// left, since they may lose their devices.
func (q *queue[R]) take() (part int, ok bool) {
	q.lock.Lock()
	defer q.lock.Unlock()
	for {
		switch last := len(q.back) - 1; {
		case q.ended || q.made == q.n:
			return 0, false
		case last >= 0:
			part, q.back = q.back[last], q.back[:last]
			return part, true
		case q.next < q.n && q.next < q.used+q.ahead:
			q.next++
			return q.next - 1, true
		}
		q.changed.Wait()
	}
}

// result waits for the result of a part, which is used from then on; ok is false when there will
// be none.
func (q *queue[R]) result(part int) (r R, ok bool) {
	q.lock.Lock()
	defer q.lock.Unlock()
	q.used = part
	q.changed.Broadcast()
	for {
		if r, ok = q.results[part]; ok || q.ended {
			delete(q.results, part)
			return r, ok
		}
		q.changed.Wait()
	}
}

// end ends the work. The first error counts.
func (q *queue[R]) end(err error) {
	q.change(func() {
		if !q.ended || q.err == nil {
			q.err = err
		}
		if q.ended = true; q.err != nil {
			q.cancel()
		}
	})
}
