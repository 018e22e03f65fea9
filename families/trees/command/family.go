// Package command is the family of prepared trees: 'prepare' computes and stores the order of a map,
// 'bench prepared' measures it, and 'trees' shows trees.
package command

import (
	"kernelscope/cli"
	"kernelscope/compute/sssp"
	"kernelscope/families/trees/view"
)

// Family is the family of prepared trees.
var Family = cli.Family{
	Family:   view.Family,
	Commands: commands, Bench: benchCommands, Algorithms: cli.Describe(sssp.Prepared{}),
}
