package sorting_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"kernelscope/compute"
	"kernelscope/compute/gpu/gputest"
	"kernelscope/compute/oracle"
	"kernelscope/compute/sorting"
	"kernelscope/compute/sorting/keygen"
)

// sorted writes n keys of a distribution, does what run does, and verifies the result.
// Values are the places in the input, so that a sort that claims to be stable is held
// to it.
func sorted(s *sorting.Sort, distribution string, n int, seed uint64, run func()) error {
	keys, err := keygen.KeysOf(distribution, s.Format, n, seed)
	if err != nil {
		return err
	}
	in := oracle.Array{Keys: keys, Words: s.Words()}
	if s.Format.Payload {
		in.Values = keygen.Payload(n)
	}
	if err := s.Write(in.Keys, in.Values); err != nil {
		return err
	}
	run()
	k, p := s.Sorted()
	out := oracle.Array{Words: s.Words()}
	if out.Keys, out.Values, err = s.Read(context.Background(), k, p, n); err != nil {
		return err
	}
	return oracle.VerifySort(in, out, s.Order, s.Algorithm.Stable())
}

// partition is how many keys a workgroup owns.
func partition(s *sorting.Sort) int {
	return int(max(1, s.Values[sorting.Workgroup])) * int(max(1, s.Values[sorting.Items]))
}

// everyFormat lists all but fewer bits.
func everyFormat() (out []sorting.Format) {
	for _, t := range sorting.Types() {
		for i := range 4 {
			out = append(out, sorting.Format{Type: t, Payload: i&1 != 0, Descending: i&2 != 0})
		}
	}
	return out
}

// Every way to sort, with its own settings, sorts every kind of array of every size
// around its partitions, from one recording.
func TestSizes(t *testing.T) {
	d := gputest.Open(t)
	if len(sorting.Algorithms()) == 0 {
		t.Fatal("there is no algorithm")
	}
	for _, a := range sorting.Algorithms() {
		for _, f := range everyFormat() {
			probe, err := a.Prepare(d, f, 1, nil)
			if err != nil {
				t.Fatal(err)
			}
			p := partition(probe)
			probe.Release()
			s, err := a.Prepare(d, f, 3*p+1, nil)
			if err != nil {
				t.Fatal(err)
			}
			recording := d.Record(a.Name(), s.Record)
			for i, n := range []int{0, 1, 2, p - 1, p, p + 1, 2 * p, 3*p - 1, 3*p + 1} {
				distribution := []string{"special", "uniform", "few", "killer"}[i%4]
				if err := sorted(s, distribution, n, uint64(n), func() { d.Submit(recording) }); err != nil {
					t.Errorf("%s, %+v, %d keys %s: %v", a.Name(), f, n, distribution, err)
				}
			}
			recording.Release()
			s.Release()
		}
	}
}

// The same at random: settings, fewer bits, sizes, and what is sorted.
func TestProperty(t *testing.T) {
	d := gputest.Open(t)
	rapid.Check(t, func(rt *rapid.T) {
		a := rapid.SampledFrom(sorting.Algorithms()).Draw(rt, "algorithm")
		f := rapid.SampledFrom(everyFormat()).Draw(rt, "format")
		if rapid.IntRange(0, 2).Draw(rt, "fewer") == 0 {
			f.Bits = rapid.IntRange(1, 32*f.Words()-1).Draw(rt, "bits")
		}
		v := compute.Values{}
		for _, p := range a.Params() {
			v[p.Name] = rapid.SampledFrom(settings(p)).Draw(rt, p.Name)
		}
		probe, err := a.Prepare(d, f, 1, v)
		if err != nil {
			rt.Fatal(err)
		}
		p := partition(probe)
		probe.Release()
		n := max(0, rapid.IntRange(0, 5).Draw(rt, "partitions")*p+rapid.IntRange(-1, 1).Draw(rt, "more"))
		if rapid.Bool().Draw(rt, "any size") {
			n = rapid.IntRange(0, 20_000).Draw(rt, "keys")
		}
		s, err := a.Prepare(d, f, n+rapid.IntRange(0, 2*p).Draw(rt, "room"), v)
		if err != nil {
			rt.Fatal(err)
		}
		defer s.Release()
		distribution := rapid.SampledFrom(keygen.Distributions()).Draw(rt, "distribution")
		if err := sorted(s, distribution, n, rapid.Uint64().Draw(rt, "seed"), func() { s.Record(d) }); err != nil {
			rt.Error(err)
		}
	})
}

// settings lists some values of a parameter: its own choice, its ends, and the powers
// of two between.
func settings(p compute.Param) []uint32 {
	out := []uint32{0, p.Min, p.Max}
	for x := uint32(1); x != 0 && x < p.Max; x *= 2 {
		if x > p.Min {
			out = append(out, x)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// A large array, with values, by every way to sort.
func TestMillion(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes seconds")
	}
	d := gputest.Open(t)
	const n = 1_000_003
	for i, a := range sorting.Algorithms() {
		s, err := a.Prepare(d, sorting.Format{Type: sorting.F32, Payload: true}, n, nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := sorted(s, "uniform", n, uint64(i), func() { s.Record(d) }); err != nil {
			t.Errorf("%s: %v", a.Name(), err)
		}
		s.Release()
	}
}

// Names are given once, and each way to sort says what it does; what has no room is
// refused, before any memory is taken.
func TestAlgorithms(t *testing.T) {
	d := gputest.Open(t)
	names := map[string]bool{}
	for _, a := range sorting.Algorithms() {
		if a.About() == "" || names[a.Name()] || names[a.Title()] {
			t.Errorf("%s: %q, %q", a.Name(), a.Title(), a.About())
		}
		names[a.Name()], names[a.Title()] = true, true
		if _, err := a.Prepare(d, sorting.Format{}, d.Limits().BufferWords+1, nil); !errors.Is(err, compute.ErrLimit) {
			t.Errorf("%s: too many keys: %v", a.Name(), err)
		}
	}
}
