package render

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"kernelscope/compute"
	"kernelscope/compute/gpu"
	"kernelscope/compute/gpu/draw"
	"kernelscope/compute/gpu/gputest"
	"kernelscope/compute/host"
	ref "kernelscope/compute/ref/sorting"
	"kernelscope/compute/sorting"
	"kernelscope/shaders"
)

// arrayOf uploads an array in the state after a pass of a radix sort by a digit, computed on
// the host.
func arrayOf(d *gpu.Device, form ref.Format, n int, by sorting.Digit) (a SortArray, release func()) {
	rnd := rand.New(rand.NewPCG(7, uint64(n)))
	keys := make([]uint64, n)
	for i := range keys {
		keys[i] = rnd.Uint64()
		if form.Words() == 1 {
			keys[i] &= 1<<32 - 1
		}
	}
	before, after := make([]uint32, form.Words()*n), make([]uint32, form.Words()*n)
	put := func(words []uint32) {
		for i, k := range keys {
			form.SetKey(words, i, k)
		}
	}
	put(before)
	digit := func(k uint64) uint32 { return uint32(by.Of(form.Order(k))) }
	slices.SortStableFunc(keys, func(a, b uint64) int { return int(digit(a)) - int(digit(b)) })
	put(after)
	const at, stride = 3, 5
	prefix := make([]uint32, at+stride<<by.Bits)
	for d := range 1 << by.Bits {
		for _, k := range keys {
			if digit(k) < uint32(d) {
				prefix[at+stride*d]++
			}
		}
	}
	a = SortArray{Form: form, Count: n, Digit: by, PrefixAt: at, PrefixStride: stride, Least: ^uint64(0)}
	for _, k := range keys {
		o := (form &^ shaders.SortDescending).Order(k)
		a.Least, a.Most = min(a.Least, o), max(a.Most, o)
	}
	var buffers []compute.Buffer
	for _, x := range []struct {
		words []uint32
		to    *compute.Buffer
	}{{before, &a.Before}, {after, &a.Keys}, {prefix, &a.Prefix}} {
		*x.to = d.NewBuffer("array", len(x.words))
		d.Write(*x.to, 0, x.words)
		buffers = append(buffers, *x.to)
	}
	return a, func() {
		for _, b := range buffers {
			b.Release()
		}
	}
}

// The kernels of pictures agree with their mirrors, and each line ends at the position of its first
// key after the pass.
func TestSortKernels(t *testing.T) {
	d := gputest.Open(t)
	p, err := NewSortPicture(d, &Dark)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Release()
	areas := SortAreas{Array: image.Rect(0, 0, 40, 30), Histogram: image.Rect(0, 30, 40, 40), Before: image.Rect(0, 40, 40, 42), Lines: image.Rect(0, 42, 40, 60), After: image.Rect(0, 60, 40, 62)}
	for _, form := range []ref.Format{shaders.SortU32, shaders.SortI32, shaders.SortF32 | shaders.SortDescending, shaders.SortU64, shaders.SortU64 | shaders.SortDescending} {
		for _, n := range []int{1, 2, 63, 64, 65, 1199, 1200, 1201, 3001} {
			for _, v := range []SortView{SortBars, SortPlot, SortField} {
				for tint := TintValue; tint <= TintMoved; tint++ {
					by := sorting.Digit{First: 24, Bits: 8}
					switch {
					case form.Words() == 2:
						by.First = 28 // spans both words
					case form == shaders.SortI32:
						by = sorting.Digit{First: 3, Bits: 4, Radix: 10}
					}
					a, release := arrayOf(d, form, n, by)
					l := host.NewLockstep(context.Background(), d)
					p.shown = sortShown{} // reads the array again
					p.Frame(l, image.Pt(40, 62), a, areas, SortLook{View: v, Tint: tint, Ratio: 1})
					if err := l.Flush(context.Background()); err != nil {
						t.Fatalf("form %d, n %d, view %d, tint %d: %v", form, n, v, tint, err)
					}
					if l.Dispatches != 5 {
						t.Errorf("%d dispatches were compared", l.Dispatches)
					}
					checkLines(t, d, p, a)
					release()
				}
			}
		}
	}
}

func checkLines(t *testing.T, d *gpu.Device, p *SortPicture, a SortArray) {
	t.Helper()
	before, after, lines := make([]uint32, a.Before.Len()), make([]uint32, a.Keys.Len()), make([]uint32, 2*flowBlocks)
	for b, to := range map[compute.Buffer][]uint32{a.Before: before, a.Keys: after, p.lines: lines} {
		if err := d.Read(context.Background(), b, 0, to); err != nil {
			t.Fatal(err)
		}
	}
	step := (a.Count + flowBlocks - 1) / flowBlocks
	for block := 0; block*step < a.Count; block++ {
		if from, to := a.Form.Key(before, block*step), a.Form.Key(after, int(lines[2*block])); from != to {
			t.Fatalf("n %d: the line of block %d leads to key %x, not %x", a.Count, block, to, from)
		}
	}
}

