package draw

import (
	"bytes"
	"context"
	"math/rand/v2"
	"testing"

	"kernelscope/compute"
	"kernelscope/compute/gpu"
	"kernelscope/compute/gpu/gputest"
)

// scene is some rows of dots, each a call with a buffer of its own, and the canvas that they are drawn into.
type scene struct {
	t      *testing.T
	d      *gpu.Device
	canvas *Canvas
	rows   []compute.Buffer
	list   compute.Buffer
	calls  []Call
	clear  [3]float32
	move   compute.Recording // moves a dot of row 1 when it is submitted
}

func newScene(t *testing.T, d *gpu.Device) *scene {
	t.Helper()
	const rows, dotsOf = 5, 8
	s := &scene{t: t, d: d, list: d.NewBuffer("list", dotsOf)}
	var err error
	if s.canvas, err = NewWindowCanvas(d, 64, 48); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.canvas.Release() })
	t.Cleanup(s.list.Release)
	drawing := NewDrawing[dots]("dots", "dots", Vertex{})
	for i := range uint32(dotsOf) {
		d.Update(s.list, int(i), i)
	}
	for r := range uint32(rows) {
		b := d.NewBuffer("places", 2*dotsOf)
		t.Cleanup(b.Release)
		for i := range uint32(dotsOf) {
			d.Update(b, int(2*i), 8*i-28, 8*r-16)
		}
		c := drawing.Call(dots{Places: b, List: s.list, Size: [2]float32{64, 48}, Scale: 1, Radius: 6, Stride: 1, Tint: 0x40ff8040 + 0x301000*r})
		c.Vertices, c.Instances = 6, dotsOf
		s.rows, s.calls = append(s.rows, b), append(s.calls, c)
	}
	s.move = d.Record("move", func(e compute.Encoder) { e.Copy(s.rows[1], 2, s.rows[0], 4, 1) })
	t.Cleanup(s.move.Release)
	return s
}

// shot returns the pixels of a frame.
func (s *scene) shot(draw func(*gpu.Commands)) []byte {
	s.t.Helper()
	cmd := s.d.Frame()
	draw(cmd)
	s.canvas.Download(cmd)
	s.d.Finish(cmd)
	if err := s.d.Flush(context.Background()); err != nil {
		s.t.Fatal(err)
	}
	return bytes.Clone(s.canvas.Pixels())
}

// Frames that keep the picture of their first calls have the pixels of frames that are drawn anew, whatever changes and
// whenever: buffers, by commands before the frame, within it, and by recordings; arguments, the number of calls, the ground,
// the format of the target.
func TestKeeper(t *testing.T) {
	d := gputest.Open(t)
	s, k := newScene(t, d), Keeper{}
	defer k.Release()
	seed := rand.Uint64()
	rnd := rand.New(rand.NewPCG(seed, 1))
	window := s.canvas
	saved, err := NewCanvas(d, 64, 48)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { s.canvas = window; saved.Release() }()
	most, n := 0, len(s.calls)
	for frame := range gputest.Count(400, 4000) {
		within := func(*gpu.Commands) {}
		if still := frame/30%2 == 0; !still || frame%15 == 0 {
			r := rnd.IntN(len(s.rows))
			switch word := uint32(rnd.IntN(48)) - 24; rnd.IntN(7) {
			case 0:
				d.Update(s.rows[r], rnd.IntN(16), word)
			case 1:
				within = func(cmd *gpu.Commands) { cmd.Fill(s.rows[r], 1, 1, word) }
			case 2:
				d.Update(s.rows[0], 4, word)
				d.Submit(s.move)
			case 3:
				s.calls[r].Instances = 1 + rnd.IntN(8)
			case 4:
				s.calls[r].Scissor = &[4]int{0, 0, 1 + rnd.IntN(64), 48}
			case 5:
				n = 1 + rnd.IntN(len(s.calls))
			case 6:
				s.clear[rnd.IntN(3)] = rnd.Float32()
			}
		}
		if s.canvas = window; rnd.IntN(20) == 0 {
			s.canvas = saved
		}
		got := s.shot(func(cmd *gpu.Commands) {
			within(cmd)
			k.Draw(d, cmd, &s.canvas.Target, s.clear, s.calls[:n])
		})
		most = max(most, k.made)
		want := s.shot(func(cmd *gpu.Commands) { Draw(cmd, &s.canvas.Target, s.clear, s.calls[:n]) })
		if !bytes.Equal(got, want) {
			t.Fatalf("frame %d, of which %d of %d calls are kept, has other pixels (seed %d)", frame, k.made, n, seed)
		}
	}
	if most < 2 {
		t.Errorf("at most %d calls were kept (seed %d)", most, seed)
	}
}

// A device that lacks memory for the picture draws without it, and is asked again only for another size.
func TestKeeperLacksMemory(t *testing.T) {
	asked := 0
	d := gputest.OpenWith(t, gpu.Options{Fake: &gpu.Fake{Full: func(name string) bool {
		if name == "kept" {
			asked++
		}
		return name == "kept"
	}}})
	s, k := newScene(t, d), Keeper{}
	defer k.Release()
	want := s.shot(func(cmd *gpu.Commands) { Draw(cmd, &s.canvas.Target, s.clear, s.calls) })
	frames := func(want []byte) {
		t.Helper()
		for range 3 * settled {
			if !bytes.Equal(s.shot(func(cmd *gpu.Commands) { k.Draw(d, cmd, &s.canvas.Target, s.clear, s.calls) }), want) {
				t.Fatal("without the picture a frame has other pixels")
			}
		}
	}
	if frames(want); asked == 0 {
		t.Fatal("memory was not asked for")
	}
	once := asked
	if frames(want); asked != once {
		t.Errorf("memory was asked for %d times, want %d", asked, once)
	}
	larger, err := NewWindowCanvas(d, 80, 48)
	if err != nil {
		t.Fatal(err)
	}
	s.canvas.Release()
	s.canvas = larger
	frames(s.shot(func(cmd *gpu.Commands) { Draw(cmd, &s.canvas.Target, s.clear, s.calls) }))
	if asked != 2*once {
		t.Errorf("for another size memory was asked for %d times, want %d", asked-once, once)
	}
}
