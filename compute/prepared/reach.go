package prepared

import (
	"context"
	"fmt"

	"kernelscope/compute"
	ref "kernelscope/compute/ref/prepared"
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

// ReachOf adds up distances; no path leads where they are Unreached or greater.
func ReachOf(dist []uint32, limit uint32) (r Reach) {
	for _, d := range dist {
		if d >= Unreached {
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

// Access finds what each of many sources reaches, some batches of trees in a step. The results stay on
// the device until Read.
type Access struct {
	*Batch
	results compute.Buffer
	of      []uint32 // sources
	limit   uint32
	done    int // sources
}

// NewAccess allocates the results of some sources, and rows for as many of them as have room, up to a
// number of lanes.
func (d *Device) NewAccess(sources, lanes int) (*Access, error) {
	if err := d.be.Limits().Room(sources, "sources", ref.ReachWords, ref.ReachWords*sources); err != nil {
		return nil, err
	}
	b, err := d.NewBatch(min(sources, lanes, max(minLanes, d.MaxLanes())))
	if err != nil {
		return nil, err
	}
	a := &Access{Batch: b, results: b.memory.NewBuffer("reach of all sources", max(1, ref.ReachWords*sources))}
	return a, b.memory.Ready()
}

// Begin begins with the first of other sources, by the lengths of the moment; what they reach within a
// limit is counted.
func (a *Access) Begin(sources []uint32, limit uint32) {
	a.of, a.limit, a.done = sources, limit, 0
	a.be.Fill(a.results, 0, a.results.Len(), 0)
}

// Made returns the number of sources whose trees are made.
func (a *Access) Made() int { return a.done }

// Complete reports whether that is all of them.
func (a *Access) Complete() bool { return a.done == len(a.of) }

// Step makes the trees of the next sources, and waits for them.
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

// Read returns what the sources reach, by their index.
func (a *Access) Read(ctx context.Context) ([]Reach, error) {
	words := make([]uint32, ref.ReachWords*len(a.of))
	if err := a.be.Read(ctx, a.results, 0, words); err != nil {
		return nil, fmt.Errorf("prepared: %w", err)
	}
	out := make([]Reach, len(a.of))
	for i := range out {
		w := words[ref.ReachWords*i:]
		out[i] = Reach{w[0], w[1], w[2], uint64(w[3]) | uint64(w[4])<<32}
	}
	return out, nil
}

// Access makes the trees of many sources, and returns what each reaches, and how much of it within a
// limit. told hears the number of sources whose trees are made.
func (d *Device) Access(ctx context.Context, sources []uint32, limit uint32, told func(done int)) ([]Reach, error) {
	a, err := d.NewAccess(len(sources), manyLanes)
	if err != nil {
		return nil, err
	}
	defer a.Release()
	a.Begin(sources, limit)
	for !a.Complete() {
		if err := a.Step(ctx); err != nil {
			return nil, err
		}
		told(a.Made())
	}
	return a.Read(ctx)
}
