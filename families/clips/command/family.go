// Package command is the family of nested clips: it matches, verifies, measures and draws them.
package command

import (
	"kernelscope/cli"
	"kernelscope/compute/clip"
	"kernelscope/families/clips/view"
)

// Family is the family of nested clips.
var Family = cli.Family{
	Family:   view.Family,
	Commands: cli.One(watchCommand), Run: cli.One(runCommand), Bench: cli.One(benchCommand), Gen: cli.One(genCommand),
	Output: newDrawing, Auto: newAuto, Algorithms: cli.Describe(clip.Forms()...),
}
