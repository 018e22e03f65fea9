// Package command is the family of sorts: it runs, verifies and measures every sort of the device
// and of the host.
package command

import (
	"kernelscope/cli"
	"kernelscope/families/sorts/view"
)

// Family is the family of sorts.
var Family = cli.Family{
	Family:   view.Family,
	Commands: cli.One(watchCommand), Run: cli.One(runCommand), Bench: cli.One(benchCommand), Auto: newAuto,
	Algorithms: cli.Describe(sorters()...),
}
