package bfs

import (
	"fmt"
	"slices"
	"sync/atomic"

	"kernelscope/compute"
	ref "kernelscope/compute/ref/bfs"
	"kernelscope/internal/fault"
	"kernelscope/scene/graph"
)

// Form is the expected range of degrees of a graph: it selects kernels that share a node's
// edges among invocations, or kernels that do not.
type Form int

// The forms. Hubs serves any degree, at the cost of more barriers. Roads serves
// degrees up to MaxRoad, and many levels.
const (
	AutoForm Form = iota
	Hubs
	Roads
)

func (f Form) String() string { return [...]string{"auto", "hubs", "roads"}[f] }

// MaxRoad is the greatest degree of a graph in the form Roads. If the form is
// chosen automatically it is a quarter of that.
const MaxRoad = 256

// A direction is one half of a graph: the edges that leave nodes, or the edges that enter them.
type direction struct {
	first, head []uint32 // n+1, m
	onDevice    struct{ first, head, four, rest compute.Buffer }
}

// along returns the direction in which searches go.
func (b *Graph) along(reverse bool) *direction {
	if reverse {
		return b.in
	}
	return b.out
}

// upload puts the direction on the device.
func (d *direction) upload(m *compute.Memory, name string) {
	d.onDevice.first, d.onDevice.head = m.NewBuffer("first "+name, len(d.first)), m.NewBuffer(name, len(d.head))
	m.Backend.Write(d.onDevice.first, 0, d.first)
	m.Backend.Write(d.onDevice.head, 0, d.head)
}

// uploadFours puts the neighbours on the device once more, as bfs_pair_roads reads
// them.
func (d *direction) uploadFours(m *compute.Memory) {
	if d.onDevice.four != nil {
		return
	}
	four, rest := ref.Fours(d.first, d.head)
	d.onDevice.four, d.onDevice.rest = m.NewBuffer("first neighbours", len(four)), m.NewBuffer("other neighbours", len(rest))
	m.Backend.Write(d.onDevice.four, 0, four)
	m.Backend.Write(d.onDevice.rest, 0, rest)
}

// Graph is a graph on a device, ready for searches. It orders its nodes internally; callers
// never see that order. One goroutine uses it, as its backend.
type Graph struct {
	Form      Form
	Nodes     int
	Edges     int
	Symmetric bool // every edge runs both ways

	memory    compute.Memory
	out, in   *direction // the same where the graph is symmetric
	place     []uint32   // of a node in the order of the device
	component []uint32   // of a node, taking edges both ways
	live      int        // nodes with edges; they come first
	sources   set        // empty between calls, as targets
	targets   set
	numbers   atomic.Pointer[[]uint32] // zeros, one for each place; nil while a list is divided
	widest    int                      // greatest degree, in or out
	near      []uint32                 // places by neighbourhood, made when asked for
	rows      *rows                    // made by the first search that needs them
	pairs     *pairs
	joint     *joint
	single    *single
	speed     speed
}

// New uploads a graph to a device. It reads FirstOut and Head only; self-loops and parallel
// edges are allowed. The form Hubs orders nodes by descending degree; the form Roads keeps
// their order, in which neighbours should be close. A graph too large for the device is an
// error that wraps fault.Limit.
func New(be compute.Backend, g *graph.Graph, form Form) (*Graph, error) {
	n, m := g.Nodes(), g.Edges()
	if err := be.Limits().Room(max(n, m), "nodes or edges", 1, 2*(n+1+m)); err != nil {
		return nil, fmt.Errorf("bfs: %w", err)
	}
	b := &Graph{Form: form, Nodes: n, Edges: m, memory: compute.Memory{Backend: be}, component: weakComponents(g), sources: newSet(n), targets: newSet(n)}
	b.arrange(g)
	if b.widest > graph.MaxDegree {
		return nil, fmt.Errorf("bfs: %w: a node has %d edges, more than %d", fault.Limit, b.widest, graph.MaxDegree)
	}
	if b.Form == Roads && b.widest > MaxRoad {
		return nil, fmt.Errorf("bfs: %w: a node has %d edges, and the form %s serves %d", fault.Limit, b.widest, b.Form, MaxRoad)
	}
	b.out.upload(&b.memory, "heads")
	if !b.Symmetric {
		b.in.upload(&b.memory, "tails")
	}
	if err := b.memory.Ready(); err != nil {
		return nil, err
	}
	b.speed = guess(b, be.Limits())
	return b, nil
}

