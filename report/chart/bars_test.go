package chart

import (
	"fmt"
	"strings"
	"testing"
)

// Bars have a spot each, also where a value is missing. The axis begins at zero, or at one if it is logarithmic.
func TestBars(t *testing.T) {
	b := &Bars{Title: "Time", YLabel: "times", X: Names{Label: "pairs", Names: []string{"1", "10"}}, Series: []BarSeries{
		{Name: "a", Values: []float64{1, 4}, Texts: []string{"a1", "a10"}}, {Name: "b", Hidden: true, Values: []float64{9, 9}, Texts: []string{"b1", "b10"}},
		{Name: "c", Values: []float64{2, 0}, Texts: []string{"c1", "c10"}},
	}, Levels: []Level{{Name: "mean", Value: 2}}}
	for _, b.Log = range []bool{false, true} {
		m, spots := Figure{Rows: [][]Chart{{b}}}.Image(options)
		var texts []string
		for _, s := range spots {
			texts = append(texts, s.Text)
		}
		if got := fmt.Sprintf("%q", texts); got != `["1\na1" "1\nc1" "10\na10" "10\nc10"]` {
			t.Errorf("spots are %s", got)
		}
		tops := map[string]int{} // the first pixel of the series' colour in the middle of a spot
		for _, s := range spots {
			x := int(s.X + s.W/2)
			for y := m.Rect.Dy() - 1; y > 0; y-- {
				if c := m.RGBAAt(x, y); c == Light.Series[0] || c == Light.Series[2] {
					tops[s.Text] = y
				}
			}
		}
		if !(tops["10\na10"] < tops["1\nc1"] && tops["1\nc1"] < tops["1\na1"]) {
			t.Errorf("logarithmic %t: the bars end at %v", b.Log, tops)
		}
	}
	for high, want := range map[float64]string{1: "0 0.2 0.4 0.6 0.8 1", 70: "0 20 40 60", 12000: "0 5,000 10,000"} {
		var labels []string
		for _, tick := range evenTicks(high) {
			labels = append(labels, tick.Label)
		}
		if got := strings.Join(labels, " "); got != want {
			t.Errorf("up to %g: %s, want %s", high, got, want)
		}
	}
}
