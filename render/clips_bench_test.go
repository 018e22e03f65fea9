package render

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"kernelscope/assets"
	"kernelscope/compute/clip"
	"kernelscope/compute/gpu/draw"
	"kernelscope/compute/gpu/gputest"
	"kernelscope/compute/timing"
)

// BenchmarkClipPictures paints and draws the embedded scene at the size of a window, with a moving
// and a resting camera. It reports milliseconds of GPU time per frame. KERNELSCOPE_TEST_DEVICE
// names the device; hardware is first kept busy for timing.Warmth.
func BenchmarkClipPictures(b *testing.B) {
	d := gputest.Open(b)
	s := readScene(b, assets.NestName, assets.Nest)
	for _, size := range [][2]int{{1280, 800}, {2560, 1440}} {
		for _, name := range []string{"moving", "resting"} {
			b.Run(fmt.Sprintf("%s/%dx%d", name, size[0], size[1]), func(b *testing.B) {
				c, err := NewClips(d, s, &Dark, clip.Tree{}, nil)
				if err != nil {
					b.Fatal(err)
				}
				defer c.Release()
				canvas, err := draw.NewCanvas(d, size[0], size[1])
				if err != nil {
					b.Fatal(err)
				}
				defer canvas.Release()
				camera := PictureCamera(s, float64(size[0])/float64(s.Width))
				camera.Width, camera.Height = size[0], size[1]
				ctx, look, step := context.Background(), ClipLook{Peel: -1}, 1.0
				frame := func() {
					if name == "moving" {
						camera.X += step / camera.Scale
						step = -step
					}
					if err := c.Finish(ctx, camera, look); err != nil {
						b.Fatal(err)
					}
					cmd := d.Frame()
					calls, err := c.Frame(cmd, camera, look)
					draw.Draw(cmd, &canvas.Target, [3]float32{}, calls)
					d.Finish(cmd)
					if err := errors.Join(err, d.Flush(ctx)); err != nil {
						b.Fatal(err)
					}
				}
				frame()
				for begin := time.Now(); !d.Limits().IsSoftware && time.Since(begin) < timing.Warmth; {
					frame()
				}
				before := c.State()
				for b.Loop() {
					frame()
				}
				after := c.State()
				each := func(t time.Duration) float64 { return t.Seconds() * 1e3 / float64(b.N) }
				b.ReportMetric(each(after.Clip-before.Clip), "clip-ms")
				b.ReportMetric(each(after.Bin-before.Bin), "bin-ms")
				b.ReportMetric(each(after.Sort-before.Sort), "sort-ms")
				b.ReportMetric(each(after.Paint-before.Paint), "paint-ms")
				b.ReportMetric(float64(after.Pairs), "pairs")
			})
		}
	}
}
