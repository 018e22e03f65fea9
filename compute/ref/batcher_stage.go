package ref

import "kernelscope/compute"

// BatcherStage are the arguments of batcher_stage.
type BatcherStage[B any] struct {
	Form                 compute.Constant // a SortForm
	Count, Keys, Payload B
	Run                  uint32 // the length of the runs that are made
	Stride               uint32
}

// MirrorBatcherStage mirrors batcher_stage.
func MirrorBatcherStage(_ compute.Grid, a BatcherStage[[]uint32]) {
	s := network{SortForm(a.Form), int(a.Count[0]), a.Keys, a.Payload}
	s.stage(int(a.Run), int(a.Stride), func(low, high int) bool { return true })
}
