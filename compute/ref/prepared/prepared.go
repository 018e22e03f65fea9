// Package prepared mirrors the kernels of prepared trees.
package prepared

import (
	"kernelscope/shaders"
)

// Front is a front of prepared trees: the nodes X of a separator and its boundary B. Its
// lengths are a square of X+B rows, X first: entry (i, j) is the length from node i to
// node j. The fields are the words of a front on the device, in this order.
type Front struct {
	Base      uint32 // index of its first length
	X, B      uint32 // nodes
	Stride    uint32 // from a row of lengths to the next, a multiple of four
	Row       uint32 // row of its first node
	Offset    uint32 // position of its first node on the path from the root
	Boundary  uint32 // start of its part of the lists of boundaries
	Parent    uint32
	Kid, Kids uint32 // first child and number of children
	Arc, Arcs uint32 // first edge and number of edges
	Pre, End  uint32 // its number in preorder, and the end of its subtree
	Depth     uint32
	Below     uint32 // nodes of its subtree
}

// FrontWords is the size of a Front.
const FrontWords = 16

// Words returns the front as stored on the device.
func (f *Front) Words() []uint32 {
	return []uint32{f.Base, f.X, f.B, f.Stride, f.Row, f.Offset, f.Boundary, f.Parent, f.Kid, f.Kids, f.Arc, f.Arcs, f.Pre, f.End, f.Depth, f.Below}
}

// preparedFront reads a front.
func preparedFront(fronts []uint32, i uint32) Front {
	w := fronts[FrontWords*i:]
	return Front{w[0], w[1], w[2], w[3], w[4], w[5], w[6], w[7], w[8], w[9], w[10], w[11], w[12], w[13], w[14], w[15]}
}

// Size returns the number of rows of the front's lengths.
func (f *Front) Size() uint32 { return f.X + f.B }

// Holds reports whether a front with a preorder number is in the subtree of the front.
func (f *Front) Holds(pre uint32) bool { return f.Pre <= pre && pre < f.End }

// at returns the index of a length.
func (f *Front) at(i, j uint32) uint32 { return f.Base + i*f.Stride + j }

// clear sets the lengths of a front to no path, except for those from a node to itself.
func (f *Front) clear(lengths []uint32) {
	for i := range f.Size() {
		for j := range f.Size() {
			lengths[f.at(i, j)] = shaders.PreparedUnreached
		}
		lengths[f.at(i, i)] = 0
	}
}

// add lowers the lengths of a front by its edges and its children.
func (f *Front) add(fronts, lengths, place, arcs, weight []uint32) {
	for k := f.Arc; k < f.Arc+f.Arcs; k++ {
		lower(lengths, f.at(arcs[2*k]/f.Size(), arcs[2*k]%f.Size()), weight[arcs[2*k+1]])
	}
	for c := f.Kid; c < f.Kid+f.Kids; c++ {
		kid := preparedFront(fronts, c)
		to := place[kid.Boundary:]
		for i := range kid.B {
			for j := range kid.B {
				lower(lengths, f.at(to[i], to[j]), lengths[kid.at(kid.X+i, kid.X+j)])
			}
		}
	}
}

func lower(x []uint32, i, to uint32) { x[i] = min(x[i], to) }

// take copies the lengths among B from the parent.
func (f *Front) take(fronts, lengths, place []uint32) {
	p, from := preparedFront(fronts, f.Parent), place[f.Boundary:]
	for i := range f.B {
		for j := range f.B {
			lengths[f.at(f.X+i, f.X+j)] = lengths[p.at(from[i], from[j])]
		}
	}
}

// preparedJob reads a job: a front, and the first row and column of its tile.
func preparedJob(fronts, jobs []uint32, i uint32) (f Front, row, column uint32) {
	f = preparedFront(fronts, jobs[2*i])
	tiles := (f.Size() + shaders.PreparedSide - 1) / shaders.PreparedSide
	return f, shaders.PreparedSide * (jobs[2*i+1] / tiles), shaders.PreparedSide * (jobs[2*i+1] % tiles)
}
