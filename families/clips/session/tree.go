package session

import (
	"context"
	"fmt"

	"kernelscope/compute"
	"kernelscope/compute/clip"
)

// Phase is a step of the tree form that can be shown: a dispatch, or a level of the
// tree that the first dispatch ends with.
type Phase struct {
	Title string
	State State // of all partitions when it is done
	Level int   // of the tree that is known then, from the leaves: 0 for these; -1 for none
	Links bool  // links are known
}

// Tree is the tree of the tree form: the lowest heights of partitions, and above them of four
// nodes each. Node v has the children 4v+1 to 4v+4, and the root is 0. Of few partitions the
// form builds no tree, and there are no levels.
type Tree struct {
	First  int     // leaf; 0 without a tree
	Minima []int32 // of node v in place v-1
	Leaves int     // partitions
}

// readTree reads the tree, and says which steps there are.
func (r *Run) readTree(ctx context.Context, be compute.Backend, c *clip.Clip) error {
	if len(r.Partitions) <= int(c.Values[clip.Few]) {
		r.Tree = &Tree{Leaves: len(r.Partitions)}
		r.Phases = []Phase{
			{Title: "reduce: pops, pushes and slice of each partition", State: Aggregate, Level: -1},
			{Title: "links: each partition combines all before it, and its elements search them", State: Linked, Level: -1, Links: true},
		}
		return nil
	}
	words := make([]uint32, c.Minima.Len())
	if err := be.Read(ctx, c.Minima, 0, words); err != nil {
		return err
	}
	t := &Tree{First: c.Minima.Len() / 4, Leaves: len(r.Partitions)}
	for _, w := range words {
		t.Minima = append(t.Minima, int32(w))
	}
	r.Tree = t
	r.Phases = []Phase{{Title: "reduce: pops, pushes and slice of each partition", State: Aggregate, Level: -1}}
	for level := range t.Levels() {
		what := "the lowest height of each partition, where heights are added up"
		if level > 0 {
			what = fmt.Sprintf("the least of four, level %d of %d", level, t.Levels()-1)
		}
		r.Phases = append(r.Phases, Phase{Title: "tree of heights: " + what, State: Aggregate, Level: level})
	}
	for i, step := range c.Steps[1:] {
		if step.Title == clip.Heights {
			continue // its levels are phases already
		}
		last := i == len(c.Steps)-2
		p := Phase{Title: step.Title, State: Aggregate, Level: t.Levels() - 1, Links: last}
		switch {
		case last:
			p.State = Linked
			p.Title += ": each element searches its partition, then the tree"
		default:
			p.Title += ": what cuts the bottom of each slice"
		}
		r.Phases = append(r.Phases, p)
	}
	return nil
}

// Levels returns the number of levels below the root; the leaves are level 0.
func (t *Tree) Levels() (n int) {
	for first := t.First; first > 0; first = (first - 1) / 4 {
		n++
	}
	return n
}

// Level returns the first node of a level, and how many of its nodes have a partition
// below them.
func (t *Tree) Level(level int) (first, number int) {
	first, number = t.First, t.Leaves
	for range level {
		first, number = (first-1)/4, (number+3)/4
	}
	return first, number
}

// Lowest returns the lowest height below a node other than the root.
func (t *Tree) Lowest(node int) int { return int(t.Minima[node-1]) }

// Span returns the partitions below a node.
func (t *Tree) Span(node int) (first, end int) {
	first, end = node, node+1
	for first < t.First {
		first, end = 4*first+1, 4*end+1
	}
	return first - t.First, min(end-t.First, t.Leaves)
}

// Look is a node whose height a search compares.
type Look struct {
	Node  int
	Lower bool // the node goes below the height: the search goes on there
}

// Search returns the last partition before another that goes below a height, or -1, and the
// nodes that the search visits, as FIND_BEFORE of the kernels does.
func (t *Tree) Search(partition, height int) (looks []Look, found int) {
	lower := func(first, number int) int { // the last of some siblings that is, or -1
		for k := number - 1; k >= 0; k-- {
			below := t.Lowest(first+k) < height
			looks = append(looks, Look{first + k, below})
			if below {
				return first + k
			}
		}
		return -1
	}
	node, down := t.First+partition, -1
	for node > 0 && down < 0 {
		parent := (node - 1) / 4
		down = lower(4*parent+1, node-4*parent-1)
		node = parent
	}
	if down < 0 {
		return looks, -1
	}
	for down < t.First {
		down = lower(4*down+1, 4)
	}
	return looks, down - t.First
}
