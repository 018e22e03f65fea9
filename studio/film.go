package studio

import (
	"context"
	"fmt"
	"strings"
	"time"

	"kernelscope/internal/format"
	"kernelscope/render/record"
)

// Film holds the settings of a recording.
type Film struct {
	Path    string // with an ending of Endings, or of numbered pictures, such as frames/%04d.png
	FPS     int
	Seconds float64
	Panel   bool // the panel is shown
}

// IsStill reports whether an output's name stands for a single picture.
func IsStill(out string) bool {
	return IsVector(out) || ending(out) == ".png" && !strings.Contains(out, "%")
}

// Playing returns the seconds of playing; the rest of the recording shows the result.
func (f Film) Playing() float64 { return f.Seconds - min(1.5, f.Seconds/4) }

// Pace returns the number of steps per second, for n steps.
func (f Film) Pace(n int) float64 { return 1.02 * float64(n) / f.Playing() }

// Record records the run that begin starts, and returns a description of the output.
func (c *Canvas) Record(ctx context.Context, f Film, begin func() error) (written string, err error) {
	frames := int(f.Seconds*float64(f.FPS) + 0.5)
	to := Recording{Path: f.Path, FPS: f.FPS, Frames: frames, Palette: c.Palette(f.Panel), Command: c.Label()}
	err = c.Write(ctx, to, func(w record.Writer) error {
		if err := begin(); err != nil {
			return err
		}
		return c.frames(ctx, w, frames, f.FPS)
	})
	width, height := c.Size()
	return fmt.Sprintf("%s: %s of %d × %d", f.Path, format.Count(frames, "frame"), width, height), err
}

// Shot describes the content of a picture or a recording.
type Shot struct {
	Paused bool                       // a window begins at the moment of the picture
	Still  func() error               // goes to the moment of a picture
	Play   func(Film) error           // begins to play what a recording shows
	Report func(written string) error // tells what was written; its error says why it is wrong
}

// Watch opens a window on the view that begin shows, or writes the picture or recording that -o
// names.
func (p *Program) Watch(ctx context.Context, f PictureFlags, begin func(*Stage) (Shot, error)) error {
	if f.Out == "" {
		return p.Window(ctx, func(h Host) error {
			shot, err := begin(h.Stage)
			if err == nil && shot.Paused {
				err = shot.Still()
			}
			return err
		})
	}
	if _, err := f.Film(); err != nil {
		return err
	}
	return p.Shoot(ctx, f, !IsStill(f.Out), begin)
}

// Shoot opens a canvas and writes a picture of the view that begin shows, or a recording if
// film is true.
func (p *Program) Shoot(ctx context.Context, f PictureFlags, film bool, begin func(*Stage) (Shot, error)) error {
	var asked Film
	if film {
		var err error
		if asked, err = f.Film(); err != nil {
			return err
		}
		if f.Caption {
			f.Captions = RunCaption
		}
	}
	return p.Canvas(f, func(c *Canvas) error {
		s, err := begin(c.Stage)
		if err != nil {
			return err
		}
		width, height := c.Size()
		written := fmt.Sprintf("%s: %d × %d", f.Out, width, height)
		if film {
			written, err = c.Record(ctx, asked, func() error { return s.Play(asked) })
		} else if err = s.Still(); err == nil {
			err = c.Picture(ctx, f.Out)
		}
		if err != nil {
			return err
		}
		return s.Report(written)
	})
}

// frames lets time pass, frame by frame.
func (c *Canvas) frames(ctx context.Context, w record.Writer, n, fps int) error {
	if _, err := c.Frame(ctx); err != nil { // the panel finds its size
		return err
	}
	for range n {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := c.Advance(time.Duration(float64(time.Second)/float64(fps)), time.Hour); err != nil {
			return err
		}
		pixels, err := c.Frame(ctx)
		if err != nil {
			return err
		}
		if err := w.Frame(pixels); err != nil {
			return err
		}
	}
	return nil
}
