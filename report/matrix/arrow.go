package matrix

import (
	"context"
	"io"
	"maps"
	"runtime"
	"slices"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/decimal128"
	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

// arrowFile writes an Arrow file: the columns of Parquet, in batches of some sources.
type arrowFile struct {
	*Table
	schema *arrow.Schema
	out    *ipc.FileWriter
}

func newArrow(w io.Writer, t *Table) (Writer, error) {
	names := append(slices.Sorted(maps.Keys(t.Facts)), "unit")
	var values []string
	for _, name := range names {
		values = append(values, t.Facts[name])
	}
	values[len(values)-1] = t.Unit
	fields := []arrow.Field{
		{Name: "source_id", Type: arrow.PrimitiveTypes.Int64}, {Name: "target_id", Type: arrow.PrimitiveTypes.Int64},
		{Name: "distance", Type: &arrow.Decimal128Type{Precision: 18, Scale: int32(t.Digits)}, Nullable: true},
	}
	if t.Named {
		fields = append(fields, arrow.Field{Name: "source", Type: arrow.BinaryTypes.String}, arrow.Field{Name: "target", Type: arrow.BinaryTypes.String})
	}
	if t.Pairs != nil {
		fields = append(fields, arrow.Field{Name: "problem", Type: arrow.BinaryTypes.String, Nullable: true})
	}
	metadata := arrow.NewMetadata(names, values)
	schema := arrow.NewSchema(fields, &metadata)
	out, err := ipc.NewFileWriter(w, ipc.WithSchema(schema), ipc.WithLZ4(), ipc.WithCompressConcurrency(runtime.GOMAXPROCS(0)))
	return &arrowFile{t, schema, out}, err
}

// Write writes a block as batches.
func (w *arrowFile) Write(ctx context.Context, b Block) error {
	encode := func(first, end int) (arrow.RecordBatch, error) {
		return w.encode(b, first*w.columns(), end*w.columns()), nil
	}
	return inOrder(ctx, parts(b.Rows, w.columns(), groupCells), encode, func(batch arrow.RecordBatch) error {
		defer batch.Release()
		return w.out.Write(batch)
	})
}

// encode makes a batch of some distances.
func (w *arrowFile) encode(b Block, first, end int) arrow.RecordBatch {
	record := array.NewRecordBuilder(memory.DefaultAllocator, w.schema)
	defer record.Release()
	record.Reserve(end - first)
	begin := b.First * w.columns()
	sources, targets := record.Field(0).(*array.Int64Builder), record.Field(1).(*array.Int64Builder)
	distances := record.Field(2).(*array.Decimal128Builder)
	for i := first; i < end; i++ {
		s, t, problem := w.row(begin + i)
		sources.UnsafeAppend(w.Sources[s].ID)
		targets.UnsafeAppend(w.Targets[t].ID)
		if d := b.Dist[i]; d == Unreached {
			distances.AppendNull()
		} else {
			distances.UnsafeAppend(decimal128.FromU64(uint64(d)))
		}
		c := 3
		if w.Named {
			record.Field(3).(*array.StringBuilder).Append(w.Sources[s].Name)
			record.Field(4).(*array.StringBuilder).Append(w.Targets[t].Name)
			c = 5
		}
		switch {
		case w.Pairs == nil:
		case problem == "":
			record.Field(c).AppendNull()
		default:
			record.Field(c).(*array.StringBuilder).Append(problem)
		}
	}
	return record.NewRecordBatch()
}

// Close writes the end of the file.
func (w *arrowFile) Close() error { return w.out.Close() }
