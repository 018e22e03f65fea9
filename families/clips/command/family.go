// Package command is the family of nested clips: it matches, verifies, measures and draws them.
package command

import (
	"github.com/spf13/cobra"

	"kernelscope/cli"
	"kernelscope/compute/clip"
	"kernelscope/families/clips/view"
)

// Family is the family of nested clips.
var Family = cli.Family{
	Family:   view.Family,
	Commands: cli.One(watchCommand), Run: cli.One(runCommand), Bench: cli.One(benchCommand),
	Gen:    func(a *cli.App) []*cobra.Command { return []*cobra.Command{genCommand(a), genJSONCommand(a)} },
	Output: newDrawing, Auto: newAuto, Algorithms: cli.Describe(clip.Forms()...),
}
