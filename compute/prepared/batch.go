package prepared

import (
	"context"
	"fmt"
	"math/bits"
	"slices"

	"kernelscope/compute"
	ref "kernelscope/compute/ref/prepared"
	"kernelscope/internal/fault"
)

// Batch holds the distances from many sources on a device: rows of Lanes words, by node. The inner batch of Access has rows
// for some nodes alone.
type Batch struct {
	*Device
	Lanes   int
	sources []uint32 // of the last call of Trees
	memory  compute.Memory

	query, tiles, dist compute.Buffer
	nodeOf, boundary   compute.Buffer // rows of distances
	inner              shape          // of tiles of inner fronts
	depths             []job          // of these tiles
	leaves             job            // of the tiles of other fronts; none where their distances are not stored
	turns              []int          // iterations of an invocation for each tile
	work               map[workKey]compute.Recording
}

// shape is how tiles are swept: nodes of a tile, at most, and rows of its boundary that are loaded together.
type shape struct{ nodes, rows compute.Constant }

// On roads, inner fronts have two nodes and a boundary of seven on average, others ten and four. Small tiles and few rows need few
// registers, so that more invocations wait for loads together (docs/measured/prepared-tried.csv).
var (
	innerShape = shape{4, 4}
	longShape  = shape{4, 2} // of inner fronts, where rows are longer than manyLanes
	leafShape  = shape{8, 2} // of other fronts
)

// workKey names recorded trees: a slot of callers that do not wait for them, or 0, and the number of sources of all batches.
type workKey struct{ slot, sources int }

// minLanes is the smallest row: four words for each of four invocations. Longer rows than manyLanes
// are not faster where all distances are stored.
const minLanes, manyLanes = 16, 256

// longSweep is the size of workgroups that sweep rows longer than manyLanes: two tiles share loads.
const longSweep = 512

// MaxLanes returns the number of sources that fit a device concurrently, 0 if fewer than 16.
func (d *Device) MaxLanes() int { return d.roomFor(len(d.Node), manyLanes, 0) }

// roomFor returns the most words that a row may have, a power of two up to some most, if there are rows of them and other buffers hold
// some bytes; 0 if fewer than 16 fit.
func (d *Device) roomFor(rows, most int, held int64) int {
	l := d.be.Limits()
	words := min(int64(l.BufferWords), (l.Memory-d.Bytes()-held)/4*9/10) - int64(4*len(d.Node))
	lanes := min(int64(most), words/int64(max(1, rows)))
	if lanes < minLanes {
		return 0
	}
	return 1 << (bits.Len64(uint64(lanes)) - 1)
}

// LanesFor returns the row length of a batch for some sources.
func LanesFor(sources int) int {
	lanes := minLanes
	for lanes < sources {
		lanes *= 2
	}
	return lanes
}

// NewBatch allocates a batch for some sources, at most MaxLanes.
func (d *Device) NewBatch(sources int) (*Batch, error) {
	lanes := LanesFor(sources)
	if err := d.checkLanes(lanes, 0); err != nil {
		return nil, err
	}
	b := d.newBatch(lanes, d.Node)
	b.nodeOf, b.boundary, b.dist = d.nodeOf, d.boundary, b.memory.NewBuffer("rows", lanes*len(d.Node))
	return b, b.memory.Ready()
}

// checkLanes returns an error if rows of some words have no room beside other buffers.
func (d *Device) checkLanes(lanes int, held int64) error {
	if most := d.roomFor(len(d.Node), manyLanes, held); lanes > most {
		return fault.Limit.Errorf("prepared: rows of %d distances for %d nodes have no room on %s; at most %d sources have", lanes, len(d.Node), d.be.Limits().Device, most)
	}
	return nil
}

// newBatch returns a batch whose rows are in of, by row of the node. The buffers of rows are left to the caller.
func (d *Device) newBatch(lanes int, of []uint32) *Batch {
	b := &Batch{Device: d, Lanes: lanes, inner: innerShape, memory: compute.Memory{Backend: d.be}, work: map[workKey]compute.Recording{}}
	if lanes > manyLanes {
		b.inner = longShape
	}
	b.query, b.tiles = b.memory.NewBuffer("queries", 2*lanes), put(&b.memory, "tiles", b.listTiles(of))
	return b
}

