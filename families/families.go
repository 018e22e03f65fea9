// Package families lists the kinds of algorithms that the program shows. Commands, tabs,
// function keys and hints follow from the list.
package families

import (
	"kernelscope/cli"
	"kernelscope/families/clips"
	"kernelscope/families/paths"
	"kernelscope/families/sorts"
	"kernelscope/studio"
)

// All are the families, in the order of their tabs. The first one is shown at first.
var All = []cli.Family{
	paths.Family,
	clips.Family,
	sorts.Family,
}

// Views returns what a stage needs to know of all families.
func Views() (out []studio.Family) {
	for _, f := range All {
		out = append(out, f.Family)
	}
	return out
}
