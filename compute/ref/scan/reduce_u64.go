package scan

import "kernelscope/compute"

// MirrorReduceU64 mirrors scan_reduce_u64.
func MirrorReduceU64(g compute.Grid, a Reduce[[]uint32]) { scanReduce(2, g, a) }
