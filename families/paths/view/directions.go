package view

import (
	"math"

	"kernelscope/scene"
)

// LegLine is a leg of a path in JSON.
type LegLine struct {
	Turn    string  `json:"turn,omitempty"` // absent for the first leg
	Name    string  `json:"name,omitempty"`
	Ref     string  `json:"ref,omitempty"`
	Class   string  `json:"class"`
	Metres  float64 `json:"length_m"`
	Seconds float64 `json:"time_s"`
	Lon     float64 `json:"lon"`
	Lat     float64 `json:"lat"`
}

// LegLines returns the directions along a path.
func LegLines(m *scene.Map, path []uint32) (out []LegLine) {
	tenth := func(v float64) float64 { return math.Round(10*v) / 10 }
	for _, l := range m.Directions(path) {
		lon, lat := l.At.Degrees()
		out = append(out, LegLine{l.Turn.String(), l.Name, l.Ref, l.Class.String(), tenth(l.Metres), tenth(l.Seconds), lon, lat})
	}
	return out
}
