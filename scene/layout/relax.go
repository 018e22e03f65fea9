package layout

import (
	"context"
	"math"
	"runtime"
	"sync"
)

const (
	sweepBudget = 120e6 // nodes weighed against each other
	mostSweeps  = 120
	perNode     = 60 // of the tree that a node is weighed against, about
)

// relax lets neighbours attract and all nodes repel each other for some sweeps, with
// steps that become shorter. A node's mass is its degree plus one: hubs keep their
// distance. The strength of repulsion is that at which the whole neither grows nor
// shrinks (the virial of both forces is the same).
func relax(ctx context.Context, g Graph, at []vec) error {
	n := g.nodes()
	sweeps := min(mostSweeps, int(sweepBudget/float64(n*perNode+len(g.Neighbour))))
	next := make([]vec, n)
	longest := 0.1 * math.Sqrt(float64(n))
	for i := range sweeps {
		if err := ctx.Err(); err != nil {
			return err
		}
		reach := float32(longest * (1 - float64(i)/float64(sweeps)))
		t := newTree(g, at)
		strength := balance(g, at)
		parallel(n, func(lo, hi int) {
			for v := lo; v < hi; v++ {
				next[v] = move(g, t, at, uint32(v), strength, reach)
			}
		})
		copy(at, next)
	}
	return nil
}

func mass(g Graph, v uint32) float32 { return float32(g.First[v+1]-g.First[v]) + 1 }

// balance returns the strength of repulsion.
func balance(g Graph, at []vec) float32 {
	pull, all, own := 0.0, 0.0, 0.0
	for v := range uint32(g.nodes()) {
		m := float64(mass(g, v))
		all, own = all+m, own+m*m
		for _, w := range g.of(v) {
			dx, dy := float64(at[v].x-at[w].x), float64(at[v].y-at[w].y)
			pull += dx*dx + dy*dy
		}
	}
	return float32(pull / max(1, all*all-own))
}

// move returns where the forces on a node take it, at most so far.
func move(g Graph, t *tree, at []vec, v uint32, strength, reach float32) vec {
	p := at[v]
	var pull vec
	for _, w := range g.of(v) {
		pull.x += at[w].x - p.x
		pull.y += at[w].y - p.y
	}
	push, m := t.force(p), mass(g, v)
	dx, dy := pull.x/m+strength*push.x, pull.y/m+strength*push.y
	if far := float32(math.Hypot(float64(dx), float64(dy))); far > reach {
		dx, dy = dx*reach/far, dy*reach/far
	}
	return vec{p.x + dx, p.y + dy}
}

// parallel runs f over n items in one piece per processor.
func parallel(n int, f func(lo, hi int)) {
	workers := runtime.GOMAXPROCS(0)
	var wait sync.WaitGroup
	for w := range workers {
		wait.Go(func() { f(n*w/workers, n*(w+1)/workers) })
	}
	wait.Wait()
}
