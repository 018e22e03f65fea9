package prepared

import (
	"context"
	"fmt"

	"kernelscope/compute"
	ref "kernelscope/compute/ref/prepared"
	"kernelscope/scene/graph"
)

// Reach describes the nodes that a source reaches. It is computed where the distances are,
// without copying them.
type Reach struct {
	Nodes    uint32 // that a path leads to, itself among them
	Within   uint32 // of these, the ones within the limit
	Farthest uint32 // distance of the farthest one: the source's eccentricity
	Sum      uint64 // of all distances
}

// Mean returns the mean distance of the other nodes, 0 without one.
func (r Reach) Mean() float64 { return float64(r.Sum) / float64(max(2, r.Nodes)-1) }

// ReachOf adds up distances, graph.Unreached where no path leads.
func ReachOf(dist []uint32, limit uint32) (r Reach) {
	for _, d := range dist {
		if d == graph.Unreached {
			continue
		}
		r.Nodes++
		if d <= limit {
			r.Within++
		}
		r.Farthest = max(r.Farthest, d)
		r.Sum += uint64(d)
	}
	return r
}

// sharers is how many invocations share the nodes of a source, if it has more nodes. One
// of them stays below 32,768 nodes in networks of up to 33 million.
const sharers = 1024

// countReach adds what the sources of the last trees reach to a buffer, from a source's place on.
func (b *Batch) countReach(to compute.Buffer, first int, limit uint32) {
	step := min(sharers, len(b.Node))
	reach.On(b.be.Limits()).Dispatch(b.be, step*b.Lanes/4, ref.Reach[compute.Buffer]{
		Lanes: compute.Constant(b.Lanes), Dist: b.dist, Reach: to, Nodes: uint32(len(b.Node)), Step: uint32(step), Limit: limit, Count: uint32(len(b.sources)), First: uint32(first)})
}

// readReach reads the results of n sources.
func readReach(ctx context.Context, be compute.Backend, from compute.Buffer, n int) ([]Reach, error) {
	words := make([]uint32, ref.ReachWords*n)
	if err := be.Read(ctx, from, 0, words); err != nil {
		return nil, fmt.Errorf("prepared: %w", err)
	}
	out := make([]Reach, n)
	for i := range out {
		w := words[ref.ReachWords*i:]
		out[i] = Reach{w[0], w[1], w[2], uint64(w[3]) | uint64(w[4])<<32}
	}
	return out, nil
}

// Access makes the trees of many sources, as many together as have room, and returns what each reaches,
// and how much of it within a limit. Only that is copied to the host. told hears the number of sources
// whose trees are done.
func (d *Device) Access(ctx context.Context, sources []uint32, limit uint32, told func(done int)) ([]Reach, error) {
	b, err := d.NewBatch(min(len(sources), max(minLanes, d.MaxLanes())))
	if err != nil {
		return nil, err
	}
	defer b.Release()
	l := d.be.Limits()
	if err := l.Room(len(sources), "sources", ref.ReachWords, ref.ReachWords*len(sources)); err != nil {
		return nil, err
	}
	results := b.memory.NewBuffer("reach of all sources", max(1, ref.ReachWords*len(sources)))
	if err := b.memory.Ready(); err != nil {
		return nil, err
	}
	d.be.Fill(results, 0, results.Len(), 0)
	batches := 16 // handed over before the host waits: a few milliseconds of work
	if l.IsSoftware {
		batches = 1
	}
	for first := 0; first < len(sources); first += b.Lanes {
		done := min(first+b.Lanes, len(sources))
		b.Trees(sources[first:done])
		b.countReach(results, first, limit)
		if done%(batches*b.Lanes) == 0 || done == len(sources) {
			if err := d.be.Flush(ctx); err != nil {
				return nil, err
			}
			told(done)
		}
	}
	return readReach(ctx, d.be, results, len(sources))
}
