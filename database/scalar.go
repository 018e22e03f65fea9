//go:build duckdb_arrow

package database

import (
	"context"
	"fmt"

	"github.com/duckdb/duckdb-go/v2"

	"kernelscope/fault"
	"kernelscope/scene/graph"
)

// scalars are the functions of a pair.
func (db *DB) scalars() map[string]duckdb.ScalarFunc {
	bigint := typeOf(duckdb.TYPE_BIGINT)
	length := func(_ *edges, _, _ int64, found uint32) any {
		if found == graph.Unreached {
			return nil
		}
		return int64(found)
	}
	return map[string]duckdb.ScalarFunc{
		"path_length": &scalar[uint32]{db: db, result: bigint, value: length,
			gather: func(e *edges) *gather[uint32] { return e.lengths }},
		"distance": &scalar[uint32]{db: db, result: bigint, value: length, weighted: true,
			gather: func(e *edges) *gather[uint32] { return e.distances }},
		"count_shortest_paths": &scalar[uint64]{db: db, result: typeOf(duckdb.TYPE_UBIGINT),
			value:  func(_ *edges, _, _ int64, found uint64) any { return found },
			gather: func(e *edges) *gather[uint64] { return e.counts }},
		"shortest_path": &scalar[[]uint32]{db: db, result: listOf(bigint), value: (*edges).path,
			gather: func(e *edges) *gather[[]uint32] { return e.routes }},
		"all_shortest_paths": &scalar[[][]uint32]{db: db, result: listOf(listOf(bigint)),
			value: func(e *edges, src, dst int64, found [][]uint32) any {
				list := make([]any, len(found))
				for i, nodes := range found {
					list[i] = e.path(src, dst, nodes)
				}
				return list
			},
			gather: func(e *edges) *gather[[][]uint32] { return e.all }},
	}
}

// path returns the ids of nodes.
func (e *edges) path(src, dst int64, nodes []uint32) any {
	if nodes == nil {
		return nil
	}
	list := make([]any, len(nodes))
	for i, v := range nodes {
		if list[i] = src; i > 0 {
			list[i] = e.ids.list[v]
		}
	}
	return list
}

// scalar is a function of a table, a source and a target. The table is a constant, so
// that its graph is there before the first rows are.
type scalar[A any] struct {
	db       *DB
	weighted bool
	result   duckdb.TypeInfo
	gather   func(e *edges) *gather[A]
	value    func(e *edges, src, dst int64, found A) any // nil is NULL
}

// Config gives the types.
func (f *scalar[A]) Config() duckdb.ScalarFuncConfig {
	bigint := typeOf(duckdb.TYPE_BIGINT)
	return duckdb.ScalarFuncConfig{InputTypeInfos: []duckdb.TypeInfo{typeOf(duckdb.TYPE_VARCHAR), bigint, bigint}, ResultTypeInfo: f.result, SpecialNullHandling: true}
}

// Executor gives the calls.
func (f *scalar[A]) Executor() duckdb.ScalarFuncExecutor {
	return duckdb.ScalarFuncExecutor{ScalarBinder: f.bind, ChunkContextExecutor: f.execute}
}

type edgesKey struct{}

// bind finds the graph, once for each place of a statement that names it.
func (f *scalar[A]) bind(ctx context.Context, args []duckdb.ScalarUDFArg) (context.Context, error) {
	table, ok := args[0].Value.(string)
	if !ok {
		return nil, fault.Input.Errorf("the first argument names a table of edges: it must be a constant text")
	}
	e, err := f.db.graph(ctx, table, f.weighted)
	if err != nil {
		return nil, clean(err)
	}
	return context.WithValue(ctx, edgesKey{}, e), nil
}

// execute answers a chunk.
func (f *scalar[A]) execute(ctx context.Context, chunk *duckdb.ChunkIteratorState) error {
	e := ctx.Value(edgesKey{}).(*edges)
	var src, dst []int64
	for row, err := range chunk.Rows() {
		if err != nil {
			return err
		}
		s, ok := (*row.GetValuePtr(1)).(int64)
		d, also := (*row.GetValuePtr(2)).(int64)
		if !ok || !also {
			return fmt.Errorf("an id is NULL")
		}
		src, dst = append(src, s), append(dst, d)
	}
	answers, err := f.gather(e).ask(ctx, e.ids.pairs(src, dst))
	if err != nil {
		return err
	}
	i := 0
	for row, err := range chunk.Rows() {
		if err == nil {
			err = row.SetResult(f.value(e, src[i], dst[i], answers[i]))
		}
		if err != nil {
			return err
		}
		i++
	}
	return nil
}

func typeOf(t duckdb.Type) duckdb.TypeInfo {
	info, err := duckdb.NewTypeInfo(t)
	if err != nil {
		panic(err) // the types are constants
	}
	return info
}

func listOf(t duckdb.TypeInfo) duckdb.TypeInfo {
	info, err := duckdb.NewListInfo(t)
	if err != nil {
		panic(err)
	}
	return info
}
