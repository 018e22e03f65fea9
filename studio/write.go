package studio

import (
	"context"
	"errors"
	"fmt"
	"image/color"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"kernelscope/compute/profile"
	"kernelscope/internal/fault"
	"kernelscope/internal/format"
	"kernelscope/internal/output"
	"kernelscope/render/record"
)

// Endings are the extensions of recordings, except numbered pictures.
var Endings = []string{".gif", ".apng", ".mp4", ".webm", ".y4m"}

// Recording is a file, or numbered pictures, that frames are written to.
type Recording struct {
	Path    string
	FPS     int
	Frames  int          // that will be written
	Palette []color.RGBA // of a GIF; at most 255
	Command string       // that shows the recorded view; none if empty
}

// Write writes a recording: what write passes to the writer. If that fails, nothing is
// left.
func (c *Canvas) Write(ctx context.Context, r Recording, write func(record.Writer) error) error {
	ctx, abandon := context.WithCancel(ctx)
	defer abandon()
	finish := func(w record.Writer, err error) error {
		if err != nil {
			return err
		}
		if c.Program != nil && c.Program.Share != nil && r.Frames > 0 {
			show, stop := c.Program.Share()
			defer stop()
			w = &counted{Writer: w, of: r.Frames, show: show}
		}
		if err := write(w); err != nil {
			abandon() // so that Close does not wait
			w.Close()
			return err
		}
		return w.Close()
	}
	width, height := c.Size()
	switch ending := ending(r.Path); ending {
	case ".mp4", ".webm":
		return output.FileBy(r.Path, func(part string) error {
			return finish(record.Video(ctx, ending, part, width, height, r.FPS))
		})
	case ".gif", ".apng", ".y4m":
		return output.File(r.Path, func(w io.Writer) error { return finish(c.Encoder(w, r)) })
	}
	return c.pictures(r, func(w record.Writer) error { return finish(w, nil) })
}

// counted shows how many frames are written.
type counted struct {
	record.Writer
	n, of int
	show  func(share float64, doing string)
}

// Frame writes a frame.
func (c *counted) Frame(pixels []byte) error {
	err := c.Writer.Frame(pixels)
	c.n++
	c.show(float64(c.n)/float64(c.of), fmt.Sprintf("%s of %s", format.Thousands(c.n), format.Count(c.of, "frame")))
	return err
}

// Note notes a text, if the writer can.
func (c *counted) Note(text string) error {
	if n, ok := c.Writer.(record.Noter); ok {
		return n.Note(text)
	}
	return nil
}

// Encoder returns the writer for a recording's extension, if the program can write it by
// itself.
func (c *Canvas) Encoder(w io.Writer, r Recording) (record.Writer, error) {
	width, height := c.Size()
	switch ending(r.Path) {
	case ".gif":
		return record.GIF(w, width, height, r.FPS, r.Palette, r.Command)
	case ".apng":
		return record.APNG(w, width, height, r.FPS, r.Frames, r.Command), nil
	case ".y4m":
		return record.Y4M(w, width, height, r.FPS), nil
	}
	return nil, fault.Usage.Errorf("%s is not a format that the program writes by itself", r.Path)
}

// pictures writes numbered pictures, and removes them if write fails.
func (c *Canvas) pictures(r Recording, write func(record.Writer) error) error {
	names, err := output.ParsePattern(r.Path)
	if err != nil {
		return fmt.Errorf("%w: %v", fault.Usage, err)
	}
	if err := os.MkdirAll(filepath.Dir(r.Path), 0o755); err != nil {
		return fmt.Errorf("%w: %v", fault.Output, err)
	}
	var written []string
	create := func(n int, write func(io.Writer) error) error {
		written = append(written, names.Name(n))
		return output.File(names.Name(n), write)
	}
	width, height := c.Size()
	if err := write(record.Pictures(create, width, height, r.Command, c.Ratio/c.Dense())); err != nil {
		for _, name := range written {
			if info, at := os.Lstat(name); at == nil && info.Mode().IsRegular() {
				os.Remove(name)
			}
		}
		return err
	}
	return nil
}

func ending(name string) string { return strings.ToLower(filepath.Ext(name)) }

// checkName refuses names that stand neither for a recording nor for one picture.
func checkName(out string) error {
	switch e := ending(out); {
	case slices.Contains(Endings, e), IsStill(out):
		return nil
	case e == ".png":
		if _, err := output.ParsePattern(out); err != nil {
			return fmt.Errorf("%w: -o: %v", fault.Usage, err)
		}
		return nil
	}
	return fmt.Errorf("%w: -o is %q: the name must end in .png, .svg, .pdf, %s", fault.Usage, out, strings.Join(Endings, ", "))
}

// CheckStill returns an error unless a name stands for a single picture, a device or a FIFO.
func CheckStill(out string) error {
	if info, err := os.Stat(out); err == nil && !info.Mode().IsRegular() {
		return nil // writing says what is wrong, if anything is
	}
	if !IsStill(out) {
		return fmt.Errorf("%w: -o is %q: the name of a picture must end in .png, .svg or .pdf; 'viewer record' writes animations", fault.Usage, out)
	}
	return nil
}

// Profiled is a view whose dispatches can be timed.
type Profiled interface {
	// Dispatches returns the dispatches of the steps that were timed.
	Dispatches() []profile.Part
}

// saveTrace saves what the view that is shown has dispatched.
func (w *Window) saveTrace() error {
	v, ok := w.Shown().(Profiled)
	if !ok || len(v.Dispatches()) == 0 {
		return errors.New("there is no trace yet: show the plots (P or Shift-P) and play")
	}
	parts := v.Dispatches()
	name := dated(".json")
	if err := output.File(name, func(out io.Writer) error { return profile.WriteTrace(out, parts[0].Device, parts) }); err != nil {
		return err
	}
	w.Log.Write("trace", name)
	w.Saved(name)
	return nil
}

// dated returns the name of a file that does not exist, from the time and an ending.
func dated(ending string) string {
	return output.Unused(time.Now().Format("kernelscope-20060102-150405"), ending) + ending
}
