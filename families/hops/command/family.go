// Package command is the family of breadth-first searches: it runs, measures and draws searches
// between pairs of nodes.
package command

import (
	"kernelscope/cli"
	"kernelscope/compute/bfs"
	"kernelscope/families/hops/view"
)

// Family is the family of breadth-first searches.
var Family = cli.Family{
	Family:   view.Family,
	Commands: cli.One(watchCommand), Run: cli.One(runCommand), Bench: cli.One(benchCommand),
	Algorithms: cli.Describe(bfs.Schemes()...),
}
