package studio

import (
	"context"
	"io"

	"kernelscope/compute/gpu"
	"kernelscope/compute/gpu/draw"
	"kernelscope/internal/output"
	"kernelscope/render/input"
	"kernelscope/render/record"
	"kernelscope/ui"
)

// Canvas is a stage whose frames are pictures in memory. It may have a caption below what the
// stage shows.
type Canvas struct {
	*Stage
	Target *draw.Canvas
	// Text is the first line of the caption, if requested.
	Text string

	caption *ui.Caption // nil without one
	below   *draw.Canvas
	said    *ui.Captioned // what below shows; nil before
	whole   []byte        // pixels of both
	small   []byte        // those of a picture, where it has fewer
}

// Captions selects the caption below the frames of a canvas.
type Captions int

// The captions: none, a line about the runs, and that line below a line of text.
const (
	NoCaption Captions = iota
	RunCaption
	TextCaption
)

// supersamples is how many times as wide and as high a frame is drawn that is supersampled.
const supersamples = 2

// newCanvas makes a stage for pictures as flags ask for them. The caller keeps the device.
// There is no caption where it would take more than a quarter of the height.
func newCanvas(p *Program, d *gpu.Device, f PictureFlags) (c *Canvas, err error) {
	width, height, err := f.Pixels()
	if err != nil {
		return nil, err
	}
	samples := 1
	if f.Supersample {
		samples = supersamples
	}
	c = &Canvas{}
	made := c // an error returns nil
	defer func() {
		if err != nil {
			made.release()
		}
	}()
	if c.Stage, err = NewStage(d, samples*width, samples*height, float64(samples)*f.Ratio, Options{Program: p, Steady: !f.ForWindow, Seed: 1, Samples: samples}); err != nil {
		return nil, err
	}
	if f.Captions != NoCaption {
		if err = c.addCaption(f.Captions == TextCaption); err != nil {
			return nil, err
		}
	}
	c.UI.Panels = f.Panel
	if f.ForWindow {
		c.Target, err = draw.NewWindowCanvas(d, c.Width, c.Height)
	} else {
		c.Target, err = draw.NewCanvas(d, c.Width, c.Height)
	}
	return c, err
}

// addCaption takes the lower part of the canvas for a caption.
func (c *Canvas) addCaption(titled bool) (err error) {
	if c.caption, err = ui.NewCaption(c.GPU, c.UI.Theme, c.Ratio, titled); err != nil {
		return err
	}
	if 4*c.caption.Height > c.Height {
		c.caption.Release()
		c.caption = nil
		return nil
	}
	c.Height -= c.caption.Height
	c.below, err = draw.NewCanvas(c.GPU, c.Width, c.caption.Height)
	return err
}

// release releases everything except the device.
func (c *Canvas) release() {
	for _, t := range []*draw.Canvas{c.Target, c.below} {
		if t != nil {
			t.Release()
		}
	}
	if c.caption != nil {
		c.caption.Release()
	}
	if c.Stage != nil {
		c.Stage.Release()
	}
}

// Size returns the size of pictures in pixels, with the caption.
func (c *Canvas) Size() (width, height int) {
	width, height = c.Width, c.Height
	if c.caption != nil {
		height += c.caption.Height
	}
	return width / max(1, c.Samples), height / max(1, c.Samples)
}

// Frame draws a frame and returns the pixels of its picture, as draw.Canvas does.
func (c *Canvas) Frame(ctx context.Context) ([]byte, error) {
	pixels, err := c.frame(ctx)
	if err != nil || c.Samples <= 1 {
		return pixels, err
	}
	c.small = halved(c.small[:0], pixels, c.Width)
	return c.small, nil
}

// halved appends the means of squares of four pixels, of a frame of a width.
func halved(to, pixels []byte, width int) []byte {
	row := 4 * width
	for ; len(pixels) >= 2*row; pixels = pixels[2*row:] {
		for x := 0; x+8 <= row; x += 8 {
			for i := x; i < x+4; i++ {
				sum := int(pixels[i]) + int(pixels[i+4]) + int(pixels[row+i]) + int(pixels[row+i+4])
				to = append(to, byte((sum+2)/4))
			}
		}
	}
	return to
}

// frame draws a frame and returns the pixels that were drawn.
func (c *Canvas) frame(ctx context.Context) ([]byte, error) {
	if err := c.Follow(); err != nil {
		return nil, err
	}
	if err := c.Present(ctx); err != nil {
		return nil, err
	}
	if c.caption == nil {
		return c.Target.Pixels(), nil
	}
	if err := c.drawCaption(ctx); err != nil {
		return nil, err
	}
	c.whole = append(append(c.whole[:0], c.Target.Pixels()...), c.below.Pixels()...)
	return c.whole, nil
}

// drawCaption draws the caption, unless it is drawn already.
func (c *Canvas) drawCaption(ctx context.Context) error {
	says := c.says()
	if c.said != nil && says.Equal(*c.said) {
		return nil
	}
	c.said = &says
	calls, err := c.caption.Calls(says, c.Width)
	if err != nil {
		return err
	}
	cmd := c.GPU.Frame()
	b := c.UI.Theme.Background
	draw.Draw(cmd, &c.below.Target, [3]float32{float32(b.R) / 255, float32(b.G) / 255, float32(b.B) / 255}, calls)
	c.below.Download(cmd)
	c.GPU.Finish(cmd)
	return c.GPU.Flush(ctx)
}

// Follow updates the interface without drawing and without a mouse.
func (s *Stage) Follow() error {
	_, err := s.Interact(input.Frame{Seconds: 1.0 / 60, X: -1, Y: -1})
	return err
}

// Present draws the stage and waits for its pixels.
func (c *Canvas) Present(ctx context.Context) error { return c.snap(ctx, c.Target) }

// snap draws what is shown into a canvas, and waits for its pixels.
func (s *Stage) snap(ctx context.Context, to *draw.Canvas) error {
	cmd, err := s.Draw(&to.Target, 0)
	if err != nil {
		return err
	}
	to.Download(cmd)
	s.GPU.Finish(cmd)
	return s.GPU.Flush(ctx)
}

// Picture writes a frame as a PNG file, or as a figure if the name says so.
func (c *Canvas) Picture(ctx context.Context, file string) error {
	if _, err := c.Frame(ctx); err != nil { // in which the panel finds its size
		return err
	}
	if IsVector(file) {
		return c.figure(ctx, file)
	}
	pixels, err := c.Frame(ctx)
	if err != nil {
		return err
	}
	width, height := c.Size()
	return writePicture(file, pixels, width, height, c.label(true), c.Ratio/c.Dense())
}

// writePicture writes pixels as a PNG file, with the command that shows it.
func writePicture(path string, pixels []byte, width, height int, command string, ratio float64) error {
	return output.File(path, func(w io.Writer) error { return record.Picture(w, pixels, width, height, command, ratio) })
}
