package clip

import (
	"context"

	ref "kernelscope/compute/ref/clip"
)

// Partition is the final state of a partition.
type Partition struct {
	Pops, Pushes   int // of pushes before it, and that stay open
	Height, Lowest int // at its beginning, and the lowest in it
	Back           int // the partition that its back-link leads to, -1 for none
	Looks          int // partitions that it has looked at
}

// ReadPartitions returns the partitions of the first n elements. Only a look-back has back-links.
func (c *Clip) ReadPartitions(ctx context.Context, n int) ([]Partition, error) {
	out := make([]Partition, (n+c.Size-1)/c.Size)
	words := make([]uint32, 4*len(out))
	if err := c.Backend.Read(ctx, c.Partitions, 0, words); err != nil {
		return nil, err
	}
	var state []uint32
	if c.State != nil {
		state = make([]uint32, ref.State*len(out))
		if err := c.Backend.Read(ctx, c.State, 0, state); err != nil {
			return nil, err
		}
	}
	for q := range out {
		w := words[4*q:]
		out[q] = Partition{Pops: int(w[0]), Pushes: int(w[1]), Height: int(int32(w[2])), Lowest: int(int32(w[3])), Back: -1}
		if state != nil {
			out[q].Back = int(int32(state[ref.State*q+ref.Back]))
			out[q].Looks = int(state[ref.State*q+ref.Steps])
		}
	}
	return out, nil
}
