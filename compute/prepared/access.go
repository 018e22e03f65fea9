package prepared

import (
	"context"
	"fmt"

	"kernelscope/compute"
	ref "kernelscope/compute/ref/prepared"
	"kernelscope/internal/parallel"
)

// sharers is how many invocations share the nodes of a source, if it has more nodes. One
// of them stays below 32,768 nodes in networks of up to 33 million.
const sharers = 1024

// Access finds what each of many sources reaches, some batches of trees in a step. The results stay on
// the device until Read.
type Access struct {
	*Batch
	results compute.Buffer
	of      []uint32 // sources
	limit   uint32
	done    int // sources
}

// NewAccess allocates the results of some sources, and rows for as many of them as have room.
func (d *Device) NewAccess(sources int) (*Access, error) {
	if err := d.be.Limits().Room(sources, "sources", ref.ReachWords, ref.ReachWords*sources); err != nil {
		return nil, err
	}
	b, err := d.NewBatch(min(sources, max(minLanes, d.MaxLanes())))
	if err != nil {
		return nil, err
	}
	a := &Access{Batch: b, results: b.memory.NewBuffer("reach of all sources", max(1, ref.ReachWords*sources))}
	return a, b.memory.Ready()
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
func (a *Access) Step(ctx context.Context) error {
	batches := 16 // handed over before the host waits: a few milliseconds of work
	if a.be.Limits().IsSoftware {
		batches = 1
	}
	for ; batches > 0 && !a.Complete(); batches-- {
		end := min(a.done+a.Lanes, len(a.of))
		a.Trees(a.of[a.done:end])
		a.count()
		a.done = end
	}
	return a.be.Flush(ctx)
}

// count adds what the sources of the last trees reach to the results.
func (a *Access) count() {
	step := min(sharers, len(a.Node))
	reach.On(a.be.Limits()).Dispatch(a.be, step*a.Lanes/4, ref.Reach[compute.Buffer]{
		Lanes: compute.Constant(a.Lanes), Dist: a.dist, Reach: a.results, Nodes: uint32(len(a.Node)), Step: uint32(step), Limit: a.limit, Count: uint32(len(a.sources)), First: uint32(a.done)})
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
func (h *HostAccess) Step(context.Context) error {
	const distances = 1 << 19 // of a step
	first := len(h.found)
	next := h.of[first:min(len(h.of), first+max(2*h.threads, distances/len(h.Node)))]
	h.found = append(h.found, make([]Reach, len(next))...)
	h.each(next, func(i int, dist []uint32) { h.found[first+i] = ReachOf(dist, h.limit) })
	return nil
}

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
