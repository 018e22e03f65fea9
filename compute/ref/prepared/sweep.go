package prepared

import (
	"kernelscope/compute"
	"kernelscope/shaders"
)

// Sweep are the arguments of prepared_sweep, which finds the distances from Lanes
// sources to the nodes of some tiles. A tile has up to Nodes nodes, and an invocation loads Rows rows of its boundary together.
type Sweep[B any] struct {
	Lanes, Nodes, Rows, Parts compute.Constant

	Lengths, Boundary, NodeOf, Query, Tiles, Dist B

	First, Count uint32
}

// TileWords are the words of a tile.
const TileWords = 12

// sweepTile is a tile: some nodes of a front.
type sweepTile struct {
	column, stride uint32 // of the lengths from B to the first node
	boundary, b    uint32
	row, nodes     uint32
	pre, end       uint32 // fronts in preorder: its own, and the end of its subtree
}

// tileOf returns a tile of a list.
func tileOf(tiles []uint32, k uint32) sweepTile {
	t := tiles[TileWords*k:]
	return sweepTile{4 * t[0], 4 * t[1], t[2], t[3], t[4], t[5], t[6], t[7]}
}

// isLeaf reports whether the tile's front has no children.
func (t *sweepTile) isLeaf() bool { return t.end-t.pre == 1 }

// has reports whether a source is in the tile's front or below it.
func (t *sweepTile) has(query []uint32, lane uint32) bool {
	on := query[2*lane+1]
	return t.pre <= on && on < t.end
}

// least returns the least sum of a node of the tile.
func (t *sweepTile) least(lengths, dist, boundary []uint32, node, lane, lanes uint32) uint32 {
	least := uint32(shaders.PreparedUnreached)
	for j, u := range boundary[t.boundary : t.boundary+t.b] {
		least = min(least, dist[u*lanes+lane]+lengths[t.column+uint32(j)*t.stride+node])
	}
	return least
}

// MirrorSweep mirrors prepared_sweep.
func MirrorSweep(_ compute.Grid, a Sweep[[]uint32]) {
	lanes := uint32(a.Lanes)
	for k := a.First; k < a.First+a.Count; k++ {
		t := tileOf(a.Tiles, k)
		for i, row := range a.NodeOf[t.row : t.row+t.nodes] {
			for lane := range lanes {
				if !t.has(a.Query, lane) {
					a.Dist[row*lanes+lane] = t.least(a.Lengths, a.Dist, a.Boundary, uint32(i), lane, lanes)
				}
			}
		}
	}
}
