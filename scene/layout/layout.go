// Package layout places the nodes of a graph in the plane: pivot MDS for the global shape (U.
// Brandes, C. Pich, "Eigensolver Methods for Progressive Multidimensional Scaling of Large Data",
// GD 2006), then sweeps of forces for local structure (M. Jacomy et al., "ForceAtlas2", PLoS ONE 9,
// 2014, with the approximation of J. Barnes and P. Hut, Nature 324, 1986). The same graph has the
// same layout on every machine. Budgets limit the time: the larger the graph, the fewer pivots and
// sweeps.
package layout

import (
	"cmp"
	"context"
	"math"
	"slices"

	"kernelscope/scene/geom"
)

// Spacing is the distance between neighbours in a layout of even density, in units of geom.Point.
// Villages are that far apart, so lines are thin when the whole layout is in view.
const Spacing = 1 << 16

// Graph lists the neighbours of node v, regardless of direction: Neighbour[First[v]] to
// Neighbour[First[v+1]-1]. A neighbour may be listed twice, and a node may be its own neighbour.
type Graph struct{ First, Neighbour []uint32 }

func (g Graph) of(v uint32) []uint32 { return g.Neighbour[g.First[v]:g.First[v+1]] }

func (g Graph) nodes() int { return len(g.First) - 1 }

// vec is a position in the plane. Neighbours are about 1 apart.
type vec struct{ x, y float32 }

// Plane places the nodes: each component separately, then the components next to each other, the
// largest first. It stops when ctx is done.
func Plane(ctx context.Context, g Graph) ([]geom.Point, error) {
	at := make([]vec, g.nodes())
	parts := components(g)
	local := make([]uint32, g.nodes()) // number of each node in its component
	var boxes []box
	for _, nodes := range parts {
		if len(nodes) > 1 {
			p, err := place(ctx, within(g, nodes, local))
			if err != nil {
				return nil, err
			}
			for i, v := range nodes {
				at[v] = p[i]
			}
		}
		boxes = append(boxes, around(at, nodes))
	}
	width, height := pack(boxes)
	unit := min(Spacing, math.MaxInt32/float64(max(1, width, height))) // a long path needs a smaller unit
	out := make([]geom.Point, g.nodes())
	for i, nodes := range parts {
		b := boxes[i]
		for _, v := range nodes {
			x, y := at[v].x-b.min.x+b.to.x-width/2, at[v].y-b.min.y+b.to.y-height/2
			out[v] = geom.Point{X: int32(float64(x) * unit), Y: int32(float64(y) * unit)}
		}
	}
	return out, ctx.Err()
}

// components lists the connected components, the largest first.
func components(g Graph) [][]uint32 {
	var parts [][]uint32
	seen, queue := make([]bool, g.nodes()), make([]uint32, 0, g.nodes())
	for root := range uint32(g.nodes()) {
		if seen[root] {
			continue
		}
		first := len(queue)
		seen[root], queue = true, append(queue, root)
		for i := first; i < len(queue); i++ {
			for _, v := range g.of(queue[i]) {
				if !seen[v] {
					seen[v], queue = true, append(queue, v)
				}
			}
		}
		parts = append(parts, queue[first:len(queue):len(queue)])
	}
	slices.SortStableFunc(parts, func(a, b []uint32) int { return cmp.Compare(len(b), len(a)) })
	return parts
}

// within returns the graph of a component without loops. Its nodes are numbered in the given order.
func within(g Graph, nodes, local []uint32) Graph {
	edges := 0
	for i, v := range nodes {
		local[v] = uint32(i)
		edges += len(g.of(v))
	}
	c := Graph{First: make([]uint32, 1, len(nodes)+1), Neighbour: make([]uint32, 0, edges)}
	for i, v := range nodes {
		for _, w := range g.of(v) {
			if l := local[w]; l != uint32(i) {
				c.Neighbour = append(c.Neighbour, l)
			}
		}
		c.First = append(c.First, uint32(len(c.Neighbour)))
	}
	return c
}

