package merge

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/parquet-go/parquet-go"

	"kernelscope/internal/fault"
	"kernelscope/internal/format"
	"kernelscope/internal/output"
	"kernelscope/internal/shard"
	"kernelscope/internal/source"
	"kernelscope/internal/source/parquetfile"
)

// mergeParquet copies the row groups of all parts unchanged.
func mergeParquet(ctx context.Context, files []string, path string) ([]shard.Origin, error) {
	var parts []shard.Origin
	var schema *parquet.Schema
	for _, file := range files {
		err := opened(file, func(_ *source.File, f *parquet.File) error {
			if schema == nil {
				schema = f.Schema()
			}
			p, err := origin(file, parquetfile.Facts(f))
			if err == nil && !parquet.EqualNodes(schema, f.Schema()) {
				err = fmt.Errorf("%w: its columns differ from those of %s", fault.Input, files[0])
			}
			parts = append(parts, p)
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	parts, err := shard.Whole(parts)
	if err != nil {
		return nil, err
	}
	return parts, output.File(path, func(w io.Writer) error {
		out := parquetfile.NewWriter(w, shard.Facts(parts), schema, parquet.Compression(&parquet.Zstd))
		for _, p := range parts {
			if err := opened(p.File, func(in *source.File, f *parquet.File) error { return copyGroups(ctx, out, in, f) }); err != nil {
				return err
			}
		}
		return out.Close()
	})
}

// opened calls use with a Parquet file. Errors in the file wrap fault.Input.
func opened(file string, use func(*source.File, *parquet.File) error) (err error) {
	in, err := source.OpenRegular(file)
	if err != nil {
		return source.Named(file, err)
	}
	defer in.Close()
	defer func() { // the library panics on some damaged pages
		if p := recover(); p != nil {
			err = fmt.Errorf("%w: %s is damaged: %v", fault.Input, file, p)
		}
	}()
	f, err := parquetfile.Open(in)
	if err == nil {
		err = use(in, f)
	}
	if err == nil || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return source.Named(file, err)
}

// copyGroups copies the row groups of a part if its checksum is correct. It first reads every page,
// because the checksum does not cover the footer, which has the positions of pages.
func copyGroups(ctx context.Context, out *parquetfile.Writer, in *source.File, f *parquet.File) error {
	if err := parquetfile.CheckSum(in, f); err != nil {
		return err
	}
	for g, group := range f.RowGroups() {
		for c, column := range group.ColumnChunks() {
			if err := parquetfile.Charge(in, &f.Metadata().RowGroups[g].Columns[c].MetaData, pageFits); err != nil {
				return err
			}
			if err := readPages(ctx, column.Pages(), group.NumRows()); err != nil {
				return err
			}
		}
		if _, err := out.WriteRowGroup(group); err != nil {
			return err
		}
	}
	return nil
}

// pageFits refuses a page larger than those that parts have. Only one page is in memory at a time.
func pageFits(bytes int64) error {
	const most = 256 << 20
	if bytes > most {
		return fmt.Errorf("%w: a page of %s; at most %s are expected", fault.Input, format.Bytes(bytes), format.Bytes(most))
	}
	return nil
}

// readPages reads the pages of a column.
func readPages(ctx context.Context, pages parquet.Pages, rows int64) error {
	defer pages.Close()
	for {
		page, err := pages.ReadPage()
		switch {
		case errors.Is(err, io.EOF) && rows == 0:
			return nil
		case errors.Is(err, io.EOF):
			return fmt.Errorf("%w: a row group has %d rows fewer than it says", fault.Input, rows)
		case err != nil:
			return fmt.Errorf("%w: %v", fault.Input, err)
		case ctx.Err() != nil:
			return ctx.Err()
		}
		rows -= page.NumRows()
		parquet.Release(page)
	}
}
