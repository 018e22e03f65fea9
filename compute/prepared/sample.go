package prepared

import (
	"context"
	"math"
	"math/rand/v2"

	"kernelscope/internal/parallel"
)

// Reversed returns the fronts of the network with all edges reversed: its trees have the distances to
// a node. Edges keep their numbers, and orders their rows.
func (t *Fronts) Reversed() *Fronts {
	r := *t
	r.ArcPlace = make([]uint32, len(t.ArcPlace))
	for i := range t.List {
		f := &t.List[i]
		for k := f.Arc; k < f.Arc+f.Arcs; k++ {
			from, to := t.ArcPlace[k]/f.Size(), t.ArcPlace[k]%f.Size()
			r.ArcPlace[k] = to*f.Size() + from
		}
	}
	return &r
}

// Sample draws some nodes, one from each of equal stretches of all nodes in the preorder of fronts.
// Nodes that follow one another in it are near on the map, so a sample covers the map evenly.
func (t *Fronts) Sample(count int, rnd *rand.Rand) (out []uint32) {
	in := make([]uint32, len(t.List))
	for i := range t.List {
		in[t.List[i].Pre] = uint32(i)
	}
	var nodes []uint32
	for _, i := range in {
		f := &t.List[i]
		nodes = append(nodes, t.Node[f.Row:f.Row+f.X]...)
	}
	count = min(count, len(nodes))
	for i := range count {
		first, end := len(nodes)*i/count, len(nodes)*(i+1)/count
		out = append(out, nodes[first+rnd.IntN(end-first)])
	}
	return out
}

// Estimate is what all nodes reach as far as a sample of targets tells.
type Estimate struct {
	Reach []Reach // by node; counts and sums are scaled from the sample to all nodes
	// Error is the standard error of a node's mean distance, the root mean square over all nodes. It
	// is rather too large: it comes from pairs of neighbours in the sample (W. Cochran, Sampling
	// Techniques, 1977, section 5A.12, collapsed strata).
	Error float64
}

// EstimateAll estimates what all nodes reach from a Sample of targets that r has room for. The fronts of r are
// Reversed.
func EstimateAll(ctx context.Context, r RowReader, targets []uint32, limit uint32) (*Estimate, error) {
	rows, err := r.ReadRows(ctx, targets)
	if err != nil {
		return nil, err
	}
	n := rows.nodes()
	e, variances := &Estimate{Reach: make([]Reach, n)}, make([]float64, n)
	parallel.Pieces(n, func(first, end int) {
		for v := first; v < end; v++ {
			row := rows.of(v)
			sampled := ReachOf(row, limit)
			e.Reach[v] = sampled.scaled(float64(n) / float64(rows.Count))
			variances[v] = varianceOf(row) / math.Pow(float64(max(1, sampled.Nodes)), 2)
		}
	})
	sum := 0.0
	for _, x := range variances {
		sum += x
	}
	missing := 1 - float64(rows.Count)/float64(n) // share of nodes outside the sample
	e.Error = math.Sqrt(sum / float64(n) * missing)
	return e, nil
}

// scaled multiplies counts and the sum.
func (r Reach) scaled(by float64) Reach {
	of := func(count uint32) uint32 { return uint32(math.Round(float64(count) * by)) }
	return Reach{Nodes: of(r.Nodes), Within: of(r.Within), Farthest: r.Farthest, Sum: uint64(math.Round(float64(r.Sum) * by))}
}

// varianceOf estimates the variance of the sum of a sample's distances.
func varianceOf(dist []uint32) (sum float64) {
	for i := 1; i < len(dist); i += 2 {
		if a, b := dist[i-1], dist[i]; a < Unreached && b < Unreached {
			sum += (float64(a) - float64(b)) * (float64(a) - float64(b))
		}
	}
	return sum
}
