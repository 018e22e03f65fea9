// Package keygen generates keys to sort, and reads and writes files of them. Keys are words as
// on a device: a u64 has two, the low one first. It sorts nothing.
package keygen

import (
	"fmt"
	"math"
	"runtime"
	"slices"
	"strings"
	"sync"

	"kernelscope/compute/sorting"
)

// A distribution says where key i of n lies in the order of all keys, which it
// divides into 2^64 places.
type distribution struct {
	name, about string
	place       func(i, n, seed uint64) uint64
}

// maxSmall is the number of keys up to which those called random are small enough to read.
const maxSmall = 64

var distributions = []distribution{
	{"random", fmt.Sprintf("uniform, but up to %d keys are numbers from 1 to 99", maxSmall), func(i, n, seed uint64) uint64 { return random(seed, i) }},
	{"uniform", "random, all keys equally likely", func(i, n, seed uint64) uint64 { return random(seed, i) }},
	{"sorted", "ascending", ascending},
	{"reversed", "descending", func(i, n, seed uint64) uint64 { return ascending(n-1-i, n, seed) }},
	{"few", "random, of 16 different keys", func(i, n, seed uint64) uint64 { return random(seed+1, random(seed, i)%16) }},
	{"constant", "all the same", func(i, n, seed uint64) uint64 { return random(seed, 0) }},
	{"gaussian", "random, means of eight uniform numbers", gaussian},
	{"nearly", "ascending, except that one key in a hundred is random", nearly},
	{"killer", "neighbours cycle through eight digits that share a bank of memory, in every pass", nil},
	{"special", "extremes; for floats zeros, infinities and NaNs of both signs", nil},
}

// Distributions lists the names of all.
func Distributions() (names []string) {
	for _, d := range distributions {
		names = append(names, d.name)
	}
	return names
}

// About describes a distribution in a few words.
func About(name string) string {
	for _, d := range distributions {
		if d.name == name {
			return d.about
		}
	}
	return ""
}

// Keys returns n keys of a distribution. The same seed gives the same keys on
// every computer. Only special generates infinities and NaNs.
func Keys(name string, t sorting.Type, n int, seed uint64) ([]uint32, error) {
	return KeysOf(name, sorting.Format{Type: t}, n, seed)
}

// KeysOf is Keys with keys that differ only in the format's lowest bits.
func KeysOf(name string, f sorting.Format, n int, seed uint64) ([]uint32, error) {
	i := slices.IndexFunc(distributions, func(d distribution) bool { return d.name == name })
	if i < 0 {
		return nil, fmt.Errorf("keygen: there is no distribution %q; choose from %s", name, strings.Join(Distributions(), ", "))
	}
	key := keyAt(f, distributions[i].place)
	low := ^uint64(0) >> (64 - f.KeyBits())
	switch name {
	case "killer":
		key = func(i, _, _ uint64) uint64 { return killer(i) & low }
	case "random":
		if n <= maxSmall {
			key = func(i, _, seed uint64) uint64 { return small(f.Type, 1+random(seed, i)%99) & low }
		}
	case "special":
		key = func(i, _, seed uint64) uint64 { return special(f.Type, i, seed) & low }
	}
	if err := fits(int64(f.Words()) * int64(n)); err != nil {
		return nil, err
	}
	words := make([]uint32, f.Words()*n)
	inParts(n, func(first, end int) {
		for i := first; i < end; i++ {
			k := key(uint64(i), uint64(n), seed)
			if f.Words() == 1 {
				words[i] = uint32(k)
			} else {
				words[2*i], words[2*i+1] = uint32(k), uint32(k>>32)
			}
		}
	})
	return words, nil
}

