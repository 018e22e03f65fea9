package parallel

import (
	"math/rand/v2"
	"runtime"
	"slices"
	"sync/atomic"
	"testing"
)

// TestCoverage counts how often each item is reached, for several numbers of processors.
func TestCoverage(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	for _, processors := range []int{1, 2, 5} {
		runtime.GOMAXPROCS(processors)
		for _, n := range []int{0, 1, 2, 4, 1000} {
			pieces, each := make([]atomic.Int32, n), make([]atomic.Int32, n)
			Pieces(n, func(lo, hi int) {
				for i := lo; i < hi; i++ {
					pieces[i].Add(1)
				}
			})
			Each(n, func(i int) { each[i].Add(1) })
			for i := range n {
				if pieces[i].Load() != 1 || each[i].Load() != 1 {
					t.Fatalf("%d processors: item %d of %d: %d and %d calls", processors, i, n, pieces[i].Load(), each[i].Load())
				}
			}
		}
	}
}

func TestLater(t *testing.T) {
	release := make(chan struct{})
	l := Begin(func() int { <-release; return 7 })
	if l.Ready() {
		t.Error("ready before it is made")
	}
	close(release)
	if v := l.Wait(); v != 7 || !l.Ready() {
		t.Errorf("got %d, ready %v", v, l.Ready())
	}
}

// TestPanic checks that the panic of an item is that of the caller, who may recover.
func TestPanic(t *testing.T) {
	defer func() {
		if p := recover(); p != "an item" {
			t.Errorf("panicked with %v", p)
		}
	}()
	Each(9, func(i int) {
		if i == 4 {
			panic("an item")
		}
	})
}

// Lists of all sizes are sorted, by any number of processors.
func TestSort(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 1))
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	for _, processors := range []int{1, 2, 3, 5, 8} {
		runtime.GOMAXPROCS(processors)
		for _, n := range []int{0, 1, 2, 100, 1<<14 - 1, 1 << 14, 1<<15 + 1, 200_000} {
			list := make([]uint64, n)
			for i := range list {
				list[i] = rnd.Uint64N(uint64(n))
			}
			want := slices.Clone(list)
			slices.Sort(want)
			Sort(list)
			if !slices.Equal(list, want) {
				t.Errorf("%d items on %d processors are not sorted", n, processors)
			}
		}
	}
}
