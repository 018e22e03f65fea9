package command

import (
	"encoding/csv"
	"fmt"
	"io"
	"iter"
	"math"
	"strconv"

	"github.com/parquet-go/parquet-go"

	"kernelscope/internal/source/parquetfile"
	"kernelscope/report"
)

// accessEndings lists the endings of files that 'run access' writes.
var accessEndings = []string{".csv", ".parquet", ".geojson"}

// accessRow is what a node reaches.
type accessRow struct {
	Node     int64    `json:"node" parquet:"node"` // index in the graph
	ID       int64    `json:"id" parquet:"id"`     // number in the file
	Lon      *float64 `json:"-" parquet:"lon,optional"`
	Lat      *float64 `json:"-" parquet:"lat,optional"`
	Reached  int64    `json:"reached" parquet:"reached"`
	Mean     *float64 `json:"mean" parquet:"mean,optional"` // nil where nothing is reached
	Farthest *float64 `json:"farthest" parquet:"farthest,optional"`
	Within   int64    `json:"within" parquet:"within"`
	Before   *float64 `json:"mean_before,omitempty" parquet:"mean_before,optional"`             // nil unless roads were changed
	Loss     *float64 `json:"loss,omitempty" parquet:"loss,optional"`                           // by which the mean has grown; nil where other places are reached
	Nearest  *float64 `json:"nearest,omitempty" parquet:"nearest,optional"`                     // nil unless there are places and one is reached
	Place    *string  `json:"place,omitempty" parquet:"place,optional"`                         // the nearest one
	Share    *float64 `json:"within_share,omitempty" parquet:"within_share,optional"`           // of the places that are within; nil without places
	Between  *float64 `json:"betweenness,omitempty" parquet:"betweenness,optional"`             // pairs of nodes; nil unless it is asked
	Error    *float64 `json:"betweenness_error,omitempty" parquet:"betweenness_error,optional"` // standard error
	Unit     string   `json:"unit" parquet:"-"`
}

// rows returns the rows of all nodes.
func (a *access) rows() iter.Seq[accessRow] {
	unit := unitOf(a.m)
	return func(yield func(accessRow) bool) {
		for i, v := range a.nodes {
			n := a.reach[i]
			r := accessRow{Node: int64(v), ID: a.m.Graph.ID[v], Reached: int64(n.Nodes), Within: int64(n.Within), Unit: unit}
			if n.Nodes > 0 {
				r.Mean, r.Farthest = a.rounded(n.Mean()), a.rounded(float64(n.Farthest))
			}
			if !a.m.Abstract {
				lon, lat := a.m.Graph.At[v].Degrees()
				lon, lat = report.Rounded(lon), report.Rounded(lat)
				r.Lon, r.Lat = &lon, &lat
			}
			if a.before != nil && a.before[i].Nodes > 0 {
				r.Before = a.rounded(a.before[i].Mean())
			}
			if a.comparable(i) {
				r.Loss = a.rounded(n.Mean() - a.before[i].Mean())
			}
			if a.places != nil {
				share := math.Round(10_000*a.share(n)) / 10_000
				r.Share = &share
			}
			if n.Target > 0 {
				r.Nearest, r.Place = a.rounded(float64(n.Nearest)), &a.places[n.Target-1].Name
			}
			if a.between != nil {
				b := a.between.found[v]
				value, deviation := math.Round(10*b.Value)/10, math.Round(10*b.Error)/10
				r.Between, r.Error = &value, &deviation
			}
			if !yield(r) {
				return
			}
		}
	}
}

// written writes a distance in the unit of the map, with a decimal more than distances have.
func (a *access) written(x float64) string { return strconv.FormatFloat(x, 'f', digitsOf(a.m)+1, 64) }

// optional writes a distance, if there is one.
func (a *access) optional(x *float64) string {
	if x == nil {
		return ""
	}
	return a.written(*x)
}

// rounded rounds weights to what written writes.
func (a *access) rounded(weights float64) *float64 {
	x, _ := strconv.ParseFloat(a.written(weights*a.m.InUnits(1)), 64)
	return &x
}

// write writes all rows in the form of a file name's ending.
func (a *access) write(w io.Writer, ending string) error {
	switch ending {
	case ".geojson":
		return a.writePoints(w)
	case ".parquet":
		return a.writeParquet(w)
	}
	return a.writeCSV(w)
}

func (a *access) writeCSV(w io.Writer) error {
	c, unit := csv.NewWriter(w), unitOf(a.m)
	header := []string{"node", "id", "lon", "lat", "reached", "mean_" + unit, "farthest_" + unit, "within"}
	if a.before != nil {
		header = append(header, "mean_before_"+unit, "loss_"+unit)
	}
	if a.places != nil {
		header = append(header, "nearest_"+unit, "place", "within_share")
	}
	if a.between != nil {
		header = append(header, "betweenness", "betweenness_error")
	}
	_ = c.Write(header)
	degrees := func(x *float64) string {
		if x == nil {
			return ""
		}
		return strconv.FormatFloat(*x, 'f', -1, 64)
	}
	for r := range a.rows() {
		cells := []string{fmt.Sprint(r.Node), fmt.Sprint(r.ID), degrees(r.Lon), degrees(r.Lat), fmt.Sprint(r.Reached), a.optional(r.Mean), a.optional(r.Farthest), fmt.Sprint(r.Within)}
		if a.before != nil {
			cells = append(cells, a.optional(r.Before), a.optional(r.Loss))
		}
		if r.Share != nil {
			name := ""
			if r.Place != nil {
				name = *r.Place
			}
			cells = append(cells, a.optional(r.Nearest), name, strconv.FormatFloat(*r.Share, 'f', 4, 64))
		}
		if r.Between != nil {
			cells = append(cells, strconv.FormatFloat(*r.Between, 'f', 1, 64), strconv.FormatFloat(*r.Error, 'f', 1, 64))
		}
		_ = c.Write(cells)
	}
	c.Flush()
	return c.Error()
}

// writePoints writes a point for each node.
func (a *access) writePoints(w io.Writer) error {
	out := report.NewGeoJSON(w, a.m.Attribution)
	for r := range a.rows() {
		if err := out.Point(a.m.Graph.At[r.Node], r); err != nil {
			return err
		}
	}
	return out.Close()
}

func (a *access) writeParquet(w io.Writer) error {
	out := parquetfile.NewWriter(w, map[string]string{"unit": unitOf(a.m)}, parquet.SchemaOf(accessRow{}), parquet.Compression(&parquet.Zstd))
	for r := range a.rows() {
		if _, err := out.Write([]any{r}); err != nil {
			return err
		}
	}
	return out.Close()
}
