package sorting_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"kernelscope/compute"
	"kernelscope/compute/gpu"
	"kernelscope/compute/gpu/gputest"
	"kernelscope/compute/host"
	"kernelscope/compute/sorting"
	"kernelscope/shaders"
)

// random returns n keys, of which many are equal.
func random(f sorting.Format, n int, rnd *rand.Rand) []uint32 {
	out := make([]uint32, n*f.Words())
	for i := range out {
		out[i] = rnd.Uint32()
		if rnd.IntN(3) == 0 {
			out[i] &= 0xc0ff0001
		}
	}
	return out
}

// stable sorts the positions of keys the plain way.
func stable(f sorting.Format, keys []uint32) []int {
	n := len(keys) / f.Words()
	mask := uint64(1)<<(f.KeyBits()-1)<<1 - 1
	order := func(i int) uint64 {
		k := uint64(keys[i*f.Words()])
		if f.Words() == 2 {
			k |= uint64(keys[2*i+1]) << 32
		}
		return f.Order(k) & mask
	}
	at := make([]int, n)
	for i := range at {
		at[i] = i
	}
	slices.SortStableFunc(at, func(a, b int) int {
		x, y := order(a), order(b)
		switch {
		case x < y:
			return -1
		case x > y:
			return 1
		}
		return 0
	})
	return at
}

// checkSort sorts keys, with their positions as values where the format has some,
// and compares with a stable sort.
func checkSort(t *testing.T, be compute.Backend, s *sorting.Sort, keys []uint32) {
	t.Helper()
	f, n := s.Format, len(keys)/s.Words()
	var values []uint32
	if f.Payload {
		for i := range n {
			values = append(values, uint32(i))
		}
	}
	if err := s.Write(keys, values); err != nil {
		t.Fatal(err)
	}
	s.Record(be)
	gotKeys, gotValues, err := s.Result(context.Background(), n)
	if err != nil {
		t.Fatalf("%s, %+v, %v, %d keys: %v", s.Algorithm.Name(), f, s.Values, n, err)
	}
	for i, from := range stable(f, keys) {
		w := f.Words()
		if !slices.Equal(gotKeys[i*w:(i+1)*w], keys[from*w:(from+1)*w]) {
			t.Fatalf("%s, %+v, %v, %d keys: key %d is %x, want %x", s.Algorithm.Name(), f, s.Values, n, i, gotKeys[i*w:(i+1)*w], keys[from*w:(from+1)*w])
		}
		if f.Payload && gotValues[i] != uint32(from) {
			t.Fatalf("%s, %+v, %v, %d keys: value %d is %d, want %d", s.Algorithm.Name(), f, s.Values, n, i, gotValues[i], from)
		}
	}
}

// prepare makes a sort that the test releases.
func prepare(t *testing.T, be compute.Backend, a sorting.Algorithm, f sorting.Format, capacity int, v compute.Values) *sorting.Sort {
	t.Helper()
	s, err := a.Prepare(be, f, capacity, v)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Release)
	return s
}

// formats are all types with and without values, in both orders.
func formats() (out []sorting.Format) {
	for _, typ := range sorting.Types() {
		for _, payload := range []bool{false, true} {
			for _, descending := range []bool{false, true} {
				out = append(out, sorting.Format{Type: typ, Payload: payload, Descending: descending})
			}
		}
	}
	return out
}

var radixes = []sorting.Algorithm{sorting.Radix{}, sorting.Radix4{}}

func TestRadix(t *testing.T) {
	d := gputest.Open(t)
	rnd := rand.New(rand.NewPCG(1, 2))
	for _, a := range radixes {
		for _, f := range formats() {
			s := prepare(t, d, a, f, 5000, compute.Values{sorting.Workgroup: 64, sorting.Items: 4})
			for _, n := range []int{0, 1, 2, 255, 256, 257, 511, 512, 513, 5000} {
				checkSort(t, d, s, random(f, n, rnd))
			}
		}
	}
}

func TestRadixBits(t *testing.T) {
	d := gputest.Open(t)
	rnd := rand.New(rand.NewPCG(3, 4))
	for _, a := range radixes {
		for _, bits := range []int{1, 5, 8, 12, 17, 40} {
			for _, typ := range []sorting.Type{sorting.F32, sorting.U64} {
				f := sorting.Format{Type: typ, Payload: true, Bits: bits}
				s := prepare(t, d, a, f, 3000, nil)
				checkSort(t, d, s, random(f, 3000, rnd))
			}
		}
	}
}

