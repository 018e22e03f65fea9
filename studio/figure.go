package studio

import (
	"context"
	"io"

	"kernelscope/compute/gpu"
	"kernelscope/compute/gpu/draw"
	"kernelscope/internal/fault"
	"kernelscope/internal/output"
	"kernelscope/internal/vector"
)

// Stills lists the extensions of pictures for people, and OutHelp is the help of -o where there are
// recordings, too.
const (
	Stills  = ".png, or without pixels .svg, .pdf"
	OutHelp = "picture (" + Stills + ") or recording to write; opens a window if empty"
)

// IsVector reports whether an output's name stands for a figure of lines, areas and text.
func IsVector(out string) bool { return ending(out) == ".svg" || ending(out) == ".pdf" }

// WriteFigure writes a figure to a file of a name that IsVector accepts.
func WriteFigure(path string, f *vector.Figure) error {
	write := f.SVG
	if ending(path) == ".pdf" {
		write = f.PDF
	}
	return output.File(path, func(w io.Writer) error { return write(w) })
}

// figure writes what a frame shows as an SVG or a PDF file: the shapes of its draw calls, read from their
// buffers, and over them what the interface draws on the picture.
func (c *Canvas) figure(ctx context.Context, path string) error {
	ground := c.UI.Theme.Background
	over := vector.New(c.Width, c.Height, c.Ratio, ground)
	c.UI.Figure = over
	err := c.Follow()
	c.UI.Figure = nil
	if err != nil {
		return err
	}
	f := vector.New(c.Width, c.Height, c.Ratio, ground)
	f.About = c.label(true)
	err = DrawFigure(ctx, c.GPU, f, func(cmd *gpu.Commands) ([]draw.Call, error) {
		defer c.drop()
		return c.Shown().Calls(cmd)
	})
	if err != nil {
		return err
	}
	f.Add(over)
	return WriteFigure(path, f)
}

// DrawFigure draws into a figure what the draw calls of a frame draw, which record returns.
func DrawFigure(ctx context.Context, d *gpu.Device, to *vector.Figure, record func(*gpu.Commands) ([]draw.Call, error)) error {
	cmd := d.Frame()
	calls, err := record(cmd)
	d.Finish(cmd)
	if err == nil {
		err = d.Flush(ctx) // the buffers that shapes read are complete
	}
	if err != nil {
		return err
	}
	for _, call := range calls {
		if call.Shapes == nil {
			return fault.Limit.Errorf("a part of this picture has no shapes: write .png")
		}
		if s := call.Scissor; s != nil {
			to.ClipRect(vector.Point{X: float64(s[0]), Y: float64(s[1])}, vector.Point{X: float64(s[0] + s[2]), Y: float64(s[1] + s[3])})
		}
		if err := call.Shapes(ctx, to); err != nil {
			return err
		}
		if call.Scissor != nil {
			to.End()
		}
	}
	return to.Err()
}
