package ref

import "kernelscope/compute"

// PreparedTile holds the arguments of prepared_tile, which lowers lengths of large fronts by
// paths over the nodes of one tile on the diagonal, or over all of B.
type PreparedTile[B any] struct {
	Phase                 compute.Constant
	Fronts, Lengths, Jobs B

	First, Count, Step uint32
}

// MirrorPreparedTile mirrors prepared_tile.
func MirrorPreparedTile(_ compute.Grid, a PreparedTile[[]uint32]) {
	for job := a.First; job < a.First+a.Count; job++ {
		f, row, column := preparedJob(a.Fronts, a.Jobs, job)
		mine := a.mine(f, row, column)
		from, end := PreparedSide*a.Step, min(PreparedSide*(a.Step+1), f.X)
		if a.Phase >= PreparedToBoundary {
			from, end = f.X, f.Size()
		}
		if a.Phase < PreparedPanels && mine(row, column) {
			closeTile(a.Lengths, f, row, from, end)
		}
		// A length that another job has already decreased is exact and gives the same sums.
		for i := row; i < min(row+PreparedSide, f.Size()); i++ {
			for j := column; j < min(column+PreparedSide, f.Size()); j++ {
				for k := from; k < end && mine(i, j); k++ {
					lower(a.Lengths, f.at(i, j), a.Lengths[f.at(i, k)]+a.Lengths[f.at(k, j)])
				}
			}
		}
	}
}

// closeTile closes the tile on the diagonal and extends the lengths from some rows by paths over
// its nodes. The jobs of these tiles do so too, without further effect.
func closeTile(lengths []uint32, f PreparedFront, row, from, end uint32) {
	for k := from; k < end; k++ {
		for _, first := range []uint32{from, row} {
			for i := first; i < min(first+PreparedSide, f.Size()); i++ {
				head := lengths[f.at(i, k)]
				for j := from; j < end; j++ {
					lower(lengths, f.at(i, j), head+lengths[f.at(k, j)])
				}
			}
		}
	}
}

// mine returns a function that reports which lengths of a tile are decreased.
func (a *PreparedTile[B]) mine(f PreparedFront, row, column uint32) func(i, j uint32) bool {
	corner := PreparedSide * a.Step
	return func(i, j uint32) bool {
		switch a.Phase {
		case PreparedWhole:
			return corner < f.X
		case PreparedDiagonal:
			return corner < f.X && row == corner && column == corner
		case PreparedPanels:
			return corner < f.X && (row == corner) != (column == corner)
		case PreparedRest:
			return corner < f.X && row != corner && column != corner
		case PreparedToBoundary:
			return i < f.X && j >= f.X
		}
		return j < f.X
	}
}
