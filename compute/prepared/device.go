package prepared

import (
	"context"
	"fmt"

	"kernelscope/compute"
	ref "kernelscope/compute/ref/prepared"
	"kernelscope/compute/scatter"
	"kernelscope/internal/fault"
	"kernelscope/shaders"
)

// Parameters of one tree.
const (
	Subtree  = "subtree"  // nodes of the subtrees that one workgroup sweeps
	Upper    = "upper"    // nodes of the fronts near the root that one workgroup sweeps
	Rows     = "rows"     // of lengths that an invocation of a climb loads together
	Climbers = "climbers" // invocations of a climb
)

// Params returns the parameters.
func Params() []compute.Param {
	return []compute.Param{{
		Name: Subtree, Label: "subtree", Unit: "nodes", Min: 1, Max: 8192, Default: maxSubtree, Auto: "A thousandth of the nodes, from 512 to 1,024, so that about a thousand workgroups have work; 1,024 on software devices.",
		Help: "Nodes of the largest subtree that one workgroup sweeps, for a single tree; fewer where shared memory is small. Small: more fronts near the root are swept before. Large: few workgroups have work.",
	}, {
		Name: Upper, Label: "upper", Unit: "nodes", Min: 1, Max: 8192, Default: 768, Auto: "The default.",
		Help: "Nodes of the fronts above the subtrees that one workgroup sweeps, for a single tree; fewer where shared memory is small. Small: more dispatches wait for each other. Large: a workgroup has many lengths.",
	}, {
		Name: Rows, Label: "rows", Unit: "rows", Min: 1, Max: 8, Default: 4, PowerOfTwo: true, Auto: "The default.",
		Help: "Rows of lengths that an invocation of the climb loads together. Small: it waits for each row. Large: small fronts are loaded twice.",
	}, {
		Name: Climbers, Label: "climbers", Unit: "invocations", Min: 128, Max: 1024, Default: 512, PowerOfTwo: true, Limit: compute.WorkgroupLimit, Auto: "The default.",
		Help: "Invocations of the workgroup that climbs to the root. Small: each has many rows of lengths. Large: barriers wait longer. On GPUs more than 256 concurrent trees take 128, whatever is chosen.",
	}}
}

// These subtrees are within 2 % of the best of a sweep on two networks, of 264,346 and 1.07 million nodes
// (docs/measured/prepared-tried.csv).
const minSubtree, maxSubtree, subtrees = 512, 1024, 1024

// Chosen returns a value for each of Params: the given ones, and automatic ones for the others.
// Given values are checked, and an error wraps compute.ErrValue.
func (t *Fronts) Chosen(l compute.Limits, given compute.Values) (compute.Values, error) {
	auto := compute.Values{}
	if !l.IsSoftware {
		auto[Subtree] = uint32(max(minSubtree, min(maxSubtree, len(t.Node)/subtrees)))
	}
	return compute.Chosen(Params(), l, auto, given)
}

// Device computes distances on a device, which holds the fronts and their lengths.
type Device struct {
	*Fronts
	be     compute.Backend
	memory compute.Memory
	edges  int

	fronts, lengths, place, arcs, weight compute.Buffer
	boundary, offsets, nodeOf, frontOf   compute.Buffer
	jobs, tileJobs                       compute.Buffer
	inOrder, plain                       compute.Buffer
	changes                              *scatter.Writer // of weights
	classes                              []class
	tiled                                []tiled // by depth
	tileCount                            int     // jobs of all depths
	values                               compute.Values
	customization                        compute.Recording
	one                                  *tree
	source                               uint32 // of the last tree
}

// NewDevice uploads fronts to a device. Lengths are undefined until Customize. The values belong to
// Params.
func NewDevice(be compute.Backend, t *Fronts, edges int, v compute.Values) (*Device, error) {
	l := be.Limits()
	chosen, err := t.Chosen(l, v)
	if err != nil {
		return nil, err
	}
	d := &Device{Fronts: t, be: be, edges: edges, memory: compute.Memory{Backend: be}, values: chosen}
	if err := d.check(l); err != nil {
		return nil, err
	}
	d.changes = scatter.New(&d.memory)
	d.classes, d.tiled = classesOf(t, l), tiledOf(t, l)
	d.upload()
	d.inOrder, d.plain = put(&d.memory, "nodes in order", numbers(len(t.Node))), d.memory.NewBuffer("plain distances", len(t.Node))
	if err := d.memory.Ready(); err != nil {
		return nil, err
	}
	d.customization = be.Record("customization", d.customize)
	d.memory.Hold(d.customization)
	if err := d.Tune(chosen); err != nil {
		d.memory.Release()
		return nil, err
	}
	return d, nil
}

