// Package parallel divides work over the processors. It knows nothing of the work.
package parallel

import (
	"runtime"
	"sync/atomic"
)

// Pieces calls f with the bounds of each of several pieces of n items, one per processor, and
// waits for all.
func Pieces(n int, f func(lo, hi int)) {
	pieces := runtime.GOMAXPROCS(0)
	Each(pieces, func(i int) { f(n*i/pieces, n*(i+1)/pieces) })
}

// Each calls f for each of n items, as many concurrently as there are processors, and waits
// for all.
func Each(n int, f func(i int)) {
	var next atomic.Int64
	workers := make([]*Later[struct{}], min(n, runtime.GOMAXPROCS(0)))
	for w := range workers {
		workers[w] = Begin(func() (none struct{}) {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				f(i)
			}
			return none
		})
	}
	for _, w := range workers {
		w.Wait()
	}
}

// Later is a value that another goroutine makes.
type Later[T any] struct {
	done  chan struct{}
	value T
	panic any // that the goroutine ended with; nil for none
}

// Begin starts a goroutine that makes a value.
func Begin[T any](f func() T) *Later[T] {
	l := &Later[T]{done: make(chan struct{})}
	go func() {
		defer close(l.done)
		defer func() { l.panic = recover() }()
		l.value = f()
	}()
	return l
}

// Ready reports whether Wait returns immediately.
func (l *Later[T]) Ready() bool {
	select {
	case <-l.done:
		return true
	default:
		return false
	}
}

// Wait returns the value once it is made. It panics if making it did.
func (l *Later[T]) Wait() T {
	<-l.done
	if l.panic != nil {
		panic(l.panic)
	}
	return l.value
}
