package matrix

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"maps"
	"reflect"
	"slices"

	"github.com/parquet-go/parquet-go"

	"kernelscope/internal/fault"
	"kernelscope/internal/source/parquetfile"
)

// columnar writes Parquet: a row for each distance.
type columnar struct {
	*Table
	out  *parquetfile.Groups
	rows int // of a row group
}

// groupCells is about how many distances are encoded together, in a row group: few enough that a block has work for all
// processors.
const groupCells = 1 << 18

// maxCells is the most distances that a row group has: the row groups of all processors are in memory.
const maxCells = 1 << 22

// newParquet begins a file with the columns source_id, target_id and distance, a decimal number
// that is null where no way leads; with names beside the numbers where these tell more, and
// for a list with the problem of a pair.
func newParquet(w io.Writer, t *Table) (Writer, error) {
	field := func(name, tag string, of any) reflect.StructField {
		return reflect.StructField{Name: name, Type: reflect.TypeOf(of), Tag: reflect.StructTag(`parquet:"` + tag + `"`)}
	}
	fields := []reflect.StructField{field("S", "source_id", int64(0)), field("T", "target_id", int64(0)), field("D", fmt.Sprintf("distance,optional,decimal(%d:18)", t.Digits), new(int64))}
	if t.Named {
		fields = append(fields, field("SN", "source", ""), field("TN", "target", ""))
	}
	cells := len(t.Sources) * len(t.Targets)
	if t.Pairs != nil {
		fields = append(fields, field("P", "problem,optional", new(string)))
		cells = len(t.Pairs)
	}
	c := &columnar{Table: t, rows: max(groupCells, 2*cells/parquetfile.MaxGroups)} // blocks end with smaller ones
	if c.rows > maxCells {
		return nil, fmt.Errorf("%w: %d distances are too many for a Parquet file; write parts with --shard, or CSV", fault.Usage, cells)
	}
	facts := map[string]string{"unit": t.Unit}
	maps.Copy(facts, t.Facts)
	var err error
	c.out, err = parquetfile.NewGroups(w, facts, parquet.SchemaOf(reflect.New(reflect.StructOf(fields)).Interface()))
	return c, err
}

// group is an encoded row group.
type group struct {
	rows   int
	chunks []*parquetfile.Chunk
}

// Write writes a block as row groups.
func (w *columnar) Write(ctx context.Context, b Block) error {
	encode := func(first, end int) (group, error) {
		chunks, err := w.encode(b, first, end)
		return group{end - first, chunks}, err
	}
	return inOrder(ctx, parts(len(b.Dist), 1, w.rows), encode, func(g group) error { return w.out.Write(g.rows, g.chunks) })
}

// encode makes a row group of some distances of a block.
func (w *columnar) encode(b Block, first, end int) (chunks []*parquetfile.Chunk, err error) {
	add := func(c *parquetfile.Chunk, failed error) {
		chunks, err = append(chunks, c), cmp.Or(err, failed)
	}
	from, sources, to, targets := w.places(b.First*w.columns()+first, end-first)
	add(parquetfile.Indexed(of(w.Sources, from, idOf), sources, false))
	add(parquetfile.Indexed(of(w.Targets, to, idOf), targets, false))
	add(parquetfile.Deltas(numbers(b.Dist[first:end])))
	if w.Named {
		add(parquetfile.Indexed(of(w.Sources, from, nameOf), sources, false))
		add(parquetfile.Indexed(of(w.Targets, to, nameOf), targets, false))
	}
	if w.Pairs != nil {
		problems, which := w.problems(b.First+first, end-first)
		add(parquetfile.Indexed(problems, which, true))
	}
	return chunks, err
}

// places are the places of some cells of a table laid end to end, or of some pairs: each source and
// target once, in the order in which they come, and which of them a cell has.
func (t *Table) places(begin, n int) (from, sources, to, targets []int32) {
	sources, targets = make([]int32, n), make([]int32, n)
	if t.Pairs != nil {
		for i, p := range t.Pairs[begin : begin+n] {
			sources[i], targets[i] = int32(p.Source), int32(p.Target)
		}
		return distinct(sources), sources, distinct(targets), targets
	}
	row, column := begin/len(t.Targets), begin%len(t.Targets)
	for i := 0; i < n; {
		from = append(from, int32(row+len(from)))
		for end := min(n, i+len(t.Targets)-(column+i)%len(t.Targets)); i < end; i++ {
			sources[i] = int32(len(from) - 1)
		}
	}
	for i := range min(n, len(t.Targets)) {
		to, targets[i] = append(to, int32((column+i)%len(t.Targets))), int32(i)
	}
	for i := len(to); i < n; i += copy(targets[i:], targets[:len(to)]) { // they come round again
	}
	return from, sources, to, targets
}

// distinct returns each index once, and numbers all by where they stand in what it returns.
func distinct(indices []int32) (each []int32) {
	if len(indices) == 0 {
		return nil
	}
	least := slices.Min(indices)
	number := make([]int32, slices.Max(indices)-least+1) // from 1; 0 is new
	for i, v := range indices {
		n := &number[v-least]
		if *n == 0 {
			each = append(each, v)
			*n = int32(len(each))
		}
		indices[i] = *n - 1
	}
	return each
}

// of are the numbers or the names of some places.
func of[T any](places []End, which []int32, get func(End) T) []T {
	out := make([]T, len(which))
	for i, v := range which {
		out[i] = get(places[v])
	}
	return out
}

func idOf(p End) int64    { return p.ID }
func nameOf(p End) string { return p.Name }

// numbers are distances, null where no way leads.
func numbers(dist []uint32) []int64 {
	out := make([]int64, len(dist))
	for i, d := range dist {
		out[i] = int64(d)
		if d == Unreached {
			out[i] = parquetfile.Null
		}
	}
	return out
}

// problems are the problems of some pairs: each once, and which one a pair has.
func (t *Table) problems(begin, n int) (each []string, which []int32) {
	number := map[string]int32{"": parquetfile.Null}
	for _, p := range t.Pairs[begin : begin+n] {
		one, known := number[p.Problem]
		if !known {
			one = int32(len(each))
			number[p.Problem] = one
			each = append(each, p.Problem)
		}
		which = append(which, one)
	}
	return each, which
}

// Close writes the end of the file.
func (w *columnar) Close() error { return w.out.Close() }
