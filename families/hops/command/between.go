package command

import (
	"context"
	"fmt"
	"io"
	"math"
	"time"

	"kernelscope/compute/bfs"
	"kernelscope/compute/gpu"
	"kernelscope/compute/oracle"
	"kernelscope/compute/timing"
	"kernelscope/internal/fault"
	"kernelscope/scene/graph"
)

// partial is the betweenness from the completed sources of a list.
type partial struct {
	timing.Times
	sources []uint32
	values  []float64
}

// between measures betweenness from sources, after a warm-up with a batch of them, and verifies it.
// It stops after limit unless that is zero, and reports its progress to tell.
func between(ctx context.Context, tell io.Writer, d *gpu.Device, g *bfs.Graph, m *graph.Graph, sources []uint32, limit time.Duration) (p partial, err error) {
	if _, err := g.BetweennessFrom(ctx, sources[:min(128, len(sources))], nil); err != nil {
		return p, err
	}
	start := time.Now()
	told := start
	p.sources = sources
	p.Times, err = timing.Call(d, timing.Runs{Timed: 1}, func() (err error) {
		p.values, err = g.BetweennessFrom(ctx, sources, func(done int) bool {
			p.sources = sources[:done]
			if now := time.Now(); now.Sub(told) > 10*time.Second {
				told = now
				left := time.Duration(float64(now.Sub(start)) / float64(done) * float64(len(sources)-done))
				fmt.Fprintf(tell, "betweenness: %d of %d sources, %s left\n", done, len(sources), left.Round(time.Second))
			}
			return limit == 0 || time.Since(start) < limit
		})
		return err
	})
	if err != nil {
		return p, err
	}
	return p, p.verify(ctx, g, m)
}

// verify compares betweenness with what can be known without counting paths: the number of inner
// nodes of a path is its length less 1, so the sum over all nodes equals the sum of length - 1 over
// all pairs. The betweenness from one source is compared with the oracle.
func (p *partial) verify(ctx context.Context, g *bfs.Graph, m *graph.Graph) error {
	const (
		piece = 1 << 14 // sources whose level counts are in memory together
		close = 1e-4
	)
	sum, want := 0.0, 0.0
	for _, x := range p.values {
		sum += x
	}
	for first := 0; first < len(p.sources); first += piece {
		levels, err := g.Levels(ctx, p.sources[first:min(len(p.sources), first+piece)], nil)
		if err != nil {
			return err
		}
		for _, counts := range levels {
			for k, n := range counts[1:] {
				want += float64(k) * float64(n)
			}
		}
	}
	if math.Abs(sum-want) > close*want {
		return fmt.Errorf("%w: betweenness adds up to %g, but lengths to %g", fault.Wrong, sum, want)
	}
	one, err := g.BetweennessFrom(ctx, p.sources[:1], nil)
	if err != nil {
		return err
	}
	expected, _ := oracle.Dependencies(m.FirstOut, m.Head, p.sources[0])
	for v, x := range expected {
		if math.Abs(one[v]-x) > close*max(1, x) {
			return fmt.Errorf("%w: paths from node %d give node %d a betweenness of %g, but %g by the oracle", fault.Wrong, p.sources[0], v, one[v], x)
		}
	}
	return nil
}
