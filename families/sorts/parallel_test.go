package sorts

import (
	"cmp"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"
)

// Parts that are sorted and merged are what one sort makes, stable, on any number of
// processors.
func TestSortBy(t *testing.T) {
	type entry struct{ key, place int }
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	rnd := rand.New(rand.NewPCG(1, 1))
	for procs := 1; procs <= 9; procs++ {
		runtime.GOMAXPROCS(procs)
		for _, n := range []int{0, 1, 17, 18, 19, 1000, 1001, 5003} {
			for _, different := range []int{1, 3, 1 << 30} {
				a := make([]entry, n)
				for i := range a {
					a[i] = entry{rnd.IntN(different), i}
				}
				want := slices.Clone(a)
				byKey := func(x, y entry) int { return cmp.Compare(x.key, y.key) }
				slices.SortStableFunc(want, byKey)
				sortBy(a, true, func(part []entry) { slices.SortStableFunc(part, byKey) }, func(x, y entry) bool { return x.key < y.key })
				if !slices.Equal(a, want) {
					t.Fatalf("%d entries of %d keys on %d processors are not in order", n, different, procs)
				}
			}
		}
	}
}
