package sorts

import (
	"runtime"
	"sync"
)

// radixSort sorts in place by the lowest bits of keys, stable, on all processors: digit by digit
// of eight bits, of which there must be an even number, each processor counts those of its part
// of the array, and then moves it. It takes as much memory again.
func radixSort[T any](a []T, bits int, key func(T) uint64) {
	const width = 8
	procs := runtime.GOMAXPROCS(0)
	from, to := a, make([]T, len(a))
	places := make([][1 << width]int, procs) // of the next entry by its digit
	part := func(p int) []T { return from[len(a)*p/procs : len(a)*(p+1)/procs] }
	for shift := 0; shift < bits; shift += width {
		together(procs, func(p int) {
			var count [1 << width]int
			for _, x := range part(p) {
				count[key(x)>>shift%(1<<width)]++
			}
			places[p] = count
		})
		at := 0
		for digit := range 1 << width {
			for p := range places {
				places[p][digit], at = at, at+places[p][digit]
			}
		}
		together(procs, func(p int) {
			place := places[p]
			for _, x := range part(p) {
				digit := key(x) >> shift % (1 << width)
				to[place[digit]] = x
				place[digit]++
			}
		})
		from, to = to, from
	}
}

// together runs a function for each number below n, concurrently.
func together(n int, f func(i int)) {
	var all sync.WaitGroup
	for i := range n {
		all.Go(func() { f(i) })
	}
	all.Wait()
}
