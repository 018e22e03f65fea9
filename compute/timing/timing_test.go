package timing

import (
	"context"
	"errors"
	"slices"
	"testing"

	"kernelscope/compute"
	"kernelscope/compute/gpu/gputest"
	"kernelscope/compute/oracle"
	"kernelscope/compute/ref"
	"kernelscope/compute/sorting"
	"kernelscope/compute/sorting/keygen"
)

var ctx = context.Background()

// A copy is whole, whatever its length, and touches nothing else.
func TestCopy(t *testing.T) {
	be := ref.NewLockstep(ctx, gputest.Open(t))
	for _, n := range []int{0, 1, 3, 4, 5, 1023, 1024, 1031, 40_000} {
		from, to := be.NewBuffer("from", n+4), be.NewBuffer("to", n+4)
		in := make([]uint32, n+4)
		for i := range in {
			in[i] = uint32(i + 1)
		}
		be.Write(from, 0, in)
		be.Fill(to, 0, n+4, 0)
		copyWords(be, be.Limits(), to, from, n)
		got := make([]uint32, n+4)
		if err := be.Read(ctx, to, 0, got); err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(got[:n], in[:n]) || got[n] != 0 {
			t.Errorf("%d words are not copied", n)
		}
		from.Release()
		to.Release()
	}
}

// What is measured is sorted, by every way to sort and in every run anew.
func TestTimes(t *testing.T) {
	d := gputest.Open(t)
	f := sorting.Format{Payload: true}
	keys, err := keygen.KeysOf("uniform", f, 10_001, 1)
	if err != nil {
		t.Fatal(err)
	}
	values := keygen.Payload(10_001)
	in := oracle.Array{Keys: keys, Words: 1, Values: values}
	for _, a := range sorting.Algorithms() {
		s, err := a.Prepare(d, f, 10_001, nil)
		if err != nil {
			t.Fatal(err)
		}
		took, err := Sort(ctx, d, s, keys, values, Runs{Warm: 1, Timed: 3})
		if err != nil || took.GPU <= 0 || took.Wall < took.GPU {
			t.Errorf("%s: %+v, %v", a.Name(), took, err)
		}
		k, p := s.Sorted()
		sortedKeys, sortedValues, err := s.Read(ctx, k, p, 10_001)
		if err != nil {
			t.Fatal(err)
		}
		if err := oracle.VerifySort(in, oracle.Array{Keys: sortedKeys, Words: 1, Values: sortedValues}, f.Order, a.Stable()); err != nil {
			t.Errorf("%s: %v", a.Name(), err)
		}
		steps, err := Steps(ctx, d, s, keys, values, Runs{Timed: 1})
		if err != nil || len(steps) != len(s.Steps) {
			t.Errorf("%s: %d of %d steps, %v", a.Name(), len(steps), len(s.Steps), err)
		}
		cancelled, cancel := context.WithCancel(ctx)
		cancel()
		if _, err := Sort(cancelled, d, s, keys, values, Runs{Timed: 1000}); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: cancelled, it says %v", a.Name(), err)
		}
		s.Release()
	}
}

func TestBandwidth(t *testing.T) {
	d := gputest.Open(t)
	got, err := Bandwidth(ctx, small{d}, Runs{Timed: 1})
	if err != nil || got < 1e6 || got > 1e13 {
		t.Errorf("%g bytes a second, %v", got, err)
	}
}

// small is a device of little memory, so that the test is short.
type small struct{ compute.Backend }

func (s small) Limits() compute.Limits {
	l := s.Backend.Limits()
	l.Memory = 32 << 20
	return l
}

func TestHost(t *testing.T) {
	for _, typ := range sorting.Types() {
		for _, payload := range []bool{false, true} {
			for _, descending := range []bool{false, true} {
				for _, n := range []int{0, 1, 2, 3000} {
					f := sorting.Format{Type: typ, Payload: payload, Descending: descending}
					keys, err := keygen.KeysOf("special", f, n, 4)
					if err != nil {
						t.Fatal(err)
					}
					in := oracle.Array{Keys: keys, Words: f.Words()}
					if payload {
						in.Values = keygen.Payload(n)
					}
					k, v, took, err := Host(ctx, f, keys, in.Values, Runs{Warm: 1, Timed: 2})
					if err != nil || took.Wall <= 0 || took.GPU != 0 {
						t.Errorf("%+v: %+v, %v", f, took, err)
					}
					if err := oracle.VerifySort(in, oracle.Array{Keys: k, Words: f.Words(), Values: v}, f.Order, true); err != nil {
						t.Errorf("%+v, %d keys: %v", f, n, err)
					}
				}
			}
		}
	}
	cancelled, cancel := context.WithCancel(ctx)
	cancel()
	keys, _ := keygen.Keys("uniform", sorting.U32, 1<<20, 1)
	if _, _, _, err := Host(cancelled, sorting.Format{}, keys, nil, Runs{Timed: 1}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled, it says %v", err)
	}
}

func TestMedian(t *testing.T) {
	for _, c := range []struct {
		of   []float64
		want float64
	}{{nil, 0}, {[]float64{3}, 3}, {[]float64{4, 1}, 2.5}, {[]float64{9, 1, 2}, 2}} {
		if got := median(c.of); got != c.want {
			t.Errorf("the median of %v is %g", c.of, got)
		}
	}
}
