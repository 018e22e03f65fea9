package command

import (
	"context"
	"io"
	"reflect"

	"github.com/parquet-go/parquet-go"

	"kernelscope/compute/bfs"
	"kernelscope/internal/source/parquetfile"
)

// parquet writes the pairs as a Parquet file with the columns of the CSV file. The length of an
// unreachable pair is null, and paths are lists of ids.
func (r *sheet) parquet(ctx context.Context, w io.Writer) error {
	column := func(name, tag string, of any) reflect.StructField {
		return reflect.StructField{Name: name, Type: reflect.TypeOf(of), Tag: reflect.StructTag(`parquet:"` + tag + `"`)}
	}
	fields := []reflect.StructField{column("Source", "source", int64(0)), column("Target", "target", int64(0)), column("Length", "length,optional", new(uint32))}
	if r.found.counts != nil {
		fields = append(fields, column("Paths", "paths", uint64(0)))
	}
	if r.found.routes != nil {
		fields = append(fields, column("Path", "path,list", []int64(nil)))
	}
	if r.found.every != nil {
		fields = append(fields, column("Every", "every_path,list", []string(nil)))
	}
	row := reflect.New(reflect.StructOf(fields))
	out := parquetfile.NewWriter(w, r.flags.facts, parquet.SchemaOf(row.Interface()), parquet.Compression(&parquet.Zstd))
	for i, p := range r.pairs {
		if i%4096 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		set := func(name string, value any) { row.Elem().FieldByName(name).Set(reflect.ValueOf(value)) }
		set("Source", r.m.Graph.ID[p.Source])
		set("Target", r.m.Graph.ID[p.Target])
		var length *uint32
		if x := r.found.lengths[i]; x != bfs.Unreachable {
			length = &x
		}
		set("Length", length)
		if r.found.counts != nil {
			set("Paths", r.found.counts[i])
		}
		if r.found.routes != nil {
			set("Path", r.ids(r.found.routes[i]))
		}
		if r.found.every != nil {
			set("Every", r.texts(r.found.every[i]))
		}
		if _, err := out.Write([]any{row.Interface()}); err != nil {
			return err
		}
	}
	return out.Close()
}

// ids returns the ids of the nodes of a path.
func (r *sheet) ids(path []uint32) []int64 {
	ids := make([]int64, len(path))
	for k, v := range path {
		ids[k] = r.m.Graph.ID[v]
	}
	return ids
}
