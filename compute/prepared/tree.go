package prepared

import (
	"slices"

	"kernelscope/compute"
	ref "kernelscope/compute/ref/prepared"
)

// nodeRecord is the size of the record of a node.
const nodeRecord = 8

// tree holds the buffers of one tree, besides the fronts: depths near the root have
// a dispatch each, and each subtree below them has a workgroup.
type tree struct {
	d                            *Device
	memory                       compute.Memory
	recording                    compute.Recording
	query, dist                  compute.Buffer
	nodes, spans, depthsOf       compute.Buffer
	most, roots                  int   // nodes of a subtree, and depths near the root
	depths                       []job // of nodes
	subtrees                     int
	nodeWords, spanList, deepers []uint32
}

// Values are the values of Params in use.
func (d *Device) Values() compute.Values { return d.values }

// Tune sets all values of Params and discards the last tree.
func (d *Device) Tune(v compute.Values) error {
	if d.one != nil {
		d.one.memory.Release()
	}
	d.values = v
	d.one = d.newTree(int(v[Subtree]))
	d.one.recording = d.be.Record("tree", d.one.record)
	d.one.memory.Hold(d.one.recording)
	return d.one.memory.Ready()
}

// newTree lists the work of a tree.
func (d *Device) newTree(most int) *tree {
	t := &tree{d: d, memory: compute.Memory{Backend: d.be}, most: most, roots: d.rootDepths(most)}
	for depth := range t.roots {
		first := t.count()
		for i := d.Levels[depth]; i < d.Levels[depth+1]; i++ {
			if !t.inSubtree(&d.List[i]) {
				t.add(&d.List[i])
			}
		}
		t.depths = append(t.depths, job{first, t.count() - first})
	}
	inPre := make([]uint32, len(d.List))
	for i := range d.List {
		inPre[d.List[i].Pre] = uint32(i)
	}
	for pre := uint32(0); int(pre) < len(inPre); {
		top := &d.List[inPre[pre]]
		if !t.inSubtree(top) {
			pre++
			continue
		}
		t.addSubtree(inPre[top.Pre:top.End], top.Depth)
		pre = top.End
	}
	t.subtrees = len(t.spanList) / 2
	t.query, t.dist = t.memory.NewBuffer("query", 2), t.memory.NewBuffer("distances", len(d.Node))
	t.nodes, t.spans, t.depthsOf = put(&t.memory, "nodes of fronts", t.nodeWords), put(&t.memory, "subtrees", t.spanList), put(&t.memory, "depths of subtrees", t.deepers)
	t.nodeWords, t.spanList, t.deepers = nil, nil, nil
	return t
}

// rootDepths returns the number of depths near the root that are swept depth by depth, if
// each workgroup may sweep a subtree of at most some nodes. The last of these depths can have
// few nodes, in a few subtrees that are deeper than others; such a depth takes longer as a
// dispatch than as a part of larger subtrees.
func (d *Device) rootDepths(most int) (depths int) {
	nodes := make([]uint32, len(d.Levels)-1)
	for i := range d.List {
		if f := &d.List[i]; int(f.Below) > most {
			nodes[f.Depth] += f.X
		}
	}
	const few = 8 // leaving smaller depths to the subtrees saves 4 % of the time on New York
	largest := slices.Max(nodes)
	for depth, n := range nodes {
		if n > 0 && n >= largest/few {
			depths = depth + 1
		}
	}
	return depths
}

// inSubtree reports whether a subtree's workgroup sweeps a front.
func (t *tree) inSubtree(f *Front) bool { return int(f.Below) <= t.most || int(f.Depth) >= t.roots }

// count returns the number of nodes that have been added.
func (t *tree) count() uint32 { return uint32(len(t.nodeWords) / nodeRecord) }

// add lists the nodes of a front.
func (t *tree) add(f *Front) {
	for i := range f.X {
		t.nodeWords = append(t.nodeWords, f.Base+f.X*f.Stride+i, f.Stride, f.Boundary, f.B, t.d.Node[f.Row+i], f.Pre, f.End, 0)
	}
}

// addSubtree lists the nodes of some fronts depth by depth.
func (t *tree) addSubtree(fronts []uint32, top uint32) {
	var byDepth [][]uint32
	for _, i := range fronts {
		depth := int(t.d.List[i].Depth - top)
		if depth == len(byDepth) {
			byDepth = append(byDepth, nil)
		}
		byDepth[depth] = append(byDepth[depth], i)
	}
	t.spanList = append(t.spanList, uint32(len(t.deepers)/2), uint32(len(byDepth)))
	for _, list := range byDepth {
		first := t.count()
		for _, i := range list {
			t.add(&t.d.List[i])
		}
		t.deepers = append(t.deepers, first, t.count())
	}
}

// record records a tree from the source of the query.
func (t *tree) record(e compute.Encoder) {
	t.d.climb(e, 1, 1, t.query, t.d.nodeOf, t.dist, t.d.begun)
	for i := range t.depths {
		t.sweepDepth(e, i)
	}
	t.sweepSubtrees(e)
}

// climb records climbs from the sources of a query, which a profile asks for.
func (d *Device) climb(e compute.Encoder, lanes, count int, query, nodeOf, dist compute.Buffer, sources func() []uint32) {
	size := int(d.values[Climbers])
	if lanes > manyLanes && !d.be.Limits().IsSoftware {
		size = climb.Workgroup.Min // small workgroups wait less at barriers; Climbers is for fewer trees
	}
	climb.Sized(size).Moves(func() int { return d.climbMoved(sources()) }).Dispatch(e, count*size, ref.Climb[compute.Buffer]{
		Lanes: compute.Constant(lanes), Path: compute.Constant(d.Longest), Cap: compute.Constant(d.Largest), Rows: compute.Constant(d.values[Rows]),
		Fronts: d.fronts, Lengths: d.lengths, Offset: d.offsets, NodeOf: nodeOf, FrontOf: d.frontOf, Query: query, Dist: dist, Count: uint32(count)})
}

func (t *tree) sweepDepth(e compute.Encoder, i int) {
	j, sharing := t.depths[i], t.d.values[Sharing]
	moved := func() int {
		return t.d.sweepMoved(func(f *Front) bool { return int(f.Depth) == i && !t.inSubtree(f) }, 1, nodeRecord)
	}
	depth.Moves(moved).Dispatch(e, int(j.count*sharing), ref.Depth[compute.Buffer]{
		Share: compute.Constant(sharing), Lengths: t.d.lengths, Boundary: t.d.boundary, Nodes: t.nodes, Query: t.query, Dist: t.dist, First: j.first, Count: j.count})
}

func (t *tree) sweepSubtrees(e compute.Encoder) {
	if t.subtrees > 0 {
		subtree.Moves(func() int { return t.d.sweepMoved(t.inSubtree, 1, nodeRecord) }).Dispatch(e, t.subtrees*subtree.Size(), ref.Subtree[compute.Buffer]{
			Lengths: t.d.lengths, Boundary: t.d.boundary, Nodes: t.nodes, Query: t.query, Dist: t.dist, Spans: t.spans, Depths: t.depthsOf, Count: uint32(t.subtrees)})
	}
}
