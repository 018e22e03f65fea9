package ref

import (
	"kernelscope/compute"
	"kernelscope/scene/clipseq"
)

// ClipTree are the constants of the tree form.
type ClipTree struct {
	Items compute.Constant // elements of an invocation
	// Few is the greatest number of partitions of which each workgroup combines all
	// before its own; 0 if there are more, and a tree above them.
	Few compute.Constant
}

// clipPartition is four words of Partitions: what a partition does to the stack, the
// height at which it begins, and its lowest one.
type clipPartition []uint32

func partitionOf(b []uint32, q int) clipPartition { return b[4*q : 4*q+4] }

// begin notes the height at which the partition begins, and returns that at which it ends.
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

// partitionBelow returns the last partition before one that goes below a height, -1 if
// none does.
func partitionBelow(partitions []uint32, q int, height int32) int {
	for q--; q >= 0 && partitionOf(partitions, q).lowest() >= height; q-- {
	}
	return q
}
