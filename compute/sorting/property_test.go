package sorting_test

import (
	"context"
	"errors"
	"maps"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"kernelscope/compute"
	"kernelscope/compute/gpu/gputest"
	"kernelscope/compute/oracle"
	"kernelscope/compute/sorting"
	"kernelscope/compute/sorting/keygen"
	"kernelscope/internal/fault"
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

// partition is how many keys a workgroup owns with some settings.
func partition(t rapid.TB, d compute.Backend, a sorting.Algorithm, f sorting.Format, v compute.Values) int {
	s, err := a.Prepare(d, f, 1, v)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Release()
	return int(max(1, s.Values[sorting.Workgroup])) * int(max(1, s.Values[sorting.Items]))
}

// fitting lowers values until a device has the shared memory for them.
func fitting(t rapid.TB, d compute.Backend, a sorting.Algorithm, f sorting.Format, v compute.Values) compute.Values {
	for v = maps.Clone(v); ; {
		s, err := a.Prepare(d, f, 1, v)
		if err == nil {
			s.Release()
			return v
		}
		switch {
		case !errors.Is(err, compute.ErrValue) || v[sorting.Items] <= 2 && v[sorting.Workgroup] <= 32:
			t.Fatal(err)
		case v[sorting.Items] > 2:
			v[sorting.Items] /= 2
		default:
			v[sorting.Workgroup] /= 2
		}
	}
}

// drawnFormat is any format.
func drawnFormat(rt *rapid.T) sorting.Format {
	f := sorting.Format{
		Type:    rapid.SampledFrom(sorting.Types()).Draw(rt, "type"),
		Payload: rapid.Bool().Draw(rt, "payload"), Descending: rapid.Bool().Draw(rt, "descending"),
	}
	if rapid.IntRange(0, 2).Draw(rt, "fewer") == 0 {
		f.Bits = rapid.IntRange(1, 32*f.Words()-1).Draw(rt, "bits")
	}
	return f
}

// Every way to sort, with its own settings, sorts arrays of every size around its
// partitions, from one recording. Other formats are drawn below: a software device
// takes seconds to compile kernels for each.
func TestSizes(t *testing.T) {
	d := gputest.Open(t)
	if len(sorting.Algorithms()) == 0 {
		t.Fatal("there is no algorithm")
	}
	for _, a := range sorting.Algorithms() {
		for _, f := range []sorting.Format{{}, {Type: sorting.F32, Payload: true, Descending: true}, {Type: sorting.U64, Payload: true}} {
			p := partition(t, d, a, f, nil)
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

// The same at random: formats, settings, fewer bits, sizes, and what is sorted.
func TestProperty(t *testing.T) {
	d := gputest.Open(t)
	for _, a := range sorting.Algorithms() {
		t.Run(a.Name(), func(t *testing.T) {
			gputest.Draws(t, gputest.Count(3, 8))
			rapid.Check(t, func(rt *rapid.T) { property(rt, d, a) })
		})
	}
}

// property sorts some arrays with one drawn setting.
func property(rt *rapid.T, d compute.Backend, a sorting.Algorithm) {
	f, v := drawnFormat(rt), compute.Values{}
	for _, p := range a.Params() {
		v[p.Name] = rapid.SampledFrom(settings(p)).Draw(rt, p.Name)
	}
	delete(v, sorting.Places) // all but the automatic choice are wrong
	if v[sorting.DigitRadix] > 0 {
		delete(v, sorting.DigitBits)
		if v[sorting.DigitRadix] == 2 && f.Words() == 1 {
			v[sorting.DigitRadix] = 10
		}
	}
	v = fitting(rt, d, a, f, v)
	p := partition(rt, d, a, f, v)
	s, err := a.Prepare(d, f, 4*p+rapid.IntRange(1, 20_000).Draw(rt, "room"), v)
	if err != nil {
		rt.Fatal(err)
	}
	defer s.Release()
	for range 5 {
		n := max(0, rapid.IntRange(0, 4).Draw(rt, "partitions")*p+rapid.IntRange(-1, 1).Draw(rt, "more"))
		if rapid.Bool().Draw(rt, "any size") {
			n = rapid.IntRange(0, s.Capacity).Draw(rt, "keys")
		}
		distribution := rapid.SampledFrom(keygen.Distributions()).Draw(rt, "distribution")
		if err := sorted(s, distribution, n, rapid.Uint64().Draw(rt, "seed"), func() { s.Record(d) }); err != nil {
			rt.Fatalf("%s, %+v, %v: %v", a.Name(), f, s.Values, err)
		}
	}
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
		if _, err := a.Prepare(d, sorting.Format{}, d.Limits().BufferWords+1, nil); !errors.Is(err, fault.Limit) {
			t.Errorf("%s: too many keys: %v", a.Name(), err)
		}
	}
}
