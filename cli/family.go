package cli

import (
	"context"
	"io"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"kernelscope/studio"
)

// Family is a kind of algorithms as the program knows it: its view, and the commands that it
// brings. All functions may be nil.
type Family struct {
	studio.Family
	// Commands are commands of its own; Run, Bench and Gen are subcommands of 'run', 'bench'
	// and 'gen'.
	Commands, Run, Bench, Gen func(*App) []*cobra.Command
	// Drawing adds the family's flags to 'render', or to 'record' if film is true, and returns
	// how to draw what Takes accepts. It returns nil where it cannot.
	Drawing func(a *App, c *cobra.Command, f *studio.PictureFlags, film bool) Drawing
	// Window adds the family's flags to the command that opens the window, and returns what
	// they mean for a stage.
	Window func(*pflag.FlagSet) func(*studio.Stage) error
}

// Drawing writes a picture or a recording of what was read.
type Drawing interface {
	// Check refuses flags before anything is read.
	Check() error
	// Draw writes the output and tells out about it.
	Draw(ctx context.Context, out io.Writer, in any) error
}
