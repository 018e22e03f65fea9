package scan_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"kernelscope/compute"
	"kernelscope/compute/gpu"
	"kernelscope/compute/gpu/gputest"
	"kernelscope/compute/host"
	ref "kernelscope/compute/ref/scan"
	"kernelscope/compute/scan"
	"kernelscope/internal/fault"
	"kernelscope/shaders"
)

var kinds = []scan.Kind{{}, {Inclusive: true}, {U64: true}, {U64: true, Inclusive: true}}

// each calls f with each kind of values, and with each number of passes that it can have.
func each(f func(k scan.Kind, passes uint32)) {
	for _, k := range kinds {
		f(k, 2)
		if !k.U64 {
			f(k, 1)
		}
	}
}

// want adds up the plain way.
func want(k scan.Kind, in []uint32) []uint32 {
	out, sum := make([]uint32, len(in)), uint64(0)
	for i := 0; i < len(in); i += k.Words() {
		x := uint64(in[i])
		if k.U64 {
			x |= uint64(in[i+1]) << 32
		}
		before := sum
		sum += x
		if k.Inclusive {
			before = sum
		}
		out[i] = uint32(before)
		if k.U64 {
			out[i+1] = uint32(before >> 32)
		}
	}
	return out
}

// check scans n random values, into another buffer and in their own place.
func check(t *testing.T, be compute.Backend, k scan.Kind, n int, v compute.Values, rnd *rand.Rand) {
	t.Helper()
	s, err := scan.Sized(be, k, n, v)
	if err != nil {
		t.Fatal(err)
	}
	checkScan(t, be, s, n, v, rnd)
}

// checkPlanned is check for a scan by any plan.
func checkPlanned(t *testing.T, be compute.Backend, n int, p scan.Plan, rnd *rand.Rand) {
	t.Helper()
	s, err := scan.Planned(be, scan.Kind{}, n, p)
	if err != nil {
		t.Fatal(err)
	}
	checkScan(t, be, s, n, p, rnd)
}

// checkScan is check for a scan that was made with v.
func checkScan(t *testing.T, be compute.Backend, s *scan.Scan, n int, v any, rnd *rand.Rand) {
	t.Helper()
	defer s.Release()
	ctx, k := context.Background(), s.Kind
	words := n * k.Words()
	in := make([]uint32, words)
	for i := range in {
		in[i] = rnd.Uint32()
	}
	a, b := be.NewBuffer("in", words+3), be.NewBuffer("out", words+3)
	defer a.Release()
	defer b.Release()
	be.Write(a, 0, in)
	be.Fill(b, 0, words+3, 77)
	s.Record(be, a, b, n)
	s.Record(be, a, a, n)
	for _, out := range []compute.Buffer{b, a} {
		got := make([]uint32, words+3)
		if err := be.Read(ctx, out, 0, got); err != nil {
			t.Fatalf("%+v, %d values, %+v: %v", k, n, v, err)
		}
		for i, w := range want(k, in) {
			if got[i] != w {
				t.Fatalf("%+v, %d values, %+v: word %d of %s is %d, want %d", k, n, v, i, out.Name(), got[i], w)
			}
		}
		if out == b && (got[words] != 77 || got[words+2] != 77) {
			t.Fatalf("%+v, %d values: words behind the array were written", k, n)
		}
	}
}

func TestScan(t *testing.T) {
	d := gputest.Open(t)
	rnd := rand.New(rand.NewPCG(1, 2))
	each(func(k scan.Kind, passes uint32) {
		for _, workgroup := range []int{32, 256, 1024} {
			v := compute.Values{scan.Workgroup: uint32(workgroup), scan.Passes: passes}
			for _, n := range []int{0, 1, 2, 3, 4, 5, 31, 1000} {
				check(t, d, k, n, v, rnd)
			}
			p := ref.Partition(workgroup, int(2*passes), k.Words())
			for _, n := range []int{p - 1, p, p + 1, 3 * p, 5*p + 7} {
				check(t, d, k, n, v, rnd)
			}
		}
		check(t, d, k, 1_000_003, compute.Values{scan.Workgroup: 64, scan.Passes: passes}, rnd)
	})
	check(t, d, scan.Kind{}, 1<<23, nil, rnd)
	if !d.Limits().IsSoftware {
		check(t, d, scan.Kind{}, 1<<25+1, nil, rnd) // the largest partitions, prefetched on large GPUs
	}
}

