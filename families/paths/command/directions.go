package command

import (
	"fmt"
	"io"
	"math"

	"kernelscope/internal/format"
	"kernelscope/scene"
)

// legLine is a leg of a path in JSON.
type legLine struct {
	Turn    string  `json:"turn,omitempty"` // absent for the first leg
	Name    string  `json:"name,omitempty"`
	Ref     string  `json:"ref,omitempty"`
	Class   string  `json:"class"`
	Metres  float64 `json:"length_m"`
	Seconds float64 `json:"time_s"`
	Lon     float64 `json:"lon"`
	Lat     float64 `json:"lat"`
}

// legLines returns the directions along a path.
func legLines(m *scene.Map, path []uint32) (out []legLine) {
	tenth := func(v float64) float64 { return math.Round(10*v) / 10 }
	for _, l := range m.Directions(path) {
		lon, lat := l.At.Degrees()
		out = append(out, legLine{l.Turn.String(), l.Name, l.Ref, l.Class.String(), tenth(l.Metres), tenth(l.Seconds), lon, lat})
	}
	return out
}

// writeDirections writes a sentence for each leg of a path, and the arrival.
func writeDirections(w io.Writer, m *scene.Map, path []uint32) error {
	metres, seconds := 0.0, 0.0
	for _, l := range m.Directions(path) {
		metres, seconds = metres+l.Metres, seconds+l.Seconds
		if _, err := fmt.Fprintf(w, "%9s %s.\n", "", l); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(w, "%9s Arrive after %s, %s.\n", "", scene.Distance(metres), format.Clock(seconds))
	return err
}
