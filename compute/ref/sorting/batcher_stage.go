package sorting

import (
	"kernelscope/compute"
	"kernelscope/shaders"
)

// BatcherStage holds the arguments of batcher_stage.
type BatcherStage[B any] struct {
	Form                 compute.Constant // a Format
	Mapping              compute.Constant // BatcherComparators or BatcherElements
	Count, Keys, Payload B
	Run                  uint32 // length of the merged runs
	Stride               uint32
	First                uint32 // number of the first invocation
}

// MirrorBatcherStage mirrors batcher_stage.
func MirrorBatcherStage(g compute.Grid, a BatcherStage[[]uint32]) {
	s := network{Format(a.Form), int(a.Count[0]), a.Keys, a.Payload}
	run, stride := int(a.Run), int(a.Stride)
	s.stage(run, stride, func(low, high int) bool {
		i := low
		if a.Mapping == shaders.BatcherComparators {
			if stride < run/2 {
				low -= stride
			}
			i = low/(2*stride)*stride + low%stride
		}
		i -= int(a.First)
		return i >= 0 && i < g.Invocations()
	})
}
