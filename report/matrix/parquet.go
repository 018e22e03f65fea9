package matrix

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"reflect"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress/zstd"

	"kernelscope/source/parquetfile"
)

// columnar writes Parquet: a row for each distance, in row groups of some sources.
type columnar struct {
	*Table
	out                  *parquetfile.Writer
	targets, targetNames []parquet.Value // of a row
}

// Columns of a file, of which not all need be there.
const (
	sourceColumn = iota
	targetColumn
	distanceColumn
	sourceName
	targetName
)

// codec compresses quickly: the processors have another batch to encode soon.
var codec = &zstd.Codec{Level: zstd.SpeedFastest}

// groupCells is about how many distances a row group has.
const groupCells = 1 << 20

// newParquet begins a file with the columns source_id, target_id and distance, a decimal number
// that is null where no way leads; with names beside the numbers where these tell more, and
// for a list with what is wrong with a pair.
func newParquet(w io.Writer, t *Table) (Writer, error) {
	field := func(name, tag string, of any) reflect.StructField {
		return reflect.StructField{Name: name, Type: reflect.TypeOf(of), Tag: reflect.StructTag(`parquet:"` + tag + `"`)}
	}
	fields := []reflect.StructField{field("S", "source_id", int64(0)), field("T", "target_id", int64(0)), field("D", fmt.Sprintf("distance,optional,decimal(%d:18)", t.Digits), new(int64))}
	if t.Named {
		fields = append(fields, field("SN", "source,dict", ""), field("TN", "target,dict", ""))
	}
	if t.Pairs != nil {
		fields = append(fields, field("P", "problem,optional,dict", new(string)))
	}
	schema := parquet.SchemaOf(reflect.New(reflect.StructOf(fields)).Interface())
	c := &columnar{Table: t, out: parquetfile.NewWriter(w, t.Facts, schema, parquet.Compression(codec))}
	c.out.SetKeyValueMetadata("unit", t.Unit)
	for _, p := range t.Targets {
		c.targets = append(c.targets, parquet.Int64Value(p.ID).Level(0, 0, targetColumn))
		c.targetNames = append(c.targetNames, text(p.Name, 0, targetName))
	}
	return c, nil
}

// Write writes a block as row groups.
func (w *columnar) Write(ctx context.Context, b Block) error {
	encode := func(first, end int) (*parquet.ConcurrentRowGroupWriter, error) {
		group := w.out.BeginRowGroup()
		return group, w.encode(group, b, first, end)
	}
	return inOrder(ctx, parts(b.Rows, w.columns(), groupCells), encode, func(group *parquet.ConcurrentRowGroupWriter) error {
		_, err := group.Commit()
		return err
	})
}

// encode writes the distances of some rows to the columns of a row group, a row at a time.
func (w *columnar) encode(group *parquet.ConcurrentRowGroupWriter, b Block, first, end int) error {
	if w.Pairs != nil {
		return w.encodePairs(group, b, first, end)
	}
	columns, n := group.ColumnWriters(), len(w.Targets)
	values := make([]parquet.Value, n)
	write := func(c int, values []parquet.Value) error {
		_, err := columns[c].WriteRowValues(values)
		return err
	}
	for row := first; row < end; row++ {
		source := &w.Sources[b.First+row]
		for i, d := range b.Dist[row*n : (row+1)*n] {
			values[i] = number(d)
		}
		err := write(distanceColumn, values)
		err = cmp.Or(err, write(sourceColumn, same(values, parquet.Int64Value(source.ID).Level(0, 0, sourceColumn))), write(targetColumn, w.targets))
		if w.Named {
			err = cmp.Or(err, write(sourceName, same(values, text(source.Name, 0, sourceName))), write(targetName, w.targetNames))
		}
		if err != nil {
			return err
		}
	}
	return group.Flush()
}

// same fills values with one.
func same(values []parquet.Value, one parquet.Value) []parquet.Value {
	for i := range values {
		values[i] = one
	}
	return values
}

// number is a distance, null where no way leads.
func number(d uint32) parquet.Value {
	if d == Unreached {
		return parquet.NullValue().Level(0, 0, distanceColumn)
	}
	return parquet.Int64Value(int64(d)).Level(0, 1, distanceColumn)
}

// text is a text of a column, at a level of definition.
func text(s string, level, column int) parquet.Value {
	return parquet.ByteArrayValue([]byte(s)).Level(0, level, column)
}

// encodePairs writes some pairs of a list to the columns of a row group.
func (w *columnar) encodePairs(group *parquet.ConcurrentRowGroupWriter, b Block, first, end int) error {
	columns := group.ColumnWriters()
	values := make([][]parquet.Value, len(columns))
	for row := first; row < end; row++ {
		p := &w.Pairs[b.First+row]
		source, target := &w.Sources[p.Source], &w.Targets[p.Target]
		one := []parquet.Value{parquet.Int64Value(source.ID).Level(0, 0, sourceColumn), parquet.Int64Value(target.ID).Level(0, 0, targetColumn), number(b.Dist[row])}
		if w.Named {
			one = append(one, text(source.Name, 0, sourceName), text(target.Name, 0, targetName))
		}
		if last := len(one); p.Problem != "" {
			one = append(one, text(p.Problem, 1, last))
		} else {
			one = append(one, parquet.NullValue().Level(0, 0, last))
		}
		for c, v := range one {
			values[c] = append(values[c], v)
		}
	}
	for c := range columns {
		if _, err := columns[c].WriteRowValues(values[c]); err != nil {
			return err
		}
	}
	return group.Flush()
}

// Close writes the end of the file.
func (w *columnar) Close() error { return w.out.Close() }
