package graphgen

import (
	"context"

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
	edges [][2]uint32 // pairs of nodes, numbered from 1
}

// examples resemble those of papers on many searches, but none is copied from one.
var examples = []example{
	{ // searches from 1 and 2 find 4 in level 1, and 6 and 7 in level 2: they share frontiers
		"shared", [][2]float64{{0, 0}, {0, 2}, {1, -0.4}, {1.1, 1}, {1, 2.4}, {2.2, 0.3}, {2.2, 1.7}, {3.2, 1}},
		[][2]uint32{{1, 3}, {1, 4}, {2, 4}, {2, 5}, {3, 6}, {4, 6}, {4, 7}, {5, 7}, {6, 8}, {7, 8}},
	},
	{ // searches from the corners 1, 3, 7 and 9: the middle has all four bits after two levels
		"bits", [][2]float64{{0, 0}, {1.2, 0.1}, {2.4, 0}, {0.1, 1.1}, {1.3, 1.2}, {2.5, 1.1}, {0, 2.3}, {1.2, 2.2}, {2.4, 2.3}},
		[][2]uint32{{1, 2}, {2, 3}, {4, 5}, {5, 6}, {7, 8}, {8, 9}, {1, 4}, {4, 7}, {2, 5}, {5, 8}, {3, 6}, {6, 9}},
	},
	{ // the balls around 1 and 10 meet after five levels
		"ends", [][2]float64{{0, 1}, {1, 0.3}, {1, 1.7}, {2, 0}, {2, 1}, {3, 1.2}, {3, 2.2}, {4, 0.4}, {4, 1.8}, {5, 1.1}},
		[][2]uint32{{1, 2}, {1, 3}, {2, 4}, {2, 5}, {3, 5}, {5, 6}, {3, 7}, {4, 8}, {6, 9}, {7, 9}, {8, 10}, {9, 10}},
	},
	{ // node 5 is a hub: one level later all nodes are found, and bottom-up looks at fewer edges
		"hub", [][2]float64{{0, 0}, {1.4, -0.5}, {2.8, 0}, {0, 1.2}, {1.4, 1.2}, {2.8, 1.2}, {0, 2.4}, {1.4, 2.9}, {2.8, 2.4}, {4, 1.8}},
		[][2]uint32{{1, 5}, {2, 5}, {3, 5}, {4, 5}, {6, 5}, {7, 5}, {8, 5}, {9, 5}, {6, 10}, {9, 10}, {1, 2}, {4, 7}},
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
	for _, e := range examples {
		if e.name != v["kind"] {
			continue
		}
		for _, p := range e.at {
			places = append(places, at(p[0], p[1]))
		}
		for _, pair := range e.edges {
			arcs = append(arcs, arc(pair[0]-1, pair[1]-1, 1), arc(pair[1]-1, pair[0]-1, 1))
		}
	}
	in := input(len(places), arcs)
	in.At = places
	return build.Map(ctx, in)
}
