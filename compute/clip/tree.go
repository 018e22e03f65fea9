package clip

import (
	"fmt"
	"math/bits"

	"kernelscope/compute"
	"kernelscope/compute/ref"
)

// Tree reduces partitions to elements of the bicyclic semigroup, puts a tree of minima
// above them, and searches it (R. Levien, "Fast GPU bounding boxes on tree-structured
// scenes", 2022, whose tree has two levels). No workgroup waits for another.
type Tree struct{}

func (Tree) Name() string  { return "tree" }
func (Tree) Title() string { return "Tree" }
func (Tree) About() string {
	return "Reduces each partition to so many pops and pushes, then finds each element's parent in its partition, or by a tree over all partitions before it."
}

// Params are those of partitions.
func (Tree) Params() []compute.Param { return params }

var params = []compute.Param{
	{Name: Workgroup, Label: "workgroup", Help: "Invocations of a workgroup, which owns a partition.", Min: 64, Max: 1024, PowerOfTwo: true},
	{Name: Items, Label: "elements each", Help: "Elements of an invocation: more make larger partitions, of which there are fewer.", Min: 1, Max: 8, PowerOfTwo: true},
}

var (
	workgroups = compute.Workgroup{Default: 256, Min: 4, Max: 1024}

	reduce      = compute.NewKernel[ref.ClipReduce[compute.Buffer]]("clip_reduce", workgroups, ref.ClipReducer)
	reduceBoxes = compute.NewKernel[ref.ClipReduceBoxes[compute.Buffer]]("clip_reduce_boxes", workgroups, ref.ClipBoxReducer)
	bases       = compute.NewKernel[ref.ClipBases[compute.Buffer]]("clip_bases", workgroups, ref.ClipBaser)
	link        = compute.NewKernel[ref.ClipLink[compute.Buffer]]("clip_link", workgroups, ref.ClipLinker)
	linkBoxes   = compute.NewKernel[ref.ClipLinkBoxes[compute.Buffer]]("clip_link_boxes", workgroups, ref.ClipBoxLinker)
)

// Prepare makes room for the elements and their results, for the slices of the stack,
// half a word an element and where there are boxes four more, and for what is known of
// partitions.
func (f Tree) Prepare(be compute.Backend, capacity int, boxes bool, v compute.Values) (*Clip, error) {
	l := be.Limits()
	v = chosen(f, l, treeAuto(l, capacity, boxes), v, treeShared(boxes))
	size := int(v[Workgroup] * v[Items])
	if err := fits(l, capacity, boxes); err != nil {
		return nil, err
	}
	c := newClip(be, f, capacity, boxes, v)
	number := c.partitions()
	first := firstLeaf(number)
	args := ref.ClipReduce[compute.Buffer]{
		Elements: c.Elements, Control: c.Control, Partitions: c.Partitions,
		Minima: c.Buffer("minima of partitions", 4*first), Slices: c.Buffer("slices of the stack", number*size/2),
		FirstLeaf: uint32(first),
	}
	linking := ref.ClipLink[compute.Buffer]{
		Elements: c.Elements, Control: c.Control, Partitions: c.Partitions, Minima: args.Minima, Slices: args.Slices, Links: c.Links,
		FirstLeaf: args.FirstLeaf,
	}
	workgroup, items := int(v[Workgroup]), v[Items]
	if !boxes {
		c.step("reduce", func(e compute.Encoder) { reduce.Sized(workgroup).With(items).Dispatch(e, number*workgroup, args) })
		c.step("links", func(e compute.Encoder) { link.Sized(workgroup).With(items).Dispatch(e, number*workgroup, linking) })
		return c.ready()
	}
	slices := c.Buffer("boxes of slices", 4*number*size)
	c.step("reduce", func(e compute.Encoder) {
		reduceBoxes.Sized(workgroup).With(items).Dispatch(e, number*workgroup, ref.ClipReduceBoxes[compute.Buffer]{
			ClipReduce: args, Boxes: c.Boxes, SliceBoxes: slices,
		})
	})
	below := c.Buffer("boxes below partitions", 2*4*number)
	linking.FirstBase = c.bases(l, number, ref.ClipBases[compute.Buffer]{
		Control: c.Control, Partitions: c.Partitions, Minima: args.Minima, SliceBoxes: slices,
		Bases: below, Chain: c.Buffer("chain of partitions", 2*number),
		FirstLeaf: args.FirstLeaf, PartitionSize: uint32(size), Room: uint32(number),
	})
	c.step("links and boxes", func(e compute.Encoder) {
		linkBoxes.Sized(workgroup).With(items).Dispatch(e, number*workgroup, ref.ClipLinkBoxes[compute.Buffer]{
			ClipLink: linking, Boxes: c.Boxes, SliceBoxes: slices, Bases: below, Resolved: c.Resolved,
		})
	})
	return c.ready()
}

// bases adds the steps that cut each partition by all before it, and returns the
// partition of the buffer where their results begin. Few partitions are one
// workgroup's, in one dispatch.
func (c *Clip) bases(l compute.Limits, number int, a ref.ClipBases[compute.Buffer]) (first uint32) {
	const few = 1 << 11
	rounds := uint32(1 + bits.Len(uint(number-1))) // a chain visits each partition once
	if rounds%2 == 1 {                             // even rounds write the second half
		first = a.Room
	}
	if number <= few {
		a.EndRound = rounds
		one := bases.Sized(min(l.Workgroup, max(64, number)))
		c.step("bases", func(e compute.Encoder) { one.Dispatch(e, 1, a) })
		return first
	}
	many := bases.Sized(min(l.Workgroup, 256))
	for r := range rounds {
		a.FirstRound, a.EndRound = r, r+1
		args := a
		c.step(fmt.Sprintf("bases, round %d", r), func(e compute.Encoder) { many.Dispatch(e, number, args) })
	}
	return first
}

// firstLeaf returns the number of the first leaf of a tree with four children a node
// and more leaves than partitions, so that a search may begin behind the last one.
func firstLeaf(partitions int) int {
	first, leaves := 1, 4
	for leaves <= partitions {
		first, leaves = 4*first+1, 4*leaves
	}
	return first
}

// treeShared returns the words of shared memory that a workgroup needs, of the kernel
// that needs most.
func treeShared(boxes bool) func(workgroup, items int) int {
	const others = 16
	return func(workgroup, items int) int {
		partition := workgroup * items
		if boxes {
			return max(5*partition+4*firstLeaf(workgroup-1)+workgroup, partition+6*workgroup) + others
		}
		return max(partition, 4*firstLeaf(workgroup-1)+workgroup) + 2*workgroup + others
	}
}

// treeAuto are the sizes that were measured to suit (docs/design.md).
func treeAuto(l compute.Limits, capacity int, boxes bool) compute.Values {
	const many = 1 << 23
	switch {
	case l.IsSoftware:
		return compute.Values{Workgroup: 64, Items: 8}
	case boxes:
		return compute.Values{Workgroup: 256, Items: 4}
	case capacity >= many:
		return compute.Values{Workgroup: 512, Items: 8}
	}
	return compute.Values{Workgroup: 256, Items: 8}
}
