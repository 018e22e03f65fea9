package matrix

import (
	"context"
	"io"
	"maps"
	"slices"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/decimal128"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

// arrowFile writes an Arrow file: the columns of Parquet.
type arrowFile struct {
	*Table
	batches
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
	f := &arrowFile{t, batches{out: w, schema: arrow.NewSchema(fields, &metadata)}}
	return f, f.begin()
}

// Write writes a block as batches.
func (w *arrowFile) Write(ctx context.Context, b Block) error {
	encode := func(first, end int) (encodedBatch, error) {
		record := w.record(b, first, end)
		defer record.Release()
		return encodeBatch(record)
	}
	return inOrder(ctx, parts(len(b.Dist), 1, groupCells), encode, w.add)
}

// record makes a batch of some distances.
func (w *arrowFile) record(b Block, first, end int) arrow.RecordBatch {
	record := array.NewRecordBuilder(memory.DefaultAllocator, w.schema)
	defer record.Release()
	record.Reserve(end - first)
	from, sources, to, targets := w.places(b.First*w.columns()+first, end-first)
	record.Field(0).(*array.Int64Builder).AppendValues(each(of(w.Sources, from, idOf), sources), nil)
	record.Field(1).(*array.Int64Builder).AppendValues(each(of(w.Targets, to, idOf), targets), nil)
	distances := record.Field(2).(*array.Decimal128Builder)
	for _, d := range b.Dist[first:end] {
		if d == Unreached {
			distances.AppendNull()
		} else {
			distances.UnsafeAppend(decimal128.FromU64(uint64(d)))
		}
	}
	if w.Named {
		record.Field(3).(*array.StringBuilder).AppendValues(each(of(w.Sources, from, nameOf), sources), nil)
		record.Field(4).(*array.StringBuilder).AppendValues(each(of(w.Targets, to, nameOf), targets), nil)
	}
	if w.Pairs != nil {
		problems := record.Field(len(record.Fields()) - 1).(*array.StringBuilder)
		for _, p := range w.Pairs[b.First+first : b.First+end] {
			if p.Problem == "" {
				problems.AppendNull()
			} else {
				problems.Append(p.Problem)
			}
		}
	}
	return record.NewRecordBatch()
}

// each returns the value that each index stands for.
func each[T any](values []T, indices []int32) []T {
	out := make([]T, len(indices))
	for i, v := range indices {
		out[i] = values[v]
	}
	return out
}

// Close writes the end of the file.
func (w *arrowFile) Close() error { return w.end() }
