package studio

import (
	"context"
	"io"

	"kernelscope/compute/gpu"
	"kernelscope/compute/gpu/draw"
	"kernelscope/input"
	"kernelscope/output"
	"kernelscope/render/record"
)

// Canvas is a stage whose frames are pictures in memory.
type Canvas struct {
	*Stage
	Target *draw.Canvas
}

// newCanvas makes a stage for pictures of a size in pixels. The caller keeps the device.
func newCanvas(p *Program, d *gpu.Device, width, height int, ratio float64) (*Canvas, error) {
	s, err := NewStage(d, width, height, ratio, Options{Program: p, Steady: true, Seed: 1})
	if err != nil {
		return nil, err
	}
	target, err := draw.NewCanvas(d, width, height)
	if err != nil {
		s.Release()
		return nil, err
	}
	return &Canvas{s, target}, nil
}

// release gives everything back but the device.
func (c *Canvas) release() {
	c.Target.Release()
	c.Stage.Release()
}

// Frame draws a frame and returns its pixels, as draw.Canvas does.
func (c *Canvas) Frame(ctx context.Context) ([]byte, error) {
	if _, err := c.Interact(input.Frame{Seconds: 1.0 / 60, X: -1, Y: -1}); err != nil {
		return nil, err
	}
	if err := c.Present(ctx); err != nil {
		return nil, err
	}
	return c.Target.Pixels(), nil
}

// Present draws what the stage shows, and waits for its pixels.
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
	for range 2 { // in the first frame the panel finds its size
		if _, err := c.Frame(ctx); err != nil {
			return err
		}
	}
	return writePicture(file, c.Target, c.label(true))
}

// writePicture writes what a canvas has downloaded as a PNG file, with the command that shows it.
func writePicture(path string, c *draw.Canvas, command string) error {
	return output.File(path, func(w io.Writer) error { return record.Picture(w, c.Pixels(), c.Width, c.Height, command) })
}
