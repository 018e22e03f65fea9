package timing

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"kernelscope/compute"
	"kernelscope/compute/gpu/gputest"
	"kernelscope/compute/host"
)

var ctx = context.Background()

// A copy is whole, whatever its length, and touches nothing else.
func TestCopy(t *testing.T) {
	be := host.NewLockstep(ctx, gputest.Open(t))
	for _, n := range []int{0, 1, 3, 4, 5, 1023, 1024, 1031, 40_000} {
		from, to := be.NewBuffer("from", n+4), be.NewBuffer("to", n+4)
		in := make([]uint32, n+4)
		for i := range in {
			in[i] = uint32(i + 1)
		}
		be.Write(from, 0, in)
		be.Fill(to, 0, n+4, 0)
		CopyWords(be, be.Limits(), to, from, n)
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

// Steps are timed one by one and in order, after what is to be prepared, and only the
// timed runs count.
func TestSteps(t *testing.T) {
	d := gputest.Open(t)
	words := d.NewBuffer("words", 1<<16)
	defer words.Release()
	prepared := 0
	fill := func(e compute.Encoder) { e.Fill(words, 0, words.Len(), 5) }
	steps := []Step{{"one", fill}, {"two", fill}, {"three", fill}}
	times, err := Steps(ctx, d, steps, func() { prepared++ }, Runs{Warm: 1, Timed: 3})
	if err != nil || len(times) != 3 || prepared != 4 {
		t.Fatalf("%d steps, prepared %d times, %v", len(times), prepared, err)
	}
	for i, x := range times {
		if x.GPU <= 0 || x.Wall < x.GPU {
			t.Errorf("step %d: %+v", i, x)
		}
	}
	cancelled, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := Record(cancelled, d, "cancelled", fill, nil, Runs{Timed: 1000}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled, it says %v", err)
	}
}

// Hardware is kept busy for Warmth, software runs as often as it is told.
func TestWarmup(t *testing.T) {
	for _, c := range []struct {
		be    compute.Backend
		least time.Duration
	}{{host.New(), 0}, {hardware{host.New()}, Warmth}} {
		runs, begin := 0, time.Now()
		_, err := Record(ctx, c.be, "sleep", func(compute.Encoder) { runs++; time.Sleep(10 * time.Millisecond) }, nil, Runs{Warm: 2, Timed: 3})
		if elapsed := time.Since(begin); err != nil || elapsed < c.least || runs < 5 || c.least == 0 && runs != 5 {
			t.Errorf("%d runs in %v, %v", runs, elapsed, err)
		}
	}
}

// hardware is a device whose clocks rise when it is busy.
type hardware struct{ compute.Backend }

func (hardware) Limits() compute.Limits { return compute.Limits{} }

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
	sets, runs := 0, 0
	times, err := Host(ctx, func() func() {
		sets++
		return func() { runs++; time.Sleep(time.Millisecond) }
	}, Runs{Warm: 1, Timed: 2})
	if err != nil || times.Wall < 1 || times.GPU != 0 || sets != 3 || runs != 3 {
		t.Errorf("%+v in %d runs, %v", times, runs, err)
	}
	cancelled, cancel := context.WithCancel(ctx)
	cancel()
	never := make(chan struct{})
	defer close(never)
	if _, err := Host(cancelled, func() func() { return func() { <-never } }, Runs{Timed: 1}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled, it says %v", err)
	}
}

func TestMedian(t *testing.T) {
	for _, c := range []struct {
		of   []float64
		want float64
	}{{nil, 0}, {[]float64{3}, 3}, {[]float64{4, 1}, 2.5}, {[]float64{9, 1, 2}, 2}} {
		if got := Median(c.of); got != c.want {
			t.Errorf("the median of %v is %g", c.of, got)
		}
	}
}
