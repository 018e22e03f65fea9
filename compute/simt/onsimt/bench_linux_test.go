package onsimt_test

import (
	"math/rand/v2"
	"strings"
	"syscall"
	"testing"
	"time"

	"kernelscope/assets"
	"kernelscope/compute"
	"kernelscope/compute/simt"
	"kernelscope/compute/simt/onsimt"
	"kernelscope/compute/sorting"
	"kernelscope/compute/sssp"
	"kernelscope/osmload"
	"kernelscope/scene/graph"
	"kernelscope/shaders"
)

// used returns the processor time of this process, on which others have little influence.
func used() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// observed are the ways in which benchmarks execute.
var observed = []struct {
	name string
	simt.Observe
}{
	{"plain", simt.Observe{}}, {"counters", simt.Observe{Counters: true}}, {"writers", simt.Observe{Counters: true, Writers: true}},
	{"races", simt.Observe{Uninitialized: true, Races: true}},
}

// measure reports lane-instructions per second of processor time, and that time.
func measure(b *testing.B, o simt.Observe, run func(be compute.Backend) error) {
	be := onsimt.New(32).Backend()
	be.Machine.Observe = o
	b.ReportAllocs()
	start := used()
	for b.Loop() {
		if err := run(be); err != nil {
			b.Fatal(err)
		}
	}
	d := used() - start
	b.ReportMetric(float64(be.Machine.Steps)/d.Seconds()/1e6, "M/s")
	b.ReportMetric(float64(d.Milliseconds())/float64(b.N), "cpu-ms/op")
}

// BenchmarkKernels runs the kernels' test inputs.
func BenchmarkKernels(b *testing.B) {
	for _, o := range observed {
		b.Run(o.name, func(b *testing.B) {
			measure(b, o.Observe, func(be compute.Backend) error {
				for _, w := range works {
					if err := w.run(be, rand.New(rand.NewPCG(1, 2))); err != nil {
						return err
					}
				}
				return be.Flush(b.Context())
			})
		})
	}
}

// BenchmarkSort sorts 2^20 keys of one word by radix_pass.
func BenchmarkSort(b *testing.B) {
	const n = 1 << 20
	keys := drawn(rand.New(rand.NewPCG(3, 4)), n)
	for _, o := range observed {
		b.Run(o.name, func(b *testing.B) {
			measure(b, o.Observe, func(be compute.Backend) error {
				s, err := sorting.Radix{}.Prepare(be, sorting.Format{}, n, nil)
				if err != nil {
					return err
				}
				if err := s.Write(keys, nil); err != nil {
					return err
				}
				s.Record(be)
				return be.Flush(b.Context())
			})
		})
	}
}

// BenchmarkDelaware searches from node 0 of the embedded map to all nodes, by Near-Far.
func BenchmarkDelaware(b *testing.B) {
	m, err := osmload.Read(b.Context(), strings.NewReader(assets.Delaware), int64(len(assets.Delaware)), assets.DelawareName, osmload.Options{})
	if err != nil {
		b.Fatal(err)
	}
	for _, o := range observed {
		b.Run(o.name, func(b *testing.B) {
			measure(b, o.Observe, func(be compute.Backend) error {
				return search(be, sssp.NearFar{}, m, graph.NoNode)
			})
		})
	}
}

// BenchmarkLoad loads and compiles the largest module.
func BenchmarkLoad(b *testing.B) {
	code, err := shaders.SPIRV("picture_paint.comp", false)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	start := used()
	for b.Loop() {
		m, err := simt.Load(code)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := m.Compile(simt.Options{Constants: map[uint32]uint64{0: 64}}); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64((used()-start).Microseconds())/1000/float64(b.N), "cpu-ms/op")
}
