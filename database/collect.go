//go:build duckdb

package database

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/duckdb/duckdb-go/v2"

	"kernelscope/internal/fault"
)

// collected stores the rows of a query, or a digest of them: DuckDB calls a function with chunks of
// rows on all of its threads, and the function keeps the numbers. Fetching a result takes several
// times as long, because it passes chunks one by one on a single thread.
type collected struct {
	digests bool     // whether the digest is computed
	keeps   bool     // whether the rows are stored
	names   []string // names of the columns

	mu     sync.Mutex
	digest digest
	chunks [][][]int64 // by chunk and column
	first  []int       // first row of each chunk, then the number of rows
	err    error
}

type collectedKey struct{}

// collect runs a query for columns, which must be integers of at most 64 bits without NULL, and
// collects its rows in no particular order. name identifies the query in errors; from is the text
// after FROM.
func (st *statement) collect(ctx context.Context, to *collected, name, from string, columns ...string) (*collected, error) {
	to.names, to.first = columns, []int{0}
	list := strings.Join(columns, ", ")
	rows := 0
	err := st.scan(context.WithValue(ctx, collectedKey{}, to), "SELECT count(kernelscope_collect("+list+")) FROM "+from, &rows)
	switch {
	case to.err != nil:
		return nil, fault.Input.Errorf("%s: %w", name, to.err)
	case err != nil && ctx.Err() == nil:
		return nil, cmp.Or(st.wrongType(ctx, name, list, from), inner(err))
	case err != nil:
		return nil, inner(err)
	case to.digests && rows != to.digest.rows || to.keeps && rows != to.rows():
		return nil, fault.Wrong.Errorf("%s: %d or %d of %d rows were collected", name, to.digest.rows, to.rows(), rows)
	}
	return to, nil
}

func (c *collected) rows() int { return c.first[len(c.chunks)] }

// wrongType returns an error that names the first column that is not of an integer type, or nil if
// all are.
func (st *statement) wrongType(ctx context.Context, name, columns, from string) error {
	rows, err := st.query(ctx, "SELECT column_name, column_type FROM (DESCRIBE SELECT "+columns+" FROM "+from+")")
	if err != nil {
		return nil
	}
	defer rows.Close()
	for rows.Next() {
		var column, kind string
		if err := rows.Scan(&column, &kind); err != nil {
			return inner(err)
		}
		switch kind {
		case "BIGINT", "INTEGER", "SMALLINT", "TINYINT", "UINTEGER", "USMALLINT", "UTINYINT":
		default:
			return fault.Input.Errorf("%s: column %s is of type %s: ids and weights are integers; cast them to BIGINT in a view", name, column, kind)
		}
	}
	return nil
}

// joined returns the columns as contiguous slices. A goroutine joins each.
func (c *collected) joined() [][]int64 {
	columns := make([][]int64, len(c.names))
	if len(c.chunks) > 0 {
		columns = make([][]int64, len(c.chunks[0]))
	}
	var wait sync.WaitGroup
	for i := range columns {
		wait.Go(func() {
			columns[i] = make([]int64, 0, c.rows())
			for _, chunk := range c.chunks {
				columns[i] = append(columns[i], chunk[i]...)
			}
		})
	}
	wait.Wait()
	return columns
}

// add collects a chunk.
func (c *collected) add(in *duckdb.DataChunk) error {
	rows := in.GetSize()
	columns := make([][]int64, in.ColumnCount())
	for i := range columns {
		v, err := in.GetVector(i)
		if err != nil {
			return err
		}
		values := numbersOf[int64](v, rows)
		if values.firstNull() >= 0 {
			name := fmt.Sprint(i + 1)
			if len(c.names) == len(columns) {
				name = c.names[i]
			}
			return fmt.Errorf("column %s is NULL in a row", name)
		}
		if columns[i] = values.values; c.keeps {
			columns[i] = slices.Clone(columns[i])
		}
	}
	var d digest
	if c.digests {
		d = digestOf(columns)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.digest = c.digest.plus(d)
	if c.keeps {
		c.chunks, c.first = append(c.chunks, columns), append(c.first, c.rows()+rows)
	}
	return nil
}

// fail keeps an error, because DuckDB passes on only its text.
func (c *collected) fail(err error) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.err = cmp.Or(c.err, err)
	return err
}

// collector is the function that stores chunks. Its result is zero.
type collector struct{}

// Config returns the types.
func (collector) Config() duckdb.ScalarFuncConfig {
	bigint := typeOf(duckdb.TYPE_BIGINT)
	return duckdb.ScalarFuncConfig{VariadicTypeInfo: bigint, ResultTypeInfo: bigint, SpecialNullHandling: true, Volatile: true}
}

// Executor returns the functions to call.
func (collector) Executor() duckdb.ScalarFuncExecutor {
	same := func(ctx context.Context, _ []duckdb.ScalarUDFArg) (context.Context, error) { return ctx, nil }
	return duckdb.ScalarFuncExecutor{ScalarBinder: same, ChunkContextExecutor: func(ctx context.Context, chunk *duckdb.ChunkIteratorState) error {
		to, ok := ctx.Value(collectedKey{}).(*collected)
		if !ok {
			return errors.New("kernelscope_collect belongs to other functions")
		}
		in := chunk.GetInputChunk()
		if err := to.add(in); err != nil {
			return to.fail(err)
		}
		clear(numbersOf[int64](chunk.GetResultVector(), in.GetSize()).values)
		return nil
	}}
}