// listTiles lists the nodes of all fronts in tiles: of inner fronts by depth, then of the others in preorder, so that neighbours
// share rows of their boundaries.
func (b *Batch) listTiles(of []uint32) (tiles []uint32) {
	list := func(f *Front, s shape) {
		var rows [4]uint32 // of the first nodes of B, the last one again where there are fewer
		for i := range rows {
			if f.B > 0 {
				rows[i] = of[b.RowOf[b.BoundaryNode[f.Boundary+min(uint32(i), f.B-1)]]]
			}
		}
		for x := uint32(0); x < f.X; x += uint32(s.nodes) {
			tiles = append(tiles, (f.Base+f.X*f.Stride+x)/4, f.Stride/4, f.Boundary, f.B, f.Row+x, min(uint32(s.nodes), f.X-x), f.Pre, f.End)
			tiles = append(tiles, rows[:]...)
			b.turns = append(b.turns, 1+(int(f.B)+int(s.rows)-1)/int(s.rows))
		}
	}
	listed := func() uint32 { return uint32(len(tiles) / ref.TileWords) }
	inPre := make([]*Front, len(b.List))
	for depth := range len(b.Levels) - 1 {
		first := listed()
		for i := b.Levels[depth]; i < b.Levels[depth+1]; i++ {
			f := &b.List[i]
			if inPre[f.Pre] = f; isInner(f) {
				list(f, b.inner)
			}
		}
		b.depths = append(b.depths, job{first, listed() - first})
	}
	first := listed()
	for _, f := range inPre {
		if !isInner(f) {
			list(f, leafShape)
		}
	}
	b.leaves = job{first, listed() - first}
	return tiles
}

// another returns a batch with the same rows and buffers, except for its sources and distances.
func (b *Batch) another() (*Batch, error) {
	c := *b
	c.memory, c.work = compute.Memory{Backend: b.be}, map[workKey]compute.Recording{}
	c.query, c.dist = c.memory.NewBuffer("queries", 2*b.Lanes), c.memory.NewBuffer("distances", b.dist.Len())
	return &c, c.memory.Ready()
}

// Trees computes the distances from at most Lanes sources; they stay on the device.
func (b *Batch) Trees(sources []uint32) {
	b.setSources(sources)
	b.Again()
}

// setSources sets the sources of the next trees, at most Lanes.
func (b *Batch) setSources(sources []uint32) {
	b.sources = slices.Clone(sources)
	queries := make([]uint32, 0, 2*b.Lanes)
	for lane := range b.Lanes {
		if lane < len(sources) {
			row := b.RowOf[sources[lane]]
			queries = append(queries, row, b.List[b.FrontOf[row]].Pre)
		} else {
			queries = append(queries, 0, none) // in no front: its distances are undefined
		}
	}
	b.be.Update(b.query, 0, queries...)
}

// Again computes the trees of the last call again, to time them.
func (b *Batch) Again() { computeTrees([]*Batch{b}, 0) }

// computeTrees computes the trees of batches beside each other, by the recording of a slot, which waits until its last trees are
// computed. All batches but the last have as many sources as lanes.
func computeTrees(batches []*Batch, slot int) {
	first, sources := batches[0], 0
	for _, b := range batches {
		sources += len(b.sources)
	}
	key := workKey{slot, sources}
	if first.work[key] == nil {
		first.work[key] = first.be.Record("trees", func(e compute.Encoder) { recordTrees(e, batches) })
		first.memory.Hold(first.work[key])
	}
	first.be.Submit(first.work[key])
}

// recordTrees records climbs from the sources of batches, and sweeps of all lanes. Batches write different rows, so
// that their dispatches for one depth need no barrier between them. Fronts without children come last: their boundaries are in
// inner fronts.
func recordTrees(e compute.Encoder, batches []*Batch) {
	for _, b := range batches {
		b.climb(e, b.Lanes, len(b.sources), b.query, b.nodeOf, b.dist, func() []uint32 { return b.sources })
	}
	for depth := range batches[0].depths {
		for _, b := range batches {
			b.sweepDepth(e, depth)
		}
	}
	for _, b := range batches {
		b.sweep(e, b.leaves, leafShape, func(f *Front) bool { return !isInner(f) })
	}
}

// sweepDepth sweeps the inner fronts of a depth.
func (b *Batch) sweepDepth(e compute.Encoder, depth int) {
	b.sweep(e, b.depths[depth], b.inner, func(f *Front) bool { return int(f.Depth) == depth && isInner(f) })
}