// check returns an error if fronts do not fit a device.
func (d *Device) check(l compute.Limits) error {
	n := len(d.Node)
	const lists = ref.BranchWords + 2 + 4 // of a front, if it is a branch of one turn: its records, and what pads its places
	words := d.Words + d.edges*3 + (ref.FrontWords+2*lists)*len(d.List) + 4*len(d.BoundaryNode) + (2+2*(ref.NodeWords+1)+1+2)*n
	if largest := max(d.Words, 2*ref.NodeWords*n); largest > l.BufferWords || 4*int64(words) > l.Memory {
		return fault.Limit.Errorf("prepared: the fronts of %d nodes need %d MiB on the device, %d of them in a buffer; %s has %d MiB, and allows %d for a buffer",
			n, words>>18, largest>>18, l.Device, l.Memory>>20, l.BufferWords>>18)
	}
	if shared := 4 * int(d.Longest); shared > l.SharedBytes { // no front is larger: its nodes are on a path from a root
		return fault.Limit.Errorf("prepared: a climb over %d nodes needs %d bytes of shared memory; %s has %d", d.Longest, shared, l.Device, l.SharedBytes)
	}
	if l.Workgroup < workgroups.Min {
		return fault.Limit.Errorf("prepared: workgroups of %d invocations are needed; %s allows %d", workgroups.Min, l.Device, l.Workgroup)
	}
	if turns := d.maxTurns(); l.IsSoftware && turns > maxTurns {
		return fault.Limit.Errorf("prepared: an invocation would make %d iterations, and %s stops it after %d: the separators of this network are too large for it, prepared-host can search it",
			turns, l.Device, maxTurns)
	}
	return nil
}

// maxTurns is how many iterations an invocation of a software device may make.
const maxTurns = 60_000

// maxTurns bounds the iterations of an invocation in the kernels whose work depends on
// the fronts: a climb, and the children of a front. A branch has fewer: it has no more nodes than shared memory
// has words, and its boundaries are on the path of a climb.
func (d *Device) maxTurns() (most int) {
	const teams = 4
	climbs := make([]int, len(d.List)) // of a climb from this front
	for i := range d.List {
		f := &d.List[i]
		columns := (f.Size() + shaders.PreparedSide - 1) / shaders.PreparedSide
		climbs[i] = int(columns*(f.Size()/(d.values[Climbers]/shaders.PreparedSide)+2) + f.X/d.values[Climbers])
		if f.Parent != NoFront {
			climbs[i] += climbs[f.Parent]
		}
		most = max(most, climbs[i], int(f.Kids)/teams*4)
	}
	return most
}

// upload uploads the data that does not depend on weights.
func (d *Device) upload() {
	words := make([]uint32, 0, ref.FrontWords*len(d.List))
	for i := range d.List {
		words = append(words, d.List[i].Words()...)
	}
	arcs := make([]uint32, 0, 2*len(d.ArcEdge))
	for k, e := range d.ArcEdge {
		arcs = append(arcs, d.ArcPlace[k], e)
	}
	d.fronts, d.arcs = put(&d.memory, "fronts", words), put(&d.memory, "arcs", arcs)
	d.place, d.boundary, d.offsets = put(&d.memory, "places", d.BoundaryPlace), put(&d.memory, "boundaries", d.BoundaryNode), put(&d.memory, "offsets", d.BoundaryOffset)
	d.nodeOf, d.frontOf = put(&d.memory, "nodes", d.Node), put(&d.memory, "fronts of rows", d.FrontOf)
	d.lengths, d.weight = d.memory.NewBuffer("lengths", d.Words), d.memory.NewBuffer("weights", d.edges)
	var jobs, tileJobs []uint32
	for i := range d.classes {
		jobs = d.classes[i].list(jobs)
	}
	for i := range d.tiled {
		tileJobs = d.tiled[i].list(d.Fronts, tileJobs)
	}
	d.tileCount = len(tileJobs) / 2
	d.jobs, d.tileJobs = put(&d.memory, "jobs", jobs), put(&d.memory, "jobs of tiles", tileJobs)
}

// put makes a buffer with contents.
func put(m *compute.Memory, name string, words []uint32) compute.Buffer {
	b := m.NewBuffer(name, len(words))
	if len(words) > 0 {
		m.Backend.Write(b, 0, words)
	}
	return b
}

// Release releases all that is on the device, except batches.
func (d *Device) Release() {
	d.one.memory.Release()
	d.memory.Release()
}

// Bytes returns the memory of the fronts and the distances of one tree on the device.
func (d *Device) Bytes() int64 { return d.memory.Bytes() + d.one.memory.Bytes() }

