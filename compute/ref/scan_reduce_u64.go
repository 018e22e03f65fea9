package ref

import "kernelscope/compute"

// MirrorScanReduceU64 mirrors scan_reduce_u64.
func MirrorScanReduceU64(g compute.Grid, a ScanReduce[[]uint32]) { scanReduce(2, g, a) }
