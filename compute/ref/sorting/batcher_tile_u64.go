package sorting

import "kernelscope/compute"

// MirrorBatcherTileU64 mirrors batcher_tile_u64. The form in a says that keys have two words.
func MirrorBatcherTileU64(g compute.Grid, a BatcherTile[[]uint32]) { MirrorBatcherTile(g, a) }
