package ref

import "kernelscope/compute"

// MirrorScanAddU64 mirrors scan_add_u64.
func MirrorScanAddU64(g compute.Grid, a ScanAdd[[]uint32]) { scanAdd(2, g, a) }
