package prepared

import (
	"kernelscope/compute"
	ref "kernelscope/compute/ref/prepared"
	"kernelscope/shaders"
)

// These functions count the bytes that kernels read and write in memory: lengths, edges, places,
// boundaries, distances, and the records of fronts and nodes, each word once. Lists of jobs are
// small and do not count; lists of branches do. A length that may be lowered counts as read and written.

// moved returns the bytes of the words of fronts.
func (t *Fronts) moved(fronts []uint32, words func(*Front) int) (sum int) {
	for _, i := range fronts {
		sum += 4 * (ref.FrontWords + words(&t.List[i]))
	}
	return sum
}

// counts returns the numbers of nodes of X, of B and of both.
func counts(f *Front) (x, b, size int) { return int(f.X), int(f.B), int(f.Size()) }

// sources returns the words from which a front's lengths are computed: its edges, and the lengths
// and places of its children.
func (t *Fronts) sources(f *Front) (words int) {
	words = 3 * int(f.Arcs)
	for _, kid := range t.List[f.Kid : f.Kid+f.Kids] {
		words += ref.FrontWords + int(kid.B)*(int(kid.B)+1)
	}
	return words
}

// upMoved returns the bytes that prepared_up moves.
func (t *Fronts) upMoved(fronts []uint32) int {
	return t.moved(fronts, func(f *Front) int {
		_, _, size := counts(f)
		return t.sources(f) + size*size
	})
}

// downMoved returns the bytes that prepared_down moves.
func (t *Fronts) downMoved(fronts []uint32) int {
	return t.moved(fronts, func(f *Front) int {
		_, b, size := counts(f)
		if b == 0 {
			return 0
		}
		return ref.FrontWords + b + 2*size*size // those among B are the parent's
	})
}

// fillMoved returns the bytes that prepared_fill moves.
func (t *Fronts) fillMoved(fronts []uint32) int {
	return t.moved(fronts, func(f *Front) int {
		_, _, size := counts(f)
		return size * size
	})
}

// addMoved returns the bytes that prepared_add moves. Children may lower the same length. It then
// counts as often as they lower it, but no front counts more lengths than it has.
func (t *Fronts) addMoved(fronts []uint32) int {
	return t.moved(fronts, func(f *Front) int {
		_, _, size := counts(f)
		lowered := int(f.Arcs)
		for _, kid := range t.List[f.Kid : f.Kid+f.Kids] {
			lowered += int(kid.B * kid.B)
		}
		return t.sources(f) + 2*min(lowered, size*size)
	})
}

// takeMoved returns the bytes that prepared_take moves.
func (t *Fronts) takeMoved(fronts []uint32) int {
	return t.moved(fronts, func(f *Front) int {
		_, b, _ := counts(f)
		if b == 0 {
			return 0
		}
		return ref.FrontWords + b + 2*b*b
	})
}

// tileMoved returns the bytes that a phase of prepared_tile moves.
func (t *Fronts) tileMoved(fronts []uint32, step uint32, phase compute.Constant) int {
	return t.moved(fronts, func(f *Front) int {
		x, b, size := counts(f)
		corner := shaders.PreparedSide * int(step)
		side, over := min(shaders.PreparedSide, size-corner), min(shaders.PreparedSide, x-corner) // of the diagonal tile, and nodes of X in it
		others := size - side
		switch {
		case phase == shaders.PreparedToBoundary:
			return 2*x*b + min(x, 1)*b*b
		case phase == shaders.PreparedToSeparator:
			return min(b, 1) * (size*size + size*x)
		case over <= 0:
			return 0
		case phase == shaders.PreparedDiagonal:
			return 2 * side * side
		case phase == shaders.PreparedPanels:
			return min(others, 1)*(2*side*over-over*over) + 2*2*side*others
		case phase == shaders.PreparedRest:
			return 2*others*over + 2*others*others
		}
		return 2 * size * size
	})
}

// climbMoved returns the bytes that prepared_climb moves from some sources.
func (t *Fronts) climbMoved(sources []uint32) int {
	words, seen := 0, map[uint32]bool{}
	for _, source := range sources {
		for i := t.FrontOf[t.RowOf[source]]; i != NoFront; i = t.List[i].Parent {
			x, b, size := counts(&t.List[i])
			if words += x; !seen[i] { // distances, and what sources share
				words += ref.FrontWords + x + b + size*size - b*b
				seen[i] = true
			}
		}
	}
	return 4 * words
}

// sweepMoved returns the bytes that prepared_sweep moves for the swept fronts, for lanes sources and with
// list words of lists for each node. Distances of a boundary that several fronts share count once.
func (t *Fronts) sweepMoved(swept func(*Front) bool, lanes, list int) int {
	words, seen := 0, make([]bool, len(t.Node))
	for i := range t.List {
		f := &t.List[i]
		if !swept(f) {
			continue
		}
		x, b, _ := counts(f)
		words += x*(list+lanes) + b + x*b
		for _, v := range t.BoundaryNode[f.Boundary : f.Boundary+f.B] {
			if !seen[v] {
				words += lanes
				seen[v] = true
			}
		}
	}
	return 4 * words
}

// branchesMoved returns the bytes that prepared_branch moves: the lists of all branches, the lengths, each
// distance once, and the boundaries' distances for each branch.
func (t *Fronts) branchesMoved(l *level) int {
	words := 0
	for _, i := range l.fronts {
		x, b, _ := counts(&t.List[i])
		words += x + x*b
	}
	return l.moved + 4*(words+2*l.boundaries)
}

// gatherMoved returns the bytes that prepared_gather moves.
func gatherMoved(_ compute.Grid, a ref.Gather[compute.Buffer]) int {
	return 4 * int(a.Columns) * (1 + 2*int(a.Count))
}

// tileList is about the words of a tile and of its nodes, by node.
const tileList = 2

// reachMoved returns the bytes that prepared_reach moves, for lanes sources: the distances of inner nodes once, and the
// lengths of the other fronts.
func (t *Fronts) reachMoved(lanes int) int {
	words := 0
	for i := range t.List {
		f := &t.List[i]
		x, b, _ := counts(f)
		words += x * tileList
		if isInner(f) {
			words += x * lanes
		} else {
			words += b + x*b
		}
	}
	return 4 * words
}

// statesMoved returns the bytes that prepared_states moves.
func statesMoved(_ compute.Grid, a ref.States[compute.Buffer]) int {
	return 4 * int(a.Nodes) * int(2+a.News)
}
