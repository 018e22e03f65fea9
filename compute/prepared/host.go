package prepared

import (
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"kernelscope/scene/graph"
)

// Host computes distances on the host by the algorithm of Device, for machines without one and
// for comparison.
type Host struct {
	*Fronts
	lengths []uint32
	threads int
	tops    [][]uint32 // by depth: fronts above the parts that threads sweep alone
	parts   []uint32   // the fronts below those, with whole subtrees
	inPre   []uint32   // front of a preorder number
	rows    [][]uint32
}

// NewHost allocates the lengths of fronts. Customize computes them.
func NewHost(t *Fronts) *Host {
	h := &Host{Fronts: t, lengths: make([]uint32, t.Words), threads: runtime.GOMAXPROCS(0), inPre: make([]uint32, len(t.List))}
	h.rows = make([][]uint32, h.threads)
	part := max(1000, uint32(len(t.Node))/64)
	for i := range t.List {
		f := &t.List[i]
		h.inPre[f.Pre] = uint32(i)
		if f.Below > part {
			if int(f.Depth) == len(h.tops) {
				h.tops = append(h.tops, nil)
			}
			h.tops[f.Depth] = append(h.tops[f.Depth], uint32(i))
		} else if f.Parent == NoFront || t.List[f.Parent].Below > part {
			h.parts = append(h.parts, uint32(i))
		}
	}
	return h
}

// share calls do for each number below n, on all threads. do may use a slice of its
// thread.
func (h *Host) share(n, chunk int, do func(i int, row *[]uint32)) {
	var next atomic.Int64
	work := func(row *[]uint32) {
		for first := int(next.Add(int64(chunk))) - chunk; first < n; first = int(next.Add(int64(chunk))) - chunk {
			for i := first; i < min(n, first+chunk); i++ {
				do(i, row)
			}
		}
	}
	var wait sync.WaitGroup
	for t := 1; t < h.threads && n > t*chunk; t++ {
		wait.Go(func() { work(&h.rows[t]) })
	}
	work(&h.rows[0])
	wait.Wait()
}

// Customize computes all lengths from the weights of edges.
func (h *Host) Customize(weight []uint32) {
	for stage := range h.Stages() {
		h.Customizing(stage, weight)
	}
}

// Customizing runs a stage of customization.
func (h *Host) Customizing(stage int, weight []uint32) {
	const chunk = 16
	depth, down := h.Stage(stage)
	first, end := h.Levels[depth], h.Levels[depth+1]
	h.share(int(end-first), chunk, func(i int, row *[]uint32) {
		if f := &h.List[first+uint32(i)]; down {
			h.complete(f, row)
		} else {
			h.eliminate(f, weight)
		}
	})
}

// Lengths returns the lengths of all fronts, as in the buffer of a Device.
func (h *Host) Lengths() []uint32 { return h.lengths }

// row returns a row of a front's lengths.
func (h *Host) row(f *Front, i uint32) []uint32 {
	at := f.Base + i*f.Stride
	return h.lengths[at : at+f.Size()]
}

// eliminate computes the lengths of a front from its edges and its children, then shortens them
// over X: those among B are then exact for paths within the subtree.
func (h *Host) eliminate(f *Front, weight []uint32) {
	size := f.Size()
	for i := range size {
		row := h.row(f, i)
		for j := range row {
			row[j] = Unreached
		}
		row[i] = 0
	}
	for k := f.Arc; k < f.Arc+f.Arcs; k++ {
		lower(&h.row(f, h.ArcPlace[k]/size)[h.ArcPlace[k]%size], weight[h.ArcEdge[k]])
	}
	for c := f.Kid; c < f.Kid+f.Kids; c++ {
		kid := &h.List[c]
		place := h.BoundaryPlace[kid.Boundary : kid.Boundary+kid.B]
		for i, to := range place {
			from, row := h.row(kid, kid.X+uint32(i))[kid.X:], h.row(f, to)
			for j, p := range place {
				lower(&row[p], from[j])
			}
		}
	}
	for k := range f.X {
		over := h.row(f, k)
		for i := range size {
			if row := h.row(f, i); i != k && row[k] < Unreached {
				addMin(row, over, row[k])
			}
		}
	}
}

