// Package clip mirrors the kernels that match pushes and pops and cut boxes.
package clip

import (
	"kernelscope/compute"
	"kernelscope/scene/clipseq"
)

// Tree holds the constants of the tree form.
type Tree struct {
	Items compute.Constant // elements per invocation
	// Few is the greatest number of partitions for which each workgroup combines all partitions
	// before its own. It is 0 if there are more partitions, and a tree above them.
	Few compute.Constant
}

// clipPartition is a view of the four words of a partition in Partitions: its pops of earlier
// pushes, its open pushes, the height where it begins, and its lowest height.
type clipPartition []uint32

func partitionOf(b []uint32, q int) clipPartition { return b[4*q : 4*q+4] }

// begin sets the height where the partition begins and returns the height where it ends.
func (p clipPartition) begin(height int32) int32 {
	p[2], p[3] = uint32(height), uint32(height)-p[0]
	return height + int32(p[1]-p[0])
}

func (p clipPartition) lowest() int32 { return int32(p[3]) }

// boxAt reads a box of four words.
func boxAt(b []uint32, i int) clipseq.Box { return clipseq.BoxOf([4]uint32(b[4*i : 4*i+4])) }

func setBox(b []uint32, i int, box clipseq.Box) {
	w := box.Bits()
	copy(b[4*i:], w[:])
}

// partitionBelow returns the last partition before q that goes below a height, or -1.
func partitionBelow(partitions []uint32, q int, height int32) int {
	for q--; q >= 0 && partitionOf(partitions, q).lowest() >= height; q-- {
	}
	return q
}
