// Package families lists the kinds of algorithms that the program shows. Commands, tabs,
// function keys, titles, hints and the opening of files follow from the list.
package families

import (
	"kernelscope/cli"
	"kernelscope/families/clips"
	"kernelscope/families/hops"
	"kernelscope/families/paths"
	"kernelscope/families/sorts"
	"kernelscope/families/sums"
	"kernelscope/families/trees"
)

// All lists the families in the order of their tabs. The program shows the first one at start.
var All = []cli.Family{
	paths.Family,
	hops.Family,
	trees.Family,
	sorts.Family,
	clips.Family,
	sums.Family,
}
