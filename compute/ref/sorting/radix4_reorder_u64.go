package sorting

import "kernelscope/compute"

// MirrorRadix4ReorderU64 mirrors radix4_reorder_u64. The form in a says that keys have two words.
func MirrorRadix4ReorderU64(g compute.Grid, a Radix4Reorder[[]uint32]) { MirrorRadix4Reorder(g, a) }
