package oracle

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

func same(key uint64) uint64 { return key }

// halves are keys that are equal if they differ in the lowest bit only.
func halves(key uint64) uint64 { return key >> 1 }

func TestVerifySort(t *testing.T) {
	in := Array{Keys: []uint32{5, 3, 5, 9, 3, 0}, Words: 1, Values: []uint32{0, 1, 2, 3, 4, 5}}
	for _, c := range []struct {
		name         string
		keys, values []uint32
		order        func(uint64) uint64
		stable       bool
		want         string // of the error; none if empty
	}{
		{"right", []uint32{0, 3, 3, 5, 5, 9}, []uint32{5, 1, 4, 0, 2, 3}, same, true, ""},
		{"right, keys only", []uint32{0, 3, 3, 5, 5, 9}, nil, same, true, ""},
		{"right, descending", []uint32{9, 5, 5, 3, 3, 0}, []uint32{3, 0, 2, 1, 4, 5}, func(k uint64) uint64 { return ^k }, true, ""},
		{"unstable and allowed", []uint32{0, 3, 3, 5, 5, 9}, []uint32{5, 4, 1, 2, 0, 3}, same, false, ""},
		{"unstable", []uint32{0, 3, 3, 5, 5, 9}, []uint32{5, 4, 1, 0, 2, 3}, same, true, "place 1: key 0x00000003 with value 4, where the input has key 0x00000003 with value 1"},
		{"unsorted", []uint32{0, 3, 5, 3, 5, 9}, []uint32{5, 1, 0, 4, 2, 3}, same, true, "place 3: key 0x00000003 with value 4 comes after key 0x00000005"},
		{"a key twice, one lost", []uint32{0, 3, 3, 5, 9, 9}, nil, same, true, "place 4: key 0x00000009, where the input has key 0x00000005"},
		{"a key twice, one lost, unstable", []uint32{0, 3, 3, 5, 9, 9}, nil, same, false, "place 4: key 0x00000009, where the input has key 0x00000005"},
		{"a foreign key", []uint32{0, 3, 3, 4, 5, 9}, nil, same, false, "place 3"},
		{"values swapped between keys", []uint32{0, 3, 3, 5, 5, 9}, []uint32{1, 5, 4, 0, 2, 3}, same, false, "place 0: key 0x00000000 with value 1, where the input has key 0x00000000 with value 5"},
		{"a value twice", []uint32{0, 3, 3, 5, 5, 9}, []uint32{5, 1, 1, 0, 2, 3}, same, false, "place 2"},
		{"too short", []uint32{0, 3, 3, 5, 5}, nil, same, true, "5 and 0 were returned"},
		{"values lost", []uint32{0, 3, 3, 5, 5, 9}, []uint32{5}, same, true, "6 and 1 were returned"},
	} {
		input := in
		if c.values == nil {
			input.Values = nil
		}
		err := VerifySort(input, Array{c.keys, 1, c.values}, c.order, c.stable)
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
	// Equal keys of different bits, without values.
	twins := Array{Keys: []uint32{3, 2}, Words: 1}
	if err := VerifySort(twins, Array{Keys: []uint32{2, 3}, Words: 1}, halves, true); err == nil {
		t.Error("twins that changed places are stable")
	}
	if err := VerifySort(twins, Array{Keys: []uint32{2, 3}, Words: 1}, halves, false); err != nil {
		t.Errorf("twins: %v", err)
	}
	if err := VerifySort(twins, Array{Keys: []uint32{3, 3}, Words: 1}, halves, false); err == nil {
		t.Error("a twin in place of the other is accepted")
	}
	for _, words := range []int{1, 2} {
		if err := VerifySort(Array{Words: words}, Array{Words: words}, same, true); err != nil {
			t.Errorf("nothing: %v", err)
		}
	}
}

// sortedArray returns an input and what a stable sort makes of it, with many equal
// keys.
func sortedArray(n, words int, valued bool, seed uint64) (in, out Array) {
	rnd := rand.New(rand.NewPCG(seed, 1))
	in = Array{Keys: make([]uint32, n*words), Words: words}
	for i := range in.Keys {
		in.Keys[i] = rnd.Uint32N(uint32(1 + n/3))
	}
	at := make([]int, n)
	for i := range at {
		at[i] = i
	}
	slices.SortStableFunc(at, func(a, b int) int {
		x, y := in.key(a), in.key(b)
		switch {
		case x < y:
			return -1
		case x > y:
			return 1
		}
		return 0
	})
	out = Array{Words: words}
	if valued {
		in.Values, out.Values = make([]uint32, n), make([]uint32, n)
	}
	for i, a := range at {
		out.Keys = append(out.Keys, in.Keys[a*words:a*words+words]...)
		if valued {
			in.Values[i], out.Values[i] = uint32(i), uint32(a)
		}
	}
	return in, out
}

// Every single wrong place is found, in small results and in large ones.
func TestVerifySortFinds(t *testing.T) {
	for _, n := range []int{2, 3, 50, ExactSort + 70_001} {
		for _, words := range []int{1, 2} {
			for _, valued := range []bool{false, true} {
				if n > ExactSort && valued == (words == 1) {
					continue // half of them are enough of what takes long
				}
				in, out := sortedArray(n, words, valued, uint64(n))
				if err := VerifySort(in, out, same, true); err != nil {
					t.Fatalf("%d keys of %d words: %v", n, words, err)
				}
				refused := func(what string, i int, stable bool) {
					t.Helper()
					if VerifySort(in, out, same, stable) == nil {
						t.Errorf("%d keys of %d words, values %v: %s at %d is accepted", n, words, valued, what, i)
					}
				}
				rnd := rand.New(rand.NewPCG(uint64(n), 2))
				for range min(n, 20) {
					i := rnd.IntN(n)
					for bit := range 3 {
						w := i*words + words - 1
						out.Keys[w] ^= 1 << (10 * bit)
						refused("another key", i, false)
						out.Keys[w] ^= 1 << (10 * bit)
					}
					j := rnd.IntN(n)
					if valued && i != j {
						out.Values[i], out.Values[j] = out.Values[j], out.Values[i]
						refused("another value", i, true)
						out.Values[i], out.Values[j] = out.Values[j], out.Values[i]
						old := out.Values[i]
						out.Values[i] = out.Values[j]
						refused("a value twice", i, false)
						out.Values[i] = old
					}
					if n > ExactSort {
						break
					}
				}
			}
		}
	}
}

// A pass by the tens continues one by the ones if keys with the same ten stay in order.
func TestVerifyPass(t *testing.T) {
	low := func(key uint64) uint64 { return key % 100 }
	tens := func(key uint64) uint64 { return key / 10 % 10 }
	before := Array{Keys: []uint32{10, 10, 1, 21, 92, 23, 25, 5, 68, 39}, Words: 1}
	if x := VerifyPass(before, Array{Keys: []uint32{1, 5, 10, 10, 21, 23, 25, 39, 68, 92}, Words: 1}, low, tens); x != nil {
		t.Errorf("a right pass: %+v", x)
	}
	want := Exchanged{At: 5, Keys: [2]uint64{25, 21}, Digits: [2]uint64{2, 2}, Before: [2]int{6, 3}}
	if x := VerifyPass(before, Array{Keys: []uint32{1, 5, 10, 10, 25, 21, 23, 39, 68, 92}, Words: 1}, low, tens); x == nil || *x != want {
		t.Errorf("a pass that exchanges keys: %+v, want %+v", x, want)
	}
}