// TestBasic scans without subgroup operations.
func TestBasic(t *testing.T) {
	d := gputest.OpenWith(t, gpu.Options{Basic: true})
	each(func(k scan.Kind, passes uint32) {
		check(t, d, k, 20_001, compute.Values{scan.Workgroup: 128, scan.Passes: passes}, rand.New(rand.NewPCG(3, 4)))
	})
}

func TestLockstep(t *testing.T) {
	d := gputest.Open(t)
	rnd := rand.New(rand.NewPCG(5, 6))
	each(func(k scan.Kind, passes uint32) {
		for _, n := range []int{1, 2047, 10_001} {
			check(t, host.NewLockstep(context.Background(), d), k, n, compute.Values{scan.Workgroup: 64, scan.Passes: passes}, rnd)
		}
	})
	be := host.NewLockstep(context.Background(), d)
	checkPlanned(t, be, 10_001, scan.Plan{Passes: 1, Workgroup: 64, Rows: 11, Assign: shaders.ScanTickets, Ahead: 1}, rnd) // partitions of large arrays, prefetched
}

func TestHost(t *testing.T) {
	each(func(k scan.Kind, passes uint32) {
		check(t, host.New(), k, 12_345, compute.Values{scan.Passes: passes}, rand.New(rand.NewPCG(7, 8)))
	})
}

// TestForced makes partitions add up missing ones.
func TestForced(t *testing.T) {
	d := gputest.Impatient{Backend: gputest.Open(t)}
	for _, n := range []int{1000, 50_000, 1_000_003} {
		check(t, d, scan.Kind{}, n, compute.Values{scan.Workgroup: 32, scan.Passes: 1}, rand.New(rand.NewPCG(9, 10)))
	}
}

// TestScanLarge scans a few of the largest partitions. Only arrays for which a software device has no room get them by themselves.
func TestScanLarge(t *testing.T) {
	const workgroup, rows = 384, 11
	p, rnd := ref.Partition(workgroup, rows, 1), rand.New(rand.NewPCG(15, 16))
	for _, be := range []compute.Backend{gputest.Open(t), gputest.OpenWith(t, gpu.Options{Basic: true})} {
		for _, assign := range []uint32{shaders.ScanTickets, shaders.ScanNumbers} {
			for _, ahead := range []int{0, 2} {
				for _, n := range []int{1, p, p + 1, 9*p - 5} {
					checkPlanned(t, be, n, scan.Plan{Passes: 1, Workgroup: workgroup, Rows: rows, Assign: assign, Ahead: ahead}, rnd)
				}
			}
		}
	}
}

// TestAhead prefetches on large GPUs alone, whose caches hold what is prefetched, and in large arrays alone.
func TestAhead(t *testing.T) {
	large := compute.Limits{Workgroup: 1024, Subgroup: 32, Processors: 132}
	few, wide, software := large, large, large
	few.Processors, wide.Subgroup, software.IsSoftware = 99, 64, true
	for _, c := range []struct {
		l                            compute.Limits
		words, passes, ahead, values int
	}{
		{large, 1 << 25, 1, 132, 384 * 44}, {large, 1<<25 - 1, 1, 0, 384 * 44}, {large, 1 << 24, 1, 0, 512 * 24}, {large, 1 << 25, 2, 0, 512 * 32},
		{few, 1 << 25, 1, 0, 384 * 44}, {wide, 1 << 25, 1, 0, 384 * 44}, {software, 1 << 25, 1, 0, 384 * 44},
	} {
		if p := scan.PlanOf(c.l, c.words, c.passes); p.Ahead != c.ahead || ref.Partition(p.Workgroup, p.Rows, 1) != c.values {
			t.Errorf("%+v: %+v", c, p)
		}
	}
}

