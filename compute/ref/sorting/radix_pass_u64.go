package sorting

import "kernelscope/compute"

// MirrorRadixPassU64 mirrors radix_pass_u64. The form in a says that keys have two words.
func MirrorRadixPassU64(g compute.Grid, a RadixPass[[]uint32]) { MirrorRadixPass(g, a) }
