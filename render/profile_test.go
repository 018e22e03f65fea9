package render

import (
	"context"
	"image"
	"image/color"
	"math/rand/v2"
	"testing"
	"time"

	"kernelscope/compute"
	"kernelscope/compute/gpu/draw"
	"kernelscope/compute/gpu/gputest"
	"kernelscope/compute/sorting"
)

// Dispatches are timed correctly after a picture was drawn: a submission takes hardly longer than
// its dispatches. Llvmpipe once wrote the first of two timestamps after the dispatch.
func TestProfileAfterDrawing(t *testing.T) {
	d := gputest.Open(t)
	canvas, err := draw.NewCanvas(d, 200, 200)
	if err != nil {
		t.Fatal(err)
	}
	defer canvas.Release()
	const n = 1 << 15
	s, err := sorting.Radix{}.Prepare(d, sorting.Format{}, n, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Release()
	keys := make([]uint32, n)
	for i := range keys {
		keys[i] = rand.Uint32()
	}
	if err := s.Write(keys, nil); err != nil {
		t.Fatal(err)
	}
	bits := Bits{Words: 4, Nodes: 200, Columns: 100, Seen: s.Keys, Fresh: s.Keys}
	if err := d.Flush(context.Background()); err != nil {
		t.Fatal(err)
	}
	d.Profile(func(x compute.Submission) {
		var dispatches time.Duration
		for _, y := range x.Dispatches {
			dispatches += y.End - y.Begin
		}
		if whole := x.End - x.Begin; len(x.Dispatches) > 0 && dispatches < whole/10 {
			t.Errorf("%s took %v, its dispatches %v", x.Name, whole, dispatches)
		}
	})
	defer d.Profile(nil)
	for _, step := range s.Steps {
		cmd := d.Frame()
		draw.Draw(cmd, &canvas.Target, [3]float32{}, bits.Call(d, image.Rect(0, 0, 200, 200), BitsColours{Some: color.RGBA{255, 255, 255, 255}}, 1))
		d.Finish(cmd)
		step.Record(d)
		if err := d.Flush(context.Background()); err != nil {
			t.Fatal(err)
		}
	}
}
