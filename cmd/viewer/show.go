package main

import (
	"context"

	"kernelscope/families/paths"
	"kernelscope/studio"
)

// show opens the window on a file.
func (a *app) show(ctx context.Context, file string) error {
	return a.OpenWindow(ctx, file, func(s *studio.Stage) error {
		s.Shown().(*paths.View).UseTuned = a.tuned
		return nil
	}, nil)
}
