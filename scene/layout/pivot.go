package layout

import (
	"context"
	"math"
)

// Budgets, in visited edges and multiplied nodes: a few seconds on two cores.
const (
	pivotBudget = 40e6
	maxPivots   = 50
	fewPivots   = 6
)

// pivotMDS places a connected graph by the hops from pivots, each as far as possible from the
// previous ones: classical scaling of the n × k matrix of their squares.
func pivotMDS(ctx context.Context, g Graph) ([]vec, error) {
	n := g.nodes()
	k := max(fewPivots, min(maxPivots, int(pivotBudget/float64(n+len(g.Neighbour)))))
	k = min(k, n)
	c := make([][]float32, k) // column i belongs to pivot i
	nearest := make([]uint32, n)
	for v := range nearest {
		nearest[v] = math.MaxUint32
	}
	hops, queue := make([]uint32, n), make([]uint32, 0, n)
	pivot := farthest(g, hops, queue, 0)
	for i := range c {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		breadthFirst(g, pivot, hops, queue)
		c[i] = make([]float32, n)
		for v, h := range hops {
			c[i][v] = float32(h) * float32(h)
			nearest[v] = min(nearest[v], h)
		}
		pivot = outlier(nearest)
	}
	centre(c)
	return project(ctx, c)
}

// outlier returns the first node with the most hops to its nearest pivot.
func outlier(nearest []uint32) (pivot uint32) {
	for v, h := range nearest {
		if h > nearest[pivot] {
			pivot = uint32(v)
		}
	}
	return pivot
}

// farthest returns a node with the most hops from v.
func farthest(g Graph, hops, queue []uint32, v uint32) uint32 {
	order := breadthFirst(g, v, hops, queue)
	return order[len(order)-1]
}

// breadthFirst fills hops from a node and returns the nodes in the order of the search.
func breadthFirst(g Graph, from uint32, hops, queue []uint32) []uint32 {
	for v := range hops {
		hops[v] = math.MaxUint32
	}
	hops[from], queue = 0, append(queue[:0], from)
	for i := 0; i < len(queue); i++ {
		u := queue[i]
		for _, v := range g.of(u) {
			if hops[v] == math.MaxUint32 {
				hops[v], queue = hops[u]+1, append(queue, v)
			}
		}
	}
	return queue
}

// centre subtracts the means of rows and columns.
func centre(c [][]float32) {
	n := len(c[0])
	row := make([]float64, n)
	for _, column := range c {
		mean := 0.0
		for _, x := range column {
			mean += float64(x) / float64(n)
		}
		for v := range column {
			column[v] -= float32(mean)
			row[v] += float64(column[v]) / float64(len(c))
		}
	}
	for _, column := range c {
		for v := range column {
			column[v] = -0.5 * (column[v] - float32(row[v]))
		}
	}
}

// project returns the rows of c projected on the two eigenvectors of cᵀc with the greatest
// eigenvalues.
func project(ctx context.Context, c [][]float32) ([]vec, error) {
	k, n := len(c), len(c[0])
	square := make([][]float64, k)
	for i := range square {
		square[i] = make([]float64, k)
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		for j := range i + 1 {
			sum := 0.0
			for v, x := range c[i] {
				sum += float64(x) * float64(c[j][v])
			}
			square[i][j], square[j][i] = sum, sum
		}
	}
	x := principal(square, nil)
	y := principal(square, x)
	at := make([]vec, n)
	for i, column := range c {
		fx, fy := float32(x[i]), float32(y[i])
		for v, d := range column {
			at[v].x += d * fx
			at[v].y += d * fy
		}
	}
	return at, nil
}

// principal returns the eigenvector of a symmetric matrix with the greatest eigenvalue among those
// orthogonal to another one, by power iteration.
func principal(a [][]float64, other []float64) []float64 {
	k := len(a)
	x, next := make([]float64, k), make([]float64, k)
	for i := range x {
		x[i] = 1 + float64(i*7919%31)/31 // unlikely to be orthogonal to an eigenvector
	}
	for range 200 {
		if other != nil {
			along := 0.0
			for i := range x {
				along += x[i] * other[i]
			}
			for i := range x {
				x[i] -= along * other[i]
			}
		}
		norm := 0.0
		for i := range next {
			next[i] = 0
			for j, v := range x {
				next[i] += a[i][j] * v
			}
			norm += next[i] * next[i]
		}
		if norm == 0 {
			break // a line has no second direction
		}
		for i := range next {
			x[i] = next[i] / math.Sqrt(norm)
		}
	}
	return x
}
