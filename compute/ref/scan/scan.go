// Package scan mirrors the kernels of prefix sums.
package scan

// Partition returns the number of values in a partition: rows vectors of four words for each
// invocation of a workgroup.
func Partition(workgroup, rows, words int) int { return 4 / words * rows * workgroup }
