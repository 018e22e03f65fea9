package main

import (
	"context"

	"kernelscope/families/paths"
	"kernelscope/open"
	"kernelscope/studio"
)

// show opens the window on a file.
func (a *app) show(ctx context.Context, file string) error {
	return a.openWindow(ctx, file, func(s *studio.Stage) error {
		s.Shown().(*paths.View).UseTuned = a.tuned
		return nil
	}, nil)
}

// openWindow opens the window on a file. What then says is done when it is open.
func (a *app) openWindow(ctx context.Context, file string, begin, then func(*studio.Stage) error) error {
	if err := open.Check(file); err != nil {
		return err
	}
	return a.Window(ctx, func(w *studio.Window) error {
		if begin != nil {
			if err := begin(w.Stage); err != nil {
				return err
			}
		}
		w.Load(ctx, file, then)
		return nil
	})
}
