//go:build duckdb

package database

import (
	"context"
	"fmt"

	"github.com/duckdb/duckdb-go/v2"

	"kernelscope/internal/fault"
)

// scalars returns the functions of a pair.
func scalars() map[string]duckdb.ScalarFunc {
	bigint := typeOf(duckdb.TYPE_BIGINT)
	return map[string]duckdb.ScalarFunc{
		"path_length": &scalar[uint32]{result: bigint, write: writeLengths,
			batcher: func(e *edges) *batcher[uint32] { return e.lengths }},
		"distance": &scalar[uint32]{result: bigint, write: writeLengths, weighted: true,
			batcher: func(e *edges) *batcher[uint32] { return e.distances }},
		"count_shortest_paths": &scalar[uint64]{result: typeOf(duckdb.TYPE_UBIGINT), write: writeCounts,
			batcher: func(e *edges) *batcher[uint64] { return e.counts }},
		"shortest_path": &scalar[[]uint32]{result: listOf(bigint), write: writeLists((*edges).path),
			batcher: func(e *edges) *batcher[[]uint32] { return e.routes }},
		"all_shortest_paths": &scalar[[][]uint32]{result: listOf(listOf(bigint)), write: writeLists((*edges).paths),
			batcher: func(e *edges) *batcher[[][]uint32] { return e.all }},
	}
}

// result is the destination of a chunk's answers.
type result struct {
	*duckdb.ChunkIteratorState
	edges *edges
	src   []int64
}

func writeLengths(r result, lengths []uint32) error {
	setLengths(numbersOf[int64](r.GetResultVector(), len(lengths)), lengths)
	return nil
}

func writeCounts(r result, counts []uint64) error {
	copy(numbersOf[uint64](r.GetResultVector(), len(counts)).values, counts)
	return nil
}

// writeLists returns a function that writes lists, which list makes of an answer and its source;
// nil becomes NULL.
func writeLists[A any](list func(e *edges, src int64, found A) any) func(r result, answers []A) error {
	return func(r result, answers []A) error {
		i := 0
		for row, err := range r.Rows() {
			if err == nil {
				err = row.SetResult(list(r.edges, r.src[i], answers[i]))
			}
			if err != nil {
				return err
			}
			i++
		}
		return nil
	}
}

// path returns the ids of a path's nodes. The source may be an id without edges.
func (e *edges) path(src int64, nodes []uint32) any {
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

// paths returns the ids of the nodes of several paths.
func (e *edges) paths(src int64, found [][]uint32) any {
	list := make([]any, len(found))
	for i, nodes := range found {
		list[i] = e.path(src, nodes)
	}
	return list
}

// scalar is a function of a table, a source and a target. The table must be constant, so that its
// graph can be prepared before the first rows.
type scalar[A any] struct {
	weighted bool
	result   duckdb.TypeInfo
	batcher  func(e *edges) *batcher[A]
	write    func(r result, answers []A) error
}

// Config returns the types.
func (f *scalar[A]) Config() duckdb.ScalarFuncConfig {
	bigint := typeOf(duckdb.TYPE_BIGINT)
	return duckdb.ScalarFuncConfig{InputTypeInfos: []duckdb.TypeInfo{typeOf(duckdb.TYPE_VARCHAR), bigint, bigint}, ResultTypeInfo: f.result, SpecialNullHandling: true}
}

// Executor returns the functions to call.
func (f *scalar[A]) Executor() duckdb.ScalarFuncExecutor {
	return duckdb.ScalarFuncExecutor{ScalarBinder: f.bind, ChunkContextExecutor: f.execute}
}

type edgesKey struct{}

// bind finds the graph. DuckDB calls it for each call in the text of a statement.
func (f *scalar[A]) bind(ctx context.Context, args []duckdb.ScalarUDFArg) (context.Context, error) {
	table, ok := args[0].Value.(string)
	if !ok {
		return nil, reportOf(ctx).fail(fault.Input.Errorf("the first argument names a table of edges: it must be a constant string"))
	}
	_, e, err := graphOf(ctx, graphKey{table, f.weighted})
	if err != nil {
		return nil, err
	}
	return context.WithValue(ctx, edgesKey{}, e), nil
}

// execute answers the pairs of a chunk.
func (f *scalar[A]) execute(ctx context.Context, chunk *duckdb.ChunkIteratorState) error {
	e := ctx.Value(edgesKey{}).(*edges)
	in := chunk.GetInputChunk()
	rows := in.GetSize()
	var ends [2][]int64
	for i := range ends {
		v, err := in.GetVector(i + 1)
		if err != nil {
			return err
		}
		ids := numbersOf[int64](v, rows)
		if row := ids.firstNull(); row >= 0 {
			return fmt.Errorf("the id of a %s is NULL", [...]string{"source", "target"}[i])
		}
		ends[i] = ids.values
	}
	answers, err := f.batcher(e).ask(ctx, e.ids.pairs(ends[0], ends[1]))
	if err != nil {
		return reportOf(ctx).fail(err)
	}
	return f.write(result{chunk, e, ends[0]}, answers)
}

func typeOf(t duckdb.Type) duckdb.TypeInfo {
	info, err := duckdb.NewTypeInfo(t)
	if err != nil {
		panic(err) // the types are constant, so that no error is possible
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
