package layout

import (
	"context"
	"math"
	"runtime"
	"sync"
)

const (
	sweepBudget = 120e6 // pairs of nodes
	maxSweeps   = 120
	perNode     = 60 // approximate number of tree cells visited per node

	// damping keeps nodes that attract each other from swapping places forever.
	damping = 0.5
	// gravity is the share of the total repulsion that a pull to the middle cancels, as if the
	// repelling nodes filled a disc evenly. It keeps nodes from being driven out.
	gravity = 0.7
)

// relax applies sweeps in which neighbours attract and all nodes repel each other, with decreasing
// steps. The mass of a node is its degree plus one, so that hubs keep a distance. The strength of
// repulsion is such that the layout neither grows nor shrinks.
func relax(ctx context.Context, g Graph, at []vec) error {
	n := g.nodes()
	sweeps := min(maxSweeps, int(sweepBudget/float64(n*perNode+len(g.Neighbour))))
	next := make([]vec, n)
	longest := 0.1 * math.Sqrt(float64(n))
	strength, inward := balance(g, at)
	for i := range sweeps {
		if err := ctx.Err(); err != nil {
			return err
		}
		reach := float32(longest * (1 - float64(i)/float64(sweeps)))
		t := newTree(g, at)
		f := forces{g: g, at: at, tree: t, strength: strength, inward: inward, reach: reach}
		parallel(n, func(lo, hi int) {
			for v := lo; v < hi; v++ {
				next[v] = f.move(uint32(v))
			}
		})
		copy(at, next)
	}
	return nil
}

func mass(g Graph, v uint32) float32 { return float32(g.First[v+1]-g.First[v]) + 1 }

// balance returns the strengths of the repulsion and of the pull to the middle for which the virial
// of all forces is zero.
func balance(g Graph, at []vec) (strength, inward float32) {
	pull, all, own, x, y, square := 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
	for v := range uint32(g.nodes()) {
		m, p := float64(mass(g, v)), at[v]
		all, own = all+m, own+m*m
		x, y = x+m*float64(p.x), y+m*float64(p.y)
		square += m * (float64(p.x)*float64(p.x) + float64(p.y)*float64(p.y))
		for _, w := range g.of(v) {
			dx, dy := float64(p.x-at[w].x), float64(p.y-at[w].y)
			pull += dx*dx + dy*dy // each edge is counted from both ends
		}
	}
	pairs := all*all - own // twice the sum over pairs of masses
	square -= (x*x + y*y) / all
	s := pull / (pairs * (1 - gravity))
	return float32(s), float32(s * gravity * pairs / (2 * max(square, 1e-9)))
}

// forces holds the forces of a sweep.
type forces struct {
	g        Graph
	at       []vec
	tree     *tree
	strength float32 // of repulsion
	inward   float32 // pull to the middle per unit of distance
	reach    float32 // longest step
}

// move returns the displacement of a node.
func (f *forces) move(v uint32) vec {
	p, middle := f.at[v], f.tree.cells[0].centre
	var pull vec
	for _, w := range f.g.of(v) {
		pull.x += f.at[w].x - p.x
		pull.y += f.at[w].y - p.y
	}
	push, m := f.tree.force(p), mass(f.g, v)
	dx := damping * (pull.x/m + f.strength*push.x - f.inward*(p.x-middle.x))
	dy := damping * (pull.y/m + f.strength*push.y - f.inward*(p.y-middle.y))
	if far := float32(math.Hypot(float64(dx), float64(dy))); far > f.reach {
		dx, dy = dx*f.reach/far, dy*f.reach/far
	}
	return vec{p.x + dx, p.y + dy}
}

// parallel runs f over n items, in one part per processor.
func parallel(n int, f func(lo, hi int)) {
	workers := runtime.GOMAXPROCS(0)
	var wait sync.WaitGroup
	for w := range workers {
		wait.Go(func() { f(n*w/workers, n*(w+1)/workers) })
	}
	wait.Wait()
}
