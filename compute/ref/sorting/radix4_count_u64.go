package sorting

import "kernelscope/compute"

// MirrorRadix4CountU64 mirrors radix4_count_u64. The form in a says that keys have two words.
func MirrorRadix4CountU64(g compute.Grid, a Radix4Count[[]uint32]) { MirrorRadix4Count(g, a) }
