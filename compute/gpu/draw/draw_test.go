package draw

import (
	"bytes"
	"context"
	"errors"
	"testing"
	"time"

	"kernelscope/compute"
	"kernelscope/compute/gpu"
	"kernelscope/compute/gpu/gputest"
	ref "kernelscope/compute/ref/sssp"
	"kernelscope/internal/fault"
	"kernelscope/scene/graph"
)

// dots are the arguments of the shaders of that name, which here draw one dot an
// instance.
type dots struct {
	Places, List  compute.Buffer
	Centre        [2]int32
	Offset, Size  [2]float32
	Scale, Radius float32
	First, Stride uint32
	Tint, Dark    uint32
}

// TestIndirectDraw draws as many instances as the device has counted: those of
// the same picture drawn by number, none, and again others from the same buffer.
func TestIndirectDraw(t *testing.T) {
	d := gputest.Open(t)
	canvas, err := NewCanvas(d, 64, 16)
	if err != nil {
		t.Fatal(err)
	}
	defer canvas.Release()
	drawing := NewDrawing[dots]("dots", "dots", Vertex{})
	places, list, corners := d.NewBuffer("places", 16), d.NewBuffer("list", 8), d.NewBuffer("corners", 3)
	args, counted := d.NewBuffer("draw", 8), d.NewBuffer("counted", 1)
	for _, b := range []compute.Buffer{places, list, corners, args, counted} {
		defer b.Release()
	}
	for i := range uint32(8) {
		d.Update(places, int(2*i), 8*i-28, 0)
		d.Update(list, int(i), i)
	}
	d.Update(corners, 0, 0|1<<16, 2|3<<16, 4|5<<16)
	call := drawing.Call(dots{Places: places, List: list, Size: [2]float32{64, 16}, Scale: 1, Radius: 3, Stride: 1, Tint: 0xffffffff})
	call.Indices, call.Short, call.Vertices = corners.(*gpu.Buffer), true, 6
	var times [2]time.Duration
	shoot := func(n int, indirect bool) []byte {
		cmd := d.Frame()
		c := call
		c.Instances = n
		stop := cmd.Clock(&times[0])
		if indirect {
			cmd.Update(args, 3, IndirectWords(6, 99)...)
			cmd.Fill(counted, 0, 1, uint32(n))
			cmd.Copy(args, 4, counted, 0, 1)
			c.Indirect, c.At = args.(*gpu.Buffer), 3
		}
		stop()
		stop = cmd.Clock(&times[1])
		Draw(cmd, &canvas.Target, [3]float32{}, []Call{c})
		stop()
		canvas.Download(cmd)
		d.Finish(cmd)
		if err := d.Flush(context.Background()); err != nil {
			t.Fatal(err)
		}
		return bytes.Clone(canvas.Pixels())
	}
	for _, n := range []int{3, 0, 8} {
		want, before := shoot(n, false), times
		if got := shoot(n, true); !bytes.Equal(got, want) {
			t.Errorf("%d instances drawn indirectly give another picture", n)
		}
		call.Indices = nil
		if got := shoot(n, true); !bytes.Equal(got, want) {
			t.Errorf("%d instances drawn indirectly without indices give another picture", n)
		}
		call.Indices = corners.(*gpu.Buffer)
		if d.Limits().TimestampsNS > 0 && (times[0] <= before[0] || times[1] <= before[1]) {
			t.Errorf("clocks went from %v to %v", before, times)
		}
	}
	if bytes.Equal(shoot(3, true), shoot(8, true)) {
		t.Error("the number of instances changes nothing")
	}
}

// A call whose buffer has no memory is left out, with an error that comes once; all
// others are drawn.
func TestLeftOut(t *testing.T) {
	d, ctx := gputest.Open(t), context.Background()
	canvas, err := NewCanvas(d, 16, 16)
	if err != nil {
		t.Fatal(err)
	}
	defer canvas.Release()
	drawing := NewDrawing[dots]("dots", "dots", Vertex{})
	places, list, lacking := d.NewBuffer("places", 2), d.NewBuffer("list", 1), d.NewBuffer("lacking", 1<<40)
	for _, b := range []compute.Buffer{places, list, lacking} {
		defer b.Release()
	}
	if err := d.Flush(ctx); !errors.Is(err, fault.Limit) {
		t.Errorf("a buffer that is too large: %v", err)
	}
	d.Fill(places, 0, 2, 0)
	d.Fill(list, 0, 1, 0)
	call := func(places compute.Buffer) Call {
		c := drawing.Call(dots{Places: places, List: list, Size: [2]float32{16, 16}, Scale: 1, Radius: 3, Stride: 1, Tint: 0xffffffff})
		c.Vertices = 6
		return c
	}
	shoot := func(calls ...Call) ([]byte, error) {
		cmd := d.Frame()
		Draw(cmd, &canvas.Target, [3]float32{0, 0, 1}, calls)
		canvas.Download(cmd)
		d.Finish(cmd)
		err := d.Flush(ctx)
		return bytes.Clone(canvas.Pixels()), err
	}
	want, err := shoot(call(places))
	if err != nil {
		t.Fatal(err)
	}
	got, err := shoot(call(lacking), call(places))
	if !errors.Is(err, fault.Limit) || !bytes.Equal(got, want) {
		t.Errorf("the picture is the same: %v; error %v", bytes.Equal(got, want), err)
	}
	if second, err := shoot(call(places)); err != nil || !bytes.Equal(second, want) {
		t.Errorf("afterwards: %v", err)
	}
	if empty, _ := shoot(); bytes.Equal(empty, want) {
		t.Error("the dot is not drawn")
	}
}

// Releasing a canvas leaves the descriptor sets of recordings alone: one that is submitted
// second does what it did before.
func TestReleaseKeepsRecordings(t *testing.T) {
	d := gputest.Open(t)
	dist, states := d.NewBuffer("dist", 4), d.NewBuffer("states", 4)
	defer dist.Release()
	defer states.Release()
	kernel := compute.NewKernel[ref.State[compute.Buffer]]("sssp_state", compute.Workgroup{Default: 64, Min: 32, Max: 1024}, ref.MirrorState)
	r := d.Record("states", func(e compute.Encoder) {
		kernel.Dispatch(e, 4, ref.State[compute.Buffer]{Dist: dist, States: states, Threshold: 10})
	})
	defer r.Release()
	for i := range uint32(3) {
		canvas, err := NewCanvas(d, 16, 16)
		if err != nil {
			t.Fatal(err)
		}
		canvas.Release()
		d.Update(dist, 0, i, i, i, i)
		d.Submit(r)
		got := make([]uint32, 4)
		if err := d.Read(context.Background(), states, 0, got); err != nil {
			t.Fatal(err)
		}
		if want := uint32(graph.StateRelaxed)<<30 | i; got[3] != want {
			t.Fatalf("submission %d writes %#x, not %#x", i, got[3], want)
		}
	}
}
