package oracle

import (
	"cmp"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"
)

// Array is the input or the output of a sort: keys of one or two words each, the low one
// first, and, if Values is not nil, a value for each.
type Array struct {
	Keys   []uint32
	Words  int // of a key, 1 or 2
	Values []uint32
}

// Len returns the number of keys.
func (a Array) Len() int { return len(a.Keys) / a.Words }

func (a Array) key(i int) uint64 {
	if a.Words == 1 {
		return uint64(a.Keys[i])
	}
	return uint64(a.Keys[2*i]) | uint64(a.Keys[2*i+1])<<32
}

func (a Array) value(i int) uint32 {
	if a.Values == nil {
		return 0
	}
	return a.Values[i]
}

// show names the key at a place.
func (a Array) show(i int) string { return shown(a.key(i), a.value(i), a.Words, a.Values != nil) }

func shown(key uint64, value uint32, words int, valued bool) string {
	if !valued {
		return fmt.Sprintf("key 0x%0*x", 8*words, key)
	}
	return fmt.Sprintf("key 0x%0*x with value %d", 8*words, key, value)
}

// ExactSort is the number of keys up to which VerifySort compares with a sort of its own. For more
// keys, two sums of 64-bit hashes compare the keys and values with the input: a wrong result passes
// at most once in 2^64 times, unless crafted.
const ExactSort = 1 << 20

// VerifySort reports whether out is in, sorted: in ascending order of order(key), with
// the same keys and the same values beside them. If the sort is stable, keys of the same
// order must be in the order of the input; with more than ExactSort keys that is checked
// by values only, which must ascend in the input. The error names the first wrong
// position.
func VerifySort(in, out Array, order func(key uint64) uint64, stable bool) error {
	n := in.Len()
	if len(out.Keys) != len(in.Keys) || len(out.Values) != len(in.Values) {
		return fmt.Errorf("%d words of keys and %d values were sorted, but %d and %d were returned",
			len(in.Keys), len(in.Values), len(out.Keys), len(out.Values))
	}
	if i := firstIn(n, func(i int) bool { return i > 0 && order(out.key(i-1)) > order(out.key(i)) }); i < n {
		return fmt.Errorf("place %d: %s comes after %s", i, out.show(i), out.show(i-1))
	}
	if n <= ExactSort {
		return sameSorted(in, out, order, stable)
	}
	if sumsOf(in) != sumsOf(out) {
		const explained = 1 << 24 // keys; sorting more to find the position takes too long
		if n > explained {
			return errors.New("the keys or values are not those of the input: their hashes differ")
		}
		return sameSorted(in, out, order, stable)
	}
	if !stable || in.Values == nil {
		return nil
	}
	if i := firstIn(n, func(i int) bool {
		return i > 0 && order(out.key(i-1)) == order(out.key(i)) && out.Values[i-1] > out.Values[i]
	}); i < n {
		return fmt.Errorf("place %d: not stable: %s comes after %s", i, out.show(i), out.show(i-1))
	}
	return nil
}

// Exchanged are two neighbours that a pass of a radix sort has left in the wrong order.
type Exchanged struct {
	At     int       // place of the second one
	Keys   [2]uint64 // in the order after the pass
	Digits [2]uint64 // by which the pass sorts; where they are the same, the pass has exchanged the keys
	Before [2]int    // their places before the pass
}

// VerifyPass reports whether a pass of a radix sort continues the passes before it: keys ascend by
// low, which is the part of their order that the digits so far make up. If not, it returns the
// first two that do not.
func VerifyPass(before, after Array, low, digit func(key uint64) uint64) *Exchanged {
	n := after.Len()
	i := firstIn(n, func(i int) bool { return i > 0 && low(after.key(i-1)) > low(after.key(i)) })
	if i == n {
		return nil
	}
	x := Exchanged{At: i, Keys: [2]uint64{after.key(i - 1), after.key(i)}}
	for k, key := range x.Keys {
		x.Digits[k] = digit(key)
		x.Before[k] = firstIn(n, func(i int) bool { return before.key(i) == key })
	}
	return &x
}

// pair is a key with its value and its position in the input.
type pair struct {
	order, key uint64
	value      uint32
	at         int32
}

// sameSorted compares with a sort on the host. If the sort is not stable, both sides are
// sorted further, by all bits.
func sameSorted(in, out Array, order func(uint64) uint64, stable bool) error {
	byBits := func(a, b pair) int {
		return cmp.Or(cmp.Compare(a.order, b.order), cmp.Compare(a.key, b.key), cmp.Compare(a.value, b.value))
	}
	byPlace := func(a, b pair) int { return cmp.Or(cmp.Compare(a.order, b.order), cmp.Compare(a.at, b.at)) }
	got, want := pairs(out, order), pairs(in, order)
	if stable {
		slices.SortFunc(want, byPlace)
	} else {
		slices.SortFunc(want, byBits)
		slices.SortFunc(got, byBits)
	}
	for i, w := range want {
		g := got[i]
		if g.key == w.key && g.value == w.value {
			continue
		}
		where := "place"
		if !stable {
			where = "among keys equal to that at place"
		}
		return fmt.Errorf("%s %d: %s, where the input has %s", where, i,
			shown(g.key, g.value, out.Words, out.Values != nil), shown(w.key, w.value, in.Words, in.Values != nil))
	}
	return nil
}

func pairs(a Array, order func(uint64) uint64) []pair {
	out := make([]pair, a.Len())
	for i := range out {
		out[i] = pair{order(a.key(i)), a.key(i), a.value(i), int32(i)}
	}
	return out
}

// sumsOf returns sums over hashes of all keys with their values, which do not depend on
// the order: one by addition, one by exclusive or.
func sumsOf(a Array) [2]uint64 {
	var lock sync.Mutex
	var all [2]uint64
	inParts(a.Len(), func(_, first, end int) {
		var sum, xor uint64
		for i := first; i < end; i++ {
			h := hash(hash(a.key(i)) + uint64(a.value(i)))
			sum += h
			xor ^= hash(h)
		}
		lock.Lock()
		defer lock.Unlock()
		all[0] += sum
		all[1] ^= xor
	})
	return all
}

// hash mixes 64 bits: the finalizer of SplitMix64 (G. Steele, D. Lea, C. Flood,
// OOPSLA 2014).
func hash(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// firstIn returns the first number below n for which is returns true, or n.
func firstIn(n int, holds func(int) bool) int {
	found := make([]int, runtime.GOMAXPROCS(0))
	for p := range found {
		found[p] = n
	}
	inParts(n, func(part, first, end int) {
		for i := first; i < end; i++ {
			if holds(i) {
				found[part] = i
				return
			}
		}
	})
	return slices.Min(found)
}

// inParts divides the numbers below n among the processors.
func inParts(n int, do func(part, first, end int)) {
	parts := min(runtime.GOMAXPROCS(0), 1+n>>16)
	var wait sync.WaitGroup
	for p := range parts {
		wait.Go(func() { do(p, n*p/parts, n*(p+1)/parts) })
	}
	wait.Wait()
}
