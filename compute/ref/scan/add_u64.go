package scan

import "kernelscope/compute"

// MirrorAddU64 mirrors scan_add_u64.
func MirrorAddU64(g compute.Grid, a Add[[]uint32]) { scanAdd(2, g, a) }