func TestSortPictures(t *testing.T) {
	d := gputest.Open(t)
	p, err := NewSortPicture(d, &Dark)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Release()
	areas := SortAreas{
		Array: image.Rect(4, 4, 252, 120), Histogram: image.Rect(4, 126, 120, 188), Before: image.Rect(126, 126, 252, 132),
		Lines: image.Rect(126, 132, 252, 182), After: image.Rect(126, 182, 252, 188),
	}
	for _, c := range []struct {
		name string
		n    int
		look SortLook
	}{{"bars", 60, SortLook{View: SortBars, Tint: TintMoved, Ratio: 1}}, {"plot", 20000, SortLook{View: SortPlot, Tint: TintValue, Ratio: 1}}, {"field", 5000, SortLook{View: SortField, Tint: TintDigit, Ratio: 1}}} {
		a, release := arrayOf(d, shaders.SortU32, c.n, sorting.Digit{First: 28, Bits: 4})
		canvas, err := draw.NewCanvas(d, 256, 192)
		if err != nil {
			t.Fatal(err)
		}
		for range 2 { // the second frame uses cached cells
			cmd := d.Frame()
			draw.Draw(cmd, &canvas.Target, [3]float32{15. / 255, 19. / 255, 24. / 255}, p.Frame(cmd, image.Pt(256, 192), a, areas, c.look))
			canvas.Download(cmd)
			d.Finish(cmd)
			if err := d.Flush(context.Background()); err != nil {
				t.Fatal(err)
			}
		}
		golden(t, "sort-"+c.name, &image.NRGBA{Pix: bytes.Clone(canvas.Pixels()), Stride: 4 * 256, Rect: image.Rect(0, 0, 256, 192)})
		canvas.Release()
		release()
	}
}

// Every key has a cell, and all cells are inside the area.
func TestSortGrids(t *testing.T) {
	for _, n := range []int{1, 2, 3, 17, 100, 1000, 12345, 1 << 20, 1 << 24} {
		for _, size := range []image.Point{{1, 1}, {40, 3}, {3, 40}, {930, 560}} {
			for _, v := range []SortView{SortBars, SortPlot, SortField} {
				g := gridOf(SortLook{View: v}, image.Rectangle{Max: size}, n)
				where := fmt.Sprintf("n %d, view %d, %v: %+v", n, v, size, g)
				if float32(g.columns)*g.cell[0] > float32(size.X)+0.01 || float32(g.rows)*g.cell[1] > float32(size.Y)+0.01 {
					t.Error("too large: " + where)
				}
				if g.columns < 1 || g.rows < 1 || g.count > g.columns*g.rows || v == SortField && g.count < min(n, size.X*size.Y) {
					t.Error("cells are missing: " + where)
				}
			}
		}
	}
}

// BenchmarkSortPictures draws 2^24 keys off-screen: after a step, and again without changes.
func BenchmarkSortPictures(b *testing.B) {
	d, err := gpu.Open(gpu.Options{Device: os.Getenv("KERNELSCOPE_TEST_DEVICE")})
	if err != nil {
		b.Skip(err)
	}
	defer d.Release()
	p, err := NewSortPicture(d, &Dark)
	if err != nil {
		b.Fatal(err)
	}
	defer p.Release()
	const n = 1 << 24
	words := make([]uint32, n)
	for i := range words {
		words[i] = rand.Uint32()
	}
	a := SortArray{Form: shaders.SortU32, Count: n, Most: 1<<32 - 1, Keys: d.NewBuffer("keys", n), Before: d.NewBuffer("before", n)}
	defer a.Keys.Release()
	defer a.Before.Release()
	d.Write(a.Keys, 0, words)
	d.Write(a.Before, 0, words)
	canvas, err := draw.NewCanvas(d, 1280, 800)
	if err != nil {
		b.Fatal(err)
	}
	defer canvas.Release()
	for _, c := range []struct {
		name    string
		view    SortView
		changes int
	}{{"plot/step", SortPlot, 1}, {"plot/rest", SortPlot, 0}, {"field/step", SortField, 1}, {"field/rest", SortField, 0}} {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				a.Version += c.changes
				cmd := d.Frame()
				calls := p.Frame(cmd, image.Pt(1280, 800), a, SortAreas{Array: image.Rect(360, 58, 1264, 498)}, SortLook{View: c.view, Tint: TintValue, Ratio: 1})
				draw.Draw(cmd, &canvas.Target, [3]float32{}, calls)
				d.Finish(cmd)
				if err := d.Flush(context.Background()); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// Bars fill their area, however many there are.
func TestBarsFill(t *testing.T) {
	area := image.Rect(10, 0, 912, 100)
	for n := 1; n <= 902; n++ {
		if _, right := SortBar(area, n, n-1); right < 10+0.95*902 || right > 912.01 {
			t.Errorf("%d bars end at %g", n, right)
		}
	}
}
