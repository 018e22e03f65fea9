package prepared

import (
	"context"
	"fmt"
	"slices"

	"kernelscope/compute"
	ref "kernelscope/compute/ref/prepared"
	"kernelscope/internal/parallel"
)

// Access finds what each of many sources reaches, some batches of trees in a step. The results stay on
// the device until Read.
type Access struct {
	*Device
	most    int            // sources
	memory  compute.Memory // of the results
	results compute.Buffer
	inner   []*Batch // of the distances that others follow from: to nodes of fronts with children; none before the first step
	beside  int      // most inner batches
	sharers int      // invocations that share the tiles of a source
	slot    int      // of the next trees
	rows    *Batch   // of all distances; nil before ReadRows
	of      []uint32
	limit   uint32
	done    int // sources
}

// longLanes is the most words of a row of distances to inner nodes, which are a sixth of the nodes of roads. Tiles near the root are
// few and wait for loads, so that more sources take hardly longer.
const longLanes = 1024

// maxBeside is the most inner batches that a GPU computes concurrently, one for each residentBeside invocations that it holds. Near
// the root the tiles of one batch leave most of it idle.
const maxBeside, residentBeside = 4, 1 << 16

// slots is the number of recordings of trees, which take turns: while the device executes a submission, the host prepares the
// next one. A submission is six recordings (package gpu): three of trees, and between them what the host encodes.
const slots = 2 * 3

// NewAccess allocates the results of some sources.
func (d *Device) NewAccess(sources int) (*Access, error) {
	l := d.be.Limits()
	if err := l.Room(sources, "sources", ref.ReachWords, ref.ReachWords*sources); err != nil {
		return nil, err
	}
	a := &Access{Device: d, most: sources, beside: 1, memory: compute.Memory{Backend: d.be}}
	if !l.IsSoftware {
		a.beside = max(1, min(maxBeside, l.Resident/residentBeside))
	}
	a.results = a.memory.NewBuffer("reach of all sources", max(1, ref.ReachWords*sources))
	if err := a.memory.Ready(); err != nil {
		return nil, err
	}
	if err := d.checkLanes(minLanes, a.memory.Bytes()); err != nil {
		a.Release()
		return nil, err
	}
	return a, nil
}

// batches returns all batches that are allocated.
func (a *Access) batches() []*Batch {
	if a.rows == nil {
		return a.inner
	}
	return append(slices.Clone(a.inner), a.rows)
}

// held returns the bytes of the results and of the batches.
func (a *Access) held() int64 {
	bytes := a.memory.Bytes()
	for _, b := range a.batches() {
		bytes += b.memory.Bytes()
	}
	return bytes
}

// open allocates the distances to inner nodes from as many sources as have room, in up to a.beside batches.
func (a *Access) open() error {
	l := a.be.Limits()
	of, rows := a.innerRows()
	lanes := min(LanesFor(a.most), max(minLanes, a.roomFor(rows, min(longLanes, 4*l.Workgroup, l.SharedBytes/4/ref.ReachWords), a.held())))
	boundary := make([]uint32, len(a.BoundaryNode))
	for i, v := range a.BoundaryNode {
		boundary[i] = of[a.RowOf[v]]
	}
	b := a.newBatch(lanes, of)
	b.leaves = job{} // their distances are not stored
	b.nodeOf, b.boundary, b.dist = put(&b.memory, "inner rows", of), put(&b.memory, "inner boundaries", boundary), b.memory.NewBuffer("inner distances", lanes*rows)
	if err := b.memory.Ready(); err != nil {
		return err
	}
	a.inner, a.sharers = []*Batch{b}, sharersOf(b.turns)
	for len(a.inner) < a.beside && len(a.inner)*lanes < a.most && a.roomFor(rows, lanes, a.held()) == lanes &&
		a.checkLanes(minLanes, a.held()+4*int64(lanes*rows)) == nil {
		c, err := b.another()
		if err != nil {
			break // fewer batches are only slower
		}
		a.inner = append(a.inner, c)
	}
	return nil
}

// sharersOf returns how many invocations share the tiles of a source, given the iterations of each tile. The first one has
// the tiles 0, n, 2n and so on. None makes more than 30,000 iterations, unless a single tile does.
func sharersOf(turns []int) int {
	for n := 1024; ; n *= 2 {
		of := make([]int, n)
		for tile, t := range turns {
			of[tile%n] += t
		}
		if slices.Max(of) <= 30_000 || n >= len(turns) {
			return n
		}
	}
}

// isInner reports whether a front has children, which follow from its distances.
func isInner(f *Front) bool { return f.Kids > 0 }

// innerRows numbers the nodes of inner fronts. The nodes of each other front share the numbers after these: a source climbs
// through one such front at most. It returns the numbers by row, and how many there are.
func (t *Fronts) innerRows() (of []uint32, count int) {
	of = make([]uint32, len(t.Node))
	for i := range t.List {
		if f := &t.List[i]; isInner(f) {
			for x := range f.X {
				of[f.Row+x] = uint32(count)
				count++
			}
		}
	}
	inner, most := uint32(count), uint32(0)
	for i := range t.List {
		if f := &t.List[i]; !isInner(f) {
			for x := range f.X {
				of[f.Row+x] = inner + x
			}
			most = max(most, f.X)
		}
	}
	return of, count + int(most)
}

// Begin implements Reacher.
func (a *Access) Begin(sources []uint32, limit uint32) {
	a.of, a.limit, a.done = sources, limit, 0
	a.be.Fill(a.results, 0, a.results.Len(), 0)
}

// Made implements Reacher.
func (a *Access) Made() int { return a.done }

