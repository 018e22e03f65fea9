// Package parallel divides work among processors, and computes values in the background.
package parallel

import (
	"cmp"
	"runtime"
	"slices"
	"sync/atomic"
)

// Pieces divides n items into one piece per processor, calls f with the bounds of each piece
// concurrently, and waits for all calls.
func Pieces(n int, f func(lo, hi int)) {
	pieces := runtime.GOMAXPROCS(0)
	Each(pieces, func(i int) { f(n*i/pieces, n*(i+1)/pieces) })
}

// Each calls f for each of n items, concurrently on all processors, and waits for all calls.
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

// Sort sorts a list in ascending order, on all processors if it is long.
func Sort[T cmp.Ordered](list []T) {
	const least = 1 << 14 // items of a piece
	pieces := min(runtime.GOMAXPROCS(0), 1+len(list)/least)
	piece := func(i int) int { return len(list) * min(i, pieces) / pieces }
	Each(pieces, func(i int) { slices.Sort(list[piece(i):piece(i+1)]) })
	if pieces == 1 {
		return
	}
	from, to := list, make([]T, len(list))
	for width := 1; width < pieces; width *= 2 {
		Each((pieces+2*width-1)/(2*width), func(i int) {
			first, middle, end := piece(2*i*width), piece((2*i+1)*width), piece((2*i+2)*width)
			merge(to[first:end], from[first:middle], from[middle:end])
		})
		from, to = to, from
	}
	copy(list, from)
}

// merge merges two sorted lists.
func merge[T cmp.Ordered](out, a, b []T) {
	for i := range out {
		if len(b) == 0 || len(a) > 0 && !cmp.Less(b[0], a[0]) {
			out[i], a = a[0], a[1:]
		} else {
			out[i], b = b[0], b[1:]
		}
	}
}

// Later is a value that another goroutine computes.
type Later[T any] struct {
	done  chan struct{}
	value T
	panic any // that the goroutine ended with; nil for none
}

// Begin starts a goroutine that computes a value.
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

// Wait returns the value once it is computed. It panics if the computation did.
func (l *Later[T]) Wait() T {
	<-l.done
	if l.panic != nil {
		panic(l.panic)
	}
	return l.value
}
