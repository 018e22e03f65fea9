package sorting

import "kernelscope/compute"

// MirrorSortMergeU64 mirrors sort_merge_u64. The form in a says that keys have two words.
func MirrorSortMergeU64(g compute.Grid, a SortMerge[[]uint32]) { MirrorSortMerge(g, a) }
