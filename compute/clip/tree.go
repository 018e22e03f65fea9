package clip

import (
	"fmt"
	"math/bits"
	"slices"

	"kernelscope/compute"
	ref "kernelscope/compute/ref/clip"
	"kernelscope/shaders"
)

// Tree reduces partitions to elements of the bicyclic semigroup. If they are few, each
// workgroup combines those before its own, as in R. Levien, "Fast GPU bounding boxes on
// tree-structured scenes", 2022; if they are many, it searches a tree of minima above
// them, of as many levels as it takes. No workgroup waits for another.
type Tree struct{}

// Name returns the name, as on the command line.
func (Tree) Name() string { return "tree" }

// Title returns the name for people.
func (Tree) Title() string { return "Tree" }

// About describes the algorithm.
func (Tree) About() string {
	return "Reduces each partition to its open pops and pushes, then finds each element's parent in its partition, or by a tree over all partitions before it."
}

// Params are the parameters of partitions.
func (Tree) Params() []compute.Param {
	return append(slices.Clone(params), compute.Param{
		Name: Few, Label: "few", Unit: "partitions", Min: 1, Max: 1024, PowerOfTwo: true, Auto: measured,
		Help: "Greatest number of partitions combined without a tree. Each workgroup then combines its predecessors directly.",
	})
}

var params = []compute.Param{
	{Name: Workgroup, Label: "workgroup", Unit: "invocations", Min: 64, Max: 1024, PowerOfTwo: true, Limit: compute.SubgroupLimit, Auto: measured,
		Help: "Invocations per workgroup, which owns a partition."},
	{Name: Items, Label: "items", Unit: "elements", Min: 1, Max: 8, PowerOfTwo: true, Auto: measured,
		Help: "Elements per invocation. More elements make fewer, larger partitions."},
}

// Heights is the title of the step of the tree that computes the heights at which partitions begin.
const Heights = "heights"

// measured describes how sizes are chosen.
const measured = "The measured best for this kind of device, or less if shared memory is short."

var (
	workgroups = compute.Workgroup{Default: 256, Min: 4, Max: 1024}

	reduce      = compute.NewKernel[ref.Reduce[compute.Buffer]]("clip_reduce", workgroups, ref.MirrorReduce)
	reduceBoxes = compute.NewKernel[ref.ReduceBoxes[compute.Buffer]]("clip_reduce_boxes", workgroups, ref.MirrorReduceBoxes)
	raise       = compute.NewKernel[ref.Raise[compute.Buffer]]("clip_raise", workgroups, ref.MirrorRaise)
	bases       = compute.NewKernel[ref.Bases[compute.Buffer]]("clip_bases", workgroups, ref.MirrorBases)
	link        = compute.NewKernel[ref.Link[compute.Buffer]]("clip_link", workgroups, ref.MirrorLink)
	linkBoxes   = compute.NewKernel[ref.LinkBoxes[compute.Buffer]]("clip_link_boxes", workgroups, ref.MirrorLinkBoxes)
)