func TestForced(t *testing.T) {
	d := gputest.Open(t)
	f := sorting.Format{Payload: true}
	s := prepare(t, d, sorting.Radix{}, f, 20_000, nil)
	checkSort(t, gputest.Impatient{Backend: d}, s, random(f, 20_000, rand.New(rand.NewPCG(5, 6))))
}

func TestRadixSizes(t *testing.T) {
	d := gputest.Open(t)
	rnd := rand.New(rand.NewPCG(7, 8))
	f := sorting.Format{Payload: true}
	for _, a := range radixes {
		for _, v := range []compute.Values{{sorting.Workgroup: 32, sorting.Items: 1}, {sorting.Workgroup: 128, sorting.Items: 16}, {sorting.Workgroup: 1024, sorting.Items: 32}, nil} {
			checkSort(t, d, prepare(t, d, a, f, 100_003, fitting(t, d, a, f, v)), random(f, 100_003, rnd))
		}
	}
}

// TestGrid has more workgroups than one dimension of a dispatch.
func TestGrid(t *testing.T) {
	d := gputest.Open(t)
	const n = 32*compute.MaxGroups + 1000
	f := sorting.Format{Payload: true, Bits: 4}
	for _, a := range radixes {
		s := prepare(t, d, a, f, n, compute.Values{sorting.Workgroup: 32, sorting.Items: 1})
		checkSort(t, d, s, random(f, n, rand.New(rand.NewPCG(17, 18))))
	}
}

func TestRadixLockstep(t *testing.T) {
	d := gputest.Open(t)
	be := host.NewLockstep(context.Background(), d)
	for _, a := range radixes {
		for _, f := range []sorting.Format{{}, {Type: sorting.U64, Payload: true}, {Type: sorting.F32, Descending: true, Payload: true}} {
			s := prepare(t, be, a, f, 2000, compute.Values{sorting.Workgroup: 32, sorting.Items: 8})
			for _, n := range []int{1, 256, 1999} {
				checkSort(t, be, s, random(f, n, rand.New(rand.NewPCG(9, uint64(n)))))
			}
		}
	}
	if be.Dispatches == 0 {
		t.Error("nothing was compared")
	}
}

func TestRadixHost(t *testing.T) {
	for _, a := range radixes {
		for _, f := range formats() {
			be := host.New()
			checkSort(t, be, prepare(t, be, a, f, 3000, nil), random(f, 3000, rand.New(rand.NewPCG(1, 9))))
		}
	}
}

// TestRadixBasic sorts without subgroup operations.
func TestRadixBasic(t *testing.T) {
	d := gputest.OpenWith(t, gpu.Options{Basic: true})
	for _, a := range radixes {
		for _, f := range []sorting.Format{{}, {Type: sorting.U64, Payload: true}} {
			checkSort(t, d, prepare(t, d, a, f, 5000, nil), random(f, 5000, rand.New(rand.NewPCG(11, 12))))
		}
	}
}

// BenchmarkRadix reports keys per second on the device's clock.
func BenchmarkRadix(b *testing.B) {
	d := gputest.Open(b)
	rnd := rand.New(rand.NewPCG(13, 14))
	sizes := []int{1 << 16, 1 << 20}
	if !d.Limits().IsSoftware {
		sizes = []int{1 << 20, 1 << 26, 1 << 27}
	}
	for _, a := range radixes {
		for _, f := range []sorting.Format{{}, {Payload: true}, {Type: sorting.U64}} {
			for _, n := range sizes {
				b.Run(fmt.Sprintf("%s %v payload=%v n=%d", a.Name(), f.Type, f.Payload, n), func(b *testing.B) {
					benchmark(b, d, a, f, n, nil, rnd)
				})
			}
		}
	}
}

// benchmark sorts the same keys again and again.
func benchmark(b *testing.B, d *gpu.Device, a sorting.Algorithm, f sorting.Format, n int, v compute.Values, rnd *rand.Rand) {
	ctx := context.Background()
	s, err := a.Prepare(d, f, n, v)
	if errors.Is(err, compute.ErrValue) {
		b.Skip(err)
	}
	if err != nil {
		b.Fatal(err)
	}
	defer s.Release()
	keys, values := make([]uint32, n*f.Words()), make([]uint32, n)
	for i := range keys {
		keys[i] = rnd.Uint32()
	}
	if err := s.Write(keys, values); err != nil {
		b.Fatal(err)
	}
	r := d.Record("sort", func(e compute.Encoder) { s.Record(e) })
	defer r.Release()
	d.Submit(r)
	if err := d.Flush(ctx); err != nil {
		b.Fatal(err)
	}
	start := d.Elapsed()
	for b.Loop() {
		d.Submit(r)
		if err := d.Flush(ctx); err != nil {
			b.Fatal(err)
		}
	}
	elapsed := d.Elapsed() - start
	b.ReportMetric(elapsed.Seconds()/float64(b.N)*1e3, "GPU-ms")
	b.ReportMetric(float64(n)*float64(b.N)/elapsed.Seconds()/1e9, "G/s")
}