// complete computes the exact lengths of a front, given the lengths of its parent.
func (h *Host) complete(f *Front, scratch *[]uint32) {
	if f.B == 0 {
		return
	}
	p := &h.List[f.Parent]
	place := h.BoundaryPlace[f.Boundary : f.Boundary+f.B]
	for i, at := range place {
		to, from := h.row(f, f.X+uint32(i))[f.X:], h.row(p, at)
		for j, q := range place {
			to[j] = from[q]
		}
	}
	for i := range f.X { // X to B, and with that X to X
		row := h.row(f, i)
		first := append((*scratch)[:0], row...)
		for k := f.X; k < f.Size(); k++ {
			addMin(row[f.X:], h.row(f, k)[f.X:], first[k])
		}
		for k := f.X; k < f.Size(); k++ {
			addMin(row[:f.X], h.row(f, k)[:f.X], row[k])
		}
		*scratch = first
	}
	inward := (*scratch)[:0] // B to X, which all rows need as it was
	for i := f.X; i < f.Size(); i++ {
		inward = append(inward, h.row(f, i)[:f.X]...)
	}
	for i := f.X; i < f.Size(); i++ {
		row := h.row(f, i)
		for k := range f.B {
			addMin(row[:f.X], inward[k*f.X:(k+1)*f.X], row[f.X+k])
		}
	}
	*scratch = inward
}

func lower(x *uint32, y uint32) { *x = min(*x, y) }

// addMin lowers the numbers of a row to another row's plus a length.
func addMin(row, over []uint32, length uint32) {
	over = over[:len(row)]
	for j, x := range over {
		row[j] = min(row[j], length+x)
	}
}

// Tree finds the distances from a source to all nodes, graph.Unreached where no path
// leads.
func (h *Host) Tree(source uint32, dist []uint32) {
	for step := range h.Steps() {
		h.Step(step, source, dist)
	}
}

// Steps returns the number of steps of a tree: the climb, the depths near the root, and the
// subtrees.
func (h *Host) Steps() int { return 1 + len(h.tops) + 1 }

// Step runs a step of a tree from a source.
func (h *Host) Step(step int, source uint32, dist []uint32) {
	on := h.List[h.FrontOf[h.RowOf[source]]].Pre
	switch {
	case step == 0:
		h.climb(source, dist)
	case step <= len(h.tops):
		for _, i := range h.tops[step-1] {
			h.sweep(&h.List[i], on, dist, &h.rows[0])
		}
	default:
		h.sweepParts(on, dist)
	}
}

// sweepParts sweeps the subtrees below the depths near the root, and finishes all fronts.
func (h *Host) sweepParts(on uint32, dist []uint32) {
	h.share(len(h.parts), 1, func(i int, row *[]uint32) {
		f := &h.List[h.parts[i]]
		for _, below := range h.inPre[f.Pre:f.End] {
			h.sweep(&h.List[below], on, dist, row)
		}
		for _, below := range h.inPre[f.Pre:f.End] {
			h.finish(&h.List[below], dist)
		}
	})
	for _, tops := range h.tops {
		for _, i := range tops {
			h.finish(&h.List[i], dist)
		}
	}
}

// climb computes the distances of all fronts from the source's to the root.
func (h *Host) climb(source uint32, dist []uint32) {
	path := slices.Repeat([]uint32{Unreached}, int(h.Longest))
	row := h.RowOf[source]
	f := &h.List[h.FrontOf[row]]
	path[f.Offset+row-f.Row] = 0
	at, now := make([]uint32, 0, h.Largest), make([]uint32, h.Largest)
	for {
		at = at[:0]
		for i := range f.X {
			at = append(at, f.Offset+i)
		}
		at = append(at, h.BoundaryOffset[f.Boundary:f.Boundary+f.B]...)
		now = now[:len(at)]
		for i, p := range at {
			now[i] = path[p]
		}
		for i, p := range at {
			if d := path[p]; d < Unreached {
				reach := f.Size()
				if uint32(i) >= f.X {
					reach = f.X // among B the parent knows better
				}
				addMin(now[:reach], h.row(f, uint32(i))[:reach], d)
			}
		}
		for i, p := range at {
			path[p] = now[i]
		}
		for i := range f.X {
			dist[h.Node[f.Row+i]] = now[i]
		}
		if f.Parent == NoFront {
			return
		}
		f = &h.List[f.Parent]
	}
}

// sweep computes the distances of a front from the distances of its boundary, unless the climb passed
// through it.
func (h *Host) sweep(f *Front, on uint32, dist []uint32, scratch *[]uint32) {
	if f.Holds(on) {
		return
	}
	best := slices.Grow((*scratch)[:0], int(f.X))[:f.X]
	for j := range best {
		best[j] = Unreached
	}
	for i, v := range h.BoundaryNode[f.Boundary : f.Boundary+f.B] {
		addMin(best, h.row(f, f.X+uint32(i))[:f.X], dist[v])
	}
	for j, d := range best {
		dist[h.Node[f.Row+uint32(j)]] = d
	}
	*scratch = best
}

// finish sets the distances of nodes without a path to the caller's value.
func (h *Host) finish(f *Front, dist []uint32) {
	for _, v := range h.Node[f.Row : f.Row+f.X] {
		if dist[v] >= Unreached {
			dist[v] = graph.Unreached
		}
	}
}