// TestScanSizes scans with partitions of all sizes, which a driver compiles one by one. A software device compiles all in
// the same way, so it has fewer.
func TestScanSizes(t *testing.T) {
	d, rnd := gputest.Open(t), rand.New(rand.NewPCG(17, 18))
	workgroups, all := []int{32, 64, 128, 256, 384, 512, 1024}, []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}
	if d.Limits().IsSoftware {
		workgroups, all = []int{64}, []int{4, 11}
	}
	for _, workgroup := range workgroups {
		for _, rows := range all {
			for _, ahead := range []int{0, 3} {
				for _, more := range []int{0, 1, 5, 127} {
					p := scan.Plan{Passes: 1, Workgroup: workgroup, Rows: rows, Assign: shaders.ScanNumbers, Ahead: ahead}
					checkPlanned(t, d, 20*ref.Partition(workgroup, rows, 1)+more, p, rnd)
				}
			}
		}
	}
}

// TestScanNumbers assigns partitions by number, which a software device allows for few of them.
func TestScanNumbers(t *testing.T) {
	const workgroup, most = 32, 1024
	v := compute.Values{scan.Workgroup: workgroup, scan.Passes: 1, scan.Assign: shaders.ScanNumbers}
	for _, be := range []compute.Backend{gputest.Open(t), gputest.OpenWith(t, gpu.Options{Basic: true})} {
		p, impatient := ref.Partition(workgroup, 2, 1), gputest.Impatient{Backend: be}
		for _, n := range []int{1, 1000, most * p} {
			check(t, be, scan.Kind{}, n, v, rand.New(rand.NewPCG(11, 12)))
			check(t, impatient, scan.Kind{}, n, v, rand.New(rand.NewPCG(13, 14)))
		}
		s, err := scan.Sized(be, scan.Kind{}, most*p+1, v)
		if errors.Is(err, compute.ErrValue) != be.Limits().IsSoftware {
			t.Errorf("%d values: %v", most*p+1, err)
		}
		if err == nil {
			s.Release()
		}
	}
}

func TestTooLarge(t *testing.T) {
	if _, err := scan.New(host.New(), scan.Kind{U64: true}, 1<<30); !errors.Is(err, fault.Limit) {
		t.Errorf("a scan of 2^30 values of two words: %v", err)
	}
}

// BenchmarkScan reports values per second on the device's clock.
func BenchmarkScan(b *testing.B) {
	d := gputest.Open(b)
	for _, n := range []int{1 << 20, 1 << 22, 1 << 25, 1 << 28} {
		for _, k := range []scan.Kind{{}, {U64: true}} {
			if n*k.Words() > d.Limits().BufferWords || d.Limits().IsSoftware && n > 1<<22 {
				continue
			}
			b.Run(fmt.Sprintf("%d values of %d words", n, k.Words()), func(b *testing.B) {
				in, out := d.NewBuffer("in", n*k.Words()), d.NewBuffer("out", n*k.Words())
				defer in.Release()
				defer out.Release()
				s, err := scan.New(d, k, n)
				if err != nil {
					b.Fatal(err)
				}
				defer s.Release()
				d.Fill(in, 0, in.Len(), 3)
				r := d.Record("scan", func(e compute.Encoder) { s.Record(e, in, out, n) })
				defer r.Release()
				ctx := context.Background()
				d.Submit(r)
				if err := d.Flush(ctx); err != nil {
					b.Fatal(err)
				}
				start, elapsed := d.Elapsed(), time.Duration(0)
				for b.Loop() {
					d.Submit(r)
					if err := d.Flush(ctx); err != nil {
						b.Fatal(err)
					}
				}
				elapsed = d.Elapsed() - start
				b.ReportMetric(float64(n)*float64(b.N)/elapsed.Seconds()/1e9, "G/s")
			})
		}
	}
}
