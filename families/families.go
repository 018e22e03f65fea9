// Package families lists the kinds of algorithms that the program shows.
package families

import (
	"kernelscope/families/clips"
	"kernelscope/families/paths"
	"kernelscope/families/sorts"
	"kernelscope/studio"
)

// All are the families, in the order of their tabs. The first one is shown at first.
var All = []studio.Family{paths.Family, clips.Family, sorts.Family}
