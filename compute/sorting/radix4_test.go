package sorting_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"kernelscope/compute"
	"kernelscope/compute/gpu"
	"kernelscope/compute/gpu/gputest"
	"kernelscope/compute/host"
	"kernelscope/compute/sorting"
)

// counted are the settings of digits and counters.
func counted() (out []compute.Values) {
	for _, digit := range []uint32{1, 2, 3, 4, 8} {
		for counters := uint32(1); counters <= 3; counters++ {
			out = append(out, compute.Values{sorting.Workgroup: 32, sorting.Items: 3, sorting.DigitBits: digit, sorting.Counters: counters})
		}
	}
	for i, radix := range []uint32{3, 10, 11, 16} {
		out = append(out, compute.Values{sorting.Workgroup: 32, sorting.Items: 3, sorting.DigitRadix: radix, sorting.Counters: 1 + uint32(i)%3})
	}
	return out
}

// Every width of the digit and every place of its counters sorts, each dispatch as its
// mirror does.
func TestRadix4Lockstep(t *testing.T) {
	d := gputest.Open(t)
	for i, v := range counted() {
		be := host.NewLockstep(context.Background(), d)
		f := []sorting.Format{{}, {Type: sorting.U64, Payload: true, Bits: 40}, {Type: sorting.F32, Descending: true, Payload: true}}[i%3]
		if v[sorting.DigitRadix] > 0 {
			f = []sorting.Format{{}, {Type: sorting.I32, Payload: true}, {Type: sorting.F32, Descending: true}}[i%3]
		}
		s := prepare(t, be, sorting.Radix4{}, f, 700, v)
		for _, n := range []int{0, 1, 95, 97, 700} {
			checkSort(t, be, s, random(f, n, rand.New(rand.NewPCG(9, uint64(n)))))
		}
		if be.Dispatches == 0 {
			t.Errorf("%v: nothing was compared", v)
		}
	}
}

// On devices without subgroup operations counters lie in device memory or in shared memory;
// to ask for subgroups is refused.
func TestRadix4Basic(t *testing.T) {
	d := gputest.OpenWith(t, gpu.Options{Basic: true})
	for _, v := range counted() {
		s, err := sorting.Radix4{}.Prepare(d, sorting.Format{}, 5000, v)
		if refused := v[sorting.Counters] == 3; (err != nil) != refused {
			t.Fatalf("%v: %v", v, err)
		} else if refused {
			continue
		}
		checkSort(t, d, s, random(sorting.Format{}, 5000, rand.New(rand.NewPCG(11, 12))))
		s.Release()
	}
}

// After the first step the table holds the counts of each partition, after the second one
// where their keys go, and the third one moves them there.
func TestRadix4Table(t *testing.T) {
	list := []uint32{10, 25, 39, 92, 1, 5, 68, 23, 21, 10}
	d := gputest.Open(t)
	for _, v := range counted() {
		t.Run(fmt.Sprint(v), func(t *testing.T) {
			s := prepare(t, d, sorting.Radix4{}, sorting.Format{}, 2000, v)
			keys := random(sorting.Format{}, 2000, rand.New(rand.NewPCG(1, 1)))
			copy(keys, list)
			if err := s.Write(keys, nil); err != nil {
				t.Fatal(err)
			}
			for i, step := range s.Steps {
				digit := func(k uint32) int { return int(step.Table.Of(uint64(k))) }
				step.Record(d)
				table := make([]uint32, step.Table.Words())
				if err := d.Read(context.Background(), step.Table.Buffer, 0, table); err != nil {
					t.Fatal(err)
				}
				want := make([]uint32, len(table))
				for k, key := range keys {
					want[digit(key)*step.Table.Partitions+k/96]++
				}
				if step.Table.Scanned {
					sum := uint32(0)
					for k, c := range want {
						want[k] = sum
						sum += c
					}
				}
				if i%3 < 2 && !slices.Equal(table, want) {
					t.Fatalf("%s: the table is %d, want %d", step.Title, table, want)
				}
				if step.Table.Scanned != (i%3 > 0) || (step.Bits > 0) != (i%3 == 2) {
					t.Errorf("step %d: %+v", i, step)
				}
				if i%3 == 2 {
					slices.SortStableFunc(keys, func(a, b uint32) int { return digit(a) - digit(b) })
					got := make([]uint32, len(keys))
					if err := d.Read(context.Background(), step.Keys, 0, got); err != nil || !slices.Equal(got, keys) {
						t.Fatalf("%s: the keys are not in order of their digits: %v", step.Title, err)
					}
				}
			}
		})
	}
}

