package clip_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"kernelscope/compute"
	"kernelscope/compute/clip"
	"kernelscope/compute/gpu"
	"kernelscope/compute/gpu/gputest"
	"kernelscope/compute/oracle"
	"kernelscope/compute/timing"
	"kernelscope/scene/clipseq"
)

// benchmarkSizes are numbers of elements.
func benchmarkSizes(d *gpu.Device) []int {
	if d.Limits().IsSoftware {
		return []int{1 << 16, 1 << 20}
	}
	return []int{1 << 16, 1 << 20, 1 << 22, 1 << 24}
}

// BenchmarkClip reports elements per second on the device's clock, of every form and
// shape, and verifies. KERNELSCOPE_TEST_DEVICE names the device.
func BenchmarkClip(b *testing.B) {
	d := gputest.Open(b)
	for _, n := range benchmarkSizes(d) {
		for _, shape := range clipseq.Shapes() {
			s := sequence(b, shape, n, 1)
			want := oracle.Clip(s)
			for _, f := range clip.Forms() {
				for _, boxes := range []bool{false, true} {
					b.Run(fmt.Sprintf("%s/boxes=%v/%s/%d", f.Name(), boxes, shape, n), func(b *testing.B) {
						benchmark(b, d, f, s, want, boxes, nil)
					})
				}
			}
		}
	}
}

// BenchmarkClipSizes finds the workgroup and the elements of an invocation that suit.
func BenchmarkClipSizes(b *testing.B) {
	d := gputest.Open(b)
	sizes := []int{1 << 20, 1 << 24}
	if d.Limits().IsSoftware {
		sizes = []int{1 << 18}
	}
	for _, n := range sizes {
		s := sequence(b, "random", n, 1)
		want := oracle.Clip(s)
		for _, f := range clip.Forms() {
			for _, boxes := range []bool{false, true} {
				for _, workgroup := range []uint32{64, 128, 256, 512, 1024} {
					for _, items := range []uint32{1, 2, 4, 8} {
						v := compute.Values{clip.Workgroup: workgroup, clip.Items: items}
						b.Run(fmt.Sprintf("%s/boxes=%v/%d/%dx%d", f.Name(), boxes, n, workgroup, items), func(b *testing.B) {
							benchmark(b, d, f, s, want, boxes, v)
						})
					}
				}
			}
		}
	}
}

// benchmark matches one sequence again and again. Hardware is kept busy for
// timing.Warmth before.
func benchmark(b *testing.B, d *gpu.Device, f clip.Form, s clipseq.Sequence, want clip.Result, boxes bool, v compute.Values) {
	ctx := context.Background()
	c, err := f.Prepare(d, len(s.Elements), boxes, v)
	if errors.Is(err, compute.ErrValue) {
		b.Skip(err)
	}
	if err != nil {
		b.Fatal(err)
	}
	defer c.Release()
	if err := c.Write(s); err != nil {
		b.Fatal(err)
	}
	timed := func(r compute.Recording) float64 {
		t, err := timing.Once(ctx, d, func() { d.Submit(r) })
		if err != nil {
			b.Fatal(err)
		}
		return 1e3 * t.GPU
	}
	all := d.Record("clips", c.Record)
	defer all.Release()
	for begin := time.Now(); timed(all) > 0 && !d.Limits().IsSoftware && time.Since(begin) < timing.Warmth; {
	}
	var times []float64
	for b.Loop() {
		times = append(times, timed(all))
	}
	slices.Sort(times)
	median := timing.Median(times)
	b.ReportMetric(median, "GPU-µs")
	b.ReportMetric(times[0], "least-µs")
	b.ReportMetric(float64(len(s.Elements))/median/1e3, "G/s")
	steps := map[string]float64{} // rounds of one kind together
	for _, step := range c.Steps {
		r := d.Record(step.Title, step.Parts.Record)
		timed(r)
		kind, _, _ := strings.Cut(strings.ReplaceAll(step.Title, " ", "-"), ",")
		steps[kind] += timed(r)
		r.Release()
	}
	for kind, t := range steps {
		b.ReportMetric(t, kind+"-µs")
	}
	verify(b, d, c, want)
}

// verify runs once more on cleared results and compares with the oracle's.
func verify(b *testing.B, d *gpu.Device, c *clip.Clip, want clip.Result) {
	d.Fill(c.Links, 0, c.Links.Len(), 7)
	d.Fill(c.Resolved, 0, c.Resolved.Len(), 7)
	c.Record(d)
	got, err := c.Read(context.Background(), len(want.Links))
	if err != nil {
		b.Fatal(err)
	}
	if !slices.Equal(got.Links, want.Links) || c.HasBoxes && !slices.Equal(got.Boxes, want.Boxes) || fmt.Sprint(got.Balanced()) != fmt.Sprint(want.Balanced()) {
		b.Errorf("%s, boxes %v: the result is wrong", c.Form.Name(), c.HasBoxes)
	}
}