// Prepare allocates the elements and their results, the slices of the stack, half a word per
// element and with boxes four more, the kinds of elements, and the properties of partitions.
func (f Tree) Prepare(be compute.Backend, capacity int, boxes bool, v compute.Values) (*Clip, error) {
	l := be.Limits()
	v, err := chosen(f, l, treeAuto(l, capacity, boxes), v, treeShared(l, capacity, boxes), Items, Workgroup)
	if err != nil {
		return nil, err
	}
	size := int(v[Workgroup] * v[Items])
	if err := fits(l, capacity, boxes, 0); err != nil {
		return nil, err
	}
	c := newClip(be, f, capacity, boxes, v)
	number := c.partitions()
	few, first := fewOf(v, capacity), 1
	if few == 0 {
		first = firstLeaf(number)
	}
	workgroup, items := int(v[Workgroup]), v[Items]
	reducers, each := longShares(workgroup, items)
	c.Minima = c.NewBuffer("minima of partitions", 4*first)
	args := ref.Reduce[compute.Buffer]{
		Items:    compute.Constant(each),
		Elements: c.Elements, Control: c.Control, Partitions: c.Partitions,
		Slices: c.NewBuffer("slices of the stack", number*size/2), Kinds: c.NewBuffer("kinds of elements", number*reducers),
	}
	linking := ref.Link[compute.Buffer]{
		Tree: ref.Tree{Items: compute.Constant(items), Few: compute.Constant(few)}, WordKinds: args.Items,
		Kinds: args.Kinds, Control: c.Control, Partitions: c.Partitions, Minima: c.Minima, Slices: args.Slices, Links: c.Links,
		FirstLeaf: uint32(first),
	}
	heights := func() {
		if few > 0 {
			return
		}
		owners := 64 // a power of four
		if l.Workgroup >= 256 && l.SharedBytes >= 20<<10 {
			owners = 256
		}
		row := owners * shaders.ClipRaiseEach
		rows := (number + row - 1) / row
		c.round(Heights, func(e compute.Encoder) {
			raise.Sized(owners).Dispatch(e, rows*owners, ref.Raise[compute.Buffer]{
				Control: c.Control, Partitions: c.Partitions, Minima: c.Minima, FirstLeaf: linking.FirstLeaf, PartitionSize: uint32(size),
			})
		})
	}
	if !boxes {
		c.step("reduce", treeWork, func(e compute.Encoder, first, n int) {
			args.FirstPart, args.EndPart = uint32(first), uint32(first+n)
			reduce.Sized(reducers).Dispatch(e, n*reducers, args)
		})
		heights()
		c.step("links", treeWork, func(e compute.Encoder, first, n int) {
			linking.FirstPart = uint32(first)
			link.Sized(workgroup).Dispatch(e, n*workgroup, linking)
		})
		return c.ready()
	}
	sliceBoxes := c.NewBuffer("boxes of slices", 4*number*size)
	c.step("reduce", treeWork, func(e compute.Encoder, first, n int) {
		args.FirstPart, args.EndPart = uint32(first), uint32(first+n)
		reduceBoxes.Sized(reducers).Dispatch(e, n*reducers, ref.ReduceBoxes[compute.Buffer]{
			Reduce: args, Boxes: c.Boxes, SliceBoxes: sliceBoxes,
		})
	})
	heights()
	room := 2 * number
	if few > 0 {
		room = number * int(few) // each notes its own
	}
	below := c.NewBuffer("boxes below partitions", 4*room)
	if few == 0 {
		linking.FirstBase = c.bases(l, number, ref.Bases[compute.Buffer]{
			Control: c.Control, Partitions: c.Partitions, Minima: c.Minima, SliceBoxes: sliceBoxes,
			Bases: below, Chain: c.NewBuffer("chain of partitions", 2*number),
			FirstLeaf: linking.FirstLeaf, PartitionSize: uint32(size), Room: uint32(number),
		})
	}
	inShared := compute.Constant(0)
	if words := sharesShared(l, v, boxes) + 4*(size-workgroup) + notedShared(few, boxes) + single; l.ComputeOnly && 4*words <= l.SharedBytes {
		inShared = 1 // measured on an H200, whose processors have room for two to four workgroups then
	}
	c.step("links and boxes", treeWork, func(e compute.Encoder, first, n int) {
		linking.FirstPart = uint32(first)
		linkBoxes.Sized(workgroup).Dispatch(e, n*workgroup, ref.LinkBoxes[compute.Buffer]{
			Link: linking, SharedBoxes: inShared, Boxes: c.Boxes, SliceBoxes: sliceBoxes, Bases: below, Resolved: c.Resolved,
		})
	})
	return c.ready()
}

