// Package lens has the commands that execute kernels on the interpreter and count what each line does: in a whole
// run ('simt'), and in one dispatch of a step ('inside').
package lens

import (
	"context"

	"github.com/spf13/cobra"

	"kernelscope/cli"
	"kernelscope/compute/simt/onsimt"
	"kernelscope/studio"
)

// Host is the program that carries out other command lines for the commands.
type Host struct {
	*cli.App
	// Show carries out a command on a canvas, in place of a window.
	Show func(ctx context.Context, words []string) (studio.Begin, error)
	// Run carries out a run command on an interpreter, without output.
	Run func(ctx context.Context, i *onsimt.Interpreter, words []string) error
}

// Commands returns the commands.
func (h Host) Commands() []*cobra.Command {
	return []*cobra.Command{h.simtCommand(), h.insideCommand()}
}
