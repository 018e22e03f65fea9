package cli

import (
	"context"

	"kernelscope/open"
	"kernelscope/studio"
)

// OpenWindow opens the window on a file: begin runs when the window is there, then when the
// file is open. Both may be nil.
func (a *App) OpenWindow(ctx context.Context, file string, begin, then func(*studio.Stage) error) error {
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
