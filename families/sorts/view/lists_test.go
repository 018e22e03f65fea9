package view

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"

	"kernelscope/compute/sorting"
	"kernelscope/families/sorts/session"
)

// The first form sorts, and the lists of each depth belong to the calls that are drawn: each holds the keys of its call, in
// order.
func TestListSort(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{2, 3, 4, 11, 16, 33, 64} {
		keys := 2
		for keys < n {
			keys *= 2
		}
		input := make([]uint32, n)
		for i := range input {
			input[i] = rnd.Uint32N(99)
		}
		sorts, merges := listsOf(sorting.U32, session.Lane{Trail: [][]uint32{input}}, keys, n)
		sorted := words(input, keys)
		for _, l := range sorts {
			for i, c := range l.calls {
				if got, want := l.lists[i], words(input[min(c.start, n):min(c.start+c.size, n)], c.size); !slices.Equal(got, want) {
					t.Fatalf("%d keys, %+v: %q, want %q", n, c, got, want)
				}
			}
		}
		if !slices.Equal(merges[0].lists[0], sorted) {
			t.Fatalf("%d keys: %q, want %q", n, merges[0].lists[0], sorted)
		}
		for _, l := range merges {
			for i, c := range l.calls {
				if len(l.lists[i]) != c.size {
					t.Fatalf("%d keys, %+v: %q", n, c, l.lists[i])
				}
			}
		}
	}
}

// words writes keys in ascending order, and infinities after them.
func words(keys []uint32, size int) (out []string) {
	for _, key := range slices.SortedFunc(slices.Values(keys), cmp.Compare[uint32]) {
		out = append(out, sorting.U32.Text(uint64(key)))
	}
	for len(out) < size {
		out = append(out, "∞")
	}
	return out
}
