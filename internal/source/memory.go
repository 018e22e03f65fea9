package source

import (
	"math"
	"os"
	"runtime/debug"
)

// LimitMemory makes the garbage collector run more often before the process holds most of the
// free memory. GOMEMLIMIT overrides it.
func LimitMemory() {
	if free := Free(); os.Getenv("GOMEMLIMIT") == "" && free < math.MaxInt64 {
		debug.SetMemoryLimit(free / 10 * 9)
	}
}

// Thrifty makes the garbage collector run when a third of the heap is garbage, not half of it,
// until the returned function is called, which frees the rest. Trees of tags, which are many
// small objects, are read this way.
func Thrifty() (end func()) {
	before := debug.SetGCPercent(50)
	return func() {
		debug.SetGCPercent(before)
		debug.FreeOSMemory()
	}
}
