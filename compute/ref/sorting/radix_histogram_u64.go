package sorting

import "kernelscope/compute"

// MirrorRadixHistogramU64 mirrors radix_histogram_u64. The form in a says that keys have two words.
func MirrorRadixHistogramU64(g compute.Grid, a RadixHistogram[[]uint32]) { MirrorRadixHistogram(g, a) }