// bases adds the steps that cut each partition by all before it, and returns the partition of
// the buffer where their results begin. One workgroup handles few partitions in one dispatch.
func (c *Clip) bases(l compute.Limits, number int, a ref.Bases[compute.Buffer]) (first uint32) {
	const few = 1 << 11
	size := min(l.Workgroup, 512, max(64, number)) // 512 take 10 KiB of shared memory
	rounds := uint32(1)
	for distance := 1; distance*size < number; distance *= shaders.ClipHops + 1 { // after the first round a chain visits each workgroup at most once
		rounds++
	}
	if rounds%2 == 1 { // even rounds write the second half
		first = a.Room
	}
	if number <= few {
		a.EndRound = rounds
		c.round("bases", func(e compute.Encoder) { bases.Sized(size).Dispatch(e, 1, a) })
		return first
	}
	for r := range rounds {
		a.FirstRound, a.EndRound = r, r+1
		args := a
		c.round(fmt.Sprintf("bases, round %d", r), func(e compute.Encoder) { bases.Sized(size).Dispatch(e, number, args) })
	}
	return first
}

// round adds a step that does a little for each partition.
func (c *Clip) round(title string, record func(compute.Encoder)) {
	c.Steps = append(c.Steps, Step{title, compute.Whole(c.partitions(), record)})
}

// longShares returns the workgroup size of a reduction, and the elements per invocation:
// following more elements costs less than sums over more invocations.
func longShares(workgroup int, items uint32) (int, uint32) {
	for items < 8 && workgroup > 64 {
		workgroup, items = workgroup/2, items*2
	}
	return workgroup, items
}

// firstLeaf returns the number of the first leaf of a tree with four children per node and more
// leaves than partitions, so that a search may begin after the last partition.
func firstLeaf(partitions int) int {
	first, leaves := 1, 4
	for leaves <= partitions {
		first, leaves = 4*first+1, 4*leaves
	}
	return first
}

// fewOf returns the number of partitions, a power of two, that workgroups combine without a
// tree; zero if there are too many.
func fewOf(v compute.Values, capacity int) uint32 {
	size := int(v[Workgroup] * v[Items])
	number := max(1, (capacity+size-1)/size)
	if number > int(v[Few]) {
		return 0
	}
	return 1 << bits.Len(uint(number-1))
}

// treeShared returns the words of shared memory that a workgroup needs, of the kernel
// that needs most.
func treeShared(l compute.Limits, capacity int, boxes bool) func(compute.Values) int {
	return func(v compute.Values) int {
		reducing := (int(v[Workgroup]*v[Items])+1)/2 + 6*units(l, v)
		linking := sharesShared(l, v, boxes) + notedShared(fewOf(v, capacity), boxes)
		return max(reducing, linking) + single
	}
}

// notedShared returns the words of shared memory for noting partitions and for boxes that cut them.
func notedShared(number uint32, boxes bool) int {
	words := 2 * int(number)
	if boxes {
		words += 4 * max(1, min(int(number), shaders.ClipCuts))
	}
	return words
}

// single is more than the words of shared memory that are not in arrays.
const single = 64

// units returns the greatest number of subgroups per workgroup that kernels support.
func units(l compute.Limits, v compute.Values) int {
	if l.Subgroup == 1 {
		return int(v[Workgroup])
	}
	return int(v[Workgroup]) / 4
}

// sharesShared returns the shared memory for following shares and cutting their boxes.
func sharesShared(l compute.Limits, v compute.Values, boxes bool) int {
	workgroup := int(v[Workgroup])
	words := 3*workgroup + workgroup/8 + workgroup/64 + 24 + 2*units(l, v)
	if boxes {
		words += 4 * workgroup
	}
	return words
}

// treeAuto are the measured best sizes (docs/measured/clips.md).
func treeAuto(l compute.Limits, capacity int, boxes bool) compute.Values {
	const few, some, many = 1 << 17, 1 << 20, 1 << 21
	v := compute.Values{Workgroup: 256, Items: 8, Few: 1024}
	switch {
	case l.IsSoftware:
		v[Workgroup], v[Few] = 64, 1
	case boxes && capacity <= many:
		v[Workgroup], v[Items] = 512, 4
	case boxes:
		v[Workgroup], v[Items] = 128, 4
	case capacity <= few:
		v[Workgroup], v[Items] = 512, 2
	case capacity <= 2*few:
		v[Items] = 4
	case capacity >= some:
		v[Workgroup] = 512
	}
	return v
}
