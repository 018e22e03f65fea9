package graphgen

import (
	"fmt"
	"math/rand/v2"

	"kernelscope/scene/build"
	"kernelscope/scene/graph"
)

// AdversarialKinds returns the kinds of Adversarial.
func AdversarialKinds() []string {
	return []string{"star", "hubs", "path", "comb", "zero", "heavy", "fan", "burst"}
}

// Adversarial generates a graph of about n nodes, at least 2, that is hard for searches: a star of
// one node with edges to all others (up to graph.MaxDegree), Hubs (of at most 1,027 nodes), a path, a
// comb, random graphs with weights of 0 and 1 or weights near 2³¹, a fan and a burst.
func Adversarial(kind string, seed uint64, n int) (build.Input, error) {
	switch kind {
	case "star":
		return Star(min(n-1, graph.MaxDegree)), nil
	case "hubs":
		return Hubs(seed, n), nil
	case "path":
		return Path(n, 1), nil
	case "comb":
		return Comb(n), nil
	case "zero":
		return Random(seed, n, 4*n, 0, 1), nil
	case "heavy":
		return Random(seed, n, 4*n, graph.MaxWeight-1000, graph.MaxWeight), nil
	case "fan":
		return Fan(seed, n), nil
	case "burst":
		return Burst(n), nil
	}
	return build.Input{}, fmt.Errorf("graphgen: %q is none of %v", kind, AdversarialKinds())
}

// Hubs generates a graph of n nodes, at least 5 and at most 1,027, on which a far queue without a set overflows. With 1,027, a path of
// short edges runs through 512 hubs. Every hub leads to the same 512 leaves, each next hub on a
// shorter path. So each hub improves all leaves again, while they are still beyond the threshold,
// and a search that queues every improvement makes 262,144 entries for 1,027 nodes. The leaves lead
// to three more nodes, so that the order of leaves matters.
func Hubs(seed uint64, n int) build.Input {
	const most, behind = 512, 3
	hubs := uint32(max(1, min(most, (n-behind)/2)))
	leaves := hubs
	rnd := rand.New(rand.NewPCG(seed, 0))
	var arcs []graph.Arc
	for h := range hubs {
		if h+1 < hubs {
			arcs = append(arcs, arc(h, h+1, 1))
		}
		for l := range leaves {
			arcs = append(arcs, arc(h, hubs+l, 100000-10*h+rnd.Uint32N(5)))
		}
	}
	for l := range leaves {
		for b := range uint32(behind) {
			arcs = append(arcs, arc(hubs+l, hubs+leaves+b, 1+rnd.Uint32N(10000)))
		}
	}
	return input(int(hubs+leaves+behind), arcs)
}

// Random generates a graph of n nodes and m arcs, including parallel ones and loops, with weights
// from least to most.
func Random(seed uint64, n, m int, least, most uint32) build.Input {
	rnd := rand.New(rand.NewPCG(seed, 1))
	arcs := make([]graph.Arc, m)
	for i := range arcs {
		arcs[i] = arc(rnd.Uint32N(uint32(n)), rnd.Uint32N(uint32(n)), least+rnd.Uint32N(most-least+1))
	}
	return input(n, arcs)
}

// Star generates a node with edges to all others, and edges back from every hundredth.
func Star(degree int) build.Input {
	var arcs []graph.Arc
	for v := uint32(1); v <= uint32(degree); v++ {
		arcs = append(arcs, arc(0, v, v%1000))
		if v%100 == 0 {
			arcs = append(arcs, arc(v, v+1-100, 1))
		}
	}
	return input(degree+1, arcs)
}

// Path generates a one-way path of n nodes, laid out in a zigzag, with the given weight on every
// edge.
func Path(n int, weight uint32) build.Input {
	var arcs []graph.Arc
	for v := range uint32(n - 1) {
		arcs = append(arcs, arc(v, v+1, weight))
	}
	in, columns := input(n, arcs), side(n)
	for v := range n {
		x, y := v%columns, v/columns
		if y%2 == 1 {
			x = columns - 1 - x
		}
		in.At = append(in.At, at(float64(x), float64(y)))
	}
	return in
}

// Fan generates a node that leads to many others, each of which leads to the same leaves, up to 40: a frontier of nodes with many edges.
func Fan(seed uint64, n int) build.Input {
	const maxLeaves = 40
	rnd, leaves := rand.New(rand.NewPCG(seed, 2)), uint32(min(maxLeaves, (n-1)/2))
	others := uint32(n) - 1 - leaves
	var arcs []graph.Arc
	for v := uint32(1); v <= others; v++ {
		arcs = append(arcs, arc(0, v, 1+rnd.Uint32N(10)))
		for l := range leaves {
			arcs = append(arcs, arc(v, 1+others+l, 1+rnd.Uint32N(1000)))
		}
	}
	return input(n, arcs)
}

// Burst generates a node that leads to two others, one of which begins many paths of three nodes: workgroups that divide the frontier have
// almost nothing, except for one.
func Burst(n int) build.Input {
	var arcs []graph.Arc
	for v := uint32(1); v < uint32(n); v++ {
		switch {
		case v < 3:
			arcs = append(arcs, arc(0, v, 1))
		case v%3 == 0:
			arcs = append(arcs, arc(1, v, 1+v%7))
		default:
			arcs = append(arcs, arc(v-1, v, 1+v%5))
		}
	}
	return input(n, arcs)
}

// Comb generates a path with an equally long path at each of its nodes: the frontier grows to the
// square root of n, one node at a time.
func Comb(n int) build.Input {
	teeth := side(n)
	var arcs []graph.Arc
	join := func(u, v uint32) { arcs = append(arcs, arc(u, v, 1), arc(v, u, 1)) }
	for v := uint32(1); v < uint32(n); v++ {
		if v < uint32(teeth) {
			join(v-1, v)
		} else {
			join(v-uint32(teeth), v)
		}
	}
	in := input(n, arcs)
	for v := range n {
		in.At = append(in.At, at(float64(v%teeth), float64(v/teeth)))
	}
	return in
}
