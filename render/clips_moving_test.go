package render

import (
	"bytes"
	"errors"
	"image"
	"testing"

	"kernelscope/compute/clip"
	"kernelscope/compute/gpu/draw"
	"kernelscope/compute/gpu/gputest"
)

// In the window of a software device frames show the picture before, moved, while the camera moves: they paint nothing, and by whole
// pixels they are what the picture is there. At rest the frame is that of a device that painted nothing before.
func TestClipsMoving(t *testing.T) {
	d := gputest.Open(t)
	if !d.Limits().IsSoftware {
		t.Skip("other devices paint each frame")
	}
	s := randomScene(7, 60)
	c, err := NewClips(d, s, &Dark, clip.Tree{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Release()
	camera := PictureCamera(s, 1)
	camera.Width, camera.Height = 200, 150
	canvas, err := draw.NewCanvas(d, camera.Width, camera.Height)
	if err != nil {
		t.Fatal(err)
	}
	defer canvas.Release()
	frame := func(of *Clips, camera Camera, l ClipLook) *image.NRGBA {
		cmd := d.Frame()
		calls, err := of.Frame(cmd, camera, l)
		draw.Draw(cmd, &canvas.Target, [3]float32{}, calls)
		canvas.Download(cmd)
		d.Finish(cmd)
		if err := errors.Join(err, d.Flush(t.Context())); err != nil {
			t.Fatal(err)
		}
		return &image.NRGBA{Pix: bytes.Clone(canvas.Pixels()), Stride: 4 * camera.Width, Rect: image.Rect(0, 0, camera.Width, camera.Height)}
	}
	rest := ClipLook{Peel: -1, Hover: -1, Ratio: 1, Live: true}
	settle := func(of *Clips, camera Camera, l ClipLook) (img *image.NRGBA) {
		for img = frame(of, camera, l); of.State().Unfinished; img = frame(of, camera, l) {
		}
		return img
	}
	settle(c, camera, rest)
	moving := rest
	moving.Moving = true
	for i, by := range []Camera{{X: 5}, {X: 5, Y: -17}, {X: 30, Y: 40}} {
		to := camera
		to.X, to.Y = camera.X+by.X, camera.Y+by.Y
		made := c.State().Made
		moved := frame(c, to, moving)
		if s := c.State(); s.Made != made || !s.Unfinished {
			t.Fatalf("a moving frame painted, or needs no other: %+v", s)
		}
		first := frame(c, to, rest) // begins to paint, and still shows the picture before
		if c.State().Unfinished && !bytes.Equal(first.Pix, moved.Pix) {
			t.Errorf("move %d: the frame changes before the picture is painted", i)
		}
		exact := settle(c, to, rest)
		fresh, err := NewClips(d, s, &Dark, clip.Tree{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		want := settle(fresh, to, ClipLook{Peel: -1, Hover: -1, Ratio: 1})
		fresh.Release()
		if !bytes.Equal(exact.Pix, want.Pix) {
			t.Errorf("move %d: the frame at rest is not the picture", i)
		}
		differs, seen := 0, image.Rect(0, 0, camera.Width, camera.Height).Sub(image.Pt(int(by.X), int(by.Y))).Intersect(want.Rect)
		for y := seen.Min.Y; y < seen.Max.Y; y++ {
			for x := seen.Min.X; x < seen.Max.X; x++ {
				if moved.NRGBAAt(x, y) != want.NRGBAAt(x, y) {
					differs++
				}
			}
		}
		if differs > seen.Dx()*seen.Dy()/500 { // samples of an edge may round otherwise
			t.Errorf("move %d: %d of %d pixels that were in view differ", i, differs, seen.Dx()*seen.Dy())
		}
		settle(c, camera, rest)
	}
	to := camera
	to.Scale *= 2
	if img := frame(c, to, moving); bytes.Equal(img.Pix, settle(c, camera, rest).Pix) {
		t.Error("a zoomed frame shows the picture before without its scale")
	}
}
