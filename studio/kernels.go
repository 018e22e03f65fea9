package studio

import (
	"bufio"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"time"

	"kernelscope/open"
	"kernelscope/render/input"
	"kernelscope/ui"
	"kernelscope/watch/timeline"
)

// A software driver compiles a kernel when it first runs, which holds up a window for seconds. Another process
// therefore visits all places when a window opens, so that the driver has their kernels in its cache. A person
// who goes to a place before that waits for it, while the window draws on.

// preparing is that process.
type preparing struct {
	child
	left  []string    // places that it has not visited
	all   int         // places
	names chan string // that it visits
	due   *ui.Show    // where the person goes; nil for nowhere
}

// PrepareCommand is the hidden command that visits all places.
const PrepareCommand = "kernels"

// Prepare visits all places without a window, and tells the name of each.
func (p *Program) Prepare(ctx context.Context, f PictureFlags, tell func(name string)) error {
	f.ForWindow = true
	return p.Canvas(f, func(c *Canvas) error {
		for _, place := range c.UI.Places {
			if err := c.tour(ctx, ui.Show{Name: place.Name}); err != nil {
				return err
			}
			tell(place.Name)
		}
		return nil
	})
}

// tour goes to a place, watches what is there for some frames, points at it, makes a step, and sees its end.
func (c *Canvas) tour(ctx context.Context, to ui.Show) error {
	const frames = 10
	err := c.visit(to)
	for _, a := range []timeline.Action{timeline.Pause{}, timeline.Step{Steps: 1}, timeline.End{}, nil} {
		for i := range frames {
			if err != nil || ctx.Err() != nil {
				return errors.Join(err, ctx.Err())
			}
			err = c.tourFrame(ctx, i < frames/2)
		}
		if a != nil {
			_, _ = c.Shown().Apply(a) // a view may have nothing that plays
		}
	}
	return err
}

// tourFrame draws a frame, with the mouse in the middle or elsewhere, after what it asks for was opened.
func (c *Canvas) tourFrame(ctx context.Context, points bool) error {
	const budget = 10 * time.Millisecond
	in := input.Frame{Seconds: budget.Seconds(), X: -1, Y: -1}
	if points {
		in.X, in.Y = float64(c.Width)/2, float64(c.Height)/2
	}
	rest, err := c.Interact(in)
	if err != nil {
		return err
	}
	for _, a := range rest {
		if a, ok := a.(ui.OpenFile); ok {
			if err := c.Load(ctx, Reading{Path: a.Path}, func(ctx context.Context) (any, error) { return open.Read(ctx, a.Path, c.Input) }); err != nil {
				return err
			}
		}
	}
	if err := c.Advance(budget, budget); err != nil {
		return err
	}
	return c.Present(ctx)
}

// prepare starts the process, unless it has been run for this program and driver, or the device compiles while it
// makes pipelines. A window that is traced has no process beside it.
func (w *Window) prepare() {
	i := w.GPU.Info()
	if w.Executable == "" || !i.Software || w.Trace != "" {
		return
	}
	mark, err := preparedMark(w.Executable, i.Name+i.Driver)
	if err != nil {
		slog.Debug("kernels are not prepared", "problem", err)
		return
	}
	if _, err := os.Stat(mark); err == nil {
		return
	}
	c := w.child(PrepareCommand, "--device="+w.Device, "--size", fmt.Sprintf("%dx%d", w.Width, w.Height), "--ratio", fmt.Sprint(w.Ratio), "--no-config")
	c.Env = append(os.Environ(), "LP_NUM_THREADS=1") // the window needs the other processors
	out, err := c.StdoutPipe()
	if err == nil {
		err = c.Start()
	}
	if err != nil {
		slog.Debug("kernels are not prepared", "problem", err)
		return
	}
	p := &preparing{child: c, names: make(chan string, len(w.UI.Places)), all: len(w.UI.Places)}
	for _, place := range w.UI.Places {
		p.left = append(p.left, place.Name)
	}
	w.preparing, w.Later = p, p.later
	go func() {
		defer close(p.names)
		for lines := bufio.NewScanner(out); lines.Scan(); {
			p.names <- lines.Text()
		}
		if err := c.Wait(); err != nil {
			slog.Debug("kernels are not prepared", "problem", err)
			return
		}
		if err := os.WriteFile(mark, nil, 0o644); err != nil {
			slog.Debug("prepared kernels are not noted", "problem", err)
		}
	}()
}

// preparedMark is the file that says that all kernels of a program are in the driver's cache.
func preparedMark(program, driver string) (string, error) {
	info, err := os.Stat(program)
	if err != nil {
		return "", err
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	folder := filepath.Join(cache, "kernelscope")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return "", err
	}
	of := sha256.Sum256(fmt.Append(nil, program, info.Size(), info.ModTime().UnixNano(), driver, os.Getenv("LP_NATIVE_VECTOR_WIDTH"), os.Getenv("MESA_SHADER_CACHE_DIR")))
	return filepath.Join(folder, fmt.Sprintf("prepared-%x", of[:8])), nil
}

// later puts off a visit to a place whose kernels are not prepared.
func (p *preparing) later(a ui.Show) bool {
	if !slices.Contains(p.left, a.Name) {
		return false
	}
	p.due = &a
	return true
}

// followPreparing goes to the place that the person waits for when its kernels are prepared, or when Esc is pressed.
func (w *Window) followPreparing(in input.Frame) {
	p := w.preparing
	if p == nil {
		return
	}
	ended := false
	for more := true; more; {
		select {
		case name, ok := <-p.names:
			p.left = slices.DeleteFunc(p.left, func(of string) bool { return of == name })
			ended, more = !ok, ok
		default:
			more = false
		}
	}
	if ended {
		p.left = nil
	}
	switch {
	case p.due == nil:
	case slices.Contains(p.left, p.due.Name) && !in.Pressed(input.KeyEscape):
		w.UI.Confirm(fmt.Sprintf("%s opens when the driver has compiled its kernels, once for this version: %d of %d views. Esc opens it now.", p.due.Name, p.all-len(p.left), p.all))
	default:
		w.UI.Hush()
		w.Ask(*p.due)
		p.left, p.due = slices.DeleteFunc(p.left, func(of string) bool { return of == p.due.Name }), nil
	}
	if ended {
		w.preparing, w.Later = nil, nil
	}
}
