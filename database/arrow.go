//go:build duckdb_arrow

package database

import (
	"cmp"
	"context"
	"database/sql"
	"database/sql/driver"
	"fmt"
	"sync"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/duckdb/duckdb-go/v2"

	"kernelscope/fault"
)

// integers runs a query and returns its columns, which must
// be integers of at most 64 bits without NULL. name names the query in errors.
func integers(ctx context.Context, conn *sql.Conn, name, query string) (columns [][]int64, err error) {
	err = conn.Raw(func(c any) error {
		a, err := duckdb.NewArrowFromConn(c.(driver.Conn))
		if err != nil {
			return err
		}
		r, err := a.QueryContext(ctx, query)
		if err != nil {
			return err
		}
		defer r.Release()
		var batches []arrow.RecordBatch
		defer func() {
			for _, b := range batches {
				b.Release()
			}
		}()
		for r.Next() {
			batches = append(batches, r.RecordBatch())
			r.RecordBatch().Retain()
		}
		columns, err = joined(name, r.Schema(), batches)
		return cmp.Or(r.Err(), err)
	})
	if err != nil {
		return nil, inner(err)
	}
	return columns, nil
}

// joined returns the columns of batches, each copied by a goroutine.
func joined(name string, schema *arrow.Schema, batches []arrow.RecordBatch) ([][]int64, error) {
	rows := 0
	for _, b := range batches {
		rows += int(b.NumRows())
	}
	columns, errs := make([][]int64, schema.NumFields()), make([]error, schema.NumFields())
	var wait sync.WaitGroup
	for i := range columns {
		wait.Go(func() {
			columns[i] = make([]int64, 0, rows)
			for _, b := range batches {
				if columns[i], errs[i] = appended(columns[i], b.Column(i)); errs[i] != nil {
					errs[i] = fault.Input.Errorf("%s: column %s %w", name, schema.Field(i).Name, errs[i])
					return
				}
			}
		})
	}
	wait.Wait()
	return columns, cmp.Or(errs...)
}

// appended appends the values of an array.
func appended(to []int64, a arrow.Array) ([]int64, error) {
	if n := a.NullN(); n > 0 {
		for i := range a.Len() {
			if a.IsNull(i) {
				return nil, fmt.Errorf("is NULL in row %d", len(to)+i+1)
			}
		}
	}
	switch a := a.(type) {
	case *array.Int64:
		return append(to, a.Int64Values()...), nil
	case *array.Int32:
		return widened(to, a.Int32Values()), nil
	case *array.Int16:
		return widened(to, a.Int16Values()), nil
	case *array.Int8:
		return widened(to, a.Int8Values()), nil
	case *array.Uint32:
		return widened(to, a.Uint32Values()), nil
	case *array.Uint16:
		return widened(to, a.Uint16Values()), nil
	case *array.Uint8:
		return widened(to, a.Uint8Values()), nil
	}
	return nil, fmt.Errorf("is of type %v: ids and weights are integers; cast them to BIGINT in a view", a.DataType())
}

func widened[T int32 | int16 | int8 | uint32 | uint16 | uint8](to []int64, values []T) []int64 {
	for _, v := range values {
		to = append(to, int64(v))
	}
	return to
}
