package command

import (
	"context"
	"errors"
	"testing"

	"kernelscope/compute/gpu/gputest"
	"kernelscope/compute/oracle"
	"kernelscope/compute/sorting"
	"kernelscope/compute/sorting/keygen"
	"kernelscope/compute/timing"
)

var ctx = context.Background()

// For every sort, every timed run sorts the input again.
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
		times, err := timeSort(ctx, d, s, keys, values, timing.Runs{Warm: 1, Timed: 3})
		if err != nil || times.GPU <= 0 || times.Wall < times.GPU {
			t.Errorf("%s: %+v, %v", a.Name(), times, err)
		}
		k, p := s.Sorted()
		sortedKeys, sortedValues, err := s.Read(ctx, k, p, 10_001)
		if err != nil {
			t.Fatal(err)
		}
		if err := oracle.VerifySort(in, oracle.Array{Keys: sortedKeys, Words: 1, Values: sortedValues}, f.Order, a.Stable()); err != nil {
			t.Errorf("%s: %v", a.Name(), err)
		}
		steps, err := timeSteps(ctx, d, s, keys, values, timing.Runs{Timed: 1})
		if err != nil || len(steps) != len(s.Steps) {
			t.Errorf("%s: %d of %d steps, %v", a.Name(), len(steps), len(s.Steps), err)
		}
		cancelled, cancel := context.WithCancel(ctx)
		cancel()
		if _, err := timeSort(cancelled, d, s, keys, values, timing.Runs{Timed: 1000}); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: cancelled, it says %v", a.Name(), err)
		}
		s.Release()
	}
}

func TestHost(t *testing.T) {
	for _, typ := range sorting.Types() {
		for _, payload := range []bool{false, true} {
			for i, descending := range []bool{false, true, false, true} {
				for _, n := range []int{0, 1, 2, 3, 5, 3000, 3001} {
					f := sorting.Format{Type: typ, Payload: payload, Descending: descending}
					keys, err := keygen.KeysOf("special", f, n, 4)
					if err != nil {
						t.Fatal(err)
					}
					in := oracle.Array{Keys: keys, Words: f.Words()}
					if payload {
						in.Values = keygen.Payload(n)
					}
					k, v, times, err := sortOnHost(ctx, f, i > 1, keys, in.Values, timing.Runs{Warm: 1, Timed: 2})
					if err != nil || times.Wall <= 0 || times.GPU != 0 {
						t.Errorf("%+v: %+v, %v", f, times, err)
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
	if _, _, _, err := sortOnHost(cancelled, sorting.Format{}, false, keys, nil, timing.Runs{Timed: 1}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled, it says %v", err)
	}
}
