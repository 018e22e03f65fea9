package sorting_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"kernelscope/compute"
	"kernelscope/compute/gpu"
	"kernelscope/compute/gpu/gputest"
	"kernelscope/compute/host"
	"kernelscope/compute/sorting"
	"kernelscope/internal/fault"
)

// narrow is a device whose buffers have at most some words.
func narrow(t *testing.T, words int) *gpu.Device {
	return gputest.OpenWith(t, gpu.Options{Fake: &gpu.Fake{Limits: func(i *gpu.Info) { i.StorageBytes = 4 * int64(words) }}})
}

// prepareHalves prepares a sort of an array that a buffer does not hold.
func prepareHalves(t *testing.T, be compute.Backend, a sorting.Algorithm, f sorting.Format, capacity int) *sorting.Sort {
	t.Helper()
	s, err := sorting.Prepare(be, a, f, capacity, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Release)
	if parts := s.Output(capacity); len(parts) != 2 || parts[0].N+parts[1].N != capacity {
		t.Fatalf("%s: %d keys in %d parts", a.Name(), capacity, len(parts))
	}
	return s
}

func TestHalves(t *testing.T) {
	const words = 20_000
	d := narrow(t, words)
	lockstep := host.NewLockstep(context.Background(), gputest.Open(t)) // gathers buffers in a larger one
	be := gputest.Narrow{Backend: lockstep, Words: words}
	rnd := rand.New(rand.NewPCG(21, 22))
	for _, a := range sorting.Algorithms() {
		some := formats()
		if a != sorting.Algorithm(sorting.Radix{}) {
			some = some[len(some)-2:]
		}
		for _, f := range some {
			capacity := words/f.Words() + 5000
			s := prepareHalves(t, d, a, f, capacity)
			inPages := s.Keys.Len() == words
			if want := a == sorting.Algorithm(sorting.Radix{}) && f.Words() == 1 && !f.Payload; inPages != want {
				t.Errorf("%s, %+v: in pages %v, want %v", a.Name(), f, inPages, want)
			}
			first := s.Input(capacity)[0].N
			for _, n := range []int{0, 1, first - 1, first, first + 1, capacity} {
				keys := random(f, n, rnd)
				checkSort(t, d, s, keys)
				slices.Sort(keys) // of u32 keys, one half before the other
				checkSort(t, d, s, keys)
			}
		}
		for _, f := range []sorting.Format{{Type: sorting.I32, Payload: true}, {Type: sorting.U64, Payload: true}, {Type: sorting.U64}, {Type: sorting.F32, Payload: true}, {}} {
			capacity := words/f.Words() + 1
			checkSort(t, be, prepareHalves(t, be, a, f, capacity), random(f, capacity, rnd))
		}
	}
	if lockstep.Dispatches == 0 {
		t.Error("nothing was compared")
	}
}

// TestHalvesLimits sorts as many keys as two buffers hold, and refuses more.
func TestHalvesLimits(t *testing.T) {
	const words = 40_000
	d := narrow(t, words)
	f := sorting.Format{}
	s := prepareHalves(t, d, sorting.Radix{}, f, 2*words)
	checkSort(t, d, s, random(f, 2*words, rand.New(rand.NewPCG(23, 24))))
	if s.Keys.Len() != words {
		t.Errorf("%d keys in pages of %d", 2*words, s.Keys.Len())
	}
	// A buffer holds the states of half of these partitions.
	s, err := sorting.Prepare(d, sorting.Radix{}, f, words+1, compute.Values{sorting.Workgroup: 64, sorting.Items: 10})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Release()
	checkSort(t, d, s, random(f, words+1, rand.New(rand.NewPCG(27, 28))))
	if s.Keys.Len() > words/2+1 {
		t.Errorf("%d keys in pages of %d", words+1, s.Keys.Len())
	}
	if _, err := sorting.Prepare(d, sorting.Radix{}, f, 2*words+1, nil); !errors.Is(err, fault.Limit) {
		t.Errorf("%d keys: %v", 2*words+1, err)
	}
	wrong := compute.Values{sorting.Places: 2}
	if _, err := sorting.Prepare(d, sorting.Radix4{}, f, words+1, wrong); !errors.Is(err, fault.Limit) {
		t.Errorf("halves that are not sorted: %v", err)
	}
	small := gputest.OpenWith(t, gpu.Options{Fake: &gpu.Fake{Limits: func(i *gpu.Info) { i.StorageBytes, i.Memory = 4*words, 16*words }}})
	if _, err := sorting.Prepare(small, sorting.Radix{}, f, 2*words, nil); !errors.Is(err, fault.Limit) {
		t.Errorf("memory for one half: %v", err)
	}
}
