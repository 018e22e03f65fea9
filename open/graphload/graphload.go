// Package graphload reads graphs in formats other than OpenStreetMap's, plain or gzipped. It
// detects the format by the content:
//
//   - DIMACS (9th Implementation Challenge, 2006): .gr with arcs and an optional
//     .co with coordinates;
//   - LDBC Graphalytics: .v with vertices and .e with edges, either of which can be
//     opened, and .properties, which states whether edges are directed;
//   - LDBC Social Network Benchmark: person.csv and person_knows_person.csv, either of
//     which can be opened, with or without numbers such as _0_0 before the extension;
//   - Matrix Market: coordinate, of patterns, integers or reals;
//   - edge lists of two or three columns, as of SNAP.
//
// A graph is read unchanged: no chain is contracted unless requested, and the id of a node is its
// number in the file. Graphs without coordinates get a layout.
package graphload

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"kernelscope/internal/source"
	"kernelscope/scene"
	"kernelscope/scene/build"
	"kernelscope/scene/geom"
	"kernelscope/scene/graph"
)

// Limits, regardless of the sizes that a file claims.
const (
	maxNodes = 1 << 27
	maxArcs  = 1 << 27 // counting both directions of an edge
	maxLine  = 1 << 16 // bytes
)

// Direction says how to read the edges of a file.
type Direction int

// AsFile follows the file or its format; if neither decides, edges are directed.
const (
	AsFile Direction = iota
	Directed
	Undirected
)

// Options control an import. The zero value is the default.
type Options struct {
	Direction Direction
	Contract  bool // replace chains by single edges
}

// Load reads a graph. Errors wrap fault.Input, or fault.Limit if the graph needs more than the free
// memory.
func Load(ctx context.Context, path string, o Options) (*scene.Map, error) {
	in, err := read(ctx, path)
	if err != nil {
		return nil, err
	}
	if o.Direction != AsFile {
		in.undirected = o.Direction == Undirected
	}
	m, err := in.build(ctx)
	if err == nil && o.Contract {
		m, err = build.Contract(m)
	}
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		return nil, source.Named(path, err)
	}
	m.Name = filepath.Base(path)
	return m, nil
}

// read reads the file and the files next to it that belong to it.
func read(ctx context.Context, path string) (*input, error) {
	if v, e, ok := graphalyticsPair(path); ok {
		return readGraphalytics(ctx, v, e)
	}
	if persons, knows, ok := ldbcPair(path); ok {
		return readLDBC(ctx, persons, knows)
	}
	format, err := detect(path)
	if err != nil {
		return nil, source.Named(path, err)
	}
	switch format {
	case dimacs:
		return readDIMACS(ctx, path)
	case matrixMarket:
		return readText(ctx, path, readMatrixMarket)
	case edgeList:
		return readText(ctx, path, readEdgeList)
	}
	return nil, source.Named(path, errors.New(format.problem()))
}

// input is the contents of a file.
type input struct {
	id         []int64
	arcs       []arc
	at         []geom.Point // nil without coordinates
	abstract   bool         // at is a layout, not positions on the Earth
	undirected bool
	weights    weights
	budget     *source.Budget // of the file with the arcs
}

type arc struct {
	tail, head uint32
	weight     float64
}

// add appends an arc.
func (in *input) add(tail, head uint32, weight float64) error {
	if len(in.arcs) == maxArcs {
		return fmt.Errorf("more than %d arcs", maxArcs)
	}
	return source.Append(in.budget, &in.arcs, arc{tail, head, weight})
}

// build builds the map.
func (in *input) build(ctx context.Context) (*scene.Map, error) {
	if in.undirected {
		if 2*len(in.arcs) > maxArcs {
			return nil, fmt.Errorf("more than %d arcs, since edges are undirected", maxArcs)
		}
		for _, a := range in.arcs {
			if err := in.add(a.head, a.tail, a.weight); err != nil {
				return nil, err
			}
		}
	}
	if len(in.id) == 0 {
		return nil, errors.New("there are no edges")
	}
	scale, rounded := in.weights.scale(in.arcs)
	b := build.Input{ID: in.id, At: in.at, Abstract: in.abstract, Arcs: make([]graph.Arc, len(in.arcs)), Metric: graph.ByWeight}
	for i, a := range in.arcs {
		b.Arcs[i] = graph.Arc{Tail: a.tail, Head: a.head, Length: uint32(a.weight*scale + 0.5)}
	}
	if in.inDecimetres() {
		b.Metric = graph.ByLength
	}
	in.arcs = nil
	m, err := build.Map(ctx, b)
	if err == nil {
		m.Scale, m.Counts.RoundedWeights = scale, rounded
	}
	return m, err
}