// Customize computes all lengths from the weights of edges. It returns when the work is
// submitted.
func (d *Device) Customize(weight []uint32) {
	d.Weigh(weight, nil)
	d.be.Submit(d.customization)
}

// Change updates the lengths after some edges have new weights.
func (d *Device) Change(weight []uint32, edges []uint32) {
	d.Weigh(weight, edges)
	d.be.Submit(d.customization)
}

// Weigh writes the weights of some edges, or of all if edges is nil, for later stages. It does
// not change lengths.
func (d *Device) Weigh(weight []uint32, edges []uint32) {
	if edges == nil {
		d.be.Write(d.weight, 0, weight)
		return
	}
	var pairs []uint32
	for _, e := range edges {
		pairs = append(pairs, e, weight[e])
	}
	d.changes.Write(d.weight, pairs)
}

// ClearLengths sets all lengths to Unreached, which only stages that are shown require.
func (d *Device) ClearLengths() { d.be.Fill(d.lengths, 0, d.Words, Unreached) }

// Customizing runs a stage of customization.
func (d *Device) Customizing(stage int) { d.stage(d.be, stage) }

// Lengths returns the buffer of the lengths of all fronts. A front's begin at its Base, in rows of
// Stride words.
func (d *Device) Lengths() compute.Buffer { return d.lengths }

// Rows returns the buffer of the nodes by row.
func (d *Device) Rows() compute.Buffer { return d.nodeOf }

// Boundaries returns the buffer of BoundaryNode.
func (d *Device) Boundaries() compute.Buffer { return d.boundary }

// Recustomize computes the lengths again, to time it.
func (d *Device) Recustomize() { d.be.Submit(d.customization) }

// numbers returns the numbers below n.
func numbers(n int) []uint32 {
	out := make([]uint32, n)
	for i := range out {
		out[i] = uint32(i)
	}
	return out
}

// Tree computes the distances from a source to all nodes; they stay on the device.
func (d *Device) Tree(source uint32) {
	d.Begin(source)
	d.Again()
}

// Again computes the last tree again, to time it.
func (d *Device) Again() { d.be.Submit(d.one.recording) }

// Begin sets the source of the next steps.
func (d *Device) Begin(source uint32) {
	d.source = source
	row := d.RowOf[source]
	d.be.Update(d.one.query, 0, row, d.List[d.FrontOf[row]].Pre)
}

// begun returns the source of the last tree.
func (d *Device) begun() []uint32 { return []uint32{d.source} }

// Clear resets all distances, which only steps that are shown require.
func (d *Device) Clear() { d.be.Fill(d.one.dist, 0, len(d.Node), Unreached) }

// Steps returns the number of steps of a tree that is shown: the climb, the depths near the root, and
// the subtrees. Tree may make fewer dispatches.
func (d *Device) Steps() int { return 1 + len(d.one.depths) + len(d.one.subtrees) }

// Step runs a step of a tree.
func (d *Device) Step(step int) {
	switch {
	case step == 0:
		d.climb(d.be, 1, 1, d.one.query, d.nodeOf, d.one.dist, d.begun)
	case step <= len(d.one.depths):
		d.one.sweep(d.be, d.one.depths[step-1:step])
	default:
		d.one.sweep(d.be, d.one.subtrees)
	}
}

// Dist returns the buffer of the distances of the last Tree, by node; at least Unreached for
// nodes without a path.
func (d *Device) Dist() compute.Buffer { return d.one.dist }

// States records the state of each node with its distance, in the form of the searches' layer
// NodeStates. With news, nodes whose distance is new since the last call are Near; all others
// with a distance are Relaxed.
func States(e compute.Encoder, dist, states compute.Buffer, news bool) {
	args := ref.States[compute.Buffer]{Dist: dist, States: states, Nodes: uint32(dist.Len())}
	if news {
		args.News = 1
	}
	statesKernel.Dispatch(e, dist.Len(), args)
}

// Plain records the copying of the distances of the last Tree to a buffer, in which nodes
// without a path have math.MaxUint32.
func (d *Device) Plain(e compute.Encoder) compute.Buffer {
	gather.On(d.be.Limits()).Dispatch(e, len(d.Node), ref.Gather[compute.Buffer]{
		Lanes: 1, Dist: d.one.dist, Nodes: d.inOrder, Table: d.plain, Columns: uint32(len(d.Node)), Count: 1})
	return d.plain
}

// Distances reads the distances of the last Tree, math.MaxUint32 if there is no path.
func (d *Device) Distances(ctx context.Context) ([]uint32, error) {
	out := make([]uint32, len(d.Node))
	if err := d.be.Read(ctx, d.Plain(d.be), 0, out); err != nil {
		return nil, fmt.Errorf("prepared: %w", err)
	}
	return out, nil
}
