package render

import (
	"context"
	"image"
	"image/color"
	"math"
	"math/rand/v2"
	"testing"

	"kernelscope/compute/gpu/draw"
	"kernelscope/compute/gpu/gputest"
)

// Each bit has a cell in its row and column. If a pixel covers several bits, its brightness is the
// share of set bits.
func TestBits(t *testing.T) {
	d := gputest.Open(t)
	rnd := rand.New(rand.NewPCG(3, 4))
	colours := BitsColours{None: color.RGBA{10, 20, 30, 255}, Some: color.RGBA{200, 100, 50, 255}, Last: color.RGBA{255, 255, 0, 255}}
	area := image.Rect(7, 5, 77, 65)
	canvas, err := draw.NewCanvas(d, 90, 70)
	if err != nil {
		t.Fatal(err)
	}
	defer canvas.Release()
	for _, size := range []struct{ nodes, words, columns int }{{5, 1, 7}, {60, 4, 70}, {600, 8, 210}} {
		seen, fresh := make([]uint32, size.nodes*size.words), make([]uint32, size.nodes*size.words)
		for i := range seen {
			seen[i] = rnd.Uint32()
			fresh[i] = seen[i] & rnd.Uint32() & rnd.Uint32()
		}
		bits := Bits{Words: size.words, Nodes: size.nodes, Columns: size.columns, Seen: d.NewBuffer("seen", len(seen)), Fresh: d.NewBuffer("fresh", len(fresh))}
		d.Write(bits.Seen, 0, seen)
		d.Write(bits.Fresh, 0, fresh)
		cmd := d.Frame()
		draw.Draw(cmd, &canvas.Target, [3]float32{}, bits.Call(d, area, colours, 1))
		canvas.Download(cmd)
		d.Finish(cmd)
		if err := d.Flush(context.Background()); err != nil {
			t.Fatal(err)
		}
		isSet := func(words []uint32, node, column int) bool {
			return words[node*size.words+column/32]>>(column%32)&1 != 0
		}
		wide, tall := float64(size.columns)/float64(area.Dx()), float64(size.nodes)/float64(area.Dy())
		for y := range area.Dy() {
			for x := range area.Dx() {
				if wide < 1 && (math.Mod(float64(x)*wide, 1) < 0.2 || math.Mod(float64(y)*tall, 1) < 0.2) {
					continue // between cells
				}
				all, set, last := 0.0, 0.0, 0.0
				for node := int(float64(y) * tall); node < max(int(float64(y)*tall)+1, int(float64(y+1)*tall)); node++ {
					for column := int(float64(x) * wide); column < max(int(float64(x)*wide)+1, int(float64(x+1)*wide)); column++ {
						all++
						if isSet(seen, node, column) {
							set++
						}
						if isSet(fresh, node, column) {
							last++
						}
					}
				}
				mix := func(a, b uint8, part float64) uint8 {
					return uint8(math.Round(float64(a) + part*(float64(b)-float64(a))))
				}
				a, b := math.Sqrt(set/all), math.Sqrt(last/all)
				at := 4 * ((area.Min.Y+y)*90 + area.Min.X + x)
				want := mix(mix(colours.None.R, colours.Some.R, a), colours.Last.R, b)
				if got := canvas.Pixels()[at]; max(got, want)-min(got, want) > 2 {
					t.Fatalf("%+v: pixel %d, %d has red %d, want %d (%g set, %g fresh of %g)", size, x, y, got, want, set, last, all)
				}
			}
		}
		if outside := canvas.Pixels()[:4*90*5]; outside[0] != 0 {
			t.Errorf("%+v: there is something outside of the area", size)
		}
		bits.Seen.Release()
		bits.Fresh.Release()
	}
}