// Bytes returns the memory of the graph on the device, without the searches.
func (b *Graph) Bytes() int64 { return b.memory.Bytes() }

// Release frees the device's memory.
func (b *Graph) Release() {
	b.rows.release()
	b.pairs.release()
	b.joint.release()
	b.single.release()
	b.memory.Release()
}

// Largest returns the nodes of the largest weakly connected component.
func (b *Graph) Largest() (nodes []uint32) {
	size := make([]int, b.Nodes) // by label
	most := uint32(0)
	for _, c := range b.component {
		if size[c]++; size[c] > size[most] {
			most = c
		}
	}
	for v, c := range b.component {
		if c == most {
			nodes = append(nodes, uint32(v))
		}
	}
	return nodes
}

// arrange chooses the form and the order of nodes, and makes both directions.
func (b *Graph) arrange(g *graph.Graph) {
	n := g.Nodes()
	degree := make([]uint32, n) // the greater of both
	for _, v := range g.Head {
		degree[v]++
	}
	for u := range n {
		degree[u] = max(degree[u], g.FirstOut[u+1]-g.FirstOut[u])
	}
	order := make([]uint32, n)
	for v, d := range degree {
		order[v] = uint32(v)
		b.widest = max(b.widest, int(d))
		b.live += int(min(d, 1))
	}
	if b.Form == AutoForm {
		if b.Form = Hubs; b.widest <= MaxRoad/4 {
			b.Form = Roads
		}
	}
	slices.SortStableFunc(order, func(u, v uint32) int {
		du, dv := degree[u], degree[v]
		if b.Form == Roads {
			du, dv = min(du, 1), min(dv, 1) // only nodes without edges move
		}
		return int(dv) - int(du)
	})
	b.place = make([]uint32, n)
	for p, v := range order {
		b.place[v] = uint32(p)
	}
	placed := &direction{first: make([]uint32, n+1), head: make([]uint32, 0, g.Edges())}
	for p, v := range order {
		for _, w := range g.Head[g.FirstOut[v]:g.FirstOut[v+1]] {
			placed.head = append(placed.head, b.place[w])
		}
		placed.first[p+1] = uint32(len(placed.head))
	}
	b.in = placed.reversed()
	b.out = b.in.reversed() // as placed, with neighbours in order
	if slices.Equal(b.in.first, b.out.first) && slices.Equal(b.in.head, b.out.head) {
		b.Symmetric, b.in = true, b.out
	}
}

// reversed returns the edges reversed. The neighbours of each node are in order.
func (d *direction) reversed() *direction {
	n := len(d.first) - 1
	r := &direction{first: make([]uint32, n+1), head: make([]uint32, len(d.head))}
	for _, v := range d.head {
		r.first[v+1]++
	}
	for v := range n {
		r.first[v+1] += r.first[v]
	}
	fill := slices.Clone(r.first[:n])
	for u := range n {
		for _, v := range d.head[d.first[u]:d.first[u+1]] {
			r.head[fill[v]] = uint32(u)
			fill[v]++
		}
	}
	return r
}

// weakComponents labels the weakly connected components: nodes with different labels are not
// joined by any path.
func weakComponents(g *graph.Graph) []uint32 {
	label := make([]uint32, g.Nodes())
	for v := range label {
		label[v] = uint32(v)
	}
	root := func(v uint32) uint32 {
		for label[v] != v {
			label[v] = label[label[v]]
			v = label[v]
		}
		return v
	}
	for u := range uint32(g.Nodes()) {
		for _, v := range g.Head[g.FirstOut[u]:g.FirstOut[u+1]] {
			a, b := root(u), root(v)
			label[max(a, b)] = min(a, b)
		}
	}
	for v := range label {
		label[v] = root(uint32(v))
	}
	return label
}
