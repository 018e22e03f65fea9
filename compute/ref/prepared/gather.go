package prepared

import (
	"math"

	"kernelscope/compute"
	"kernelscope/shaders"
)

// Gather holds the arguments of prepared_gather, which fills Table with the distances of Columns
// nodes from Count sources, in lanes from Lane on, a row per source.
type Gather[B any] struct {
	Lanes compute.Constant

	Dist, Nodes, Table B

	First, Columns, Lane, Count uint32
}

// MirrorGather mirrors prepared_gather.
func MirrorGather(_ compute.Grid, a Gather[[]uint32]) {
	for column, v := range a.Nodes[a.First : a.First+a.Columns] {
		for row := range a.Count {
			d := a.Dist[v*uint32(a.Lanes)+a.Lane+row]
			if d >= shaders.PreparedUnreached {
				d = math.MaxUint32
			}
			a.Table[row*a.Columns+uint32(column)] = d
		}
	}
}