// Complete implements Reacher.
func (a *Access) Complete() bool { return a.done == len(a.of) }

// Step implements Reacher.
func (a *Access) Step() error {
	if len(a.inner) == 0 {
		if err := a.open(); err != nil {
			return err
		}
	}
	const distances = 6 << 30 // about fifteen milliseconds of work
	sources := a.inner[0].Lanes * len(a.inner)
	rounds := max(1, min(16, distances/max(1, sources*len(a.Node)))) // of all batches
	if a.be.Limits().IsSoftware {
		rounds = 1
	}
	for ; rounds > 0 && !a.Complete(); rounds-- {
		a.trees(a.of[a.done:min(a.done+sources, len(a.of))])
	}
	if sources*len(a.Node) > distances {
		return a.Wait(context.Background()) // a submission of several rounds would be long
	}
	return nil
}

// Wait implements Reacher.
func (a *Access) Wait(ctx context.Context) error { return a.be.Flush(ctx) }

// trees computes trees and adds what their sources reach to the results.
func (a *Access) trees(sources []uint32) {
	n := 0 // batches
	for part := range slices.Chunk(sources, a.inner[0].Lanes) {
		a.inner[n].setSources(part)
		n++
	}
	computeTrees(a.inner[:n], a.slot)
	a.slot = (a.slot + 1) % slots
	for i, b := range a.inner[:n] {
		k := reach.On(a.be.Limits())
		if i > 0 {
			k = k.Beside() // they write different results
		}
		a.count(k, b)
	}
}

// count adds what the sources of a batch reach to the results.
func (a *Access) count(k compute.Kernel[ref.Reach[compute.Buffer]], b *Batch) {
	tiles, own := b.tiles.Len()/ref.TileWords, b.Lanes/4 // invocations of a tile
	step := min(a.sharers, tiles)
	k.Moves(func() int { return a.reachMoved(b.Lanes) }).Dispatch(a.be, step*own, ref.Reach[compute.Buffer]{
		Lanes: compute.Constant(b.Lanes), Nodes: leafShape.nodes, Rows: leafShape.rows, Lengths: a.lengths, Boundary: b.boundary, NodeOf: b.nodeOf, Query: b.query, Tiles: b.tiles, Dist: b.dist, Reach: a.results,
		Count: uint32(tiles), Step: uint32(step), Limit: a.limit, Sources: uint32(len(b.sources)), First: uint32(a.done)})
	a.done += len(b.sources)
}

// ReadRows implements RowReader.
func (a *Access) ReadRows(ctx context.Context, sources []uint32) (Distances, error) {
	if a.rows == nil {
		b, err := a.NewBatch(min(a.most, max(minLanes, a.roomFor(len(a.Node), manyLanes, a.held()))))
		if err != nil {
			return Distances{}, err
		}
		a.rows = b
	}
	return a.rows.ReadRows(ctx, sources)
}

// Release releases the distances and results; the device stays.
func (a *Access) Release() {
	for _, b := range a.batches() {
		b.Release()
	}
	a.memory.Release()
}

// Read implements Reacher.
func (a *Access) Read(ctx context.Context) ([]Reach, error) {
	words := make([]uint32, ref.ReachWords*len(a.of))
	if err := a.be.Read(ctx, a.results, 0, words); err != nil {
		return nil, fmt.Errorf("prepared: %w", err)
	}
	out := make([]Reach, len(a.of))
	for i := range out {
		w := words[ref.ReachWords*i:]
		out[i] = Reach{Nodes: w[0], Within: w[1], Farthest: w[2], Sum: uint64(w[3]) | uint64(w[4])<<32}
	}
	return out, nil
}

// HostAccess finds what sources reach on the host. Processors make trees of their own.
type HostAccess struct {
	*Host
	of    []uint32 // sources
	limit uint32
	found []Reach // by index in of; as many as are made
}

// NewHostAccess allocates the lengths of fronts. Customize computes them.
func NewHostAccess(f *Fronts) *HostAccess { return &HostAccess{Host: NewHost(f)} }

// Begin implements Reacher.
func (h *HostAccess) Begin(sources []uint32, limit uint32) {
	h.of, h.limit, h.found = sources, limit, nil
}

// Made implements Reacher.
func (h *HostAccess) Made() int { return len(h.found) }

// Complete implements Reacher.
func (h *HostAccess) Complete() bool { return len(h.found) == len(h.of) }

// Step implements Reacher.
func (h *HostAccess) Step() error {
	const distances = 1 << 19
	first := len(h.found)
	next := h.of[first:min(len(h.of), first+max(2*h.threads, distances/len(h.Node)))]
	h.found = append(h.found, make([]Reach, len(next))...)
	h.each(next, func(i int, dist []uint32) { h.found[first+i] = ReachOf(dist, h.limit) })
	return nil
}

// Wait implements Reacher.
func (h *HostAccess) Wait(context.Context) error { return nil }

// each passes the distances from each source, which are Unreached or greater without a path.
func (h *HostAccess) each(sources []uint32, use func(i int, dist []uint32)) {
	parallel.Pieces(len(sources), func(first, end int) {
		dist, scratch := make([]uint32, len(h.Node)), []uint32(nil)
		for i := first; i < end; i++ {
			on := h.List[h.FrontOf[h.RowOf[sources[i]]]].Pre
			h.climb(sources[i], dist)
			for _, f := range h.inPre {
				h.sweep(&h.List[f], on, dist, &scratch)
			}
			use(i, dist)
		}
	})
}

// Read implements Reacher.
func (h *HostAccess) Read(context.Context) ([]Reach, error) { return h.found, nil }

// Release does nothing: the host has no device.
func (h *HostAccess) Release() {}
