package studio

import (
	"context"
	"fmt"
	"log/slog"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"

	"kernelscope/internal/clock"
	"kernelscope/open"
	"kernelscope/osmload"
	"kernelscope/ui"
)

// began is when the program started.
var began = clock.Now()

// Reading is a file that a host reads and opens.
type Reading struct {
	Path     string
	Families []string // whose views may show it, the first that takes it; if empty the present one, or else any
	// More, unless nil, reads what else is needed, on the goroutine that has read the file.
	More func(ctx context.Context, in any) error
	// Then, unless nil, is called on the stage's goroutine when the view has opened the file.
	Then func(in any, v View) error
}

// Read reads the file by a function, or by the first of the families if the contents do not say what it is, and then
// more. It runs on any goroutine.
func (r Reading) Read(ctx context.Context, p *Program, read func(context.Context) (any, error)) (in any, err error) {
	if len(r.Families) > 0 && !open.Known(r.Path) {
		if own := p.family(r.Families[0]).Read; own != nil {
			read = func(ctx context.Context) (any, error) { return own(ctx, r.Path) }
		}
	}
	if in, err = read(ctx); err == nil && len(r.Families) > 0 {
		_, err = p.Taker(in, r.Families)
	}
	if err == nil && r.More != nil {
		err = r.More(ctx, in)
	}
	return in, err
}

// Load reads a file by a function and opens it, which a window does meanwhile.
func (s *Stage) Load(ctx context.Context, r Reading, read func(context.Context) (any, error)) error {
	in, err := r.Read(ctx, s.Program, read)
	if err == nil {
		err = s.Open(in, r.Families...)
	}
	if err == nil && r.Then != nil {
		err = r.Then(in, s.Shown())
	}
	return err
}

// loading is what is read on a goroutine of its own.
type loading struct {
	name   string
	report *osmload.Progress
	cancel context.CancelFunc
	done   chan loaded
	open   func(in any) error // on the stage's goroutine
}

// loaded is how it ended.
type loaded struct {
	in  any
	err error
}

// startLoading begins to read on another goroutine, in place of what is being read, and opens it when
// it has been read.
func (w *Window) startLoading(ctx context.Context, name string, read func(context.Context, *osmload.Progress) (any, error), open func(in any) error) {
	w.cancel()
	l := &loading{name: name, report: &osmload.Progress{}, done: make(chan loaded, 1), open: open}
	ctx, l.cancel = context.WithCancel(ctx)
	go func() {
		var in any
		err := fmt.Errorf("%s cannot be read: a bug in the program", l.name)
		defer func() {
			if p := recover(); p != nil {
				slog.Error("reading", "file", l.name, "panic", p, "stack", string(debug.Stack()))
				err = fmt.Errorf("%w: %v", err, p)
			}
			l.done <- loaded{in, err}
		}()
		in, err = read(ctx, l.report)
	}()
	w.UI.Browser, w.load = nil, l
	w.status.Loading = &ui.Loading{Name: l.name}
}

// Load starts reading a file, in place of one that is being read, and opens it when it has been
// read.
func (w *Window) Load(ctx context.Context, r Reading) {
	w.startLoading(ctx, nameOf(r.Path), w.reading(r, w.Input), func(in any) error { return w.opened(r, in) })
}

// nameOf is how the path of a file is shown.
func nameOf(path string) string {
	if path == "" {
		return "embedded map"
	}
	return filepath.Base(path)
}

// loadFile is Load for a file that the user has chosen: it may also be a picture of a command.
func (w *Window) loadFile(ctx context.Context, path string) {
	if IsBoard(path) && w.Lessons != nil {
		w.openLesson(ctx, path)
		return
	}
	r := Reading{Path: path}
	read := w.reading(r, w.Input)
	w.startLoading(ctx, nameOf(path), func(inner context.Context, p *osmload.Progress) (any, error) {
		if words, ok := CommandOf(path); ok && w.Restore != nil {
			return w.Restore(inner, words, path)
		}
		return read(inner, p)
	}, func(in any) error {
		if begin, ok := in.(Begin); ok {
			return begin(w.host(ctx))
		}
		return w.opened(r, in)
	})
}

// watch carries out a command: what it needs is read before the window changes.
func (w *Window) watch(ctx context.Context, words []string, from string) {
	w.startLoading(ctx, from, func(inner context.Context, _ *osmload.Progress) (any, error) { return w.Restore(inner, words, from) },
		func(in any) error { return in.(Begin)(w.host(ctx)) })
}

// setProfile reads the map that is open for another way to travel.
func (w *Window) setProfile(ctx context.Context, p osmload.Profile) {
	in, ok := w.Opened.(open.Input)
	if !ok || in.Map == nil {
		return
	}
	o := w.Input
	o.Profile = p
	r := Reading{Path: in.Map.From}
	w.startLoading(ctx, nameOf(r.Path), w.reading(r, o), func(in any) error {
		if err := w.opened(r, in); err != nil {
			return err
		}
		w.Input.Profile = p
		w.Given = slices.DeleteFunc(slices.Clone(w.Given), func(word string) bool { return strings.HasPrefix(word, "--profile=") })
		if p != osmload.Car {
			w.Given = append(w.Given, "--profile="+p.String())
		}
		return nil
	})
}

// reading returns what reads a file with options on any goroutine. If its contents do not say what it
// is, the family reads it that its name belongs to, or else the one that is shown.
func (w *Window) reading(r Reading, o open.Options) func(context.Context, *osmload.Progress) (any, error) {
	own := w.Families[w.shown].Read
	for _, f := range w.Families {
		if slices.Contains(f.Endings, strings.ToLower(filepath.Ext(r.Path))) {
			own = f.Read
		}
	}
	return func(ctx context.Context, p *osmload.Progress) (any, error) {
		o.Progress = p
		return r.Read(ctx, w.Program, func(ctx context.Context) (any, error) {
			if own != nil && !open.Known(r.Path) {
				return own(ctx, r.Path)
			}
			return open.Read(ctx, r.Path, o)
		})
	}
}

// cancel ends the reading of a file.
func (w *Window) cancel() {
	if w.load != nil {
		w.load.cancel()
		w.load, w.status.Loading = nil, nil
	}
}

// follow shows how far a file has been read, and opens it when that is done.
func (w *Window) follow() error {
	l := w.load
	if l == nil {
		return nil
	}
	w.status.Loading = &ui.Loading{Name: l.name, Report: l.report.Report()}
	select {
	case i := <-l.done:
		w.cancel()
		w.Tell(nil)
		if i.err != nil {
			return i.err
		}
		slog.Debug("read", "file", l.name, "after", clock.Since(began))
		err := l.open(i.in)
		w.opening = 2              // this one, and the next, which follows after what this one takes
		if w.GPU.Failed() != nil { // it is opened on the next device
			l.done <- i
			w.load = l
		}
		return err
	default:
		return nil
	}
}

// opened shows a file that was read, and keeps its name.
func (w *Window) opened(r Reading, in any) error {
	if err := w.Open(in, r.Families...); err != nil {
		return err
	}
	name := nameOf(r.Path)
	slog.Debug("opened", "file", name, "after", clock.Since(began))
	w.UI.Start, w.unseen = nil, name
	w.Settings.Opened(r.Path)
	w.recall()
	w.keep()
	if r.Then == nil {
		return nil
	}
	return r.Then(in, w.Shown())
}
