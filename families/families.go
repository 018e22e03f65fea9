// Package families lists the kinds of algorithms that the program shows. Commands, tabs,
// function keys, titles, hints and the opening of files follow from the list.
package families

import (
	"kernelscope/cli"
	clips "kernelscope/families/clips/command"
	hops "kernelscope/families/hops/command"
	"kernelscope/families/labs"
	paths "kernelscope/families/paths/command"
	sorts "kernelscope/families/sorts/command"
	"kernelscope/families/sums"
	trees "kernelscope/families/trees/command"
)

// All lists the families in the order of their tabs. The program shows the first one at start.
var All = []cli.Family{
	paths.Family,
	hops.Family,
	trees.Family,
	sorts.Family,
	clips.Family,
	sums.Family,
	labs.Family,
}
