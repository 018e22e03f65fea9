package graphgen

import (
	"context"
	"slices"

	"kernelscope/scene"
	"kernelscope/scene/build"
	"kernelscope/scene/gen"
	"kernelscope/scene/geom"
	"kernelscope/scene/graph"
)

// example is a small graph to follow by hand: places in units of layout.Spacing, and edges in both
// directions.
type example struct {
	name  string
	at    [][2]float64
	edges [][2]uint32 // pairs of nodes, numbered from 1, or from 0 if zero is set
	zero  bool
}

// examples resemble examples in papers on many searches. Only msbfs is known to be one of them.
var examples = []example{
	{ // searches from 1 and 2 find 4 in level 1, and 6 and 7 in level 2: they share frontiers
		name: "shared", at: [][2]float64{{0, 0}, {0, 2}, {1, -0.4}, {1.1, 1}, {1, 2.4}, {2.2, 0.3}, {2.2, 1.7}, {3.2, 1}},
		edges: [][2]uint32{{1, 3}, {1, 4}, {2, 4}, {2, 5}, {3, 6}, {4, 6}, {4, 7}, {5, 7}, {6, 8}, {7, 8}},
	},
	{ // searches from the corners 1, 3, 7 and 9: the middle has all four bits after two levels
		name: "bits", at: [][2]float64{{0, 0}, {1.2, 0.1}, {2.4, 0}, {0.1, 1.1}, {1.3, 1.2}, {2.5, 1.1}, {0, 2.3}, {1.2, 2.2}, {2.4, 2.3}},
		edges: [][2]uint32{{1, 2}, {2, 3}, {4, 5}, {5, 6}, {7, 8}, {8, 9}, {1, 4}, {4, 7}, {2, 5}, {5, 8}, {3, 6}, {6, 9}},
	},
	{ // the balls around 1 and 10 meet after five levels
		name: "ends", at: [][2]float64{{0, 1}, {1, 0.3}, {1, 1.7}, {2, 0}, {2, 1}, {3, 1.2}, {3, 2.2}, {4, 0.4}, {4, 1.8}, {5, 1.1}},
		edges: [][2]uint32{{1, 2}, {1, 3}, {2, 4}, {2, 5}, {3, 5}, {5, 6}, {3, 7}, {4, 8}, {6, 9}, {7, 9}, {8, 10}, {9, 10}},
	},
	{ // short arrays of compressed sparse rows
		name: "csr", at: [][2]float64{{0, 1}, {1.2, 0}, {1.2, 2}, {2.6, 0}, {2.6, 2}, {3.8, 1}}, zero: true,
		edges: [][2]uint32{{0, 1}, {0, 2}, {1, 3}, {2, 3}, {2, 4}, {3, 5}, {4, 5}},
	},
	{ // searches from 0, 3, 6 and 8, the sources of Figure 1 in H. Liu, H. Huang, Y. Hu, "iBFS", 2016, whose edges differ: in level 1 node 4 serves three, 7 two
		name: "ibfs", at: [][2]float64{{0, 0}, {1.4, -0.1}, {2.8, 0}, {-0.1, 1.2}, {1.4, 1.1}, {2.9, 1.2}, {0, 2.4}, {1.4, 2.5}, {2.8, 2.4}}, zero: true,
		edges: [][2]uint32{{0, 1}, {0, 4}, {1, 2}, {2, 5}, {3, 4}, {4, 5}, {4, 6}, {4, 7}, {5, 8}, {6, 7}, {7, 8}},
	},
	{ // M. Then et al., "The More the Merrier", VLDB 2014: searches from 1 and 2 both find 3 and 4, and then 5 and 6 together
		name: "msbfs", at: [][2]float64{{0, 0}, {0, 1.6}, {1.5, 0}, {1.5, 1.6}, {3, 0}, {3, 1.6}},
		edges: [][2]uint32{{1, 3}, {1, 4}, {2, 3}, {2, 4}, {3, 5}, {4, 6}},
	},
	{ // node 5 is a hub: one level later all nodes are found, and bottom-up looks at fewer edges
		name: "hub", at: [][2]float64{{0, 0}, {1.4, -0.5}, {2.8, 0}, {0, 1.2}, {1.4, 1.2}, {2.8, 1.2}, {0, 2.4}, {1.4, 2.9}, {2.8, 2.4}, {4, 1.8}},
		edges: [][2]uint32{{1, 5}, {2, 5}, {3, 5}, {4, 5}, {6, 5}, {7, 5}, {8, 5}, {9, 5}, {6, 10}, {9, 10}, {1, 2}, {4, 7}},
	},
}

// exampleKinds lists the names of examples.
func exampleKinds() (names []string) {
	for _, e := range examples {
		names = append(names, e.name)
	}
	return names
}

func makeExample(ctx context.Context, v gen.Values, _ Reader) (*scene.Map, error) {
	var arcs []graph.Arc
	var places []geom.Point
	e := examples[slices.Index(exampleKinds(), v["kind"])]
	for _, p := range e.at {
		places = append(places, at(p[0], p[1]))
	}
	first := uint32(1)
	if e.zero {
		first = 0
	}
	for _, pair := range e.edges {
		from, to := pair[0]-first, pair[1]-first
		arcs = append(arcs, arc(from, to, 1), arc(to, from, 1))
	}
	in := input(len(places), arcs)
	in.At = places
	for i := range in.ID {
		in.ID[i] = int64(i) + int64(first)
	}
	return build.Map(ctx, in)
}
