package graphgen

import (
	"context"
	"fmt"
	"strings"

	"kernelscope/scene"
	"kernelscope/scene/build"
	"kernelscope/scene/gen"
	"kernelscope/scene/graph"
)

// Kind is a kind of graph with the parameters that it is made from.
type Kind struct {
	gen.Spec
	// Make makes a graph of complete values (gen.Spec.Complete); read reads a map that is
	// one of them. It need not stop when the context ends. Errors wrap gen.ErrSpec where
	// values do not go together.
	Make func(ctx context.Context, v gen.Values, read Reader) (*scene.Map, error)
}

// Reader reads the map of a file.
type Reader func(ctx context.Context, file string) (*scene.Map, error)

const maxNodes = 1 << 25

func weights(most string) gen.Param {
	return gen.Param{Name: "most", Help: "greatest weight", Default: most, Min: 1, Max: graph.MaxWeight}
}

// Kinds lists the kinds of graphs that can be made by name.
func Kinds() []Kind {
	return []Kind{
		{gen.Spec{Name: "grid", Help: "a grid with random weights", Params: []gen.Param{
			{Name: "width", Help: "nodes per row", Default: "1000", Min: 1, Max: maxNodes},
			{Name: "height", Help: "number of rows", Default: "1000", Min: 1, Max: maxNodes},
			weights("1000"), gen.Seed(),
		}}, makeGrid},
		{gen.Spec{Name: "roads", Help: "a road network like those of the DIMACS challenge, by default as large as Florida's", Params: []gen.Param{
			{Name: "nodes", Help: "number of nodes", Default: "1070376", Min: 2, Max: maxNodes}, gen.Seed(),
		}}, makeRoads},
		{gen.Spec{Name: "kronecker", Help: "a Kronecker graph, which has hubs, as in Graph500", Params: []gen.Param{
			{Name: "scale", Help: "base-2 logarithm of the range of node numbers", Default: "16", Min: 1, Max: 25},
			{Name: "factor", Help: "edges per node number", Default: "16", Min: 1, Max: 64},
			weights("255"), gen.Seed(),
		}}, makeKronecker},
		{gen.Spec{Name: "snb", Help: "friendships at a scale of the LDBC Social Network Benchmark", Params: []gen.Param{
			{Name: "sf", Help: "scale factor", Default: "1", Type: gen.Word, Words: snbFactors()}, gen.Seed(),
		}}, makeSNB},
		{gen.Spec{Name: "adversarial", Help: "graphs that are hard for searches", Params: []gen.Param{
			{Name: "kind", Help: "kind of graph", Default: "hubs", Type: gen.Word, Words: AdversarialKinds()},
			{Name: "nodes", Help: "approximate number of nodes", Default: "10000", Min: 2, Max: maxNodes}, gen.Seed(),
		}}, makeAdversarial},
		{gen.Spec{Name: "example", Help: "small graphs to follow step by step", Params: []gen.Param{
			{Name: "kind", Help: "kind of graph", Default: "shared", Type: gen.Word, Words: exampleKinds()},
		}}, makeExample},
		{gen.Spec{Name: "tile", Help: "copies of a map in a square, joined by roads", Params: []gen.Param{
			{Name: "k", Help: "copies per side of the square", Default: "3", Min: 1, Max: 1 << 10},
			{Name: "map", Help: "file of the map; the embedded one if empty", Type: gen.File},
		}}, makeTile},
	}
}

func makeGrid(ctx context.Context, v gen.Values, _ Reader) (*scene.Map, error) {
	w, h := v.Number("width"), v.Number("height")
	if w*h > maxNodes {
		return nil, fmt.Errorf("%w: %d × %d nodes are more than %d", gen.ErrSpec, w, h, maxNodes)
	}
	return build.Map(ctx, Grid(v.Seed(), w, h, uint32(v.Number("most"))))
}

func makeRoads(ctx context.Context, v gen.Values, _ Reader) (*scene.Map, error) {
	return build.Map(ctx, Roads(v.Seed(), v.Number("nodes")))
}

func makeKronecker(ctx context.Context, v gen.Values, _ Reader) (*scene.Map, error) {
	const most = 2 * maxNodes // edges
	scale, factor := v.Number("scale"), v.Number("factor")
	if factor<<scale > most {
		return nil, fmt.Errorf("%w: %d edges are more than %d", gen.ErrSpec, factor<<scale, most)
	}
	return build.Map(ctx, Kronecker(v.Seed(), scale, factor, uint32(v.Number("most"))))
}

func makeSNB(ctx context.Context, v gen.Values, _ Reader) (*scene.Map, error) {
	in, err := SNB(v.Seed(), v.Number("sf"))
	if err != nil {
		return nil, err
	}
	return build.Map(ctx, in)
}

func makeAdversarial(ctx context.Context, v gen.Values, _ Reader) (*scene.Map, error) {
	in, err := Adversarial(v["kind"], v.Seed(), v.Number("nodes"))
	if err != nil {
		return nil, err
	}
	return build.Map(ctx, in)
}

func makeTile(ctx context.Context, v gen.Values, read Reader) (*scene.Map, error) {
	if strings.HasPrefix(v["map"], gen.Prefix+"tile") {
		return nil, fmt.Errorf("%w: a tile of tiles is just a larger tile", gen.ErrSpec)
	}
	m, err := read(ctx, v["map"])
	if err != nil {
		return nil, err
	}
	return Tile(m, v.Number("k"))
}
