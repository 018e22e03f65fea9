package render

import (
	"context"
	"errors"
	"image/color"
	"math"
	"runtime"
	"testing"

	"kernelscope/compute"
	"kernelscope/compute/clip"
	"kernelscope/compute/gpu"
	"kernelscope/compute/gpu/gputest"
	"kernelscope/internal/fault"
	"kernelscope/scene/clipscene"
	"kernelscope/shaders"
)

var half = color.NRGBA{G: 200, A: 128}

// heavy are scenes of 400 × 400 pixels, each as large as the suite allows, and as the limits on files
// or on sides allow.
var heavy = []struct {
	name    string
	n, most int
	add     func(k *sketch, n int) // n sides or elements
}{
	{"sides in all tiles", 200, shaders.PictureMostSides, func(k *sketch, n int) { k.fill(k.plain(star(n)...), half) }},
	{"sides in all tiles, even-odd", 1000, shaders.PictureMostSides, func(k *sketch, n int) {
		k.part(clipscene.EvenOdd, clipscene.None, star(n))
		k.fill(k.area(1, clipscene.None), half)
	}},
	{"too many sides", 200_000, 200_000, func(k *sketch, n int) { k.fill(k.plain(star(n)...), half) }},
	{"pages", 500, 100_000, func(k *sketch, n int) {
		page := k.plain(rect(0, 0, 400, 400)...)
		for range n {
			k.fill(page, half)
		}
	}},
	{"clips around slanted pages", 40, 30_000, func(k *sketch, n int) {
		c, page := k.plain(disc(200, 200, 250, 7)...), k.plain(clipscene.Point{X: 3, Y: 1}, clipscene.Point{X: 399, Y: 7}, clipscene.Point{X: 9, Y: 390})
		for range n {
			k.clip(c)
			k.fill(page, half)
			k.end()
		}
	}},
}

// star returns n lines across all tiles of 400 × 400 pixels.
func star(n int) (points []clipscene.Point) {
	for i := range n {
		s, c := math.Sincos(math.Pi * 1.0002 * float64(i))
		points = append(points, clipscene.Point{X: float32(200 + 199*c), Y: float32(200 + 199*s)})
	}
	return points
}

// No submission of a heavy scene works more than the limit allows, apart from what is in progress
// when the limit is reached. A cancelled picture makes no further submission.
func TestClipsWork(t *testing.T) {
	limit := gputest.Count(1<<20, compute.SoftwareWork)
	d := gputest.OpenWith(t, gpu.Options{Fake: &gpu.Fake{Work: limit}})
	for _, h := range heavy {
		k, sides := newSketch(400, 400), gputest.Count(h.n, h.most)
		h.add(k, sides)
		c, err := NewClips(d, k.done(), &Dark, clip.Tree{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(c.Release)
		p, camera, look := c.paint, PictureCamera(&k.Scene, 1), ClipLook{Peel: -1}
		const lanes, enough = 16, 60
		inProgress := lanes * runtime.NumCPU() * max(roundWork+shaders.PictureStepWork+shaders.PictureOddWork*min(sides, shaders.PictureMostSides), shaders.PictureMostWork*min(1, sides/shaders.PictureMostSides))
		submissions, most, all := 0, 0, 0
		for submissions == 0 || submissions < enough && c.State().Unfinished {
			cmd := d.Frame()
			err = c.paint.frame(cmd, camera, look)
			d.Finish(cmd)
			if err := d.Flush(t.Context()); err != nil {
				t.Fatal(err)
			}
			submissions, most, all = submissions+1, max(most, c.State().Work), all+c.State().Work
		}
		t.Logf("%s: %d submissions, %.2f of the limit at most, %.1f in all", h.name, submissions, float64(most)/float64(limit), float64(all)/float64(limit))
		refused := h.name == "too many sides"
		if most > limit+limit/4+inProgress || !refused && (err != nil || submissions < 4) || refused && !errors.Is(err, fault.Limit) {
			t.Errorf("%s: work of %d in a submission, limit %d, in progress %d; %d submissions, %v", h.name, most, limit, inProgress, submissions, err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		camera.X++
		before := p.serial
		if err := c.Finish(ctx, camera, look); !errors.Is(err, context.Canceled) || p.serial > before+1 {
			t.Errorf("%s: cancelled: %d submissions, %v", h.name, p.serial-before, err)
		}
	}
}
