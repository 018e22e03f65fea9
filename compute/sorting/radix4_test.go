package sorting_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"kernelscope/compute"
	"kernelscope/compute/gpu"
	"kernelscope/compute/gpu/gputest"
	"kernelscope/compute/host"
	"kernelscope/compute/sorting"
)

// counted are the settings of digits and counters.
func counted() (out []compute.Values) {
	for _, digit := range []uint32{1, 2, 4, 8} {
		for counters := uint32(1); counters <= 3; counters++ {
			out = append(out, compute.Values{sorting.Workgroup: 32, sorting.Items: 3, sorting.Digit: digit, sorting.Counters: counters})
		}
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
				digit := func(k uint32) int { return int(k>>step.Table.First) & (1<<step.Table.Bits - 1) }
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
