//go:build duckdb

package database

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"github.com/duckdb/duckdb-go/v2"

	"kernelscope/compute/bfs"
	"kernelscope/internal/fault"
	"kernelscope/internal/format"
)

// chunkRows is the greatest number of rows in a chunk.
var chunkRows = duckdb.GetDataChunkCapacity()

// tables returns the functions that the macros call.
func tables() map[string]duckdb.ParallelChunkTableFunction {
	text, bigint := typeOf(duckdb.TYPE_VARCHAR), typeOf(duckdb.TYPE_BIGINT)
	return map[string]duckdb.ParallelChunkTableFunction{
		"kernelscope_paths": {
			Config:               duckdb.TableFunctionConfig{Arguments: []duckdb.TypeInfo{text, text}},
			BindArgumentsContext: bindPaths,
		},
		"kernelscope_betweenness": {
			Config:               duckdb.TableFunctionConfig{Arguments: []duckdb.TypeInfo{text, bigint, bigint}},
			BindArgumentsContext: bindBetweenness,
		},
		"kernelscope_accessibility": {
			Config:               duckdb.TableFunctionConfig{Arguments: []duckdb.TypeInfo{text, bigint, text, bigint, bigint}},
			BindArgumentsContext: bindAccessibility,
		},
	}
}

// table is the result of a table function. It is computed when the first chunk is requested.
// DuckDB's threads fill chunks concurrently.
type table struct {
	columns []duckdb.ColumnInfo
	first   []int        // first row of each chunk, then the number of rows
	compute func() error // computes all chunks unless it has been called before
	// fill writes a chunk of a column, the rows from..to, to the start of a vector.
	fill func(v duckdb.Vector, column, chunk, from, to int)

	next atomic.Int64 // next chunk
}

// ColumnInfos returns names and types.
func (t *table) ColumnInfos() []duckdb.ColumnInfo { return t.columns }

// Cardinality returns the number of rows.
func (t *table) Cardinality() *duckdb.CardinalityInfo {
	return &duckdb.CardinalityInfo{Cardinality: uint(t.first[len(t.first)-1]), Exact: true}
}

// Init starts at the first chunk and allows a thread for each. DuckDB uses at most its own number
// of threads, and a single one if it preserves the order of rows.
func (t *table) Init() duckdb.ParallelTableSourceInfo {
	t.next.Store(0)
	return duckdb.ParallelTableSourceInfo{MaxThreads: len(t.first)}
}

// NewLocalState returns a dummy: threads share the number of the next chunk.
func (t *table) NewLocalState() any { return new(int) }

// FillChunk fills the next chunk with the columns that the statement uses.
func (t *table) FillChunk(_ any, chunk duckdb.DataChunk) error {
	if err := t.compute(); err != nil {
		return err
	}
	k := int(t.next.Add(1)) - 1
	if k >= len(t.first)-1 {
		return chunk.SetSize(0)
	}
	from, to := t.first[k], t.first[k+1]
	for column := range t.columns {
		if v, err := chunk.GetVector(column); err == nil { // an error means that the column is not used
			t.fill(v, column, k, from, to)
		}
	}
	return chunk.SetSize(to - from)
}

// chunksOf divides rows into chunks of DuckDB's size.
func chunksOf(rows int) (first []int) {
	for row := 0; row < rows; row += chunkRows {
		first = append(first, row)
	}
	return append(first, rows)
}

// bindPaths finds the graph, the pairs and the plan of their search.
func bindPaths(ctx context.Context, _ map[string]any, args ...any) (duckdb.ParallelChunkTableSource, error) {
	key := listKey{args[0].(string), args[1].(string)}
	if key.edges == "" || key.pairs == "" {
		return nil, reportOf(ctx).fail(fault.Input.Errorf("paths needs a table of edges and a query of pairs, two strings"))
	}
	st, e, err := graphOf(ctx, graphKey{text: key.edges})
	if err != nil {
		return nil, err
	}
	p := st.lists[key]
	if p == nil {
		return nil, st.lacks(key.pairs, func(ctx context.Context) (err error) {
			st.lists[key], err = st.pairs(ctx, e, key.pairs)
			return err
		})
	}
	bigint := typeOf(duckdb.TYPE_BIGINT)
	return &table{first: p.list.first, columns: []duckdb.ColumnInfo{{Name: "src", T: bigint}, {Name: "dst", T: bigint}, {Name: "length", T: bigint}},
		compute: p.searched, fill: p.fill}, nil
}

