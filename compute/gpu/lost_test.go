package gpu_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"kernelscope/compute"
	"kernelscope/compute/gpu"
	"kernelscope/compute/gpu/draw"
	"kernelscope/compute/gpu/gputest"
	"kernelscope/internal/clock/clocktest"
	"kernelscope/internal/fault"
)

// A device that is lost says so until it is given up. Everything on it is destroyed then,
// and neither releasing nor using it does anything.
func TestAbandon(t *testing.T) {
	d := gputest.OpenWith(t, gpu.Options{Fake: &gpu.Fake{Lost: func(n int) bool { return n == 3 }}})
	b := d.NewBuffer("b", 100)
	canvas, err := draw.NewCanvas(d, 32, 32)
	if err != nil {
		t.Fatal(err)
	}
	words := make([]uint32, 100)
	r := d.Record("nothing", func(e compute.Encoder) { e.Fill(b, 0, 10, 1) })
	for n := 1; n <= 4; n++ {
		d.Write(b, 0, words)
		d.Submit(r)
		if err := d.Flush(t.Context()); errors.Is(err, gpu.ErrDeviceLost) != (n >= 3) || errors.Is(d.Failed(), gpu.ErrDeviceLost) != (n >= 3) {
			t.Errorf("submission %d: %v, %v", n, err, d.Failed())
		}
	}
	d.Abandon()
	d.Abandon()
	d.Fill(b, 0, 100, 1)
	d.Write(b, 0, words)
	d.Record("more", func(e compute.Encoder) { e.Fill(b, 0, 1, 1) }).Release()
	if err := d.Read(t.Context(), b, 0, words); fault.Code(err) != int(fault.Wrong) {
		t.Errorf("reading gives %v", err)
	}
	if _, err := d.NewMapped("mapped", 5); err == nil {
		t.Error("a buffer is made")
	}
	for _, x := range []interface{ Release() }{b, canvas, r} {
		x.Release()
	}
}

// A device that does not answer is waited for until the program is to end, by a clock that only
// waiting moves.
func TestTimeout(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	d := gputest.OpenWith(t, gpu.Options{Context: ctx})
	b := d.NewBuffer("b", 100)
	defer b.Release()
	advance, passed := clocktest.Fake(t), time.Duration(0)
	gpu.WithTimeouts(func(wait time.Duration) {
		wait = max(wait, time.Millisecond) // hardware is asked without waiting at first
		advance(wait)
		if passed += wait; passed > time.Hour {
			cancel(nil)
		}
	}, func() {
		d.Fill(b, 0, 100, 1)
		err := d.Flush(context.Background())
		if !errors.Is(err, context.Canceled) || errors.Is(err, gpu.ErrDeviceLost) || !strings.Contains(err.Error(), "does not answer") {
			t.Errorf("the error is %v", err)
		}
	})
	if passed > time.Hour+time.Second {
		t.Errorf("cancelled after an hour, it waits for %v", passed)
	}
}
