package prepared

import (
	"cmp"
	"iter"
	"slices"

	"kernelscope/compute"
	ref "kernelscope/compute/ref/prepared"
)

// branch is a front and fronts below it, which one workgroup sweeps by increasing depth.
type branch struct {
	fronts []uint32
	nodes  uint32
	level  int // its dispatch, if it is above the subtrees
	full   bool
}

// branchesOf divides the fronts into branches. Each subtree of at most subtree nodes is a branch. Branches above
// the subtrees have at most upper nodes, or one front, and are of a later level than the branch above them. The
// largest come first in a level, since they take longest.
func (t *Fronts) branchesOf(subtree, upper uint32) (above, subtrees []*branch) {
	of := make([]*branch, len(t.List))
	for i := range t.List {
		f := &t.List[i]
		isSubtree, level := f.Below <= subtree, 0
		if f.Parent != NoFront {
			from := of[f.Parent]
			level = from.level + 1
			switch {
			case t.List[f.Parent].Below <= subtree:
				of[i] = from
			case isSubtree:
			case !from.full && from.nodes+f.X <= upper:
				of[i] = from
			default:
				from.full = true // else smaller fronts of greater depths would follow
			}
		}
		if of[i] == nil {
			of[i] = &branch{level: level}
			if isSubtree {
				of[i].level = 0
				subtrees = append(subtrees, of[i])
			} else {
				above = append(above, of[i])
			}
		}
		of[i].fronts, of[i].nodes = append(of[i].fronts, uint32(i)), of[i].nodes+f.X
	}
	for _, list := range [][]*branch{above, subtrees} {
		slices.SortStableFunc(list, func(a, b *branch) int { return cmp.Or(a.level-b.level, int(b.nodes)-int(a.nodes)) })
	}
	return above, subtrees
}

// level is the branches that a dispatch sweeps.
type level struct {
	job
	size, rows int // of its workgroups, and of lengths that an invocation loads together
	largest    int // nodes of a branch and of its boundary
	fronts     []uint32
	boundaries int // nodes of the boundaries of branches
	moved      int // bytes of the lists
}

// branchLists holds the lists of branches, as the device has them.
type branchLists struct {
	*Fronts
	nodes, ids, places, branches, turns []uint32
	place                               []uint32 // by node, in its branch
}

// add lists the branches of a level.
func (l *branchLists) add(list []*branch, size, rows int) level {
	v := level{job: job{uint32(len(l.branches) / ref.BranchWords), uint32(len(list))}, size: size, rows: rows}
	before := l.words()
	for _, b := range list {
		top := &l.List[b.fronts[0]]
		v.largest, v.fronts = max(v.largest, int(top.B+b.nodes)), append(v.fronts, b.fronts...)
		v.boundaries += int(top.B)
		l.addBranch(b, top, v.size, v.rows)
	}
	v.moved = 4 * (l.words() - before)
	return v
}

func (l *branchLists) words() int {
	return len(l.nodes) + len(l.ids) + len(l.places) + len(l.branches) + len(l.turns)
}

func (l *branchLists) addBranch(b *branch, top *Front, size, rows int) {
	turn, first := len(l.turns)/2, uint32(len(l.ids))
	for i, v := range l.BoundaryNode[top.Boundary : top.Boundary+top.B] {
		l.place[v] = uint32(i)
	}
	for depth := range runs(b.fronts, func(i uint32) int { return int(l.List[i].Depth) }) {
		slices.SortStableFunc(depth, func(i, j uint32) int {
			return int(l.List[j].B) - int(l.List[i].B) // so that neighbouring invocations have similar numbers of rows
		})
		begin, most := len(l.ids), int(l.List[depth[0]].B)
		for _, i := range depth {
			l.addFront(i, top.B-first)
		}
		nodes := len(l.ids) - begin
		share := max(1, min(size/nodes, (most+rows-1)/rows))
		for ; begin < len(l.ids); begin += size {
			l.turns = append(l.turns, uint32(begin), uint32(min(size, len(l.ids)-begin))|uint32(share)<<16)
		}
		l.turns[len(l.turns)-1] |= 1 << 31
	}
	l.branches = append(l.branches, uint32(turn), uint32(len(l.turns)/2-turn), first, b.nodes, top.Boundary, top.B, top.Pre, top.End)
}

// addFront lists the nodes of a front, whose places are their numbers plus some base.
func (l *branchLists) addFront(i, base uint32) {
	f := &l.List[i]
	places := uint32(2 * len(l.places))
	for j := uint32(0); j < f.B || j%8 != 0; j += 2 {
		at := func(j uint32) uint32 { return l.place[l.BoundaryNode[f.Boundary+min(j, f.B-1)]] }
		l.places = append(l.places, at(j)|at(j+1)<<16)
	}
	for x := range f.X {
		v := l.Node[f.Row+x]
		l.place[v] = base + uint32(len(l.ids))
		l.nodes, l.ids = append(l.nodes, f.Base+f.X*f.Stride+x, places, f.B|f.Stride<<16, i), append(l.ids, v)
	}
}

// runs divides a list into parts of elements with the same key.
func runs[T any](list []T, key func(T) int) iter.Seq[[]T] {
	return func(yield func([]T) bool) {
		for len(list) > 0 {
			n := 1
			for n < len(list) && key(list[n]) == key(list[0]) {
				n++
			}
			if !yield(list[:n]) {
				return
			}
			list = list[n:]
		}
	}
}

// capacity returns how many nodes a branch may have: near in prepared_branch holds their distances and the
// distances of a boundary. A branch of one front may have more, and has room: its nodes are on a path that a
// climb holds.
func (t *Fronts) capacity(l compute.Limits) int {
	const places = 1 << 16
	return max(1, min(l.SharedBytes/4, places)-int(t.Largest))
}
