package report

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"strconv"

	"kernelscope/internal/format"
	"kernelscope/scene/geom"
)

// GeoJSON writes the features of a collection (RFC 7946) one by one.
type GeoJSON struct {
	out   *bufio.Writer
	text  bytes.Buffer // of properties
	first bool
	err   error
}

// NewGeoJSON begins a collection.
func NewGeoJSON(w io.Writer, attribution string) *GeoJSON {
	g := &GeoJSON{out: bufio.NewWriterSize(w, 1<<16), first: true}
	text, err := json.Marshal(attribution)
	g.err = err
	g.print(`{"type":"FeatureCollection","attribution":%s,"features":[`, text)
	return g
}

// Line adds a LineString. Package json must encode properties as an object.
func (g *GeoJSON) Line(points []geom.Point, properties any) error {
	g.feature("LineString", properties)
	g.print("[")
	for i, p := range points {
		if i > 0 && p == points[i-1] && len(points) > 2 {
			continue // the common point of two edges
		}
		if i > 0 {
			g.print(",")
		}
		g.position(p)
	}
	g.print("]}}")
	return g.err
}

// Point adds a Point.
func (g *GeoJSON) Point(p geom.Point, properties any) error {
	g.feature("Point", properties)
	g.position(p)
	g.print("}}")
	return g.err
}

// Area adds a MultiPolygon. Each polygon has an outer ring, followed by its holes; a ring is a list of
// longitudes and latitudes, without the first repeated. Outer rings run counterclockwise.
func (g *GeoJSON) Area(polygons [][][][2]float64, properties any) error {
	g.feature("MultiPolygon", properties)
	g.print("[")
	for i, rings := range polygons {
		g.print("%s[", comma(i))
		for k, ring := range rings {
			g.print("%s[", comma(k))
			for n := range len(ring) + 1 {
				p := ring[n%len(ring)]
				g.print("%s[%v,%v]", comma(n), Rounded(p[0]), Rounded(p[1]))
			}
			g.print("]")
		}
		g.print("]")
	}
	g.print("]}}")
	return g.err
}

// comma returns the separator in front of element i of a list.
func comma(i int) string {
	if i == 0 {
		return ""
	}
	return ","
}

// Close ends the collection. It does not close the underlying writer.
func (g *GeoJSON) Close() error {
	g.print("\n]}\n")
	if g.err != nil {
		return g.err
	}
	return g.out.Flush()
}

// feature writes a feature up to its coordinates.
func (g *GeoJSON) feature(kind string, properties any) {
	g.text.Reset()
	g.keep(format.JSON(&g.text).Encode(properties))
	if !g.first {
		g.print(",")
	}
	g.first = false
	g.print("\n"+`{"type":"Feature","properties":%s,"geometry":{"type":"%s","coordinates":`, bytes.TrimSpace(g.text.Bytes()), kind)
}

func (g *GeoJSON) position(p geom.Point) {
	lon, lat := p.Degrees()
	b := strconv.AppendFloat(append(g.out.AvailableBuffer(), '['), Rounded(lon), 'f', -1, 64)
	b = strconv.AppendFloat(append(b, ','), Rounded(lat), 'f', -1, 64)
	_, err := g.out.Write(append(b, ']'))
	g.keep(err)
}

func (g *GeoJSON) print(text string, with ...any) {
	_, err := fmt.Fprintf(g.out, text, with...)
	g.keep(err)
}

// keep stores the first error.
func (g *GeoJSON) keep(err error) {
	if g.err == nil {
		g.err = err
	}
}

// Rounded rounds degrees to seven decimals, like OpenStreetMap.
func Rounded(degrees float64) float64 { return math.Round(degrees*1e7) / 1e7 }
