package studio

import (
	"context"
	"fmt"
	"image/color"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"kernelscope/fault"
	"kernelscope/format"
	"kernelscope/output"
	"kernelscope/render/record"
)

// Film is what is asked of a recording.
type Film struct {
	Path    string // in .gif, .mp4, or of numbered pictures, such as frames/%04d.png
	FPS     int
	Seconds float64
	Panel   bool // the panel is shown
}

// IsStill reports whether an output's name asks for one picture.
func IsStill(out string) bool {
	return strings.ToLower(filepath.Ext(out)) == ".png" && !strings.Contains(out, "%")
}

// Playing returns how many seconds something plays; the last part is left for its
// result.
func (f Film) Playing() float64 { return f.Seconds - min(1.5, f.Seconds/4) }

// Pace returns how many of n steps to play in a second.
func (f Film) Pace(n int) float64 { return 1.02 * float64(n) / f.Playing() }

// Record records what begin lets play, and returns what was written.
func (c *Canvas) Record(ctx context.Context, f Film, begin func() error) (written string, err error) {
	frames := int(f.Seconds*float64(f.FPS) + 0.5)
	err = c.toFile(ctx, f.Path, f.FPS, c.Shown().Palette(f.Panel), c.label(false), func(w record.Writer) error {
		if err := begin(); err != nil {
			return err
		}
		return c.frames(ctx, w, frames, f.FPS)
	})
	return fmt.Sprintf("%s: %s of %d × %d", f.Path, format.Count(frames, "frame"), c.Width, c.Height), err
}

// Shot is what a picture or a recording shows.
type Shot struct {
	Begin  func() error               // begins in a window; may be nil
	Still  func() error               // goes to the moment of a picture
	Play   func(Film) error           // begins to play what a recording shows
	Report func(written string) error // tells what was written; its error, what is wrong with it
}

// Watch opens a window on what begin shows, or writes the picture or recording that -o names.
func (p *Program) Watch(ctx context.Context, f PictureFlags, begin func(*Stage) (Shot, error)) error {
	if f.Out == "" {
		return p.Window(ctx, func(h Host) error {
			shot, err := begin(h.Stage)
			if err == nil && shot.Begin != nil {
				err = shot.Begin()
			}
			return err
		})
	}
	if _, err := f.Film(); err != nil {
		return err
	}
	return p.Shoot(ctx, f, !IsStill(f.Out), begin)
}

// Shoot opens a canvas and writes a picture of what begin shows, or a recording if film is
// true.
func (p *Program) Shoot(ctx context.Context, f PictureFlags, film bool, begin func(*Stage) (Shot, error)) error {
	var asked Film
	if film {
		var err error
		if asked, err = f.Film(); err != nil {
			return err
		}
	}
	return p.Canvas(f, func(c *Canvas) error {
		s, err := begin(c.Stage)
		if err != nil {
			return err
		}
		written := fmt.Sprintf("%s: %d × %d", f.Out, c.Width, c.Height)
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

// toFile writes what the output's name asks for, with the command that shows it.
func (c *Canvas) toFile(ctx context.Context, out string, fps int, palette []color.RGBA, command string, write func(record.Writer) error) error {
	ctx, abandon := context.WithCancel(ctx)
	defer abandon()
	finish := func(w record.Writer, err error) error {
		if err != nil {
			return err
		}
		if err := write(w); err != nil {
			abandon() // so that Close does not wait
			w.Close()
			return err
		}
		return w.Close()
	}
	switch strings.ToLower(filepath.Ext(out)) {
	case ".gif":
		return output.File(out, func(w io.Writer) error {
			return finish(record.GIF(w, c.Width, c.Height, fps, palette, command))
		})
	case ".mp4":
		return output.FileBy(out, func(part string) error {
			return finish(record.Video(ctx, part, c.Width, c.Height, fps))
		})
	}
	pictures, err := output.ParsePattern(out)
	if err != nil {
		return fmt.Errorf("%w: %v", fault.Usage, err)
	}
	if err := os.MkdirAll(filepath.Dir(out), 0o755); err != nil {
		return fmt.Errorf("%w: %v", fault.Output, err)
	}
	return finish(record.Pictures(func(n int, write func(io.Writer) error) error {
		return output.File(pictures.Name(n), write)
	}, c.Width, c.Height, command), nil)
}

// checkName refuses names that stand neither for a recording nor for one picture.
func checkName(out string) error {
	switch strings.ToLower(filepath.Ext(out)) {
	case ".gif", ".mp4":
		return nil
	case ".png":
		if IsStill(out) {
			return nil
		}
		if _, err := output.ParsePattern(out); err != nil {
			return fmt.Errorf("%w: -o: %v", fault.Usage, err)
		}
		return nil
	}
	return fmt.Errorf("%w: -o is %q: the name must end in .gif, .mp4 or .png", fault.Usage, out)
}
