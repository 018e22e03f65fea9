// Package command is the family of shortest paths: its searches, tables, experiments and pictures.
package command

import (
	"kernelscope/cli"
	"kernelscope/compute/sssp"
	"kernelscope/families/paths/view"
)

// Family is the family of shortest paths.
var Family = cli.Family{
	Family:   view.Family,
	Commands: cli.One(infoCommand), Run: runCommands, Bench: benchCommands, Gen: genCommands,
	Output: newDrawing, Auto: newAuto, Algorithms: cli.Describe(sssp.Searches()...),
}
