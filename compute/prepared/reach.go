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
	Nodes    uint32 // within the limit, itself among them
	Farthest uint32 // distance of the farthest node that a path leads to: its eccentricity
}

// sharers is how many invocations share the nodes of a source, if it has more nodes. One
// of them stays below 32,768 nodes in networks of up to 134 million.
const sharers = 4096

// CountReach counts on the device what the sources of the last trees reach within a limit.
// ReadReach returns the result.
func (b *Batch) CountReach(limit uint32) {
	b.be.Fill(b.reach, 0, 2*b.Lanes, 0)
	step := min(sharers, len(b.Node))
	reach.On(b.be.Limits()).Dispatch(b.be, step*b.Lanes, ref.Reach[compute.Buffer]{
		Lanes: compute.Constant(b.Lanes), Dist: b.dist, Reach: b.reach, Nodes: uint32(len(b.Node)), Step: uint32(step), Limit: limit, Count: uint32(len(b.sources))})
}

// ReadReach reads the results of CountReach, by source.
func (b *Batch) ReadReach(ctx context.Context) ([]Reach, error) {
	words := make([]uint32, 2*len(b.sources))
	if err := b.be.Read(ctx, b.reach, 0, words); err != nil {
		return nil, fmt.Errorf("prepared: %w", err)
	}
	out := make([]Reach, len(b.sources))
	for i := range out {
		out[i] = Reach{words[2*i], words[2*i+1]}
	}
	return out, nil
}
