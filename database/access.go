//go:build duckdb

package database

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/duckdb/duckdb-go/v2"

	"kernelscope/compute/prepared"
	"kernelscope/database/pgq"
	"kernelscope/internal/fault"
	"kernelscope/internal/format"
	"kernelscope/scene"
)

// bindAccessibility finds the graph, and the places if some are given.
func bindAccessibility(ctx context.Context, _ map[string]any, args ...any) (duckdb.ParallelChunkTableSource, error) {
	name, limit, list := args[0].(string), args[1].(int64), args[2].(string)
	if name == "" || limit < 0 {
		return nil, reportOf(ctx).fail(fault.Input.Errorf("accessibility needs a table of edges with weights, a string; within is a distance, 0 or more"))
	}
	st, e, err := graphOf(ctx, graphKey{text: name, weighted: true})
	if err != nil {
		return nil, err
	}
	a := &access{edges: e, limit: uint32(min(limit, prepared.Unreached-1))}
	columns, scheme := accessColumns[:5], "prepared trees, from all sources"
	if list != "" {
		if a.places = st.places[list]; a.places == nil {
			return nil, st.lacks(list, func(ctx context.Context) (err error) {
				st.places[list], err = st.placesOf(ctx, list)
				return err
			})
		}
		columns, scheme = accessColumns, "prepared trees, to "+format.Count(len(a.places), "place")
	}
	compute := sync.OnceValue(func() error {
		start := time.Now()
		err := a.compute(ctx)
		st.add(Search{Function: "accessibility", Scheme: scheme, Jobs: 1, Wall: time.Since(start)})
		return st.fail(err)
	})
	return &table{first: chunksOf(len(e.ids.list)), compute: compute, columns: columns, fill: a.fill}, nil
}

// accessColumns are the columns of accessibility; the last two describe the nearest place.
var accessColumns = []duckdb.ColumnInfo{
	{Name: "id", T: typeOf(duckdb.TYPE_BIGINT)}, {Name: "reached", T: typeOf(duckdb.TYPE_BIGINT)}, {Name: "mean", T: typeOf(duckdb.TYPE_DOUBLE)},
	{Name: "farthest", T: typeOf(duckdb.TYPE_BIGINT)}, {Name: "within", T: typeOf(duckdb.TYPE_BIGINT)}, {Name: "nearest", T: typeOf(duckdb.TYPE_BIGINT)}, {Name: "place", T: typeOf(duckdb.TYPE_BIGINT)},
}

// access is what all nodes of a graph reach.
type access struct {
	*edges
	limit  uint32
	places []int64 // ids of the places that distances lead to; nil for all nodes
	found  []prepared.Reach
}

// fill writes rows of a column. What describes the places that a node reaches is NULL where there is none.
func (a *access) fill(v duckdb.Vector, column, _, from, to int) {
	rows := a.found[from:to]
	if column == 2 {
		into := numbersOf[float64](v, to-from)
		for i, r := range rows {
			if into.values[i] = r.Mean(); r.Nodes == 0 {
				into.setNull(i)
			}
		}
		return
	}
	into := numbersOf[int64](v, to-from)
	for i, r := range rows {
		switch into.values[i] = int64([]uint32{1: r.Nodes, 3: r.Farthest, 4: r.Within, 5: r.Nearest, 6: 0}[column]); {
		case column == 0:
			into.values[i] = a.ids.list[from+i]
		case r.Nodes == 0 && (column == 3 || column > 4):
			into.setNull(i)
		case column == 6:
			into.values[i] = a.places[r.Target-1]
		}
	}
}

// placesOf reads the ids of places in ascending order: a list of numbers, or the first column of a table or a query.
func (st *statement) placesOf(ctx context.Context, text string) ([]int64, error) {
	from := relation(text)
	if strings.HasPrefix(text, "[") {
		from = "(SELECT unnest(" + pgq.Text(text) + "::BIGINT[]))"
	}
	list, err := st.collect(ctx, &collected{keeps: true}, "places", from+" AS places(id)", "id")
	if err != nil {
		return nil, err
	}
	ids := append([]int64{}, list.joined()[0]...) // not nil
	slices.Sort(ids)
	return ids, nil
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

// compute makes a tree from every node, or to every place.
func (a *access) compute(ctx context.Context) error {
	fronts, err := unless(ctx, a.fronts)
	if err != nil {
		return err
	}
	survey := prepared.Survey{Sources: make([]uint32, a.graph.Nodes()), Limit: a.limit}
	for v := range survey.Sources {
		survey.Sources[v] = uint32(v)
	}
	if a.places != nil {
		survey.Targets = a.ids.of(a.places)
	}
	_, err = a.device.do(ctx, a.edges, func() error {
		fronts, trees := survey.On(fronts)
		r, err := prepared.NewReacher(a.device.be, fronts, a.graph.Edges(), trees)
		if err != nil {
			return fmt.Errorf("%s: %w", a.text, err)
		}
		defer r.Release()
		r.Customize(a.graph.Weight)
		a.found, err = survey.Reach(ctx, r, func(int) {})
		return err
	})
	return err
}