// BenchmarkRadixSizes finds the workgroup and the keys of an invocation that suit.
func BenchmarkRadixSizes(b *testing.B) {
	d := gputest.Open(b)
	sizes := []int{1 << 20, 1 << 26}
	if d.Limits().IsSoftware {
		sizes = []int{1 << 20}
	}
	for _, f := range []sorting.Format{{}, {Payload: true}, {Type: sorting.U64}} {
		for _, n := range sizes {
			for _, workgroup := range []uint32{64, 128, 256, 512, 1024} {
				for _, items := range []uint32{4, 8, 12, 16, 20, 24, 32} {
					v := compute.Values{sorting.Workgroup: workgroup, sorting.Items: items}
					if words := int(workgroup*items) * f.Words(); 4*words+8<<10 > d.Limits().SharedBytes || d.Limits().IsSoftware == (workgroup > 256) {
						continue
					}
					b.Run(fmt.Sprintf("%v payload=%v n=%d %dx%d", f.Type, f.Payload, n, workgroup, items), func(b *testing.B) {
						benchmark(b, d, sorting.Radix{}, f, n, v, rand.New(rand.NewPCG(15, 16)))
					})
				}
			}
		}
	}
}

// Where a processor has room for them, keys are beside the counters.
func TestSeparateSizes(t *testing.T) {
	separate := 0
	be := gputest.ComputeOnly{Backend: host.NewLockstep(context.Background(), gputest.Open(t)), Seen: func(c compute.Call) {
		if strings.HasPrefix(c.Program.Name, "radix_pass") && c.Constants[4] == 1 {
			separate++
		}
	}}
	rnd := rand.New(rand.NewPCG(25, 26))
	for _, f := range []sorting.Format{{}, {Payload: true, Descending: true}, {Type: sorting.U64}, {Type: sorting.U64, Payload: true}} {
		for _, items := range []uint32{1, 7} {
			s := prepare(t, be, sorting.Radix{}, f, 3000, compute.Values{sorting.Workgroup: 64, sorting.Items: items})
			before := separate
			for _, n := range []int{0, 1, 64*int(items) - 1, 64 * int(items), 3000} {
				checkSort(t, be, s, random(f, n, rnd))
			}
			if separate == before {
				t.Errorf("%v, %d keys each: all keys are in place of the counters", f, items)
			}
		}
	}
}

// hopper is the host with limits of an NVIDIA H200.
type hopper struct {
	compute.Backend
	computeOnly bool
}

func (h hopper) Limits() compute.Limits {
	l := h.Backend.Limits()
	l.IsSoftware, l.Subgroup, l.SharedBytes, l.ComputeOnly = false, 32, 48<<10, h.computeOnly
	return l
}

// Two workgroups of a large sort fit into the shared memory that a processor gives them: 50 KiB, or
// 100 KiB where it does not draw.
func TestAutomaticPartitions(t *testing.T) {
	for _, f := range []sorting.Format{{}, {Payload: true}, {Type: sorting.U64}} {
		var sizes [2]int
		for i, h := range []hopper{{host.New(), false}, {host.New(), true}} {
			s, err := sorting.Radix{}.Prepare(h, f, 1<<24, nil)
			if err != nil {
				t.Fatal(err)
			}
			workgroup := int(s.Values[sorting.Workgroup])
			sizes[i] = 2 * 4 * f.Words() * workgroup * int(s.Values[sorting.Items])
			if h.computeOnly {
				sizes[i] += 2 * 4 * workgroup / 32 * shaders.RadixDigits // counters beside the keys
			}
			s.Release()
			if most := (50 << 10) << i; sizes[i] > most {
				t.Errorf("%v: two workgroups have %d bytes, more than %d", f, sizes[i], most)
			}
		}
		if sizes[1] < sizes[0] || !f.Payload && sizes[1] == sizes[0] {
			t.Errorf("%v: %d bytes where a device draws, %d where it does not", f, sizes[0], sizes[1])
		}
	}
}
