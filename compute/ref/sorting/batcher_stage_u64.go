package sorting

import "kernelscope/compute"

// MirrorBatcherStageU64 mirrors batcher_stage_u64. The form in a says that keys have two words.
func MirrorBatcherStageU64(g compute.Grid, a BatcherStage[[]uint32]) { MirrorBatcherStage(g, a) }
