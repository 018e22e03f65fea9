//go:build duckdb_arrow

package database

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"github.com/duckdb/duckdb-go/v2"

	"kernelscope/compute/bfs"
	"kernelscope/fault"
	"kernelscope/format"
)

// chunkRows is the most rows of a chunk.
var chunkRows = duckdb.GetDataChunkCapacity()

// tables are the functions that stand after FROM.
func (db *DB) tables() map[string]duckdb.ParallelChunkTableFunction {
	text := typeOf(duckdb.TYPE_VARCHAR)
	return map[string]duckdb.ParallelChunkTableFunction{
		"paths": {
			Config:               duckdb.TableFunctionConfig{Arguments: []duckdb.TypeInfo{text, text}},
			BindArgumentsContext: db.bindPaths,
		},
		"betweenness": {
			Config: duckdb.TableFunctionConfig{Arguments: []duckdb.TypeInfo{text},
				NamedArguments: map[string]duckdb.TypeInfo{"samples": typeOf(duckdb.TYPE_BIGINT), "seed": typeOf(duckdb.TYPE_BIGINT)}},
			BindArgumentsContext: db.bindBetweenness,
		},
	}
}

// table is the result of a table function, which the first chunk that is asked for
// computes. Threads of DuckDB fill chunks concurrently.
type table struct {
	columns []duckdb.ColumnInfo
	rows    int
	compute func() error
	// fill writes the rows from..to of a column to the start of a chunk.
	fill func(chunk duckdb.DataChunk, column, from, to int) error

	once sync.Once
	err  error
	next atomic.Int64 // row that the next chunk begins with
}

// ColumnInfos gives names and types.
func (t *table) ColumnInfos() []duckdb.ColumnInfo { return t.columns }

// Cardinality gives the number of rows.
func (t *table) Cardinality() *duckdb.CardinalityInfo {
	return &duckdb.CardinalityInfo{Cardinality: uint(t.rows), Exact: true}
}

// Init lets DuckDB use as many threads as it likes.
func (t *table) Init() duckdb.ParallelTableSourceInfo { return duckdb.ParallelTableSourceInfo{} }

// NewLocalState returns nothing: threads share the number of the next row.
func (t *table) NewLocalState() any { return new(int) }

// FillChunk writes the next rows, of those columns that the statement uses: each value
// of another one would cost an error.
func (t *table) FillChunk(_ any, chunk duckdb.DataChunk) error {
	if t.once.Do(func() { t.err = t.compute() }); t.err != nil {
		return t.err
	}
	end := int(t.next.Add(int64(chunkRows)))
	from, to := min(t.rows, end-chunkRows), min(t.rows, end)
	for column := range t.columns {
		if _, err := chunk.GetVector(column); err != nil {
			continue // not projected
		}
		if err := t.fill(chunk, column, from, to); err != nil {
			return err
		}
	}
	return chunk.SetSize(to - from)
}

// bindPaths reads the graph and the pairs, and plans the search.
func (db *DB) bindPaths(ctx context.Context, _ map[string]any, args ...any) (duckdb.ParallelChunkTableSource, error) {
	name, ok := args[0].(string)
	query, also := args[1].(string)
	if !ok || !also {
		return nil, fault.Input.Errorf("paths needs the name of a table of edges, and a query of pairs")
	}
	e, err := db.graph(ctx, name, false)
	if err != nil {
		return nil, clean(err)
	}
	conn, err := db.pool.Conn(ctx)
	if err != nil {
		return nil, err
	}
	defer conn.Close()
	ends, err := integers(ctx, conn, "paths", "SELECT src, dst FROM "+relation(query)+" AS pairs(src, dst)")
	if err != nil {
		return nil, err
	}
	bigint := typeOf(duckdb.TYPE_BIGINT)
	p := &paths{edges: e, src: ends[0], dst: ends[1], pairs: e.ids.pairs(ends[0], ends[1])}
	if err := p.plan(ctx); err != nil {
		return nil, clean(err)
	}
	return &table{rows: len(p.src), columns: []duckdb.ColumnInfo{{Name: "src", T: bigint}, {Name: "dst", T: bigint}, {Name: "length", T: bigint}},
		compute: func() error { return p.search(ctx) }, fill: p.fill}, nil
}