// articleRow returns the keys after a step.
func articleRow(t *testing.T, s *sorting.Sort, step int, n int) []uint32 {
	t.Helper()
	keys, _, err := s.Read(t.Context(), s.Steps[step].Keys, s.Steps[step].Payload, n)
	if err != nil {
		t.Fatal(err)
	}
	return keys
}

// By decimal digits the ten keys of VREN's article make its table and its rows.
func TestRadix4Article(t *testing.T) {
	be := host.NewLockstep(t.Context(), gputest.Open(t))
	keys := []uint32{10, 25, 39, 92, 1, 5, 68, 23, 21, 10}
	s := prepare(t, be, sorting.Radix4{}, sorting.Format{Greatest: 92}, len(keys), compute.Values{sorting.DigitRadix: 10})
	wide := prepare(t, be, sorting.Radix4{}, sorting.Format{Type: sorting.U64, Greatest: 92}, len(keys), compute.Values{sorting.DigitRadix: 10})
	var words []uint32
	for _, key := range keys {
		words = append(words, key, 0)
	}
	checkSort(t, be, wide, words)
	if len(s.Steps) != 6 {
		t.Fatalf("%d steps, want 6: no key has three digits", len(s.Steps))
	}
	if err := s.Write(keys, nil); err != nil {
		t.Fatal(err)
	}
	for i, want := range [][]uint32{
		{2, 2, 1, 1, 0, 2, 0, 0, 1, 1}, {0, 2, 4, 5, 6, 6, 8, 8, 8, 9}, {10, 10, 1, 21, 92, 23, 25, 5, 68, 39},
		nil, nil, {1, 5, 10, 10, 21, 23, 25, 39, 68, 92},
	} {
		s.Steps[i].Record(be)
		got := make([]uint32, 10)
		if i%3 == 2 {
			got = articleRow(t, s, i, len(keys))
		} else if err := be.Read(t.Context(), s.Steps[i].Table.Buffer, 0, got); err != nil {
			t.Fatal(err)
		}
		if want != nil && !slices.Equal(got, want) {
			t.Errorf("%s: %d, want %d", s.Steps[i].Title, got, want)
		}
	}
}

// Places by atomic operations are right in the first pass, and wrong in the second one. What a
// dispatch may do with the keys of a digit is free, and agrees with the mirror.
func TestRadix4Atomics(t *testing.T) {
	d := gputest.Open(t)
	for i, f := range []sorting.Format{{}, {Payload: true, Descending: true}, {Type: sorting.U64, Payload: true}, {}, {Type: sorting.U64}} {
		be := host.NewLockstep(t.Context(), d)
		s := prepare(t, be, sorting.Radix4{}, f, 3000, compute.Values{sorting.Places: 2 + uint32(i)/3, sorting.Workgroup: 64})
		if !s.Unstable() {
			t.Error("the sort is not unstable")
		}
		keys := random(f, 3000, rand.New(rand.NewPCG(5, 5)))
		if err := s.Write(keys, keys[:3000]); err != nil {
			t.Fatal(err)
		}
		low := func(k uint64) uint64 { return s.Steps[5].Low(f.Order(k)) }
		for i := range 6 {
			s.Steps[i].Record(be)
		}
		after, _, err := s.Read(t.Context(), s.Steps[5].Keys, s.Steps[5].Payload, 3000)
		if err != nil {
			t.Fatal(err)
		}
		wrong := 0
		for i := 1; i < 3000; i++ {
			a, b := f.Type.KeyAt(after, i-1), f.Type.KeyAt(after, i)
			if s.Steps[5].Of(f.Order(a)) > s.Steps[5].Of(f.Order(b)) {
				t.Fatalf("%+v: place %d: the digits are not in order", f, i)
			}
			if low(a) > low(b) {
				wrong++
			}
		}
		if wrong == 0 {
			t.Errorf("%+v: two passes are right", f)
		}
	}
}

// A radix fits the bits of its digits and the words of a key, or the error names what does.
func TestRadix4Refused(t *testing.T) {
	be := host.New()
	for _, c := range []struct {
		f    sorting.Format
		v    compute.Values
		want string
	}{
		{sorting.Format{}, compute.Values{sorting.DigitRadix: 10, sorting.DigitBits: 3}, "radix 10 needs a digit of 4 bits, not 3"},
		{sorting.Format{Type: sorting.U64}, compute.Values{sorting.DigitRadix: 10}, "keys of u64 above 2^32 cannot be divided on the device; nearest 8 and 16"},
	} {
		if _, err := (sorting.Radix4{}).Prepare(be, c.f, 10, c.v); !errors.Is(err, compute.ErrValue) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: %v, want %s", c.v, err, c.want)
		}
	}
}
