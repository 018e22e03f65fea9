package ref

import (
	"math"

	"kernelscope/compute"
)

// PreparedGather holds the arguments of prepared_gather, which fills Table with the
// distances of Columns nodes from Count sources, those of Lane and the next ones, a row per
// source.
type PreparedGather[B any] struct {
	Lanes compute.Constant

	Dist, Nodes, Table B

	First, Columns, Lane, Count uint32
}

// MirrorPreparedGather mirrors prepared_gather.
func MirrorPreparedGather(_ compute.Grid, a PreparedGather[[]uint32]) {
	for column, v := range a.Nodes[a.First : a.First+a.Columns] {
		for row := range a.Count {
			d := a.Dist[v*uint32(a.Lanes)+a.Lane+row]
			if d >= PreparedUnreached {
				d = math.MaxUint32
			}
			a.Table[row*a.Columns+uint32(column)] = d
		}
	}
}
