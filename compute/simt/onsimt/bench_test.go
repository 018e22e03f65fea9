package onsimt_test

import (
	"math/rand/v2"
	"syscall"
	"testing"
	"time"

	"kernelscope/compute/simt"
	"kernelscope/compute/simt/onsimt"
	"kernelscope/compute/sorting"
)

// used returns the processor time of this process, which other processes do not change.
func used() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// BenchmarkSort sorts 2^18 keys by radix_pass, plain and with counters.
func BenchmarkSort(b *testing.B) {
	for name, o := range map[string]simt.Observe{"plain": {}, "counters": {Counters: true, Writers: true}, "races": {Uninitialized: true, Races: true}} {
		b.Run(name, func(b *testing.B) {
			be := onsimt.NewBackend(32)
			be.Machine.Observe = o
			n := 1 << 18
			keys := make([]uint32, n)
			for i := range keys {
				keys[i] = rand.Uint32()
			}
			r, err := sorting.Radix{}.Prepare(be, sorting.Format{}, n, nil)
			if err != nil {
				b.Fatal(err)
			}
			b.ResetTimer()
			start := used()
			for b.Loop() {
				if err := r.Write(keys, nil); err != nil {
					b.Fatal(err)
				}
				r.Record(be)
				if err := be.Flush(b.Context()); err != nil {
					b.Fatal(err)
				}
			}
			d := used() - start
			b.ReportMetric(float64(be.Machine.Steps)/d.Seconds()/1e6, "M/s")
			b.ReportMetric(float64(d.Milliseconds())/float64(b.N), "cpu-ms/op")
		})
	}
}
