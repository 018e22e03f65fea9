//go:build duckdb

package database

import (
	"context"
	"fmt"
	"math"
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
	name, limit, list, between, seed := args[0].(string), args[1].(int64), args[2].(string), args[3].(int64), args[4].(int64)
	if name == "" || limit < 0 || between < 0 || between == 1 {
		return nil, reportOf(ctx).fail(fault.Input.Errorf("accessibility needs a table of edges with weights, a string; within is a distance, 0 or more; samples is a number of sources, 2 or more, or 0"))
	}
	st, e, err := graphOf(ctx, graphKey{text: name, weighted: true})
	if err != nil {
		return nil, err
	}
	a := &access{edges: e, limit: uint32(min(limit, prepared.Unreached-1)), columns: []accessColumn{ofID, ofReached, ofMean, ofFarthest, ofWithin}}
	scheme := "prepared trees, from all sources"
	if list != "" {
		if a.places = st.places[list]; a.places == nil {
			return nil, st.lacks(list, func(ctx context.Context) (err error) {
				st.places[list], err = st.placesOf(ctx, list)
				return err
			})
		}
		a.columns = append(a.columns, ofNearest, ofPlace)
		scheme = "prepared trees, to " + format.Count(len(a.places), "place")
	}
	if between > 0 {
		a.sources = prepared.Draw(len(e.ids.list), int(min(between, math.MaxInt32)), uint64(seed))
		a.columns = append(a.columns, ofBetween, ofError)
	}
	compute := sync.OnceValue(func() error {
		start := time.Now()
		err := a.compute(ctx)
		st.add(Search{Function: "accessibility", Scheme: scheme, Jobs: 1, Wall: time.Since(start)})
		return st.fail(err)
	})
	return &table{first: chunksOf(len(e.ids.list)), compute: compute, columns: a.infos(), fill: a.fill}, nil
}

// accessColumn is a column of accessibility.
type accessColumn int

const (
	ofID accessColumn = iota
	ofReached
	ofMean
	ofFarthest
	ofWithin
	ofNearest // the nearest place, where places are given
	ofPlace
	ofBetween // where it is asked
	ofError
)

// access is what all nodes of a graph reach.
type access struct {
	*edges
	columns []accessColumn
	limit   uint32
	places  []int64  // ids of the places that distances lead to; nil for all nodes
	sources []uint32 // of the betweenness; nil for none
	found   []prepared.Reach
	between []prepared.Between
}

// infos returns names and types of the columns.
func (a *access) infos() (out []duckdb.ColumnInfo) {
	names := []string{"id", "reached", "mean", "farthest", "within", "nearest", "place", "betweenness", "betweenness_error"}
	for _, c := range a.columns {
		kind := duckdb.TYPE_BIGINT
		if c.isFloat() {
			kind = duckdb.TYPE_DOUBLE
		}
		out = append(out, duckdb.ColumnInfo{Name: names[c], T: typeOf(kind)})
	}
	return out
}

func (c accessColumn) isFloat() bool { return c == ofMean || c >= ofBetween }

// fill writes rows of a column. What describes the nodes or places that a node reaches is NULL where there is none.
func (a *access) fill(v duckdb.Vector, column, _, from, to int) {
	switch c := a.columns[column]; {
	case c.isFloat():
		into := numbersOf[float64](v, to-from)
		for i := range into.values {
			switch {
			case c == ofBetween:
				into.values[i] = a.between[from+i].Value
			case c == ofError:
				into.values[i] = a.between[from+i].Error
			case a.found[from+i].Nodes == 0:
				into.setNull(i)
			default:
				into.values[i] = a.found[from+i].Mean()
			}
		}
	default:
		into := numbersOf[int64](v, to-from)
		for i, r := range a.found[from:to] {
			switch {
			case c == ofID:
				into.values[i] = a.ids.list[from+i]
			case c == ofReached:
				into.values[i] = int64(r.Nodes)
			case c == ofWithin:
				into.values[i] = int64(r.Within)
			case r.Nodes == 0:
				into.setNull(i)
			case c == ofFarthest:
				into.values[i] = int64(r.Farthest)
			case c == ofNearest:
				into.values[i] = int64(r.Nearest)
			case c == ofPlace:
				into.values[i] = a.places[r.Target-1]
			}
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
	survey := prepared.Survey{Sources: prepared.Draw(a.graph.Nodes(), 0, 0), Limit: a.limit}
	if a.places != nil {
		survey.Targets = a.ids.of(a.places)
	}
	_, err = a.device.do(ctx, a.edges, func() error {
		of, trees := survey.On(fronts)
		err := a.with(of, trees, func(r prepared.Reacher) (err error) {
			a.found, err = survey.Reach(ctx, r, func(int) {})
			return err
		})
		if err != nil || a.sources == nil {
			return err
		}
		return a.with(fronts, prepared.RowRoom(a.graph.Nodes(), len(a.sources)), func(r prepared.Reacher) (err error) {
			a.between, err = prepared.Betweenness(ctx, r, a.graph, len(a.ids.list), a.sources, func(int) {})
			return err
		})
	})
	return err
}

// with calls use with trees by the weights of the graph, with room for some of them together.
func (a *access) with(f *prepared.Fronts, room int, use func(prepared.Reacher) error) error {
	r, err := prepared.NewReacher(a.device.be, f, a.graph.Edges(), room)
	if err == nil {
		defer r.Release()
		r.Customize(a.graph.Weight)
		err = use(r)
	}
	if err != nil && fault.Code(err) != 0 {
		return fmt.Errorf("%s: %w", a.text, err)
	}
	return err
}
