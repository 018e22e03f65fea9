package onsimt_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"kernelscope/assets"
	"kernelscope/compute"
	"kernelscope/compute/host"
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
	precision bool
}{
	{name: "plain"}, {name: "counters", Observe: simt.Observe{Counters: true}}, {name: "writers", Observe: simt.Observe{Counters: true, Writers: true}},
	{name: "races", Observe: simt.Observe{Uninitialized: true, Races: true}}, {name: "precision", precision: true},
}

// measure reports lane-instructions per second of processor time, and that time.
func measure(b *testing.B, o simt.Observe, precision bool, run func(be compute.Backend) error) {
	be := onsimt.New(32).Backend()
	be.Machine.Observe, be.Precision = o, precision
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
			measure(b, o.Observe, o.precision, func(be compute.Backend) error {
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
			measure(b, o.Observe, o.precision, func(be compute.Backend) error {
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
			measure(b, o.Observe, o.precision, func(be compute.Backend) error {
				return search(be, sssp.NearFar{}, m, graph.NoNode)
			})
		})
	}
}

// BenchmarkRecording records the first pass of a sort of 2^20 keys of one word, which radix_pass does, and then steps
// back by a line from moments at random.
func BenchmarkRecording(b *testing.B) {
	const n = 1 << 20
	i := onsimt.New(32)
	var pass func() (*simt.Recording, error)
	be := &onsimt.Backend{Interpreter: i}
	be.Host = host.NewOf(func(g compute.Grid, c compute.Call, buffers [][]uint32) error {
		if c.Program.Name == "radix_pass" && pass == nil {
			c.Push = slices.Clone(c.Push)
			before := make([][]uint32, len(buffers))
			for k := range buffers {
				before[k] = slices.Clone(buffers[k])
			}
			pass = func() (*simt.Recording, error) { return i.Recording(b.Context(), g, c, before, simt.Recorder{}) }
		}
		return i.Execute(g, c, buffers)
	})
	s, err := sorting.Radix{}.Prepare(be, sorting.Format{}, n, nil)
	if err == nil {
		err = s.Write(drawn(rand.New(rand.NewPCG(3, 4)), n), nil)
	}
	if err != nil {
		b.Fatal(err)
	}
	s.Record(be)
	if err := be.Flush(b.Context()); err != nil || pass == nil {
		b.Fatal(err)
	}
	var r *simt.Recording
	start := used()
	for b.Loop() {
		if r, err = pass(); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64((used()-start).Milliseconds())/float64(b.N), "cpu-ms/op")
	rnd := rand.New(rand.NewPCG(5, 6))
	most := time.Duration(0)
	for range 100 {
		if err := r.Seek(b.Context(), rnd.Int64N(r.Len())); err != nil {
			b.Fatal(err)
		}
		start := used()
		if _, err := r.Back(b.Context(), simt.SourceLine); err != nil {
			b.Fatal(err)
		}
		most = max(most, used()-start)
	}
	bytes, _ := r.Bytes()
	b.ReportMetric(float64(bytes)/1e6, "MB")
	b.ReportMetric(float64(r.Len()), "instructions")
	b.ReportMetric(float64(r.Interval()), "between-points")
	b.ReportMetric(float64(most.Microseconds())/1000, "most-ms-back")
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
