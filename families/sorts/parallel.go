package sorts

import (
	"runtime"
	"sync"
)

// sortBy sorts in place with a sort of one processor, or with all of them: each sorts a part,
// then runs are merged in pairs, every merge by all processors. It is stable if the sort of the
// parts is. It takes as much memory again.
func sortBy[T any](a []T, parallel bool, sort func([]T), less func(x, y T) bool) {
	procs := runtime.GOMAXPROCS(0)
	if !parallel || procs == 1 || len(a) < 2*procs {
		sort(a)
		return
	}
	ends := make([]int, procs) // of runs
	together(procs, func(i int) {
		ends[i] = len(a) * (i + 1) / procs
		sort(a[len(a)*i/procs : ends[i]])
	})
	from, to := a, make([]T, len(a))
	for len(ends) > 1 {
		var next []int
		begin := 0
		for i := 0; i < len(ends); i += 2 {
			middle, end := ends[i], ends[min(i+1, len(ends)-1)]
			left, right, out := from[begin:middle], from[middle:end], to[begin:end]
			together(procs, func(p int) {
				first, last := len(out)*p/procs, len(out)*(p+1)/procs
				i, j := split(left, right, first, less), split(left, right, last, less)
				merge(left[i:j], right[first-i:last-j], out[first:last], less)
			})
			next, begin = append(next, end), end
		}
		ends = next
		from, to = to, from
	}
	if &from[0] != &a[0] {
		copy(a, from)
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

// split returns how many of the first k of two merged runs are from the first one, whose
// entries come before equal ones of the second.
func split[T any](a, b []T, k int, less func(x, y T) bool) int {
	low, high := max(0, k-len(b)), min(k, len(a))
	for low < high {
		i := (low + high) / 2
		if less(b[k-i-1], a[i]) {
			high = i
		} else {
			low = i + 1
		}
	}
	return low
}

// merge merges two runs.
func merge[T any](a, b, out []T, less func(x, y T) bool) {
	for i := range out {
		if len(a) == 0 || len(b) > 0 && less(b[0], a[0]) {
			out[i], b = b[0], b[1:]
		} else {
			out[i], a = a[0], a[1:]
		}
	}
}