// sweep sweeps the tiles of some fronts.
func (b *Batch) sweep(e compute.Encoder, j job, s shape, swept func(*Front) bool) {
	if j.count == 0 {
		return
	}
	parts := b.parts(int(j.count), s)
	own := b.Lanes / 4 * parts // invocations of a tile
	size := sweep.Size()
	if l := b.be.Limits(); b.Lanes > manyLanes && parts == 1 && !l.IsSoftware {
		size = min(longSweep, l.Workgroup) / own * own
	}
	moved := func() int { return b.sweepMoved(swept, b.Lanes, tileList) }
	sweep.Sized(max(size, own)).Moves(moved).Dispatch(e, int(j.count)*own, ref.Sweep[compute.Buffer]{
		Lanes: compute.Constant(b.Lanes), Nodes: s.nodes, Rows: s.rows, Parts: compute.Constant(parts),
		Lengths: b.lengths, Boundary: b.boundary, NodeOf: b.nodeOf, Query: b.query, Tiles: b.tiles, Dist: b.dist,
		First: j.first, Count: j.count})
}

// parts returns the number of parts that the boundaries of some tiles are divided into. Near the root
// tiles are few and boundaries long: there the parts are computed concurrently.
func (b *Batch) parts(tiles int, s shape) int {
	const most = 4                  // as fast as 8, with half the shared memory
	shared := 16 * int(s.nodes) / 2 // bytes of an invocation: half of them leave a quad for each node
	parts, own, l := 1, b.Lanes/4, b.be.Limits()
	for parts < most && 2*parts*own <= min(l.Workgroup, l.SharedBytes/shared) && 2*parts*own*tiles <= l.Resident/2 {
		parts *= 2
	}
	return parts
}

// Rows returns the buffer of the distances to all nodes: word node * Lanes + lane.
func (b *Batch) Rows() compute.Buffer { return b.dist }

// Release releases the rows; the device stays.
func (b *Batch) Release() { b.memory.Release() }

// Table holds the distances of some nodes from the sources of a batch, on the device.
type Table struct {
	b            *Batch
	memory       compute.Memory
	nodes, table compute.Buffer
	columns      int
}

// NewTable allocates a table of the distances of some nodes from all sources.
func (b *Batch) NewTable(nodes []uint32) (*Table, error) {
	t, err := b.newTable(len(nodes), b.Lanes)
	if err == nil && len(nodes) > 0 {
		t.nodes = t.memory.NewBuffer("columns", len(nodes))
		b.be.Write(t.nodes, 0, nodes)
		err = t.memory.Ready()
	}
	return t, err
}

func (b *Batch) newTable(columns, rows int) (*Table, error) {
	if columns*rows > b.be.Limits().BufferWords {
		return nil, fault.Limit.Errorf("prepared: %d distances from %d sources have no room in a buffer of %s", columns, rows, b.be.Limits().Device)
	}
	t := &Table{b: b, columns: columns, memory: compute.Memory{Backend: b.be}}
	t.table = t.memory.NewBuffer("table", columns*rows)
	return t, t.memory.Ready()
}

// Fill gathers the distances of the last trees, a row per source.
func (t *Table) Fill() { t.fill(0, len(t.b.sources)) }

func (t *Table) fill(lane, count int) {
	if t.columns > 0 {
		gather.On(t.b.be.Limits()).Dispatch(t.b.be, t.columns*count, ref.Gather[compute.Buffer]{
			Lanes: compute.Constant(t.b.Lanes), Dist: t.b.dist, Nodes: t.nodes, Table: t.table, Columns: uint32(t.columns), Lane: uint32(lane), Count: uint32(count)})
	}
}

// Read reads the rows into one slice.
func (t *Table) Read(ctx context.Context, words []uint32) error {
	if err := t.b.be.Read(ctx, t.table, 0, words[:t.columns*len(t.b.sources)]); err != nil {
		return fmt.Errorf("prepared: %w", err)
	}
	return nil
}

// Release releases the table.
func (t *Table) Release() { t.memory.Release() }

// Distances reads the distances from one of the sources to all nodes, math.MaxUint32 if there
// is no path.
func (b *Batch) Distances(ctx context.Context, lane int) ([]uint32, error) {
	t, err := b.newTable(len(b.Node), 1)
	if err != nil {
		return nil, err
	}
	defer t.Release()
	t.nodes = b.nodeOf
	t.fill(lane, 1)
	byRow, out := make([]uint32, len(b.Node)), make([]uint32, len(b.Node))
	if err := b.be.Read(ctx, t.table, 0, byRow); err != nil {
		return nil, fmt.Errorf("prepared: %w", err)
	}
	for row, v := range b.Node {
		out[v] = byRow[row]
	}
	return out, nil
}
