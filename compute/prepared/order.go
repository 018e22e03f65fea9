package prepared

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"runtime"
	"slices"

	"kernelscope/internal/fault"
	"kernelscope/scene"
	"kernelscope/scene/geom"
	"kernelscope/scene/graph"
)

// Order is the separator tree of a network. Fronts are numbered by depth and, within a depth, in
// preorder, so that the children of a front are neighbours. A row is a node's place: the nodes of a
// front have adjacent rows, in the order of fronts.
type Order struct {
	Parent []uint32 // by front; NoFront of roots
	First  []uint32 // fronts+1: front f owns the rows First[f] to First[f+1]-1
	Node   []uint32 // by row
}

// Fronts returns the number of fronts.
func (o *Order) Fronts() int { return len(o.Parent) }

// Making configures the making of an order.
type Making struct {
	// Places of the nodes; without them hop distances stand in.
	Places []geom.Point
	// Threads limits those that work concurrently; zero is one for each core. The order
	// does not depend on it.
	Threads int
	// Again makes an order even if one is stored.
	Again bool
	// Progress is called with the share of work that is done, from any goroutine but one
	// at a time. It may be nil.
	Progress func(share float64)
}

// NewOrder cuts a network. When the context ends, it returns immediately; the work
// itself ends soon after. A network without small separators is an error that wraps
// fault.Limit.
func NewOrder(ctx context.Context, g *graph.Graph, m Making) (*Order, error) {
	d := &dissector{progress: m.Progress, total: workOf(g.Nodes())}
	threads := cmp.Or(m.Threads, runtime.GOMAXPROCS(0))
	d.spare.Store(int64(threads - 1))
	made := make(chan *Order, 1)
	go func() {
		defer close(made)
		d.split(whole(g, m.Places), NoFront)
		if !d.stop.Load() {
			made <- number(d.fronts, g.Nodes())
		}
	}()
	select {
	case o := <-made:
		if o == nil {
			return nil, fault.Limit.Errorf("prepared: a part of the network has no separator of at most %d nodes: this is not a road network", largestFront)
		}
		return o, nil
	case <-ctx.Done():
		d.stop.Store(true)
		return nil, fmt.Errorf("prepared: the order is not complete: %w", ctx.Err())
	}
}

// number puts fronts, which are in the order of threads, into the order of an Order.
func number(list []raw, nodes int) *Order {
	k := len(list)
	children := make([][]uint32, k+1) // roots, children of no front, are the last
	for i, f := range list {
		p := min(f.parent, uint32(k))
		children[p] = append(children[p], uint32(i))
	}
	depth, preorder := make([]uint32, k), make([]uint32, 0, k)
	var stack []uint32
	push := func(fronts []uint32) {
		slices.SortFunc(fronts, func(a, b uint32) int { return cmp.Compare(list[b].nodes[0], list[a].nodes[0]) })
		stack = append(stack, fronts...)
	}
	push(children[k])
	for len(stack) > 0 {
		i := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if p := list[i].parent; p != NoFront {
			depth[i] = depth[p] + 1
		}
		preorder = append(preorder, i)
		push(children[i])
	}
	slices.SortStableFunc(preorder, func(a, b uint32) int { return cmp.Compare(depth[a], depth[b]) })
	at := make([]uint32, k)
	o := &Order{First: make([]uint32, 1, k+1), Node: make([]uint32, 0, nodes), Parent: make([]uint32, k)}
	for f, i := range preorder {
		at[i] = uint32(f)
		o.Parent[f] = NoFront
		if p := list[i].parent; p != NoFront {
			o.Parent[f] = at[p]
		}
		o.Node = append(o.Node, list[i].nodes...)
		o.First = append(o.First, uint32(len(o.Node)))
	}
	return o
}

// Hash identifies an order.
func (o *Order) Hash() (sum [sha256.Size]byte) {
	h := sha256.New()
	for _, list := range [][]uint32{o.Parent, o.First, o.Node} {
		_, _ = h.Write(bytesOf(list)) // a hash takes everything
	}
	h.Sum(sum[:0])
	return sum
}

// bytesOf returns words as bytes, the least first.
func bytesOf(words []uint32) []byte {
	b := make([]byte, 0, 4*len(words))
	for _, w := range words {
		b = binary.LittleEndian.AppendUint32(b, w)
	}
	return b
}

// PlacesOf returns the places of a map's nodes, and nil if they are only a layout.
func PlacesOf(m *scene.Map) []geom.Point {
	if m.Abstract {
		return nil
	}
	return m.Graph.At
}
