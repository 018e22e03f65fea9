// Package prepared finds the distances from one node to all others on road networks,
// exactly, after a preparation that does not depend on weights.
//
// The preparation is an Order: nested dissection cuts the network by small separators, and
// then each part, down to a few nodes. Each separator is a front: its nodes X,
// with the boundary B, the nodes of fronts above it that the part below touches.
// Customization gives each front the exact lengths of paths among X and B, by the
// current weights. A tree is then a climb from the source's front to the root, and
// a sweep down: the distance of a node of X is the least sum of a distance of B and a
// length. It is customizable contraction (J. Dibbelt, B. Strasser, D. Wagner, JEA 21,
// 2016) with the sweep of PHAST (D. Delling, A. Goldberg, A. Nowatzyk, R. Werneck,
// JPDC 73, 2013), over dense fronts: a sweep has a step for each depth of the separator
// tree, some 20, instead of one for each depth of the elimination tree, some 270.
//
// Data flow, with the slowest part of each stage:
//
//	Order   host, once per topology: maximum flows of the first few cells
//	Fronts  host, once per topology: index lists, uploaded once
//	lengths device, once per set of weights: elimination of the fronts near the root
//	climb   device, a workgroup a source: the dependent steps up to the root
//	sweep   device: latency, of 3 dispatches for one tree and of 21 for 256
//
// The package does not verify: the oracle does.
package prepared

import (
	"kernelscope/scene/graph"
	"kernelscope/shaders"
)

const (
	// Unreached is the length of no path, in fronts and in rows of distances: two of them
	// still have a sum without overflow, so that sums need no test. It is larger than any
	// distance that the package computes.
	Unreached = shaders.PreparedUnreached

	// leafNodes is the size of cells that are not cut again. Smaller ones make more fronts,
	// larger ones more sums: 16 was fastest of 8, 16 and 32 on New York.
	leafNodes = 16
	// NoFront stands for no front: it is the parent of roots.
	NoFront = graph.NoNode
)
