package lens

import (
	"syscall"
	"testing"
	"time"

	"kernelscope/compute/simt"
	"kernelscope/compute/simt/onsimt"
	"kernelscope/compute/sorting"
)

// used returns the processor time of this process, on which others have little influence.
func used() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// foundStage is a dispatch of a stage of a network over 2^21 keys, an invocation for two of them.
func foundStage(b *testing.B) *found {
	i := onsimt.New(usualWidth)
	f := &finder{place: place{step: 1, dispatch: 1, width: usualWidth, kernel: "batcher_stage"}, i: i, at: 1, asked: found{Step: 1}}
	s, err := sorting.Batcher{}.Prepare(i.Backend(), sorting.Format{}, 1<<21, nil)
	if err != nil {
		b.Fatal(err)
	}
	keys := make([]uint32, s.Capacity)
	for k := range keys {
		keys[k] = uint32(k) * 2654435761
	}
	if err := s.Write(keys, nil); err != nil {
		b.Fatal(err)
	}
	i.Before = f.before
	for _, step := range s.Steps {
		if step.Record(s.Backend); f.asked.Inputs != nil {
			break
		}
	}
	f.end()
	if f.asked.Inputs == nil || f.asked.Inputs.Grid.Invocations() < 1e6 {
		b.Fatalf("%d dispatches, and none of 10^6 invocations", len(f.asked.Dispatches))
	}
	return &f.asked
}

// BenchmarkInside measures how long a lens takes for a dispatch of 2^20 invocations: until it has the first numbers, those of all
// workgroups, and for a step back by a line in one of them.
func BenchmarkInside(b *testing.B) {
	f := foundStage(b)
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
