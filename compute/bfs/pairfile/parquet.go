package pairfile

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/parquet-go/parquet-go"

	"kernelscope/compute/bfs"
	"kernelscope/internal/fault"
	"kernelscope/internal/source"
	"kernelscope/internal/source/parquetfile"
)

// readParquet reads pairs from the first two columns of a Parquet file, which are
// integers without nulls.
func readParquet(ctx context.Context, path string, nodes index) (pairs []bfs.Pair, err error) {
	f, err := source.OpenRegular(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	defer func() { // the library trusts the headers of pages
		if p := recover(); p != nil {
			pairs, err = nil, fmt.Errorf("%w: damaged Parquet file: %v", fault.Input, p)
		}
	}()
	file, err := openParquet(f)
	if err != nil {
		return nil, err
	}
	budget := source.NewBudget(f.Size)
	for g, group := range file.RowGroups() {
		var ends [2][]int64
		for i := range ends {
			if err = parquetfile.Charge(f, &file.Metadata().RowGroups[g].Columns[i].MetaData, budget.Take); err == nil {
				ends[i], err = integers(ctx, group.ColumnChunks()[i].Pages())
			}
			if err != nil {
				return nil, fmt.Errorf("column %s: %w", file.Root().Columns()[i].Name(), err)
			}
		}
		if len(ends[0]) != len(ends[1]) {
			return nil, fmt.Errorf("%w: a row group has %d sources and %d targets", fault.Input, len(ends[0]), len(ends[1]))
		}
		for i, s := range ends[0] {
			p, missing, ok := nodes.pair(s, ends[1][i])
			if !ok {
				return nil, fmt.Errorf("%w: pair %d: the graph has no node %d", fault.Input, len(pairs), missing)
			}
			if err := source.Append(budget, &pairs, p); err != nil {
				return nil, err
			}
		}
	}
	return pairs, nil
}

// openParquet opens a file, and checks that two columns are there.
func openParquet(f *source.File) (*parquet.File, error) {
	file, err := parquetfile.Open(f, parquet.SkipPageIndex(true), parquet.SkipBloomFilters(true))
	if err != nil {
		return nil, err
	}
	columns := file.Root().Columns()
	if len(columns) < 2 {
		return nil, fmt.Errorf("%w: it has %d columns; a pair has two", fault.Input, len(columns))
	}
	for _, c := range columns[:2] {
		if !c.Leaf() || c.Repeated() || c.Type().Kind() != parquet.Int32 && c.Type().Kind() != parquet.Int64 {
			return nil, fmt.Errorf("%w: column %s is not of integers", fault.Input, c.Name())
		}
	}
	return file, nil
}

// integers reads a column of a row group.
func integers(ctx context.Context, pages parquet.Pages) (out []int64, err error) {
	defer pages.Close()
	values := make([]parquet.Value, 1024)
	for {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		page, err := pages.ReadPage()
		if errors.Is(err, io.EOF) {
			return out, nil
		}
		if err != nil {
			return nil, fmt.Errorf("%w: %v", fault.Input, err)
		}
		for reader := page.Values(); err == nil; {
			var n int
			n, err = reader.ReadValues(values)
			for _, v := range values[:n] {
				switch {
				case v.IsNull():
					return nil, fmt.Errorf("%w: row %d of a row group is null", fault.Input, len(out))
				case v.Kind() == parquet.Int32:
					out = append(out, int64(v.Int32()))
				default:
					out = append(out, v.Int64())
				}
			}
		}
		parquet.Release(page)
		if !errors.Is(err, io.EOF) {
			return nil, fmt.Errorf("%w: %v", fault.Input, err)
		}
	}
}
