// Package graph holds directed weighted graphs in compressed sparse row form, and makes them from
// road networks: contraction of chains, strongly connected components, nearest nodes. It reads no
// files and draws nothing.
package graph

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math"
	"slices"
	"sync"

	"kernelscope/internal/parallel"
	"kernelscope/scene/geom"
)

const (
	// NoNode stands for no node.
	NoNode = math.MaxUint32
	// Unreached is the distance of a node without a path. It is never the length of a path.
	Unreached = math.MaxUint32
	// MaxWeight is the greatest weight of an edge. It is small enough that an overflowing sum of a
	// distance and a weight can be detected before it wraps around.
	MaxWeight = math.MaxInt32
	// Closed is the weight of an unusable edge. It equals Unreached, so that saturating sums are
	// Unreached at a closed edge and improve nothing: no search needs to test for it.
	Closed = Unreached
	// MaxDegree is the greatest number of edges out of a node. Kernels walk the edges of a node
	// with at least 32 invocations of at most 32,768 iterations each.
	MaxDegree = 1 << 20
)

// Graph is a directed graph of n nodes and m edges, without parallel edges and self-loops. The
// edges out of node u are FirstOut[u] to FirstOut[u+1]-1, ordered by head. The edges into v are
// InEdge[FirstIn[v]] to InEdge[FirstIn[v+1]-1], and Tail has their tails at the same indices.
type Graph struct {
	FirstOut []uint32 // n+1
	Head     []uint32 // m
	Weight   []uint32 // m: the same slice as Time or Length, or both if weights are given; Closed, or at most MaxWeight
	Time     []uint32 // m: tenths of a second, at least 1
	Length   []uint32 // m: decimetres
	Line     []uint32 // m: twice the number of the drawn line, plus one if the edge runs against the order of its points

	FirstIn []uint32 // n+1
	Tail    []uint32 // m
	InEdge  []uint32 // m

	At []geom.Point // n
	ID []int64      // n: numbers in the file

	Component  []uint32 // n: number of the strongly connected component
	Components int
	Largest    uint32 // the component with the most nodes
}

// Nodes returns the number of nodes.
func (g *Graph) Nodes() int { return len(g.FirstOut) - 1 }

// Edges returns the number of edges.
func (g *Graph) Edges() int { return len(g.Head) }

// Edge returns the edge from u to v, if there is one.
func (g *Graph) Edge(u, v uint32) (e uint32, ok bool) {
	i, ok := slices.BinarySearch(g.Head[g.FirstOut[u]:g.FirstOut[u+1]], v)
	return g.FirstOut[u] + uint32(i), ok
}

// Arc is an input edge of FromArcs.
type Arc struct{ Tail, Head, Time, Length, Line uint32 }

// Metric selects which of an arc's two costs a path minimizes.
type Metric uint8

// The metrics: travel time in tenths of a second, length in decimetres, or weights given by a file
// in an unknown unit. Given weights are stored as both lengths and times.
const (
	ByTime Metric = iota
	ByLength
	ByWeight
)

// WeightUnit names the unit of weights and distances whose size depends on the Metric.
const WeightUnit = "units of weight"

// ParseMetric returns the metric named "time" or "length".
func ParseMetric(name string) (Metric, error) {
	switch name {
	case "time":
		return ByTime, nil
	case "length":
		return ByLength, nil
	}
	return 0, fmt.Errorf("graph: %q is not a weight: use time or length", name)
}

// String returns the name of the metric.
func (m Metric) String() string { return [...]string{"time", "length", "given"}[m] }

