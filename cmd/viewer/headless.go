//go:build nowindow

package main

import (
	"context"
	"fmt"
	"io"
)

func hasDisplay() bool { return false }

func (a *app) openWindow(context.Context, string) error { return errBuiltWithout }

func (a *app) openViewWindow(context.Context, string, func(*stage) error) error {
	return errBuiltWithout
}

func (a *app) openClipWindow(context.Context, string, func(*stage) error) error {
	return errBuiltWithout
}

func (a *app) benchWindow(context.Context, io.Writer, string, frameFlags) error {
	return errBuiltWithout
}

var errBuiltWithout = fmt.Errorf("%w: this program was built without a window; use the commands (viewer --help), or build it without the tag nowindow", errNoDisplay)
