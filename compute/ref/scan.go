package ref

// ScanPartition returns the number of values in a partition: rows vectors of four words for each
// invocation of a workgroup.
func ScanPartition(workgroup, rows, words int) int { return 4 / words * rows * workgroup }
