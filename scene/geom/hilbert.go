package geom

// Hilbert returns the position of the cell (x, y) along the Hilbert curve that fills the square of
// 2^16 × 2^16 cells (D. Hilbert, Math. Ann. 38, 1891). Cells close together on the curve are close
// together in the plane.
func Hilbert(x, y uint16) uint32 {
	var d uint32
	state := uint8(0)
	for shift := 14; shift >= 0; shift -= 2 {
		e := hilbertStep[state][(x>>shift&3)<<2|y>>shift&3]
		d = d<<4 | uint32(e.index)
		state = e.state
	}
	return d
}

// hilbertStep is a table that processes two bits of each coordinate per step. The state is the
// orientation of the current square: bit 0 swaps x and y, bit 1 mirrors both.
var hilbertStep = func() (table [4][16]struct{ state, index uint8 }) {
	for state := range uint8(4) {
		for xy := range uint8(16) {
			x, y, s, d := xy>>2, xy&3, state, uint8(0)
			for bit := 1; bit >= 0; bit-- {
				bx, by := x>>bit&1, y>>bit&1
				if s&2 != 0 {
					bx, by = bx^1, by^1
				}
				if s&1 != 0 {
					bx, by = by, bx
				}
				d = d<<2 | (3*bx ^ by)
				if by == 0 {
					if bx == 1 {
						s ^= 2
					}
					s ^= 1
				}
			}
			table[state][xy].state, table[state][xy].index = s, d
		}
	}
	return table
}()

// HilbertIn returns the position of p along the curve that fills box b.
func HilbertIn(b Box, p Point) uint32 {
	return Hilbert(cell(p.X, b.Min.X, b.Width()), cell(p.Y, b.Min.Y, b.Height()))
}

func cell(v, lo int32, extent int64) uint16 {
	if extent <= 0 {
		return 0
	}
	return uint16((int64(v) - int64(lo)) * 0xffff / extent)
}
