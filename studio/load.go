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

// loading is a file that is read on a goroutine of its own.
type loading struct {
	name   string
	path   string
	report *osmload.Progress
	cancel context.CancelFunc
	done   chan loaded
	then   func(*Stage) error // when it is open; may be nil
}

// loaded is how it ended.
type loaded struct {
	in  any
	err error
}

// startLoading begins to read a file.
func startLoading(ctx context.Context, path string, read func(context.Context, *osmload.Progress) (any, error), then func(*Stage) error) *loading {
	l := &loading{name: filepath.Base(path), path: path, report: &osmload.Progress{}, done: make(chan loaded, 1), then: then}
	if path == "" {
		l.name = "embedded map"
	}
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
	return l
}

// Load starts reading a file, in place of one that is being read, opens it when it has been
// read, and then calls then.
func (w *Window) Load(ctx context.Context, path string, then func(*Stage) error) {
	w.loadBy(ctx, path, w.Input, then)
}

// setProfile reads the map that is open for another way to travel.
func (w *Window) setProfile(ctx context.Context, p osmload.Profile) {
	in, ok := w.Opened.(open.Input)
	if !ok || in.Map == nil {
		return
	}
	o := w.Input
	o.Profile = p
	w.loadBy(ctx, in.Map.From, o, func(s *Stage) error {
		s.Input.Profile = p
		s.Given = slices.DeleteFunc(slices.Clone(s.Given), func(word string) bool { return strings.HasPrefix(word, "--profile=") })
		if p != osmload.Car {
			s.Given = append(s.Given, "--profile="+p.String())
		}
		return nil
	})
}

// loadBy is Load with options.
func (w *Window) loadBy(ctx context.Context, path string, o open.Options, then func(*Stage) error) {
	w.cancel()
	read := func(ctx context.Context, p *osmload.Progress) (any, error) {
		o.Progress = p
		return open.Read(ctx, path, o)
	}
	if own := w.reader(path); own != nil {
		read = func(ctx context.Context, _ *osmload.Progress) (any, error) { return own(ctx, path) }
	}
	w.UI.Browser = nil
	w.load = startLoading(ctx, path, read, then)
	w.status.Loading = &ui.Loading{Name: w.load.name}
}

// reader returns what a family reads a file with, if its contents do not say what it is: the
// family that is shown, or the one that the name belongs to; nil for none.
func (w *Window) reader(path string) func(context.Context, string) (any, error) {
	if open.Known(path) {
		return nil
	}
	for _, f := range w.Families {
		if f.Ending != "" && strings.HasSuffix(strings.ToLower(path), f.Ending) {
			return f.Read
		}
	}
	return w.Families[w.shown].Read
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
		err := w.Open(i.in)
		w.opening = 2 // this one, and the next, which follows after what this one takes
		if err == nil {
			slog.Debug("opened", "file", l.name, "after", clock.Since(began))
			w.UI.Start, w.unseen = nil, l.name
			w.Settings.Opened(l.path)
			w.recall()
			w.keep()
		}
		if err == nil && l.then != nil {
			err = l.then(w.Stage)
		}
		if w.GPU.Failed() != nil { // it is opened on the next device
			l.done <- i
			w.load = l
		}
		return err
	default:
		return nil
	}
}
