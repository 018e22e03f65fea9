package report

import (
	"io"
	"math"

	"kernelscope/format"
	"kernelscope/scene/geom"
)

// Route is a way on a map, with what is known of it.
type Route struct {
	Points     []geom.Point
	Properties map[string]any
}

// WriteRoutes writes routes as GeoJSON (RFC 7946).
func WriteRoutes(w io.Writer, attribution string, routes []Route) error {
	type geometry struct {
		Type        string       `json:"type"`
		Coordinates [][2]float64 `json:"coordinates"`
	}
	type feature struct {
		Type       string         `json:"type"`
		Geometry   geometry       `json:"geometry"`
		Properties map[string]any `json:"properties"`
	}
	collection := struct {
		Type        string    `json:"type"`
		Attribution string    `json:"attribution"`
		Features    []feature `json:"features"`
	}{"FeatureCollection", attribution, []feature{}}
	for _, r := range routes {
		g := geometry{Type: "LineString"}
		for i, p := range r.Points {
			if i > 0 && p == r.Points[i-1] {
				continue // where two edges meet
			}
			lon, lat := p.Degrees()
			g.Coordinates = append(g.Coordinates, [2]float64{Rounded(lon), Rounded(lat)})
		}
		collection.Features = append(collection.Features, feature{"Feature", g, r.Properties})
	}
	return format.JSON(w).Encode(collection)
}

// Rounded keeps seven digits of degrees, as OpenStreetMap does.
func Rounded(degrees float64) float64 { return math.Round(degrees*1e7) / 1e7 }