// FromArcs makes a graph of the nodes at the given places. It drops self-loops, and all but the
// least of parallel arcs. It fails if a weight or a degree exceeds MaxWeight or MaxDegree.
func FromArcs(at []geom.Point, id []int64, arcs []Arc, metric Metric) (*Graph, error) {
	n := len(at)
	cost := func(a *Arc) uint32 {
		if metric == ByTime {
			return a.Time
		}
		return a.Length
	}
	first := make([]uint32, n+1)
	for i := range arcs {
		a := &arcs[i]
		if c := cost(a); c > MaxWeight {
			return nil, fmt.Errorf("graph: the edge from node %d to %d weighs %d, more than %d", a.Tail, a.Head, c, MaxWeight)
		}
		if a.Tail != a.Head {
			first[a.Tail+1]++
		}
	}
	for u := range n {
		first[u+1] += first[u]
	}
	sorted := make([]Arc, first[n])
	fill := slices.Clone(first[:n])
	for _, a := range arcs {
		if a.Tail != a.Head {
			sorted[fill[a.Tail]] = a
			fill[a.Tail]++
		}
	}

	parallel.Pieces(n, func(lo, hi int) {
		for u := lo; u < hi; u++ {
			slices.SortFunc(sorted[first[u]:first[u+1]], func(a, b Arc) int {
				if a.Head != b.Head {
					return cmp.Compare(a.Head, b.Head)
				}
				return cmp.Or(cmp.Compare(cost(&a), cost(&b)), cmp.Compare(a.Line, b.Line))
			})
		}
	})
	g := &Graph{FirstOut: make([]uint32, n+1), At: at, ID: id}
	kept := sorted[:0]
	for u := range n {
		start := len(kept)
		for _, a := range sorted[first[u]:first[u+1]] {
			if len(kept) == start || kept[len(kept)-1].Head != a.Head {
				kept = append(kept, a)
			}
		}
		if d := len(kept) - start; d > MaxDegree {
			return nil, fmt.Errorf("graph: node %d has %d edges, more than %d", u, d, MaxDegree)
		}
		g.FirstOut[u+1] = uint32(len(kept))
	}
	m := len(kept)
	g.Head, g.Length, g.Line = make([]uint32, m), make([]uint32, m), make([]uint32, m)
	g.Time = g.Length
	if metric != ByWeight {
		g.Time = make([]uint32, m)
	}
	parallel.Pieces(m, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			a := &kept[i]
			g.Head[i], g.Time[i], g.Length[i], g.Line[i] = a.Head, a.Time, a.Length, a.Line
		}
	})
	g.Weight = g.Time
	if metric == ByLength {
		g.Weight = g.Length
	}
	g.Complete()
	return g, nil
}

// Complete computes the fields that follow from FirstOut and Head: the incoming edges and the
// components.
func (g *Graph) Complete() {
	var wait sync.WaitGroup
	wait.Go(g.reverse)
	g.findComponents()
	wait.Wait()
}

// reverse fills FirstIn, Tail and InEdge.
func (g *Graph) reverse() {
	n, m := g.Nodes(), g.Edges()
	g.FirstIn, g.Tail, g.InEdge = make([]uint32, n+1), make([]uint32, m), make([]uint32, m)
	for _, v := range g.Head {
		g.FirstIn[v+1]++
	}
	for v := range n {
		g.FirstIn[v+1] += g.FirstIn[v]
	}
	fill := slices.Clone(g.FirstIn[:n])
	for u := range uint32(n) {
		for e := g.FirstOut[u]; e < g.FirstOut[u+1]; e++ {
			v := g.Head[e]
			g.Tail[fill[v]], g.InEdge[fill[v]] = u, e
			fill[v]++
		}
	}
}

// LongestPath returns an upper bound of all distances in the graph.
func (g *Graph) LongestPath() uint64 {
	var sum, most uint64
	for _, w := range g.Weight {
		if w != Closed {
			sum += uint64(w)
			most = max(most, uint64(w))
		}
	}
	return min(sum, most*uint64(max(0, g.Nodes()-1)))
}

// MeanWeight returns the mean weight of edges that are not closed. MeanWeight and MeanDegree are
// zero in a graph without edges.
func (g *Graph) MeanWeight() float64 {
	var sum, n uint64
	for _, w := range g.Weight {
		if w != Closed {
			sum += uint64(w)
			n++
		}
	}
	return float64(sum) / float64(max(1, n))
}

// MeanDegree returns the mean number of edges out of a node.
func (g *Graph) MeanDegree() float64 {
	return float64(g.Edges()) / float64(max(1, g.Nodes()))
}

// Checksum identifies a graph by its ids, edges and weights, in hexadecimal digits.
func (g *Graph) Checksum() string {
	h := sha256.New()
	var words [1 << 13]byte
	put := func(n int, word func(i int) uint32) {
		for first := 0; first < n; first += len(words) / 4 {
			end := min(n, first+len(words)/4)
			for i := first; i < end; i++ {
				binary.LittleEndian.PutUint32(words[4*(i-first):], word(i))
			}
			_, _ = h.Write(words[:4*(end-first)]) // writing to a hash cannot fail
		}
	}
	put(len(g.ID), func(i int) uint32 { return uint32(g.ID[i]) })
	for _, list := range [][]uint32{g.FirstOut, g.Head, g.Weight} {
		put(len(list), func(i int) uint32 { return list[i] })
	}
	return hex.EncodeToString(h.Sum(nil))
}