// paths is a statement's list of pairs.
type paths struct {
	*edges
	src, dst []int64
	pairs    []bfs.Pair
	lengths  []uint32
}

// plan reports how the pairs will be searched, for EXPLAIN.
func (p *paths) plan(ctx context.Context) error {
	_, err := p.device.do(ctx, p.edges, func() error {
		plan, err := p.hops.Plan(p.pairs, bfs.Options{})
		if err == nil {
			s := searchOf("paths", &bfs.Answer{Plan: *plan})
			s.Planned = true
			reportOf(ctx).add(s)
		}
		return err
	})
	return err
}

// search answers all pairs in one job.
func (p *paths) search(ctx context.Context) error {
	_, err := p.device.do(ctx, p.edges, func() error {
		start := time.Now()
		a, err := p.hops.Search(ctx, p.pairs, bfs.Options{})
		if err == nil {
			p.lengths, a.Wall = a.Lengths, time.Since(start)
			reportOf(ctx).add(searchOf("paths", &a))
		}
		return err
	})
	return err
}

func (p *paths) fill(chunk duckdb.DataChunk, column, from, to int) error {
	switch column {
	case 0:
		return writeAll(chunk, column, p.src[from:to])
	case 1:
		return writeAll(chunk, column, p.dst[from:to])
	}
	for i, length := range p.lengths[from:to] {
		var err error
		if length == bfs.Unreachable {
			err = chunk.SetValue(column, i, nil)
		} else {
			err = duckdb.SetChunkValue(chunk, column, i, int64(length))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func writeAll[T any](chunk duckdb.DataChunk, column int, values []T) error {
	for i, v := range values {
		if err := duckdb.SetChunkValue(chunk, column, i, v); err != nil {
			return err
		}
	}
	return nil
}

// bindBetweenness reads the graph.
func (db *DB) bindBetweenness(ctx context.Context, named map[string]any, args ...any) (duckdb.ParallelChunkTableSource, error) {
	name, ok := args[0].(string)
	if !ok {
		return nil, fault.Input.Errorf("betweenness needs the name of a table of edges")
	}
	samples, _ := named["samples"].(int64)
	seed, _ := named["seed"].(int64)
	if samples < 0 {
		return nil, fault.Input.Errorf("samples is %d: it is a number of sources, or 0 for all", samples)
	}
	e, err := db.graph(ctx, name, false)
	if err != nil {
		return nil, clean(err)
	}
	var found []float64
	if samples >= int64(len(e.ids.list)) {
		samples = 0 // all
	}
	compute := func() error {
		_, err := e.device.do(ctx, e, func() (err error) {
			start := time.Now()
			found, err = e.hops.Betweenness(ctx, int(samples), uint64(seed))
			reportOf(ctx).add(Search{Function: "betweenness", Scheme: "levels, from " + sourcesOf(samples), Jobs: 1, Wall: time.Since(start)})
			return err
		})
		return err
	}
	return &table{rows: len(e.ids.list), compute: compute,
		columns: []duckdb.ColumnInfo{{Name: "id", T: typeOf(duckdb.TYPE_BIGINT)}, {Name: "betweenness", T: typeOf(duckdb.TYPE_DOUBLE)}},
		fill: func(chunk duckdb.DataChunk, column, from, to int) error {
			if column == 0 {
				return writeAll(chunk, column, e.ids.list[from:to])
			}
			return writeAll(chunk, column, found[from:to])
		}}, nil
}

func sourcesOf(samples int64) string {
	if samples == 0 {
		return "all sources"
	}
	return format.Count(int(samples), "source")
}
