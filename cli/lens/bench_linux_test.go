package lens

import (
	"syscall"
	"testing"
	"time"

	"kernelscope/compute/simt"
)

// used returns the processor time of this process, on which others have little influence.
func used() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// BenchmarkInside measures how long a lens takes for a dispatch of 2^20 invocations, a scan's: until it has the first numbers, those of
// all workgroups, and for a step back by a line in one of them.
func BenchmarkInside(b *testing.B) {
	f := foundScan(b, 1<<25, place{})
	if n := f.Inputs.Grid.Invocations(); n < 1e6 {
		b.Fatalf("%d invocations", n)
	}
	timed := func(name string, run func(b *testing.B)) {
		b.Run(name, func(b *testing.B) {
			start := used()
			run(b)
			b.ReportMetric(float64((used()-start).Microseconds())/1000/float64(b.N), "cpu-ms/op")
		})
	}
	for name, h := range map[string]how{"first": {width: usualWidth, first: true}, "all": {width: usualWidth, all: true}} {
		timed(name, func(b *testing.B) {
			for b.Loop() {
				if _, err := f.execute(b.Context(), h, nil); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	r, _, err := f.recorded(b.Context(), how{width: usualWidth}, 5)
	if err != nil {
		b.Fatal(err)
	}
	if err := r.Seek(b.Context(), r.Len()); err != nil {
		b.Fatal(err)
	}
	timed("back", func(b *testing.B) {
		for b.Loop() {
			if ok, err := r.Back(b.Context(), simt.SourceLine); err != nil || !ok {
				if err := r.Seek(b.Context(), r.Len()); err != nil {
					b.Fatal(err)
				}
			}
		}
	})
}
