package sorting_test

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
	"kernelscope/compute/sorting"
	"kernelscope/internal/fault"
)

// BenchmarkBatcher sorts random keys, 1 million at most in software and a thousand
// million on hardware that has room for them. Times are the device's own. Every result
// is checked: sorted, and of the same sum and parity. KERNELSCOPE_TEST_DEVICE
// names the device.
func BenchmarkBatcher(b *testing.B) {
	d := gputest.Open(b)
	sizes := []int{1 << 16, 1 << 18, 1 << 20}
	if !d.Limits().IsSoftware {
		sizes = append(sizes, 1<<24, 1<<26, 1<<27, 1e9)
	}
	for _, a := range networks {
		for _, n := range sizes {
			b.Run(fmt.Sprintf("%s/u32/%d", a.Name(), n), func(b *testing.B) { benchmarkSort(b, d, a, sorting.Format{}, n, nil) })
		}
	}
}

// BenchmarkBatcherFormats sorts keys of other formats.
func BenchmarkBatcherFormats(b *testing.B) {
	d := gputest.Open(b)
	n := 1 << 26
	if d.Limits().IsSoftware {
		n = 1 << 18
	}
	for _, f := range batcherFormats() {
		if !f.Descending {
			b.Run(fmt.Sprintf("%v/payload=%v", f.Type, f.Payload), func(b *testing.B) { benchmarkSort(b, d, sorting.BatcherFused{}, f, n, nil) })
		}
	}
}

// BenchmarkBatcherTiles turns the parameters.
func BenchmarkBatcherTiles(b *testing.B) {
	d := gputest.Open(b)
	n := 1 << 26
	if d.Limits().IsSoftware {
		n = 1 << 18
	}
	for _, workgroup := range []uint32{64, 128, 256, 512, 1024} {
		for _, items := range []uint32{4, 8, 16, 32} {
			v := compute.Values{sorting.Workgroup: workgroup, sorting.Items: items}
			b.Run(fmt.Sprintf("workgroup=%d/items=%d", workgroup, items), func(b *testing.B) {
				benchmarkSort(b, d, sorting.BatcherFused{}, sorting.Format{}, n, v)
			})
		}
	}
}

// benchmarkSort reports keys per second and milliseconds, of the device and of the parts
// of a sort: those that begin a run (the first is that of blocks) and all others.
func benchmarkSort(b *testing.B, d *gpu.Device, a sorting.Algorithm, f sorting.Format, n int, v compute.Values) {
	words := f.Words() * n
	if need := 8 * int64(words+n); need > d.Limits().Memory {
		b.Skipf("%d keys and a copy need %d MiB", n, need>>20)
	}
	s, err := a.Prepare(d, f, n, v)
	if errors.Is(err, compute.ErrValue) || errors.Is(err, fault.Limit) {
		b.Skip(err)
	}
	if err != nil {
		b.Fatal(err)
	}
	defer s.Release()
	if len(v) > 0 && s.Values[sorting.Items] != v[sorting.Items] {
		b.Skip("the tile is too large for the shared memory")
	}
	input := d.NewBuffer("input", words)
	defer input.Release()
	want := writeRandom(d, s, input, words)
	d.Update(s.Count, 0, uint32(n))

	copied := d.Record("copy", func(e compute.Encoder) { e.Copy(s.Keys, 0, input, 0, words) })
	sorted := d.Record("sort", s.Record)
	defer copied.Release()
	defer sorted.Release()
	timed := func(r compute.Recording) time.Duration {
		if err := d.Flush(context.Background()); err != nil {
			b.Fatal(err)
		}
		before := d.Elapsed()
		d.Submit(r)
		if err := d.Flush(context.Background()); err != nil {
			b.Fatal(err)
		}
		return d.Elapsed() - before
	}
	d.Submit(copied)
	timed(sorted) // once to warm up
	total := time.Duration(0)
	for range b.N {
		d.Submit(copied)
		total += timed(sorted)
	}
	checkResult(b, s, n, want)
	milliseconds := func(t time.Duration) float64 { return float64(t.Nanoseconds()) / 1e6 }
	b.ReportMetric(milliseconds(total)/float64(b.N), "gpu-ms")
	b.ReportMetric(float64(n)*float64(b.N)/total.Seconds(), "keys/s")
	b.ReportMetric(float64(len(s.Steps)), "steps")

	d.Submit(copied)
	parts := map[string]time.Duration{}
	for i, step := range s.Steps {
		part := "later-ms"
		if i == 0 {
			part = "blocks-ms"
		} else if step.Stride == step.Run/2 {
			part = "heads-ms"
		}
		r := d.Record(step.Title, step.Record)
		parts[part] += timed(r)
		r.Release()
	}
	for part, t := range parts {
		b.ReportMetric(milliseconds(t), part)
	}
}

// tally is what sorting does not change.
type tally struct{ sum, parity uint64 }

func (t *tally) add(words []uint32) {
	for _, w := range words {
		t.sum += uint64(w)
		t.parity ^= uint64(w)
	}
}

const tallied = 1 << 24 // words at a time, so that the host needs room for these only

// writeRandom fills the input with random words, and the values with others.
func writeRandom(d *gpu.Device, s *sorting.Sort, input compute.Buffer, words int) (t tally) {
	rnd := rand.NewPCG(1, uint64(words))
	chunk := make([]uint32, min(words, tallied))
	for at := 0; at < words; at += len(chunk) {
		part := chunk[:min(len(chunk), words-at)]
		for i := 0; i < len(part); i += 2 {
			x := rnd.Uint64()
			part[i] = uint32(x)
			if i+1 < len(part) {
				part[i+1] = uint32(x >> 32)
			}
		}
		d.Write(input, at, part)
		if s.Format.Payload && at < s.Payload.Len() {
			d.Write(s.Payload, at, part[:min(len(part), s.Payload.Len()-at)])
		}
		t.add(part)
	}
	return t
}

func checkResult(b *testing.B, s *sorting.Sort, n int, want tally) {
	b.Helper()
	keys, _ := s.Sorted()
	words, last := s.Words()*n, uint64(0)
	chunk := make([]uint32, min(words, tallied))
	var got tally
	for at := 0; at < words; at += len(chunk) {
		part := chunk[:min(len(chunk), words-at)]
		if err := s.Backend.Read(context.Background(), keys, at, part); err != nil {
			b.Fatal(err)
		}
		got.add(part)
		for i := 0; i < len(part); i += s.Words() {
			key := uint64(part[i])
			if s.Words() == 2 {
				key |= uint64(part[i+1]) << 32
			}
			order := s.Order(key)
			if order < last {
				b.Fatalf("key %d comes before the one ahead of it", (at+i)/s.Words())
			}
			last = order
		}
	}
	if got != want {
		b.Fatalf("the keys are not those that were given: %+v, want %+v", got, want)
	}
}
