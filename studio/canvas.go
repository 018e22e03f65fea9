package studio

import (
	"context"
	"io"

	"kernelscope/compute/gpu"
	"kernelscope/compute/gpu/draw"
	"kernelscope/input"
	"kernelscope/output"
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
}

// Captions selects the caption below the frames of a canvas.
type Captions int

// The captions: none, a line about the runs, and that line below a line of text.
const (
	NoCaption Captions = iota
	RunCaption
	TextCaption
)

// newCanvas makes a stage for pictures of a size in pixels. The caller keeps the device.
// There is no caption where it would take more than a quarter of the height.
func newCanvas(p *Program, d *gpu.Device, width, height int, ratio float64, captions Captions) (c *Canvas, err error) {
	c = &Canvas{}
	made := c // an error returns nil
	defer func() {
		if err != nil {
			made.release()
		}
	}()
	if c.Stage, err = NewStage(d, width, height, ratio, Options{Program: p, Steady: true, Seed: 1}); err != nil {
		return nil, err
	}
	if captions != NoCaption {
		if err = c.addCaption(captions == TextCaption); err != nil {
			return nil, err
		}
	}
	c.Target, err = draw.NewCanvas(d, c.Width, c.Height)
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

// Size returns the size of frames in pixels, with the caption.
func (c *Canvas) Size() (width, height int) {
	if c.caption == nil {
		return c.Width, c.Height
	}
	return c.Width, c.Height + c.caption.Height
}

// Frame draws a frame and returns its pixels, as draw.Canvas does.
func (c *Canvas) Frame(ctx context.Context) ([]byte, error) {
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

// Follow updates the interface without drawing.
func (c *Canvas) Follow() error {
	_, err := c.Interact(input.Frame{Seconds: 1.0 / 60, X: -1, Y: -1})
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

// Picture writes a frame as a PNG file.
func (c *Canvas) Picture(ctx context.Context, file string) error {
	if _, err := c.Frame(ctx); err != nil { // in which the panel finds its size
		return err
	}
	pixels, err := c.Frame(ctx)
	if err != nil {
		return err
	}
	width, height := c.Size()
	return writePicture(file, pixels, width, height, c.label(true))
}

// writePicture writes pixels as a PNG file, with the command that shows it.
func writePicture(path string, pixels []byte, width, height int, command string) error {
	return output.File(path, func(w io.Writer) error { return record.Picture(w, pixels, width, height, command) })
}
