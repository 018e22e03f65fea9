package layout

import "slices"

// tree sums up the masses in nested squares (Barnes and Hut, 1986). Its cells are in preorder.
type tree struct{ cells []cell }

type cell struct {
	centre vec // centre of mass
	mass   float32
	size2  float32 // square of the side, zero for a leaf
	skip   uint32  // the cell after all cells inside this one
}

const treeDepth = 16 // bits of a coordinate

// newTree sorts the nodes along a Z curve, on which each square is contiguous.
func newTree(g Graph, at []vec) *tree {
	b := around(at, nil)
	side := max(b.max.x-b.min.x, b.max.y-b.min.y, 1e-9)
	scale := (1<<treeDepth - 1) / side
	keys := make([]uint64, len(at))
	for v, p := range at {
		keys[v] = interleave(uint32((p.x-b.min.x)*scale), uint32((p.y-b.min.y)*scale))<<32 | uint64(v)
	}
	slices.Sort(keys)
	t := &tree{cells: make([]cell, 0, 2*len(at))}
	t.add(g, at, keys, 2*treeDepth+32, side)
	return t
}

// interleave interleaves the bits of two 16-bit numbers.
func interleave(x, y uint32) uint64 {
	spread := func(v uint32) uint32 {
		v = (v | v<<8) & 0x00ff00ff
		v = (v | v<<4) & 0x0f0f0f0f
		v = (v | v<<2) & 0x33333333
		return (v | v<<1) & 0x55555555
	}
	return uint64(spread(x) | spread(y)<<1)
}

// add appends the cell of nodes whose keys agree in the bits above shift, and the cells inside it.
func (t *tree) add(g Graph, at []vec, keys []uint64, shift int, side float32) {
	i := len(t.cells)
	t.cells = append(t.cells, cell{})
	var c cell
	for _, k := range keys {
		v := uint32(k)
		m := mass(g, v)
		c.mass += m
		c.centre.x += m * at[v].x
		c.centre.y += m * at[v].y
	}
	c.centre.x /= c.mass
	c.centre.y /= c.mass
	if len(keys) > 1 && shift > 32 {
		c.size2 = side * side
		shift -= 2
		for first := 0; first < len(keys); {
			end := first + 1
			for end < len(keys) && keys[end]>>shift == keys[first]>>shift {
				end++
			}
			t.add(g, at, keys[first:end], shift, side/2)
			first = end
		}
	}
	c.skip = uint32(len(t.cells))
	t.cells[i] = c
}

// force returns the sum of mass over distance, directed away from each cell.
func (t *tree) force(p vec) (f vec) {
	const open2 = 1.2 * 1.2 // a cell is approximated by its centre from 1/1.2 sides away
	const near2 = 0.25      // limits the force between nodes less than half a unit apart
	for i := uint32(0); i < uint32(len(t.cells)); {
		c := &t.cells[i]
		dx, dy := p.x-c.centre.x, p.y-c.centre.y
		d2 := dx*dx + dy*dy
		if c.size2 > d2*open2 {
			i++
			continue
		}
		f.x += c.mass * dx / (d2 + near2)
		f.y += c.mass * dy / (d2 + near2)
		i = c.skip
	}
	return f
}
