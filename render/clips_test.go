package render

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kernelscope/assets"
	"kernelscope/compute"
	"kernelscope/compute/clip"
	"kernelscope/compute/gpu"
	"kernelscope/compute/gpu/draw"
	"kernelscope/compute/gpu/gputest"
	"kernelscope/compute/host"
	"kernelscope/compute/oracle/oracletest"
	"kernelscope/compute/sorting"
	"kernelscope/internal/fault"
	"kernelscope/open/svgload"
	"kernelscope/scene/clipscene"
	"kernelscope/shaders"
)

// painted paints a scene at a scale and returns its pixels.
func painted(t testing.TB, d *gpu.Device, s *clipscene.Scene, scale float64) *image.NRGBA {
	t.Helper()
	c, err := NewClips(d, s, &Dark, clip.Tree{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Release()
	img, err := c.Picture(context.Background(), PictureCamera(s, scale), ClipLook{Peel: -1, Hover: -1, Ratio: 1})
	if err != nil {
		t.Fatal(err)
	}
	return img
}

// differ compares pictures on white. It returns the mean difference in levels and the share of
// pixels that differ by more than antialiasing.
func differ(got, want *image.NRGBA, levels int) (mean, share float64) {
	a, b := oracletest.OnWhite(got), oracletest.OnWhite(want)
	sum := 0
	for i := range a.Pix {
		d := int(a.Pix[i]) - int(b.Pix[i])
		sum += max(d, -d)
	}
	return float64(sum) / float64(3*len(a.Pix)/4), oracletest.Off(a, b, levels)
}

func readScene(t testing.TB, name, text string) *clipscene.Scene {
	t.Helper()
	s, err := svgload.Read(context.Background(), name, strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// keep writes a picture to the folder named by KERNELSCOPE_PICTURES for inspection.
func keep(t testing.TB, name string, img image.Image) {
	dir := os.Getenv("KERNELSCOPE_PICTURES")
	if dir == "" {
		return
	}
	f, err := os.Create(filepath.Join(dir, name+".png"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := png.Encode(f, img); err != nil {
		t.Fatal(err)
	}
}

// The built-in picture matches the oracle's.
func TestClipsNest(t *testing.T) {
	d := gputest.Open(t)
	s := readScene(t, assets.NestName, assets.Nest)
	for _, scale := range []float64{0.25, 1} {
		got := painted(t, d, s, scale)
		keep(t, "nest", got)
		want, err := oracletest.Picture(s, scale)
		if err != nil {
			t.Fatal(err)
		}
		mean, share := differ(got, want, 8)
		t.Logf("scale %g: differs by %.3f levels, %.4f %% of pixels beyond antialiasing", scale, mean, 100*share)
		if mean > 1 || share > 0.005 || math.IsNaN(mean) {
			t.Errorf("scale %g: differs by %.3f levels, %.3f %% of pixels beyond antialiasing", scale, mean, 100*share)
		}
	}
}

// If matching takes several submissions, each is recorded in its own frame, and the picture is the
// same.
func TestClipsInParts(t *testing.T) {
	s := randomScene(8, 60)
	want := painted(t, gputest.Open(t), s, 1)
	d := gputest.OpenWith(t, gpu.Options{Fake: &gpu.Fake{Work: 1000}})
	for _, f := range clip.Forms() {
		v := compute.Values{clip.Workgroup: 64, clip.Items: 1}
		if f == clip.Form(clip.Shuffle{}) {
			v = compute.Values{clip.Workgroup: 16}
		}
		c, err := NewClips(d, s, &Dark, f, v)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Release()
		if n := len(c.clips.Submissions()); n < 2 {
			t.Errorf("%s: %d submissions", f.Name(), n)
		}
		got, err := c.Picture(t.Context(), PictureCamera(s, 1), ClipLook{Peel: -1, Hover: -1, Ratio: 1})
		if err != nil || !bytes.Equal(got.Pix, want.Pix) {
			t.Errorf("%s: the picture is another one, or %v", f.Name(), err)
		}
	}
}

// Random scenes match the oracle's pictures except for antialiasing: where edges of clips and areas
// coincide, the oracle multiplies coverages.
func TestClipsRandom(t *testing.T) {
	d := gputest.Open(t)
	for seed := range uint64(8) {
		s := randomScene(seed, 60)
		for _, scale := range []float64{1, 2.3} {
			got := painted(t, d, s, scale)
			want, err := oracletest.Picture(s, scale)
			if err != nil {
				t.Fatal(err)
			}
			mean, share := differ(got, want, 24)
			t.Logf("seed %d, scale %g: %.3f levels, %.3f %%", seed, scale, mean, 100*share)
			if mean > 1.5 || share > 0.002 {
				keep(t, fmt.Sprintf("random-%d-got", seed), got)
				keep(t, fmt.Sprintf("random-%d-want", seed), want)
				t.Errorf("seed %d, scale %g: differs by %.3f levels, %.3f %% of pixels", seed, scale, mean, 100*share)
			}
		}
	}
}

// Every kernel agrees with its mirror, in pictures of one and of several bands, in one round and in
// many.
func TestClipsLockstep(t *testing.T) {
	d := gputest.Open(t)
	for seed, by := range []string{sorting.RadixOrder, sorting.BatcherOrder, sorting.RadixOrder, sorting.NoOrder} {
		s := randomScene(100+uint64(seed), 40)
		c, err := NewClips(d, s, &Dark, clip.Tree{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(c.Release)
		camera := PictureCamera(s, 0.7)
		camera.X += 3.3 // includes tiles without contents
		camera.Width += 40
		l := host.NewLockstep(context.Background(), d)
		p := c.paint
		p.shown.order.By = by
		cmd := d.Frame()
		if err := p.begin(cmd, camera, ClipLook{Peel: seed%3*3 - 1}); err != nil {
			t.Fatal(err)
		}
		d.Finish(cmd)
		p.view.FirstRow = uint32(seed % 3)
		p.view.Rows -= p.view.FirstRow
		n, err := p.fit()
		if err != nil {
			t.Fatal(err)
		}
		if seed == 2 { // windows of 500 sides
			p.sides = p.renew(p.sides, "sides", shaders.PictureSide*(shaders.PictureMostSides+500))
		}
		p.bin(n).Record(l)
		if n > 0 {
			p.keys.Record(l)
		}
		p.list(n).Record(l)
		sides := func(do func(compute.Encoder)) {
			p.view.Limit = 0 // leaves all for the next submission
			do(l)
			p.round(l)
			l.Fill(p.status, shaders.PictureSpent, shaders.PictureStatus-shaders.PictureSpent, 0)
			p.view.Limit, p.view.Round = math.MaxUint32, p.view.Round-1
			do(l)
		}
		p.pairCount = n
		sides(p.countSides)
		p.view.EndSide = uint32(p.sideRoom())
		sides(p.writeSides)
		p.view.Budget = []uint32{roundWork, 300, 2000, roundWork}[seed]
		windows := 1
		for more, busy := []uint32{1}, []uint32{1}; more[0] != 0 && p.view.Round < 500; {
			if busy[0] == 0 {
				windows++
				p.view.FirstSide, p.view.EndSide = p.view.EndSide, p.view.EndSide+uint32(p.sideRoom())
				p.writeSides(l)
			}
			p.round(l)
			err := l.Read(context.Background(), p.todo, p.list0()+shaders.PictureGrid-1, more)
			if err == nil {
				err = l.Read(context.Background(), p.status, shaders.PictureBusy, busy)
			}
			if err != nil {
				t.Fatalf("seed %d, round %d: %v", seed, p.view.Round, err)
			}
		}
		t.Logf("seed %d: %d pairs, %d rounds, %d windows, %d dispatches", seed, n, p.view.Round, windows, l.Dispatches)
		if n == 0 || seed%3 == 0 && p.view.Round > 3 || seed%3 > 0 && p.view.Round < 3 || (seed == 2) != (windows > 2) {
			t.Errorf("seed %d: %d pairs in %d rounds", seed, n, p.view.Round)
		}
	}
}

// Clips nested to any depth give the correct picture.
func TestClipsDeep(t *testing.T) {
	d := gputest.Open(t)
	for _, c := range []struct{ depth, corners int }{{300, 40}, {100_000, 12}, {1_000_000, 4}} {
		const side = 14
		round := func(i int) []clipscene.Point { return disc(side/2, side/2, side/2-float64(i)/100, c.corners) }
		k := newSketch(side, side)
		var areas []uint32
		for i := range 600 { // each is inside the previous one
			areas = append(areas, k.plain(round(i)...))
		}
		for i := range c.depth {
			k.clip(areas[((i+1)*len(areas)-1)/c.depth])
		}
		k.fill(areas[0], color.NRGBA{200, 100, 50, 255})
		for range c.depth - 1 {
			k.end()
		}
		k.fill(k.plain(rect(0, 0, 6, side)...), color.NRGBA{0, 0, 255, 255}) // inside the outermost clip
		s := k.done()
		got := painted(t, d, s, 1)
		want := newSketch(side, side)
		want.fill(want.plain(round(len(areas)-1)...), color.NRGBA{200, 100, 50, 255})
		want.clip(want.plain(round((len(areas) - 1) / c.depth)...))
		want.fill(want.plain(rect(0, 0, 6, side)...), color.NRGBA{0, 0, 255, 255})
		same := painted(t, d, want.done(), 1)
		if !bytes.Equal(got.Pix, same.Pix) {
			keep(t, "deep", got)
			keep(t, "deep-want", same)
			t.Errorf("%d levels: another picture than the innermost disc alone", c.depth)
		}
	}
}

// Boxes and the outlines of the selected element are drawn over the picture, on the page and beside
// it.
func TestClipsOverlay(t *testing.T) {
	d := gputest.Open(t)
	k := newSketch(100, 80)
	k.clip(k.plain(disc(50, 40, 36, 60)...))
	k.fill(k.plain(rect(20, 10, 130, 60)...), color.NRGBA{70, 100, 160, 255})
	k.clip(k.plain(rect(30, 20, 70, 90)...))
	k.clip(k.plain(disc(60, 50, 25, 5)...))
	k.fill(k.plain(rect(40, 30, 80, 70)...), color.NRGBA{240, 190, 60, 255})
	star := len(k.Elements) - 1
	c, err := NewClips(d, k.done(), &Dark, clip.Tree{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Release()
	for _, l := range []struct {
		name string
		look ClipLook
	}{
		{"plain", ClipLook{Peel: -1, Hover: -1, Ratio: 1}},
		{"boxes", ClipLook{Peel: -1, Hover: -1, Ratio: 1, OwnBoxes: true, ResolvedBoxes: true}},
		{"peeled", ClipLook{Peel: 1, Hover: -1, Ratio: 1, ResolvedBoxes: true}},
		{"hover", ClipLook{Peel: -1, Hover: star, Ratio: 1}},
	} {
		camera := FitScene(&k.Scene, 200, 160, [4]float64{20, 16, 30, 16})
		canvas, err := draw.NewCanvas(d, camera.Width, camera.Height)
		if err != nil {
			t.Fatal(err)
		}
		for range 3 { // later frames use the cached picture
			cmd := d.Frame()
			calls, err := c.Frame(cmd, camera, l.look)
			if err != nil {
				t.Fatal(err)
			}
			draw.Draw(cmd, &canvas.Target, [3]float32{}, calls)
			canvas.Download(cmd)
			d.Finish(cmd)
			if err := d.Flush(context.Background()); err != nil {
				t.Fatal(err)
			}
		}
		if s := c.State(); s.Unfinished || s.Made == 0 {
			t.Errorf("%s: %+v", l.name, s)
		}
		golden(t, "clips-"+l.name, &image.NRGBA{Pix: bytes.Clone(canvas.Pixels()), Stride: 4 * camera.Width, Rect: image.Rect(0, 0, camera.Width, camera.Height)})
		canvas.Release()
	}
	if chain := c.Chain(star); len(chain) != 3 || chain[2] != 0 {
		t.Errorf("the chain of element %d is %v", star, chain)
	}
}

// If there is too little room, the picture is painted again with more pages or in bands, with the
// same result, or it is refused.
func TestClipsRoom(t *testing.T) {
	d := gputest.Open(t)
	s := randomScene(1, 60)
	want := painted(t, d, s, 1)
	for _, x := range []struct{ first, most, pairs, bands int }{{100, 0, 1 << 20, 1}, {100, 2500, 1 << 20, 3}, {20, 20, 1 << 20, 0}, {10_000, 0, 1, 3}} {
		c, err := NewClips(d, s, &Dark, clip.Tree{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(c.Release)
		c.paint.pages, c.paint.maxPages = d.NewBuffer("few pages", shaders.PicturePage*x.first), cmp.Or(x.most, c.paint.maxPages)
		c.paint.bandPairs = x.pairs
		got, err := c.Picture(context.Background(), PictureCamera(s, 1), ClipLook{Peel: -1})
		t.Logf("%+v: %+v, %v", x, c.State(), err)
		switch {
		case x.bands == 0:
			if !errors.Is(err, fault.Limit) {
				t.Errorf("%+v: %v", x, err)
			}
		case err != nil || c.State().Bands < x.bands || !bytes.Equal(got.Pix, want.Pix):
			t.Errorf("%+v: another picture, %+v, %v", x, c.State(), err)
		}
	}
}
