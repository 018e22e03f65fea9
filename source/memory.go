package source

import (
	"math"
	"os"
	"runtime/debug"
)

// LimitMemory lets the garbage collector run more often before the process holds most of
// the memory that is free. GOMEMLIMIT overrides it.
func LimitMemory() {
	if free := Free(); os.Getenv("GOMEMLIMIT") == "" && free < math.MaxInt64 {
		debug.SetMemoryLimit(free / 10 * 9)
	}
}

// Thrifty lets the garbage collector run when a third of the heap is garbage, not half of
// it, until the function that it returns is called, which gives the rest back. Trees of
// tags are read so: they are many small objects, and garbage when the scene is drawn.
func Thrifty() (end func()) {
	before := debug.SetGCPercent(50)
	return func() {
		debug.SetGCPercent(before)
		debug.FreeOSMemory()
	}
}
