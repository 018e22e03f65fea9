package prepared

import (
	"maps"

	"kernelscope/compute"
	ref "kernelscope/compute/ref/prepared"
)

// tree holds the buffers of one tree, besides the fronts.
type tree struct {
	d                                   *Device
	memory                              compute.Memory
	recording                           compute.Recording
	query, dist                         compute.Buffer
	nodes, ids, places, branches, turns compute.Buffer
	levels, subtrees                    []level // above the subtrees; and one, of all subtrees
	depths                              []level // instead of levels, where steps are shown
}

// Values are the values of Params in use.
func (d *Device) Values() compute.Values { return d.values }

// Tune sets all values of Params and discards the last tree. Branches have no more nodes than shared memory
// has room for, whatever the values are.
func (d *Device) Tune(v compute.Values) error {
	if d.one != nil {
		d.one.memory.Release()
	}
	v = maps.Clone(v)
	for _, name := range []string{Subtree, Upper} {
		v[name] = min(v[name], uint32(d.capacity(d.be.Limits())))
	}
	d.values = v
	d.one = d.newTree()
	d.one.recording = d.be.Record("tree", d.one.record)
	d.one.memory.Hold(d.one.recording)
	return d.one.memory.Ready()
}

// newTree lists the work of a tree.
func (d *Device) newTree() *tree {
	t := &tree{d: d, memory: compute.Memory{Backend: d.be}}
	subtree := d.values[Subtree]
	lists := branchLists{Fronts: d.Fronts, place: make([]uint32, len(d.Node))}
	above, below := d.branchesOf(subtree, d.values[Upper])
	t.levels, t.subtrees = d.list(&lists, above, d.upperShape), d.list(&lists, below, d.subtreeShape)
	above, _ = d.branchesOf(subtree, 0) // each front is a branch, and each depth a level
	t.depths = d.list(&lists, above, d.upperShape)
	t.query, t.dist = t.memory.NewBuffer("query", 2), t.memory.NewBuffer("distances", len(d.Node))
	t.nodes, t.ids, t.places = put(&t.memory, "nodes of branches", lists.nodes), put(&t.memory, "ids of nodes", lists.ids), put(&t.memory, "places", lists.places)
	t.branches, t.turns = put(&t.memory, "branches", lists.branches), put(&t.memory, "turns", lists.turns)
	return t
}

// list lists branches in the order of their levels.
func (d *Device) list(lists *branchLists, list []*branch, shape func(branches int) (size, rows int)) (levels []level) {
	for same := range runs(list, func(b *branch) int { return b.level }) {
		size, rows := shape(len(same))
		levels = append(levels, lists.add(same, size, rows))
	}
	return levels
}

// upperShape returns the workgroup size and the rows that an invocation loads together for some branches near the
// root, where boundaries are long and a device has room for large workgroups.
func (d *Device) upperShape(count int) (size, rows int) {
	const few = 16 // twice as many invocations for one branch save 1 to 7 % of a tree
	size, rows = branches.Size(), 8
	if l := d.be.Limits(); !l.IsSoftware {
		size *= 4
		if count < few {
			size *= 2
		}
		size = min(size, l.Workgroup)
	}
	return size, rows
}

// subtreeShape returns the shape for some subtrees: fewer than a device holds have more invocations.
func (d *Device) subtreeShape(subtrees int) (size, rows int) {
	size, rows = branches.Size(), 4
	if l := d.be.Limits(); 2*size*subtrees <= l.Resident {
		size = min(2*size, l.Workgroup)
	}
	return size, rows
}

// record records a tree from the source of the query.
func (t *tree) record(e compute.Encoder) {
	t.d.climb(e, 1, 1, t.query, t.d.nodeOf, t.dist, t.d.begun)
	t.sweep(e, t.levels)
	t.sweep(e, t.subtrees)
}

// climb records climbs from the sources of a query, which a profile asks for.
func (d *Device) climb(e compute.Encoder, lanes, count int, query, nodeOf, dist compute.Buffer, sources func() []uint32) {
	size := int(d.values[Climbers])
	if lanes > manyLanes && !d.be.Limits().IsSoftware {
		size = climb.Workgroup.Min // small workgroups wait less at barriers; Climbers is for fewer trees
	}
	climb.Sized(size).Moves(func() int { return d.climbMoved(sources()) }).Dispatch(e, count*size, ref.Climb[compute.Buffer]{
		Lanes: compute.Constant(lanes), Path: compute.Constant(d.Longest), Rows: compute.Constant(d.values[Rows]),
		Fronts: d.fronts, Lengths: d.lengths, Offset: d.offsets, NodeOf: nodeOf, FrontOf: d.frontOf, Query: query, Dist: dist, Count: uint32(count)})
}

// sweep records levels.
func (t *tree) sweep(e compute.Encoder, levels []level) {
	for i := range levels {
		l := &levels[i]
		const step = 256 // of Cap, since each value is a pipeline
		room := min((l.largest+step-1)/step*step, t.d.be.Limits().SharedBytes/4)
		branches.Sized(l.size).Moves(func() int { return t.d.branchesMoved(l) }).Dispatch(e, int(l.count)*l.size, ref.Branch[compute.Buffer]{
			Cap: compute.Constant(room), Rows: compute.Constant(l.rows), Fronts: t.d.fronts, Lengths: t.d.lengths, Boundary: t.d.boundary, Places: t.places,
			Nodes: t.nodes, IDs: t.ids, Branches: t.branches, TurnList: t.turns, Query: t.query, Dist: t.dist, First: l.first, Count: l.count})
	}
}
