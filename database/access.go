//go:build duckdb

package database

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/duckdb/duckdb-go/v2"

	"kernelscope/compute/prepared"
	"kernelscope/internal/fault"
	"kernelscope/scene"
)

// bindAccessibility finds the graph.
func bindAccessibility(ctx context.Context, _ map[string]any, args ...any) (duckdb.ParallelChunkTableSource, error) {
	name, limit := args[0].(string), args[1].(int64)
	if name == "" || limit < 0 {
		return nil, reportOf(ctx).fail(fault.Input.Errorf("accessibility needs a table of edges with weights, a string; within is a distance, 0 or more"))
	}
	st, e, err := graphOf(ctx, graphKey{text: name, weighted: true})
	if err != nil {
		return nil, err
	}
	var found []prepared.Reach
	compute := sync.OnceValue(func() (err error) {
		start := time.Now()
		found, err = e.access(ctx, uint32(min(limit, prepared.Unreached-1)))
		st.add(Search{Function: "accessibility", Scheme: "prepared trees, from all sources", Jobs: 1, Wall: time.Since(start)})
		return st.fail(err)
	})
	columns := []duckdb.ColumnInfo{{Name: "id", T: typeOf(duckdb.TYPE_BIGINT)}, {Name: "reached", T: typeOf(duckdb.TYPE_BIGINT)}, {Name: "mean", T: typeOf(duckdb.TYPE_DOUBLE)},
		{Name: "farthest", T: typeOf(duckdb.TYPE_BIGINT)}, {Name: "within", T: typeOf(duckdb.TYPE_BIGINT)}}
	return &table{first: chunksOf(len(e.ids.list)), compute: compute, columns: columns, fill: func(v duckdb.Vector, column, _, from, to int) {
		switch column {
		case 0:
			copy(numbersOf[int64](v, to-from).values, e.ids.list[from:to])
		case 2:
			into := numbersOf[float64](v, to-from)
			for i, r := range found[from:to] {
				into.values[i] = r.Mean()
			}
		default:
			into := numbersOf[int64](v, to-from)
			for i, r := range found[from:to] {
				into.values[i] = int64(map[int]uint32{1: r.Nodes, 3: r.Farthest, 4: r.Within}[column])
			}
		}
	}}, nil
}

// makeFronts prepares a graph for trees, on the host.
func (e *edges) makeFronts() (*prepared.Fronts, error) {
	if _, err := prepared.NewBound(e.graph); err != nil {
		return nil, fmt.Errorf("%s: %w", e.text, err)
	}
	made, err := prepared.Cache{}.Fronts(context.Background(), &scene.Map{Graph: e.graph, Abstract: true}, prepared.Making{})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", e.text, err)
	}
	return made.Fronts, nil
}

// access makes a tree from every node, and returns what each reaches.
func (e *edges) access(ctx context.Context, limit uint32) (found []prepared.Reach, err error) {
	fronts, err := unless(ctx, e.fronts)
	if err != nil {
		return nil, err
	}
	_, err = e.device.do(ctx, e, func() error {
		sources := make([]uint32, e.graph.Nodes())
		for v := range sources {
			sources[v] = uint32(v)
		}
		r, err := prepared.NewReacher(e.device.be, fronts, e.graph.Edges(), len(sources))
		if err != nil {
			return fmt.Errorf("%s: %w", e.text, err)
		}
		defer r.Release()
		r.Customize(e.graph.Weight)
		found, err = prepared.ReachAll(ctx, r, sources, limit, func(int) {})
		return err
	})
	return found, err
}
