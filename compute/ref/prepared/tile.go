package prepared

import (
	"kernelscope/compute"
	"kernelscope/shaders"
)

// Tile holds the arguments of prepared_tile, which lowers lengths of large fronts by
// paths over the nodes of one tile on the diagonal, or over all of B.
type Tile[B any] struct {
	Phase                 compute.Constant
	Fronts, Lengths, Jobs B

	First, Count, Step uint32
}

// MirrorTile mirrors prepared_tile.
func MirrorTile(_ compute.Grid, a Tile[[]uint32]) {
	for job := a.First; job < a.First+a.Count; job++ {
		f, row, column := preparedJob(a.Fronts, a.Jobs, job)
		mine := a.mine(f, row, column)
		from, end := shaders.PreparedSide*a.Step, min(shaders.PreparedSide*(a.Step+1), f.X)
		if a.Phase >= shaders.PreparedToBoundary {
			from, end = f.X, f.Size()
		}
		if a.Phase < shaders.PreparedPanels && mine(row, column) {
			closeTile(a.Lengths, f, row, from, end)
		}
		// A length that another job has already decreased is exact and gives the same sums.
		for i := row; i < min(row+shaders.PreparedSide, f.Size()); i++ {
			for j := column; j < min(column+shaders.PreparedSide, f.Size()); j++ {
				for k := from; k < end && mine(i, j); k++ {
					lower(a.Lengths, f.at(i, j), a.Lengths[f.at(i, k)]+a.Lengths[f.at(k, j)])
				}
			}
		}
	}
}

// closeTile closes the tile on the diagonal and extends the lengths from some rows by paths over
// its nodes. The jobs of these tiles do so too, without further effect.
func closeTile(lengths []uint32, f Front, row, from, end uint32) {
	for k := from; k < end; k++ {
		for _, first := range []uint32{from, row} {
			for i := first; i < min(first+shaders.PreparedSide, f.Size()); i++ {
				head := lengths[f.at(i, k)]
				for j := from; j < end; j++ {
					lower(lengths, f.at(i, j), head+lengths[f.at(k, j)])
				}
			}
		}
	}
}

// mine returns a function that reports which lengths of a tile are decreased.
func (a *Tile[B]) mine(f Front, row, column uint32) func(i, j uint32) bool {
	corner := shaders.PreparedSide * a.Step
	return func(i, j uint32) bool {
		switch a.Phase {
		case shaders.PreparedWhole:
			return corner < f.X
		case shaders.PreparedDiagonal:
			return corner < f.X && row == corner && column == corner
		case shaders.PreparedPanels:
			return corner < f.X && (row == corner) != (column == corner)
		case shaders.PreparedRest:
			return corner < f.X && row != corner && column != corner
		case shaders.PreparedToBoundary:
			return i < f.X && j >= f.X
		}
		return j < f.X
	}
}
