package parallel

import (
	"cmp"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"
)

// The radix sort gives the same result as Go's stable sort on any number of processors.
func TestRadixSort(t *testing.T) {
	type entry struct{ key, place int }
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	rnd := rand.New(rand.NewPCG(1, 1))
	for procs := 1; procs <= 9; procs++ {
		runtime.GOMAXPROCS(procs)
		for _, n := range []int{0, 1, 17, 18, 19, 1000, 1001, 5003} {
			for _, different := range []int{1, 3, 1 << 30} {
				a := make([]entry, n)
				for i := range a {
					a[i] = entry{rnd.IntN(different) << 1, i}
				}
				want := slices.Clone(a)
				byKey := func(x, y entry) int { return cmp.Compare(x.key, y.key) }
				slices.SortStableFunc(want, byKey)
				RadixSort(a, 32, func(x entry) uint64 { return uint64(x.key) })
				if !slices.Equal(a, want) {
					t.Fatalf("%d entries of %d keys on %d processors are not in order", n, different, procs)
				}
			}
		}
	}
}
