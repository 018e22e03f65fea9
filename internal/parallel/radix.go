package parallel

import "runtime"

// RadixSort is a stable in-place sort by the lowest bits of keys on all processors. It sorts by
// digits of eight bits; their number must be even. For each digit, each processor counts and then
// moves the entries of its part of the array. It needs a second array of the same size.
func RadixSort[T any](a []T, bits int, key func(T) uint64) {
	const width = 8
	procs := runtime.GOMAXPROCS(0)
	from, to := a, make([]T, len(a))
	places := make([][1 << width]int, procs) // next position for each digit
	part := func(p int) []T { return from[len(a)*p/procs : len(a)*(p+1)/procs] }
	for shift := 0; shift < bits; shift += width {
		Each(procs, func(p int) {
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
		Each(procs, func(p int) {
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
