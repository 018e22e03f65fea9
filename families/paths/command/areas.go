package command

import (
	"cmp"
	"context"
	"fmt"
	"image/color"
	"io"
	"math"
	"slices"

	"kernelscope/render"
	"kernelscope/report"
	"kernelscope/scene"
	"kernelscope/scene/contour"
	"kernelscope/scene/graph"
)

// writeAreas writes the area within each multiple of a band as a feature, the largest first, so that
// programs that draw features in order show all of them.
func writeAreas(ctx context.Context, w io.Writer, m *scene.Map, dist []uint32, band uint32) error {
	type properties struct {
		Name    string  `json:"name"`
		Within  float64 `json:"within"`
		Unit    string  `json:"unit"`
		Fill    string  `json:"fill"` // as simplestyle-spec 1.1 names it
		Opacity float64 `json:"fill-opacity"`
	}
	g := report.NewGeoJSON(w, m.Attribution)
	reach := scene.NewReach(m, dist)
	bands := int(farthestOf(dist)/band) + 1
	for k := bands; k > 0; k-- {
		within := min(uint64(band)*uint64(k), graph.MaxWeight)
		p := properties{named(m, uint32(within)), rounded(m.InUnits(uint32(within))), unitOf(m), hex(rampAt(float64(k-1) / float64(max(1, bands-1)))), 0.4}
		if err := cmp.Or(g.Area(areas(reach, float32(within)), p), ctx.Err()); err != nil {
			return err
		}
	}
	return g.Close()
}

// named writes a distance as the name of an area: whole minutes without seconds.
func named(m *scene.Map, dist uint32) string {
	if m.Metric == graph.ByTime && dist%600 == 0 {
		return fmt.Sprintf("%d min", dist/600)
	}
	return m.Written(dist)
}

// farthestOf returns the distance of the farthest node that was reached.
func farthestOf(dist []uint32) (farthest uint32) {
	for _, d := range dist {
		if d != graph.Unreached {
			farthest = max(farthest, d)
		}
	}
	return farthest
}

// areas returns the polygons within a distance, in degrees.
func areas(reach *scene.Reach, within float32) (all [][][][2]float64) {
	for _, p := range reach.Below(within) {
		var rings [][][2]float64
		for _, r := range p {
			rings = append(rings, degrees(reach, r))
		}
		all = append(all, rings)
	}
	return all
}

// degrees converts a ring. Outer rings of a contour run clockwise with north up, and rings of GeoJSON counterclockwise
// (RFC 7946, section 3.1.6).
func degrees(reach *scene.Reach, r contour.Ring) (out [][2]float64) {
	for _, p := range slices.Backward(r) {
		lon, lat := reach.Degrees(p)
		out = append(out, [2]float64{lon, lat})
	}
	return out
}

// rampAt interpolates the colours of distances, from 0 for near to 1 for far.
func rampAt(t float64) color.RGBA {
	ramp := render.Light.Ramp
	i := min(int(t*float64(len(ramp)-1)), len(ramp)-2)
	f := t*float64(len(ramp)-1) - float64(i)
	mix := func(a, b uint8) uint8 { return uint8(math.Round(float64(a) + f*(float64(b)-float64(a)))) }
	a, b := ramp[i], ramp[i+1]
	return color.RGBA{mix(a.R, b.R), mix(a.G, b.G), mix(a.B, b.B), 255}
}

func hex(c color.RGBA) string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }

// rounded removes the rounding errors of binary fractions.
func rounded(x float64) float64 { return math.Round(x*1e6) / 1e6 }