// place places a connected graph of at least two nodes.
func place(ctx context.Context, g Graph) ([]vec, error) {
	at, err := pivotMDS(ctx, g)
	if err != nil {
		return nil, err
	}
	even(at, 1)
	spread(at)
	if err := relax(ctx, g, at); err != nil {
		return nil, err
	}
	even(at, 0.5)
	spread(at)
	return at, nil
}

// even moves each coordinate by a share of the distance to its position if all nodes were evenly
// spaced along the axis in the same order. This spreads crowds and brings outliers closer.
func even(at []vec, share float32) {
	order := make([]uint64, len(at)) // coordinates, as numbers of the same order, each with its node
	for _, axis := range []func(*vec) *float32{func(p *vec) *float32 { return &p.x }, func(p *vec) *float32 { return &p.y }} {
		for v := range at {
			order[v] = uint64(ascending(*axis(&at[v])))<<32 | uint64(v)
		}
		slices.Sort(order)
		least, most := *axis(&at[uint32(order[0])]), *axis(&at[uint32(order[len(order)-1])])
		for i, v := range order {
			x := axis(&at[uint32(v)])
			evenly := least + (most-least)*float32(i)/float32(len(order)-1)
			*x += share * (evenly - *x)
		}
	}
}

// ascending maps x to a number of the same order.
func ascending(x float32) uint32 {
	b := math.Float32bits(x + 0) // makes both zeros equal
	if x < 0 {
		return ^b
	}
	return b | 1<<31
}

// spread scales positions so that each node has a unit of area, or of length if they are on a line.
func spread(at []vec) {
	b, n := around(at, nil), float64(len(at))
	w, h := float64(b.max.x-b.min.x), float64(b.max.y-b.min.y)
	long := max(w, h)
	if long <= 0 {
		return
	}
	scale := math.Sqrt(n / (long * max(min(w, h), long/n)))
	for i := range at {
		at[i] = vec{float32(float64(at[i].x) * scale), float32(float64(at[i].y) * scale)}
	}
}

// box is the extent of a component, and its destination.
type box struct{ min, max, to vec }

// around returns the extent of the given nodes, or of all if nodes is nil.
func around(at []vec, nodes []uint32) box {
	b := box{min: vec{math.MaxFloat32, math.MaxFloat32}, max: vec{-math.MaxFloat32, -math.MaxFloat32}}
	add := func(p vec) {
		b.min.x, b.max.x = min(b.min.x, p.x), max(b.max.x, p.x)
		b.min.y, b.max.y = min(b.min.y, p.y), max(b.max.y, p.y)
	}
	for _, v := range nodes {
		add(at[v])
	}
	if nodes == nil {
		for _, p := range at {
			add(p)
		}
	}
	return b
}

// pack places boxes, the largest first, on shelves of a page with the shape of a screen, and
// returns the size of the page. Single nodes form a grid.
func pack(boxes []box) (width, height float32) {
	const shape, gap = 1.6, 1
	area := float32(0)
	for _, b := range boxes {
		w, h := b.max.x-b.min.x+gap, b.max.y-b.min.y+gap
		area, width = area+w*h, max(width, w)
	}
	width = max(width, float32(math.Sqrt(shape*float64(area))))
	order := make([]int, len(boxes))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int {
		return cmp.Compare(boxes[j].max.y-boxes[j].min.y, boxes[i].max.y-boxes[i].min.y)
	})
	x, y, shelf := float32(0), float32(0), float32(0)
	for _, i := range order {
		b := &boxes[i]
		w, h := b.max.x-b.min.x+gap, b.max.y-b.min.y+gap
		if x > 0 && x+w > width {
			x, y, shelf = 0, y+shelf, 0
		}
		b.to = vec{x, y}
		x, shelf = x+w, max(shelf, h)
	}
	return width, y + shelf
}
