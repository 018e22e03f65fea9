package matrix

import (
	"bytes"
	"runtime"
	"slices"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/ipc"
)

// inArrow writes a block as a file, whose batches are two blocks for tables.
func inArrow(t *testing.T, table *Table, b Block) []byte {
	t.Helper()
	return inHalves(t, Arrow, table, b, func(Writer) {})
}

// fromArrow reads the rows of a file.
func fromArrow(t *testing.T, name string, file []byte) (rows []string) {
	t.Helper()
	f, err := ipc.NewFileReader(bytes.NewReader(file))
	if err != nil {
		t.Fatal(name, err)
	}
	for i := range f.NumRecords() {
		batch, err := f.RecordBatch(i)
		if err != nil {
			t.Fatal(name, err)
		}
		for k := range int(batch.NumRows()) {
			rows = append(rows, rowOf(batch, k).String())
		}
	}
	return rows
}

// rowOf is a row of a batch.
func rowOf(batch arrow.RecordBatch, k int) (r row) {
	for c, field := range batch.Schema().Fields() {
		column := batch.Column(c)
		if column.IsNull(k) {
			continue
		}
		switch field.Name {
		case "source_id":
			r.Source = column.(*array.Int64).Value(k)
		case "target_id":
			r.Target = column.(*array.Int64).Value(k)
		case "distance":
			r.Distance = new(int64(column.(*array.Decimal128).Value(k).LowBits()))
		case "source":
			r.From = column.(*array.String).Value(k)
		case "target":
			r.To = column.(*array.String).Value(k)
		case "problem":
			r.Problem = new(column.(*array.String).Value(k))
		}
	}
	return r
}

// A file has every row, and the same bytes on any number of processors.
func TestArrow(t *testing.T) {
	check := func(name string, table *Table, b Block) {
		file := inArrow(t, table, b)
		if got, want := fromArrow(t, name, file), rowsOf(table, b); !slices.Equal(got, want) {
			t.Errorf("%s: %d rows, want %d", name, len(got), len(want))
		}
		old := runtime.GOMAXPROCS(1)
		defer runtime.GOMAXPROCS(old)
		if !bytes.Equal(file, inArrow(t, table, b)) {
			t.Errorf("%s: other bytes on one processor", name)
		}
	}
	tables(check)
	large, b := made(300, 2000) // batches end within rows
	check("a large table", large, b)
}
