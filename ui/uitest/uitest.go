// Package uitest tests panels: it presses keys, drags the mouse, and compares pictures.
package uitest

import (
	"bytes"
	"context"
	"image"
	"image/png"
	"kernelscope/compute/gpu/draw"
	"kernelscope/internal/update"
	"math"
	"os"
	"path/filepath"
	"testing"

	"kernelscope/compute/gpu"
	"kernelscope/compute/gpu/gputest"
	"kernelscope/render"
	"kernelscope/render/input"
	"kernelscope/ui"
	"kernelscope/watch"
)

// Bench is an interface whose frames a test builds.
type Bench struct {
	T             *testing.T
	UI            *ui.UI
	Width, Height int // of the target, in pixels
	Input         input.Frame
	Status        ui.Status
	Frame         func() []watch.Action // builds a frame of Input, and returns what it asks for

	d *gpu.Device
}

// Open makes a bench for a target of a size, on which one of some places is shown. The
// caller sets Frame.
func Open(t *testing.T, width, height int, scale float64, shown string) *Bench {
	t.Helper()
	d := gputest.Open(t)
	u, err := ui.New(d, &render.Dark, scale)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(u.Release)
	u.Shown, u.Places = shown, []ui.Tab{
		{Name: "Map", Key: input.KeyF5}, {Name: "Clips", Key: input.KeyF4}, {Name: "Sorts", Key: input.KeyF3},
	}
	return &Bench{T: t, d: d, UI: u, Width: width, Height: height, Input: input.Frame{Seconds: 1.0 / 60, X: -1, Y: -1}, Status: ui.Status{Steady: true}}
}

// Next ends a frame and clears its single events.
func (b *Bench) Next() { b.Input.Keys, b.Input.WheelY, b.Input.Text, b.Input.Files = nil, 0, "", nil }

// Press presses and releases a key.
func (b *Bench) Press(k input.Key) []watch.Action {
	b.Input.Keys = []input.KeyEvent{{Key: k, Down: true}}
	actions := b.Frame()
	b.Input.Keys = []input.KeyEvent{{Key: k}}
	return append(actions, b.Frame()...)
}

// Drag presses the left button at one place and releases it at another.
func (b *Bench) Drag(x0, y0, x1, y1 float64) (actions []watch.Action) {
	b.Input.X, b.Input.Y = x0, y0
	actions = append(actions, b.Frame()...)
	b.Input.Buttons[0] = true
	actions = append(actions, b.Frame()...)
	b.Input.X, b.Input.Y = x1, y1
	actions = append(actions, b.Frame()...)
	b.Input.Buttons[0] = false
	return append(actions, b.Frame()...)
}

// Find returns the only action of a type.
func Find[A watch.Action](t *testing.T, actions []watch.Action) A {
	t.Helper()
	var out A
	n := 0
	for _, a := range actions {
		if x, ok := a.(A); ok {
			out = x
			n++
		}
	}
	if n != 1 {
		t.Errorf("%d actions of type %T among %#v", n, out, actions)
	}
	return out
}

// Picture draws the interface alone.
func (b *Bench) Picture() *image.NRGBA {
	return b.picture(func(*gpu.Commands) ([]draw.Call, error) { return b.UI.Calls(0, b.Width, b.Height) })
}

// Kept is Picture as windows on a software device draw it.
func (b *Bench) Kept() *image.NRGBA {
	return b.picture(func(cmd *gpu.Commands) ([]draw.Call, error) { return b.UI.Kept(cmd, 0, b.Width, b.Height) })
}

func (b *Bench) picture(calls func(*gpu.Commands) ([]draw.Call, error)) *image.NRGBA {
	b.T.Helper()
	canvas, err := draw.NewCanvas(b.d, b.Width, b.Height)
	if err != nil {
		b.T.Fatal(err)
	}
	defer canvas.Release()
	b.UI.Problem = b.Status.Problem
	for range 3 { // panel and messages find their sizes
		b.Frame()
		cmd := b.d.Frame()
		calls, err := calls(cmd)
		if err != nil {
			b.T.Fatal(err)
		}
		ground := b.UI.Theme.Background
		draw.Draw(cmd, &canvas.Target, [3]float32{float32(ground.R) / 255, float32(ground.G) / 255, float32(ground.B) / 255}, calls)
		canvas.Download(cmd)
		b.d.Finish(cmd)
		if err := b.d.Flush(context.Background()); err != nil {
			b.T.Fatal(err)
		}
	}
	return &image.NRGBA{Pix: bytes.Clone(canvas.Pixels()), Stride: 4 * b.Width, Rect: image.Rect(0, 0, b.Width, b.Height)}
}

// Do executes actions of a session, each with all its consequences.
func (b *Bench) Do(s interface {
	Apply(watch.Action) error
	Settle() error
}, actions ...watch.Action) {
	b.T.Helper()
	for _, a := range actions {
		if err := s.Apply(a); err != nil {
			b.T.Fatal(err)
		}
		if err := s.Settle(); err != nil {
			b.T.Fatal(err)
		}
	}
}

// Golden compares the interface with pictures in testdata, one per theme.
func (b *Bench) Golden(name string) {
	b.T.Helper()
	for i, theme := range render.Themes {
		b.UI.SetTheme(theme)
		if i == 0 {
			b.golden(name)
		} else {
			b.golden(name + "-" + theme.Name)
		}
	}
	b.UI.SetTheme(render.Themes[0])
}

// golden compares the interface with a picture in testdata.
func (b *Bench) golden(name string) {
	b.T.Helper()
	got := b.Picture()
	path := filepath.Join("testdata", name+".png")
	if *update.Golden {
		var out bytes.Buffer
		if err := png.Encode(&out, got); err != nil {
			b.T.Fatal(err)
		}
		if err := update.Write(path, out.Bytes()); err != nil {
			b.T.Fatal(err)
		}
	}
	f, err := os.Open(path)
	if err != nil {
		b.T.Fatal(err)
	}
	defer f.Close()
	want, err := png.Decode(f)
	if err != nil {
		b.T.Fatal(err)
	}
	if off := differing(got, want); off > got.Rect.Dx()*got.Rect.Dy()/1000 {
		b.T.Errorf("%s: %d pixels differ; look at them and run with -update", name, off)
	}
}

// differing counts the pixels that are not nearly alike.
func differing(got, want image.Image) (n int) {
	for y := range got.Bounds().Dy() {
		for x := range got.Bounds().Dx() {
			r0, g0, b0, _ := got.At(x, y).RGBA()
			r1, g1, b1, _ := want.At(x, y).RGBA()
			for _, d := range []float64{float64(r0) - float64(r1), float64(g0) - float64(g1), float64(b0) - float64(b1)} {
				if math.Abs(d) > 2*257 {
					n++
					break
				}
			}
		}
	}
	return n
}