// listKey identifies a list of pairs within a statement by the arguments of paths.
type listKey struct{ edges, pairs string }

// paths is the list of pairs of a statement.
type paths struct {
	*edges
	list     *collected // src and dst
	pairs    []bfs.Pair
	planned  *bfs.Plan
	graph    *bfs.Graph   // graph that planned is for
	searched func() error // searches once
	lengths  []uint32
}

// pairs reads a list of pairs and plans the search.
func (st *statement) pairs(ctx context.Context, e *edges, query string) (*paths, error) {
	list, err := st.collect(ctx, &collected{keeps: true}, "paths", relation(query)+" AS pairs(src, dst)", "src", "dst")
	if err != nil {
		return nil, err
	}
	p := &paths{edges: e, list: list, pairs: make([]bfs.Pair, list.rows())}
	e.ids.all(p.pairs, list)
	p.searched = sync.OnceValue(func() error { return st.fail(p.search(ctx)) })
	return p, p.plan(ctx)
}

// plan chooses how to search the pairs and reports it. EXPLAIN stops after it.
func (p *paths) plan(ctx context.Context) error {
	_, err := p.device.do(ctx, p.edges, func() (err error) {
		p.graph = p.hops
		if p.planned, err = p.hops.Plan(p.pairs, bfs.Options{}); err != nil {
			return err
		}
		s := Search{Function: "paths", Pairs: len(p.pairs), Planned: true}
		s.tell(&bfs.Answer{Plan: *p.planned})
		reportOf(ctx).add(s)
		return nil
	})
	return err
}

// search answers all pairs in one job.
func (p *paths) search(ctx context.Context) error {
	_, err := p.device.do(ctx, p.edges, func() (err error) {
		if p.graph != p.hops { // the graph was uploaded again
			if p.planned, err = p.hops.Plan(p.pairs, bfs.Options{}); err != nil {
				return err
			}
			p.graph = p.hops
		}
		a, err := p.hops.Run(ctx, p.planned)
		if err != nil {
			return err
		}
		p.lengths = a.Lengths
		s := Search{Function: "paths", Pairs: len(p.pairs), Jobs: 1}
		s.tell(&a)
		reportOf(ctx).add(s)
		return nil
	})
	return err
}

func (p *paths) fill(v duckdb.Vector, column, chunk, from, to int) {
	if into := numbersOf[int64](v, to-from); column < 2 {
		copy(into.values, p.list.chunks[chunk][column])
	} else {
		setLengths(into, p.lengths[from:to])
	}
}

// bindBetweenness finds the graph.
func bindBetweenness(ctx context.Context, _ map[string]any, args ...any) (duckdb.ParallelChunkTableSource, error) {
	name, samples, seed := args[0].(string), args[1].(int64), args[2].(int64)
	if name == "" || samples < 0 {
		return nil, reportOf(ctx).fail(fault.Input.Errorf("betweenness needs a table of edges, a string; samples is the number of sources, or 0 for all"))
	}
	st, e, err := graphOf(ctx, graphKey{text: name})
	if err != nil {
		return nil, err
	}
	var found []float64
	if samples >= int64(len(e.ids.list)) {
		samples = 0 // all
	}
	compute := sync.OnceValue(func() error {
		_, err := e.device.do(ctx, e, func() (err error) {
			start := time.Now()
			found, err = e.hops.Betweenness(ctx, int(samples), uint64(seed))
			st.add(Search{Function: "betweenness", Scheme: "levels, from " + sourcesOf(samples), Jobs: 1, Wall: time.Since(start)})
			return err
		})
		return st.fail(err)
	})
	return &table{first: chunksOf(len(e.ids.list)), compute: compute,
		columns: []duckdb.ColumnInfo{{Name: "id", T: typeOf(duckdb.TYPE_BIGINT)}, {Name: "betweenness", T: typeOf(duckdb.TYPE_DOUBLE)}},
		fill: func(v duckdb.Vector, column, _, from, to int) {
			if column == 0 {
				copy(numbersOf[int64](v, to-from).values, e.ids.list[from:to])
			} else {
				copy(numbersOf[float64](v, to-from).values, found[from:to])
			}
		}}, nil
}

func sourcesOf(samples int64) string {
	if samples == 0 {
		return "all sources"
	}
	return format.Count(int(samples), "source")
}