// keyAt turns places into keys of a type.
func keyAt(f sorting.Format, place func(i, n, seed uint64) uint64) func(i, n, seed uint64) uint64 {
	unused := 64 - f.KeyBits()
	switch {
	case f.Type == sorting.F32 && f.KeyBits() == 32:
		return func(i, n, seed uint64) uint64 { return uint64(finite(uint32(place(i, n, seed) >> 32))) }
	case f.Type == sorting.I32 && f.KeyBits() == 32:
		return func(i, n, seed uint64) uint64 { return place(i, n, seed)>>32 ^ 1<<31 }
	}
	return func(i, n, seed uint64) uint64 { return place(i, n, seed) >> unused }
}

// finite maps a place to a finite float, monotonically; all finite floats are equally likely.
func finite(place uint32) uint32 {
	const infinity = 0x7f800000 // as many floats are finite and not negative
	rank := uint32(uint64(place) * (2 * infinity) >> 32)
	if rank < infinity {
		return 1<<31 | (infinity - 1 - rank)
	}
	return rank - infinity
}

// random is number i of a sequence: the finalizer of SplitMix64 (G. Steele, D. Lea,
// C. Flood, OOPSLA 2014), which mixes a counter.
func random(seed, i uint64) uint64 {
	x := seed + (i+1)*0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// small returns a small number as a key.
func small(t sorting.Type, x uint64) uint64 {
	if t == sorting.F32 {
		return uint64(math.Float32bits(float32(x)))
	}
	return x
}

func ascending(i, n, _ uint64) uint64 { return i * (math.MaxUint64 / n) }

func nearly(i, n, seed uint64) uint64 {
	if r := random(seed, i); r%100 == 0 {
		return random(seed+1, i)
	}
	return ascending(i, n, seed)
}

// gaussian has a deviation of a tenth of the range.
func gaussian(i, _, seed uint64) (sum uint64) {
	for j := range uint64(8) {
		sum += random(seed, 8*i+j) >> 3
	}
	return sum
}

// killer is a key for the passes of a radix sort by digits of 8 bits. All digits
// are multiples of 32, and memory shared by a workgroup has 32 banks of a word:
// counts of these digits lie in one bank, where additions wait for each other.
// Byte j of a key has the bits 3j to 3j+2 of its number. So keys that are
// neighbours after j passes, whose lower bytes are equal, still differ in byte j.
func killer(i uint64) (key uint64) {
	for j := range 8 {
		key |= i >> (3 * j) & 7 * 32 << (8 * j)
	}
	return key
}

var extremes = [...][]uint64{
	sorting.U32: {0, 1, 1<<31 - 1, 1 << 31, 1<<32 - 1},
	sorting.I32: {0, 1, 1<<31 - 1, 1 << 31, 1<<32 - 1},
	sorting.F32: {
		0, 1 << 31, 1, 1<<31 | 1, // zeros, and what is closest to them
		0x7f7fffff, 0xff7fffff, 0x7f800000, 0xff800000, // the greatest, and infinities
		0x7fc00000, 0xffc00000, 0x7f800001, 0xffffffff, // NaNs
		0x3f800000, 0xbf800000, // 1 and -1
	},
	sorting.U64: {0, 1, 1<<32 - 1, 1 << 32, 1 << 63, 1<<64 - 1},
}

func special(t sorting.Type, i, seed uint64) uint64 {
	some := extremes[t]
	return some[random(seed, i)%uint64(len(some))]
}

// Payload returns values for n keys: their places in the input, which reveal whether the order
// is stable.
func Payload(n int) []uint32 {
	values := make([]uint32, n)
	inParts(n, func(first, end int) {
		for i := first; i < end; i++ {
			values[i] = uint32(i)
		}
	})
	return values
}

// inParts divides the numbers below n among the processors.
func inParts(n int, do func(first, end int)) {
	parts := min(runtime.GOMAXPROCS(0), 1+n>>16)
	var wait sync.WaitGroup
	for p := range parts {
		wait.Go(func() { do(n*p/parts, n*(p+1)/parts) })
	}
	wait.Wait()
}
