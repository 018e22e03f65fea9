// Package expansion writes when a search reached each node of a map, row by row, as CSV, Parquet or
// GeoJSON. It does not depend on any search.
package expansion

import (
	"bufio"
	"fmt"
	"io"
	"iter"
	"strconv"

	"github.com/parquet-go/parquet-go"

	"kernelscope/internal/source/parquetfile"
	"kernelscope/report"
	"kernelscope/scene/geom"
)

// Row describes a node that a search has reached.
type Row struct {
	Node     int64       `json:"node" parquet:"node"` // index in the graph
	ID       int64       `json:"id" parquet:"id"`     // number in the file
	At       *geom.Point `json:"-" parquet:"-"`       // nil in a layout
	Lon      *float64    `json:"-" parquet:"lon,optional"`
	Lat      *float64    `json:"-" parquet:"lat,optional"`
	Reached  int64       `json:"round_reached" parquet:"round_reached"`
	Settled  int64       `json:"round_settled" parquet:"round_settled"`
	Distance float64     `json:"distance" parquet:"distance"`
	Parent   *int64      `json:"parent" parquet:"parent,optional"` // index of a node; nil for the source
}

// Endings lists the file name extensions that Write supports.
var Endings = []string{".csv", ".parquet", ".geojson"}

// Write writes rows in the format of a file name extension. Facts become metadata of Parquet; the
// attribution is used in GeoJSON.
func Write(w io.Writer, ending string, facts map[string]string, attribution string, rows iter.Seq[Row]) error {
	switch ending {
	case ".csv":
		return writeCSV(w, rows)
	case ".parquet":
		return writeParquet(w, facts, rows)
	case ".geojson":
		g := report.NewGeoJSON(w, attribution)
		for r := range rows {
			if err := g.Point(*r.At, r); err != nil {
				return err
			}
		}
		return g.Close()
	}
	return fmt.Errorf("expansion: there is no form %q", ending)
}

func writeCSV(w io.Writer, rows iter.Seq[Row]) error {
	out := bufio.NewWriterSize(w, 1<<16)
	if _, err := out.WriteString("node,id,lon,lat,round_reached,round_settled,distance,parent\n"); err != nil {
		return err
	}
	for r := range rows {
		b := strconv.AppendInt(out.AvailableBuffer(), r.Node, 10)
		b = strconv.AppendInt(append(b, ','), r.ID, 10)
		for _, x := range []*float64{r.Lon, r.Lat} {
			if b = append(b, ','); x != nil {
				b = strconv.AppendFloat(b, *x, 'f', -1, 64)
			}
		}
		b = strconv.AppendInt(append(b, ','), r.Reached, 10)
		b = strconv.AppendInt(append(b, ','), r.Settled, 10)
		b = strconv.AppendFloat(append(b, ','), r.Distance, 'f', -1, 64)
		if b = append(b, ','); r.Parent != nil {
			b = strconv.AppendInt(b, *r.Parent, 10)
		}
		if _, err := out.Write(append(b, '\n')); err != nil {
			return err
		}
	}
	return out.Flush()
}

func writeParquet(w io.Writer, facts map[string]string, rows iter.Seq[Row]) error {
	const group = 1 << 17 // rows in memory before they are written
	out := parquetfile.NewWriter(w, facts, parquet.SchemaOf(Row{}), parquet.Compression(&parquet.Zstd), parquet.MaxRowsPerRowGroup(group))
	for r := range rows {
		if _, err := out.Write([]any{r}); err != nil {
			return err
		}
	}
	return out.Close()
}
