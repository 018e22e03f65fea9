package cli

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"sync/atomic"
	"testing"

	"kernelscope/compute/gpu"
	"kernelscope/internal/fault"
)

// poolOf is a pool of devices that nobody uses.
func poolOf(n int) *Pool {
	p := &Pool{}
	for range n {
		p.Members = append(p.Members, &Member{})
	}
	return p
}

// Results come in order, on any number of devices; each part is made once, and the parts of
// devices that are lost by the others.
func TestSpread(t *testing.T) {
	const n = 50
	for _, devices := range []int{1, 2, 5} {
		for lost := range devices {
			p := poolOf(devices)
			var alive, most atomic.Int32
			var order []int
			err := Spread(t.Context(), p, n, func(_ context.Context, k, part int) (int, error) {
				most.Store(max(most.Load(), alive.Add(1)))
				if k < lost && p.Members[k].Parts == k { // the first after no part, the second after one, …
					alive.Add(-1)
					return 0, gpu.ErrDeviceLost
				}
				for range part % 3 {
					runtime.Gosched()
				}
				return part * part, nil
			}, func(part, r int) error {
				alive.Add(-1)
				if order = append(order, part); r != part*part {
					t.Errorf("part %d is %d", part, r)
				}
				return nil
			})
			made := 0
			for _, m := range p.Members {
				made += m.Parts
			}
			if err != nil || len(order) != n || !slices.IsSorted(order) || made != n {
				t.Errorf("%d devices, %d lost: %v, %d parts made, used in the order %v", devices, lost, err, made, order)
			}
			if int(most.Load()) > 2*devices {
				t.Errorf("%d devices: %d results were alive", devices, most.Load())
			}
			if len(p.Working()) < devices-lost {
				t.Errorf("%d devices work, of %d, %d of which were lost", len(p.Working()), devices, lost)
			}
		}
	}
}

// A device that is quicker makes more parts: here the slow one makes a part while the quick one makes
// two, as long as there are any.
func TestSpreadBySpeed(t *testing.T) {
	p := poolOf(2)
	const n = 30
	var begun [2]atomic.Int32
	err := Spread(t.Context(), p, n, func(_ context.Context, k, _ int) (int, error) {
		begun[k].Add(1)
		for quick, slow := &begun[0], &begun[1]; k == 1 && quick.Load() < 2*slow.Load() && quick.Load()+slow.Load() < n; {
			runtime.Gosched()
		}
		return 0, nil
	}, func(int, int) error { return nil })
	if a, b := p.Members[0].Parts, p.Members[1].Parts; err != nil || a < 2*b || a+b != n {
		t.Errorf("the quick one made %d parts, the slow one %d: %v", a, b, err)
	}
}

// Each device makes a part, also where others begin and end before it.
func TestSpreadBegins(t *testing.T) {
	for range 200 {
		p := poolOf(3)
		err := Spread(t.Context(), p, 3, func(context.Context, int, int) (int, error) { return 0, nil }, func(int, int) error { return nil })
		for k, m := range p.Members {
			if err != nil || m.Parts != 1 {
				t.Fatalf("device %d made %d parts: %v", k, m.Parts, err)
			}
		}
	}
}

// Work ends with the first error of making or using a part, with the loss of all devices, and
// with its context.
func TestSpreadEnds(t *testing.T) {
	broken := errors.New("broken")
	for _, devices := range []int{1, 3} {
		for name, c := range map[string]struct {
			want      error
			made, use func(ctx context.Context, part int) error
		}{
			"made":     {broken, func(_ context.Context, part int) error { return at(part, 7, broken) }, nil},
			"used":     {broken, nil, func(_ context.Context, part int) error { return at(part, 7, broken) }},
			"all lost": {gpu.ErrDeviceLost, func(_ context.Context, part int) error { return at(max(part, 4), part, gpu.ErrDeviceLost) }, nil},
		} {
			p, used := poolOf(devices), 0
			err := Spread(t.Context(), p, 20, func(ctx context.Context, k, part int) (int, error) {
				if c.made == nil {
					return 0, nil
				}
				return 0, c.made(ctx, part)
			}, func(part, _ int) error {
				used++
				if c.use == nil {
					return nil
				}
				return c.use(nil, part)
			})
			if !errors.Is(err, c.want) || used > 8 {
				t.Errorf("%s, %d devices: %v, %d parts were used", name, devices, err, used)
			}
		}
	}
	if fault.Code(gpu.ErrDeviceLost) != int(fault.Wrong) {
		t.Error("the loss of all devices is another fault")
	}
	ctx, cancel := context.WithCancel(t.Context())
	err := Spread(ctx, poolOf(2), 20, func(ctx context.Context, k, part int) (int, error) {
		if part == 3 {
			cancel()
		}
		if part >= 3 {
			<-ctx.Done()
			return 0, ctx.Err()
		}
		return 0, nil
	}, func(int, int) error { return nil })
	if !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// at is an error in one part.
func at(part, of int, err error) error {
	if part == of {
		return err
	}
	return nil
}

// What is done on every device goes on where one is lost.
func TestEach(t *testing.T) {
	p := poolOf(3)
	var done atomic.Int32
	err := p.Each(func(k int) error {
		done.Add(1)
		return at(k, 1, gpu.ErrDeviceLost)
	})
	if err != nil || done.Load() != 3 || !slices.Equal(p.Working(), []int{0, 2}) {
		t.Errorf("%v; done on %d, %v work", err, done.Load(), p.Working())
	}
	if err := p.Each(func(k int) error { return gpu.ErrDeviceLost }); !errors.Is(err, gpu.ErrDeviceLost) {
		t.Errorf("all lost: %v", err)
	}
}
